// `npm run bench`: builds (not with --built) and measures what the page costs and how the engine does beside
// others. --speed: that alone; --quick: few rounds; --write: the numbers go into results.json, the plot and
// README.md; --render: the plot and README.md are made again from results.json, and nothing is measured.
// All numbers are left in build/bench/.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { register } from 'tsx/esm/api';
import { buildOrExit } from '../../wasm/toolchain/build.mjs';
import { root } from '../../wasm/toolchain/find.mjs';
import { setUpOrExit } from '../../wasm/toolchain/setup.mjs';
import { page } from './page.mjs';
import { plot } from './speed/plot.mjs';
import { buildPrograms, speed } from './speed/speed.mjs';
import { readmePart, written } from './speed/tables.mjs';

const options = ['--built', '--quick', '--speed', '--write', '--render'];
const asked = process.argv.slice(2);
const unknown = asked.filter((each) => !options.includes(each));
if (unknown.length > 0) {
  console.error(`bench: no option ${unknown.join(', ')}: there are ${options.join(', ')}`);
  process.exit(2);
}
const [built, quick, alone, write, again] = options.map((each) => asked.includes(each));

const committed = join(root, 'tests/bench/results.json');
function render(results) {
  writeFileSync(join(root, 'tests/bench/plot.svg'), plot(results));
  const readme = join(root, 'README.md');
  writeFileSync(readme, written(readFileSync(readme, 'utf8'), readmePart(results)));
}
if (again) {
  render(JSON.parse(readFileSync(committed, 'utf8')));
  process.exit(0);
}

// The figure is measured in Chromium, which comes with what tests need.
const variables = built ? await setUpOrExit('test') : await buildOrExit('test');
process.env.CHROMIUM ??= variables.CHROMIUM ?? '';
register(); // for what is written in TypeScript
const { executable, flags } = await import('../browser/support/browser.ts');

const folder = join(root, 'build', 'bench');
const put = async (path, data) =>
  writeFileSync(path, await format(JSON.stringify(data), { parser: 'json', printWidth: 100 }));
mkdirSync(folder, { recursive: true });
if (!alone) await put(join(folder, 'page.json'), await page());

await buildPrograms(variables);
const say = (what) => console.error(`bench: ${what}`);
const results = await speed({ browser: { executable, flags }, quick, say });
console.log(readmePart(results));
await put(join(folder, 'results.json'), results);
writeFileSync(join(folder, 'plot.svg'), plot(results));

if (write) {
  await put(committed, results);
  render(results);
}
console.log(`\nnumbers and the plot: ${folder}`);
process.exit(0); // some libraries keep the process going
