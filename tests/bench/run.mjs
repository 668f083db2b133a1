// `npm run bench`: builds (not with --built), measures, prints a table and leaves the numbers in build/bench.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';
import { buildOrExit } from '../../wasm/toolchain/build.mjs';
import { calls } from './calls.mjs';
import { memory } from './memory.mjs';

// The figure is measured in Chromium, which comes with what tests need.
if (!process.argv.includes('--built')) {
  const { CHROMIUM } = await buildOrExit('test');
  process.env.CHROMIUM ??= CHROMIUM ?? '';
}
register(); // for what is written in TypeScript
const { redraw } = await import('./redraw.mjs');
const { weight } = await import('./weight.mjs');

const redraws = await redraw();
const report = {
  date: new Date().toISOString(),
  node: process.version,
  processor: cpus()[0]?.model ?? 'unknown',
  calls: await calls(),
  memory: await memory(),
  weight: await weight(),
  ...redraws,
};

const columns = [
  ['call at 3 × 4', 34, ({ name }) => name],
  ['median ns', 11, ({ median }) => median.toFixed(0)],
  ['tenth ns', 10, ({ tenth }) => tenth.toFixed(0)],
  ['× bare call', 13, ({ perBare }) => perBare.toFixed(1)],
  ['× plain JavaScript', 20, ({ perPlain }) => perPlain?.toFixed(2) ?? ''],
];
const line = (cell) =>
  columns
    .map((column, i) =>
      i === 0 ? cell(column).padEnd(column[1]) : cell(column).padStart(column[1]),
    )
    .join('');
console.log(line(([title]) => title));
for (const row of report.calls) console.log(line(([, , value]) => value(row)));
console.log();
for (const [fact, bytes] of Object.entries(report.memory)) {
  console.log(fact.padEnd(52), bytes.toLocaleString('en').padStart(12));
}

console.log('\nthe first lesson');
for (const [fact, value] of Object.entries(report.weight)) {
  console.log(fact.padEnd(60), Math.round(value).toLocaleString('en').padStart(12));
}

for (const [name, facts] of Object.entries(redraws)) {
  console.log(`\n${name}: an edit, until the figure stands again`);
  for (const [fact, value] of Object.entries(facts)) {
    console.log(fact.padEnd(52), value.toFixed(2).padStart(12));
  }
}

const file = new URL('../../build/bench.json', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
console.log(`\n${process.version}, ${report.processor}; numbers in ${fileURLToPath(file)}`);
