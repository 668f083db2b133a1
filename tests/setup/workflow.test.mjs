// The workflow that tests and publishes: it runs the one command, and publishes the page alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { minimumNode } from '../../wasm/toolchain/recipes.mjs';

const text = readFileSync(new URL('../../.github/workflows/pages.yml', import.meta.url), 'utf8');

it('the workflow runs npm test with the oldest Node that is supported, and publishes dist/site from main', () => {
  const runs = [...text.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command);
  assert.deepEqual(runs, ['npm test']);
  const [, node] = /node-version: '([\d.]+)'/.exec(text) ?? [];
  assert.ok(minimumNode.startsWith(`${node}`), `${node} is not ${minimumNode}`);
  assert.match(text, /upload-pages-artifact@v\d+\n +with:\n +path: dist\/site\n/);
  assert.match(text, /publish:\n +if: [^\n]*refs\/heads\/main'\n +needs: test\n/);
});

it('its actions are pinned to a version', () => {
  const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  assert.ok(uses.length > 0);
  for (const action of uses) assert.match(action, /^actions\/[a-z-]+@v\d+$/);
});
