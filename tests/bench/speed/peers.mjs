// The libraries that we are compared with: a package of their own, which nobody fetches who does not
// measure. They weigh far more than all else that the project needs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../wasm/toolchain/find.mjs';
import { installFrom } from '../../../wasm/toolchain/npm.mjs';

export const peersFolder = join(root, 'tests', 'bench', 'peers');

const read = (name) => readFileSync(join(peersFolder, name), 'utf8');

/** Fetches them when they are not there as the lock file has them. */
export async function installPeers() {
  const stamp = join(peersFolder, 'node_modules', '.lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === read('package-lock.json')) return;
  console.error(
    'bench: fetching the libraries to compare with (npm ci); once, and it takes a while',
  );
  await installFrom(peersFolder);
  writeFileSync(stamp, read('package-lock.json'));
}

/** Their versions, by name. */
export const peerVersions = () => JSON.parse(read('package.json')).dependencies;
