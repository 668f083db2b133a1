// `npm run clean`: removes what builds left; with --all what set-up brought into the project and
// the user's cache too (the system's packages stay).
import { existsSync, readdirSync, rmSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache.mjs';
import { root } from './find.mjs';
import { bundles } from './recipes.mjs';

const remove = (path) => {
  if (!existsSync(path)) return;
  rmSync(path, { recursive: true });
  console.log(`removed ${path}`);
};

for (const name of ['build', 'dist', 'compile_commands.json']) remove(join(root, name));
if (process.argv.includes('--all')) {
  for (const folder of ['.', 'tests/bench/peers']) remove(join(root, folder, 'node_modules'));
  // The folder may be one that the user named: only what is ours goes.
  const cache = cacheFolder();
  const ours = new RegExp(`^(work\\.|(${Object.keys(bundles).join('|')})-[\\d.]+-r\\d+$)`);
  const names = existsSync(cache) ? readdirSync(cache) : [];
  for (const name of names.filter((each) => ours.test(each))) remove(join(cache, name));
  if (existsSync(cache) && readdirSync(cache).length === 0) rmdirSync(cache);
}
