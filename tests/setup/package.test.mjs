import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { minimumNode } from '../../wasm/toolchain/recipes.mjs';

const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

// The project's own, and that of the libraries which the bench fetches.
for (const folder of ['', 'tests/bench/peers/']) {
  it(`the lock file ${folder} names no download address`, () => {
    const { packages } = JSON.parse(read(`${folder}package-lock.json`));
    for (const [path, all] of Object.entries(packages)) {
      const entry = { ...all, funding: undefined };
      assert.equal(entry.resolved, undefined, path);
      const addresses = JSON.stringify(entry).match(/\w+:\/\/[^"]*|"git[+@][^"]*/g) ?? [];
      assert.deepEqual(addresses, [], path);
      if (path) assert.match(entry.integrity ?? '', /^sha512-/, path);
    }
  });

  it(`npm is told to keep it so in ${folder}, and to run no scripts of packages`, () => {
    assert.match(read(`${folder}.npmrc`), /^omit-lockfile-registry-resolved=true$/m);
    assert.match(read(`${folder}.npmrc`), /^ignore-scripts=true$/m);
  });

  it(`package.json ${folder} pins each version, and the lock file agrees`, () => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(read(`${folder}package.json`));
    const { packages } = JSON.parse(read(`${folder}package-lock.json`));
    const wanted = Object.entries({ ...dependencies, ...devDependencies });
    assert.ok(wanted.length > 0, folder);
    for (const [name, version] of wanted) {
      assert.match(version, /^\d+\.\d+\.\d+$/, name);
      assert.equal(packages[`node_modules/${name}`].version, version, name);
    }
  });
}

it('package.json and set-up ask for the same Node', () => {
  assert.equal(JSON.parse(read('package.json')).engines.node, `>=${minimumNode}`);
});
