// Training in pages: by a worker from its own address, by one from a blob where that is not to be had,
// and from a script that carries everything; each to the bits of Node.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { bundle } from '../../wasm/toolchain/build.mjs';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { fences } from '../web/support/readme.ts';
import { pageOf, useCourse } from './support/course.ts';
import type { Visit } from './support/course.ts';
import { options, trainBoth, trainedInNode } from './support/training.ts';
import type { Trained } from './support/training.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [policy = ''] = fences(readme, 'http');

const both = (page: Page | Frame, module: string | null): Promise<readonly Trained[]> =>
  page.evaluate(`(async (...args) => { ${trainBoth} })(...${JSON.stringify([module, options])})`);

let expected: readonly Trained[] = [];
before(async () => {
  expected = await trainedInNode();
});

const names = (visit: Visit): string[] =>
  visit.requests
    .map((each) => each.replace(/^.*[/]/, ''))
    .filter((each) => /train|core/.test(each));

describe('with a worker of the same server', () => {
  const course = useCourse({
    copies: { engine: 'engine' },
    pages: { 'index.html': pageOf('') },
    headers: { 'Content-Security-Policy': policy.replace('Content-Security-Policy: ', '').trim() },
  });

  it('trains under a strict policy, and fetches the trainer when it is first asked for', async () => {
    const visit = await course.open('index.html');
    const seen = await both(visit.page, `${course.url}engine/index.js`);
    assert.deepEqual(seen, expected);
    const fetched = names(visit);
    assert.ok(
      fetched.indexOf('qkv-core.wasm') < fetched.indexOf('qkv-train.wasm'),
      String(fetched),
    );
    assert.equal(fetched.filter((each) => each === 'qkv-train.wasm').length, 1);
    await visit.close();
  });
});

describe('with a worker of another server', () => {
  let other: Awaited<ReturnType<typeof serve>> | undefined;
  before(async () => {
    other = await serve({
      folder: 'dist/engine',
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Security-Policy': '' },
    });
  });
  after(() => other?.close());
  const course = useCourse({ pages: { 'index.html': pageOf('') } });

  it('trains by a blob of its text', async () => {
    const visit = await course.open('index.html');
    const seen = await both(visit.page, `${other?.url ?? ''}index.js`);
    assert.deepEqual(seen, expected);
    // The first attempt is refused by the browser, which says so; and all of it left our server.
    await visit.close(/train\.js|Worker|request to/);
  });
});

describe('with all in one script', () => {
  const course = useCourse({
    pages: { 'index.html': pageOf('<iframe sandbox="allow-scripts" src="all.html"></iframe>') },
    make: async (folder) => {
      const built = join(folder, 'dist');
      mkdirSync(built);
      const entry = 'tests/browser/support/carried_engine.ts';
      const more = [{ folder: 'carried', entry, name: 'engine', carried: true }];
      await bundle({ types: false, dist: built, more });
      const script = readFileSync(join(built, 'carried/engine.js'), 'utf8');
      const page = pageOf(`<script type="module">${script.replaceAll('</', '<\\/')}</script>`);
      writeFileSync(join(folder, 'all.html'), page);
    },
  });

  it('trains without a request, also in a sandbox', async () => {
    for (const name of ['all.html', 'index.html']) {
      const visit = await course.open(name);
      const place = visit.page.frames().at(-1);
      assert.ok(place, 'there is a frame');
      assert.equal(
        await place.evaluate('origin'),
        name === 'index.html' ? 'null' : course.url.slice(0, -1),
      );
      await place.waitForFunction('globalThis.loadEngine');
      const before = visit.requests.length;
      assert.deepEqual(await both(place, null), expected);
      const asked = visit.requests.slice(before).filter((each) => !each.startsWith('blob:'));
      assert.deepEqual(asked, []);
      await visit.close();
    }
  });
});
