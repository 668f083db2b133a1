// Unpacks a bundle of recipes.mjs into the user's cache; no root needed.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { download } from './apt.mjs';
import { cacheFolder, finish } from './cache.mjs';
import { CommandFailed, SetupError, run } from './command.mjs';
import { bundleFolder, bundles } from './recipes.mjs';

export async function unpackBundle(id, work, aptOptions, say) {
  const downloaded = join(work, `${id}-downloads`);
  const folder = join(work, id);
  mkdirSync(downloaded, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const files = await download(id, downloaded, aptOptions, say);
  say(`unpacking ${id}`);
  await unpack[id](folder, files);
  finish(folder, join(cacheFolder(), bundleFolder(id)));
  rmSync(downloaded, { recursive: true });
}

const unpack = {
  async emscripten(folder, files) {
    await unpackPackages('emscripten', folder, files);
    const root = join(folder, 'usr/share/emscripten');
    mkdirSync(join(root, 'node_modules'));
    symlinkSync('../../nodejs/acorn', join(root, 'node_modules/acorn'));
    wrapBinaryen(folder);
    writeFileSync(join(folder, 'emscripten.config'), emscriptenConfig);
  },
  xsimd: (folder, files) => unpackPackages('xsimd', folder, files),
  async catch2(folder, files) {
    const archive = files.find((file) => file.includes('.orig.tar.'));
    const wanted = ['--strip-components=2', '--wildcards', '*/extras/catch_amalgamated.*'];
    await run('tar', ['-xf', archive, '-C', folder, ...wanted]);
  },
};

async function unpackPackages(id, folder, files) {
  const leaveOut = bundles[id].leaveOut.map((pattern) => `--exclude=${pattern}`);
  for (const file of files)
    await pipe(['dpkg-deb', '--fsys-tarfile', file], ['tar', '-x', '-C', folder, ...leaveOut]);
}

/** Runs `from | to`, and fails when either does. */
function pipe(from, to) {
  const ended = (child, command) => {
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        if (code === 0) resolve();
        else reject(new CommandFailed(command.join(' '), signal ?? `status ${code}`, errors));
      });
    });
  };
  const source = spawn(from[0], from.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  const target = spawn(to[0], to.slice(1), { stdio: ['pipe', 'ignore', 'pipe'] });
  target.stdin.on('error', () => undefined); // its exit status tells
  source.stdout.pipe(target.stdin);
  return Promise.all([ended(source, from), ended(target, to)]);
}

function wrapBinaryen(folder) {
  const libraries = join(folder, 'usr/lib');
  const triplet = readdirSync(libraries).find((name) => name.endsWith('-linux-gnu'));
  const loader =
    triplet && readdirSync(join(libraries, triplet)).find((name) => name.startsWith('ld-linux'));
  if (!loader)
    throw new SetupError(`no program loader in the package libc6 of ${basename(folder)}`);
  const bin = join(folder, 'binaryen/bin');
  mkdirSync(bin, { recursive: true });
  for (const name of readdirSync(join(folder, 'usr/bin')).filter((each) =>
    each.startsWith('wasm'),
  )) {
    const own = `"$here/usr/lib/${triplet}`;
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nhere="\${0%/binaryen/bin/*}"\n` +
        `exec ${own}/${loader}" --library-path ${own}" "$here/usr/bin/${name}" "$@"\n`,
    );
    chmodSync(join(bin, name), 0o755);
  }
}

// Where the bundle lies is known from EM_CONFIG alone, so it may be moved.
const emscriptenConfig = `import os
here = os.path.dirname(os.path.abspath(os.environ['EM_CONFIG']))
LLVM_ROOT = '/usr/lib/llvm-19/bin'
BINARYEN_ROOT = here + '/binaryen'
NODE_JS = 'node'
CACHE = here + '/usr/share/emscripten/cache'
FROZEN_CACHE = True
`;
