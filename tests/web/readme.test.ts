// The code in README.md works as printed. Its C++ is a program of tests/core, its tag is opened in tests/browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { fences } from './support/readme.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

test('the engine’s snippets print what their comments say', () => {
  const snippets = fences(readme, 'js');
  assert.equal(snippets.length, 2);
  for (const snippet of snippets) {
    const promised = /^\/\/ (.+)$/m.exec(snippet)?.[1];
    assert.ok(promised !== undefined, 'a comment says what is printed');
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', snippet], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), promised);
  }
});

test('every script that README names exists', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/(?:`|^ {4})npm (?:run )?([a-z]+(?::[a-z]+)?)\b/gm)].map(
    ([, name]) => name,
  );
  assert.ok(named.length >= 6);
  for (const name of named) assert.ok(name !== undefined && name in scripts, `npm run ${name}`);
});

test('every file that README names exists', () => {
  const named = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path);
  assert.ok(named.length >= 4);
  for (const path of named) assert.ok(existsSync(`${root}${path}`), path);
});
