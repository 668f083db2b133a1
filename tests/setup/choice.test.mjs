// What set-up takes, and what it leaves alone.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { neededFor } from '../../wasm/toolchain/recipes.mjs';
import { lay, layMachine, packagesOf, runSetup } from './support/machine.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commands = ({ journal }) => journal.filter((line) => line.startsWith('command'));
const variablesOf = ({ output }) => JSON.parse(output.trimEnd().split('\n').at(-1));

async function on(options, act) {
  const machine = layMachine(options);
  try {
    await act(machine);
  } finally {
    machine.remove();
  }
}

const ownEmcc = (version) => ({
  'own/emcc': '#!/bin/sh\n',
  'own/emscripten-version.txt': `"${version}"\n`,
});

it('npm start does not install what only tests need', () =>
  on({}, async (machine) => {
    const result = await runSetup(machine, { purpose: 'build' });
    assert.equal(result.status, 0, result.output);
    const installed = readdirSync(join(machine.machine, 'dpkg'));
    assert.deepEqual(installed.sort(), packagesOf(neededFor('build')).sort());
    assert.ok(!readdirSync(join(machine.base, 'cache')).some((name) => name.startsWith('catch2')));
  }));

it('uses an emcc on PATH that is new enough, and then neither downloads one nor its LLVM', () =>
  on({}, async (machine) => {
    lay(machine.base, ownEmcc('3.1.69'));
    const own = join(machine.base, 'own');
    const result = await runSetup(machine, { purpose: 'build', path: [own] });
    assert.equal(result.status, 0, result.output);
    assert.equal(variablesOf(result).QKV_EMSCRIPTEN_ROOT, own);
    assert.equal(variablesOf(result).EM_CONFIG, undefined);
    assert.deepEqual(
      readdirSync(join(machine.base, 'cache')).map((name) => name.split('-')[0]),
      ['xsimd'],
    );
    assert.ok(!existsSync(join(machine.machine, 'dpkg/clang-19')));
  }));

it('asks a wrapped emcc for its version and folder', () =>
  on({}, async (machine) => {
    lay(machine.base, {
      'own/bin/emcc':
        '#!/bin/sh\necho "emcc (Emscripten gcc/clang-like replacement) 4.0.1 (abc)"\n',
      'own/bin/em-config': '#!/bin/sh\necho /where/it/lies\n',
    });
    const path = [join(machine.base, 'own/bin')];
    const result = await runSetup(machine, { purpose: 'build', path });
    assert.equal(variablesOf(result).QKV_EMSCRIPTEN_ROOT, '/where/it/lies');
  }));

it('passes over an emcc that is too old', () =>
  on({}, async (machine) => {
    lay(machine.base, ownEmcc('3.1.68'));
    const result = await runSetup(machine, { purpose: 'build', path: [join(machine.base, 'own')] });
    assert.equal(result.status, 0, result.output);
    assert.ok(variablesOf(result).EM_CONFIG);
  }));

it('takes libraries where CMAKE_PREFIX_PATH leads, without a system folder in the way', () =>
  on({}, async (machine) => {
    const xsimd =
      '#define XSIMD_VERSION_MAJOR 14\n#define XSIMD_VERSION_MINOR 0\n#define XSIMD_VERSION_PATCH 0\n';
    lay(machine.base, {
      'prefix/include/stdlib.h': '',
      'prefix/include/xsimd/config/xsimd_config.hpp': xsimd,
    });
    const env = { CMAKE_PREFIX_PATH: join(machine.base, 'prefix') };
    const result = await runSetup(machine, { purpose: 'build', env });
    const include = variablesOf(result).QKV_XSIMD_INCLUDE;
    assert.deepEqual(readdirSync(include), ['xsimd']);
    assert.equal(readFileSync(join(include, 'xsimd/config/xsimd_config.hpp'), 'utf8'), xsimd);
  }));

it('installs the npm packages again when the lock file changed, and only then', () =>
  on({}, async (machine) => {
    await runSetup(machine, { purpose: 'build' });
    assert.deepEqual(commands(await runSetup(machine, { purpose: 'build' })), []);
    lay(join(machine.base, 'clone'), { 'package-lock.json': '{ "changed": true }\n' });
    lay(join(machine.base, 'clone/node_modules'), { stale: '' });
    assert.deepEqual(commands(await runSetup(machine, { purpose: 'build' })), ['command npm']);
    assert.ok(!existsSync(join(machine.base, 'clone/node_modules/stale')));
  }));

it('two clones at once come out complete, and so do two runs in one clone', () =>
  on({ clones: ['one', 'two'] }, async (machine) => {
    const runs = ['one', 'two', 'one'].map((clone) => runSetup(machine, { clone }));
    for (const { status, output } of await Promise.all(runs)) assert.equal(status, 0, output);
    for (const clone of ['one', 'two']) {
      assert.deepEqual(commands(await runSetup(machine, { clone })), []);
      assert.deepEqual(readdirSync(join(machine.base, clone, 'build/setup')), []);
    }
    assert.ok(!readdirSync(join(machine.base, 'cache')).some((name) => name.startsWith('work.')));
  }));

it('leaves alone what a run that still lives is working on', () =>
  on({}, async (machine) => {
    const cache = join(machine.base, 'cache');
    mkdirSync(cache);
    const script = `
      import { workFolder } from '${join(root, 'wasm/toolchain/cache.mjs')}';
      console.log(workFolder('${cache}', 'work'));
      setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script]);
    try {
      const [line] = await once(other.stdout);
      const folder = String(line).trim();
      lay(folder, { mine: 'half' });
      assert.equal((await runSetup(machine)).status, 0);
      assert.equal(readFileSync(join(folder, 'mine'), 'utf8'), 'half');
      other.kill('SIGKILL');
      await new Promise((resolve) => other.on('close', resolve));
      assert.equal((await runSetup(machine)).status, 0);
      assert.ok(!existsSync(folder));
    } finally {
      other.kill('SIGKILL');
    }
  }));

const once = (stream) => new Promise((resolve) => stream.once('data', (...data) => resolve(data)));

it('says the failing command and the end of what it printed', () =>
  on({}, async (machine) => {
    lay(machine.machine, {
      'programs/bin/npm': '#!/bin/sh\nfor i in 1 2 3 4 5; do echo "line $i of npm"; done\nexit 7\n',
    });
    const path = [join(machine.machine, 'programs/bin')];
    const { status, output } = await runSetup(machine, { path });
    assert.equal(status, 1);
    assert.match(output, /npm ci --ignore-scripts[^]*line 1 of npm[^]*line 5 of npm/);
    assert.match(output, /status 7/);
  }));

it('does nothing on this machine, where all is there', () => {
  const { status, stderr } = spawnSync(process.execPath, ['wasm/toolchain/setup.mjs', 'test'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(status, 0);
  // Whatever it does, it says.
  assert.equal(stderr, '');
});
