import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { minimumNode } from '../../wasm/toolchain/recipes.mjs';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

it('the lock file names no download address', () => {
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const [path, all] of Object.entries(packages)) {
    const entry = { ...all, funding: undefined };
    assert.equal(entry.resolved, undefined, path);
    const addresses = JSON.stringify(entry).match(/\w+:\/\/[^"]*|"git[+@][^"]*/g) ?? [];
    assert.deepEqual(addresses, [], path);
    if (path) assert.match(entry.integrity ?? '', /^sha512-/, path);
  }
});

it('npm is told to keep it so, and to run no scripts of packages', () => {
  assert.match(read('.npmrc'), /^omit-lockfile-registry-resolved=true$/m);
  assert.match(read('.npmrc'), /^ignore-scripts=true$/m);
});

it('package.json pins each version, and the lock file agrees', () => {
  const { dependencies = {}, devDependencies } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(packages[`node_modules/${name}`].version, version, name);
  }
});

it('package.json and set-up ask for the same Node', () => {
  assert.equal(JSON.parse(read('package.json')).engines.node, `>=${minimumNode}`);
});
