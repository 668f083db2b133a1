// Where set-up cannot do it all, it says what to install and stops with status 1, having changed
// nothing; what it can do without root, it does.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { neededFor } from '../../wasm/toolchain/recipes.mjs';
import {
  allPackages,
  difference,
  lay,
  layMachine,
  outcome,
  packagesOf,
  runSetup,
} from './support/machine.mjs';

async function on(options, act) {
  const machine = layMachine(options);
  try {
    await act(machine);
  } finally {
    machine.remove();
  }
}

/** Runs set-up, asserts that it refused and left everything as it was; gives what it printed. */
async function refusal(machine, options) {
  const before = outcome(machine);
  const { status, output, journal } = await runSetup(machine, options);
  assert.equal(status, 1, output);
  const changes = journal.filter((line) =>
    /command (install|configure|update|npm|download|tar)$/.test(line),
  );
  assert.deepEqual(changes, []);
  assert.deepEqual(difference(outcome(machine), before), []);
  return output;
}

it('without root: names exactly the packages that are missing', () =>
  on({ installed: ['cmake', 'chromium-headless-shell', 'lld-19'] }, async (machine) => {
    const output = await refusal(machine, { purpose: 'test', env: { USER_ID: '1000' } });
    const command = output.match(/apt-get install (.*)/)?.[1].split(' ');
    const expected = packagesOf(neededFor('test')).filter(
      (name) => !['cmake', 'chromium-headless-shell'].includes(name),
    );
    assert.deepEqual(command.sort(), expected.sort());
  }));

it('without root but with every package there: unpacks the rest', () =>
  on({ installed: allPackages }, async (machine) => {
    const { status, output, journal } = await runSetup(machine, { env: { USER_ID: '1000' } });
    assert.equal(status, 0, output);
    assert.deepEqual(
      journal.filter((line) => /command (install|configure|update)$/.test(line)),
      [],
    );
    const variables = JSON.parse(output.trimEnd().split('\n').at(-1));
    assert.equal(
      variables.EM_CONFIG,
      join(variables.QKV_EMSCRIPTEN_ROOT, '../../../emscripten.config'),
    );
  }));

it('without root after a run that was killed while installing: asks for that to be mended', () =>
  on({}, async (machine) => {
    const killed = await runSetup(machine, { env: { KILL_AT: 'install#1 middle' } });
    assert.equal(killed.signal, 'SIGKILL');
    for (const attempt of ['first', 'second']) {
      const { status, output } = await runSetup(machine, { env: { USER_ID: '1000' } });
      assert.equal(status, 1, attempt);
      assert.match(
        output,
        /dpkg --configure -a; apt-get update && apt-get install .*cmake/,
        attempt,
      );
    }
    assert.equal((await runSetup(machine)).status, 0);
    const states = allPackages.map((name) =>
      readFileSync(join(machine.machine, 'dpkg', name), 'utf8'),
    );
    assert.deepEqual([...new Set(states)], ['configured\n']);
  }));

it('without apt: names each tool with its least version', () =>
  on({ apt: false }, async (machine) => {
    const output = await refusal(machine);
    for (const { name, minimum, id, onlyWithBundle } of neededFor('check')) {
      const line = `  ${name}${minimum ? ` ≥ ${minimum}` : ''}\n`;
      assert.equal(output.includes(line), id !== 'npm' && !onlyWithBundle, name);
    }
  }));

it('without apt but with every tool there: goes on to npm', () =>
  on({ apt: false, installed: allPackages }, async (machine) => {
    lay(machine.machine, {
      'usr/bin/emcc': '#!/bin/sh\n',
      'usr/bin/emscripten-version.txt': '"3.1.74"\n',
      'usr/include/xsimd/config/xsimd_config.hpp':
        '#define XSIMD_VERSION_MAJOR 13\n#define XSIMD_VERSION_MINOR 0\n#define XSIMD_VERSION_PATCH 0\n',
      'usr/include/catch2/catch_amalgamated.hpp': '//  Catch v3.5.0\n',
      'usr/include/catch2/catch_amalgamated.cpp': '',
    });
    const { status, output, journal } = await runSetup(machine);
    assert.equal(status, 0, output);
    assert.deepEqual(
      journal.filter((line) => line.startsWith('command')),
      ['command npm'],
    );
  }));

it('where the mirror has no such suite: names what it would have brought', () =>
  on({}, async (machine) => {
    const output = await refusal(machine, { purpose: 'test', env: { NO_SUITE: '1' } });
    assert.match(output, /no suite trixie/);
    for (const { name, minimum } of neededFor('test').filter(({ bundle }) => bundle)) {
      assert.ok(output.includes(`  ${name} ≥ ${minimum}\n`), name);
    }
  }));

it('where the mirror has no such suite and the user is not root: says both', () =>
  on({}, async (machine) => {
    const output = await refusal(machine, { env: { NO_SUITE: '1', USER_ID: '1000' } });
    assert.match(output, /no suite trixie/);
    assert.match(output, /apt-get install cmake /);
  }));

it('where the distribution is too old: says so before it installs', () =>
  on({}, async (machine) => {
    lay(machine.machine, { 'versions/cmake': '3.18.4\n' });
    const { status, output, journal } = await runSetup(machine);
    assert.equal(status, 1);
    assert.match(output, /package cmake is version 3\.18\.4, and QKV Lab needs CMake ≥ 3\.25/);
    assert.ok(!journal.includes('command install'));
  }));

it('on a Node that is too old: says so', () =>
  on({}, async (machine) => {
    const recipes = join(machine.base, 'clone/wasm/toolchain/recipes.mjs');
    const text = "export * from './real.mjs';\nexport const minimumNode = '99.0';\n";
    lay(join(machine.base, 'clone/wasm/toolchain'), { 'real.mjs': readFileSync(recipes, 'utf8') });
    rmSync(recipes);
    lay(join(machine.base, 'clone/wasm/toolchain'), { 'recipes.mjs': text });
    assert.match(await refusal(machine), /QKV Lab needs Node ≥ 99\.0, and this is \d+/);
  }));
