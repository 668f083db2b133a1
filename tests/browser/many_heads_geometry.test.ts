// Room for many heads: nothing clipped, overlapping or beside the page, in every step of every set.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, useSite } from './support/browser.ts';
import { address } from './support/figure.ts';
import type * as geometry from './support/geometry.ts';
import { drawn, hashAt, steps } from './support/heads.ts';
import { inject } from './support/inject.ts';

const site = useSite();

const languages = ['en', 'zh-Hant', 'zh-Hans'];
const random = '&set=random&heads=8';
/** Three tokens, one of them a long word, for eight heads. */
const books = '&set=sentence&heads=8&x=1,0,1,1,0;0.5,1,1,0,1;1,1,1,-1,0';

/** Tall enough that the bar, which stays in view, covers nothing. */
const sizes = [
  { width: 320, height: 2400, sets: ['', random, books] },
  { width: 390, height: 2400, sets: ['&set=sentence', books] },
  { width: 768, height: 2400, sets: [random] },
  { width: 1280, height: 1100, sets: ['', '&heads=4', '&set=sentence', random, books] },
];

async function problemsOf(page: Page, where: string): Promise<string[]> {
  const { boxes, problems } = await page.evaluate(() => {
    const { injected } = globalThis as unknown as { injected: typeof geometry };
    const root = document.querySelector('qkv-lab')?.shadowRoot;
    return root ? injected.geometryProblems(root) : { boxes: 0, problems: [] };
  });
  assert.ok(boxes > 40, `${where}: only ${boxes} texts were found`);
  return problems.map((problem) => `${where}: ${problem}`);
}

for (const { sets, ...viewport } of sizes) {
  it(`every step has its room at ${viewport.width} px`, async () => {
    const opened = await site.open('site/', { viewport }, (page) => inject(page, 'geometry.ts'));
    const { page } = opened;
    const found: string[] = [];
    for (const set of sets) {
      for (const language of set === '' ? languages : ['en']) {
        for (const step of steps) {
          const more = step === 'split' ? '&mistake=1' : '';
          await address(page, hashAt(step, `${set}${more}&lang=${language}`));
          await drawn(page, step);
          found.push(...(await problemsOf(page, `${language} ${step} ${set}`)));
        }
      }
    }
    assert.deepEqual(found, []);
    await closeQuietly(opened);
  });
}
