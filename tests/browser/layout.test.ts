// No text clipped, overlapping or outside, at five widths, in every step and language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { address, cell, drawn, languages, lesson, siteAt, steps } from './support/figure.ts';
import type * as geometry from './support/geometry.ts';
import { inject } from './support/inject.ts';

const site = useSite();

/** Tall enough that the bar, which stays in view, covers nothing. */
const sizes = [
  { width: 320, height: 1500 },
  { width: 390, height: 1500 },
  { width: 768, height: 1300 },
  { width: 1024, height: 900 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const withChecks = (page: Page): Promise<void> => inject(page, 'geometry.ts');

async function insist(page: Page, where: string): Promise<void> {
  const { boxes, problems } = await page.evaluate(() => {
    const { injected } = globalThis as unknown as { injected: typeof geometry };
    const root = document.querySelector('qkv-lab')?.shadowRoot;
    return root ? injected.geometryProblems(root) : { boxes: 0, problems: [] };
  });
  assert.ok(boxes > 40, `${where}: only ${boxes} texts were found`);
  assert.deepEqual(problems, [], where);
}

const hashOf = (text: string): string => text.slice(text.indexOf('#') + 1);

for (const viewport of sizes.filter(({ width }) => width === 768 || width === 1024)) {
  // The other widths have their turn in everywhere.test.ts.
  it(`every step in every language has its room at ${viewport.width} px`, async () => {
    const opened = await site.open('site/', { viewport }, withChecks);
    for (const language of languages) {
      for (const step of steps) {
        await address(opened.page, hashOf(siteAt(step, language)));
        await drawn(opened.page, step);
        await insist(opened.page, `${language} ${step}`);
      }
    }
    await closeQuietly(opened);
  });
}

for (const viewport of sizes) {
  describe(`at ${viewport.width} px`, () => {
    it('long, large and negative numbers have it too', async () => {
      const opened = await site.open('site/', { viewport }, withChecks);
      const { page } = opened;
      const numbers =
        '&q=-12.375,0.3333,1e30,1e-5;12345.678,-2.25,2,-1;1,1,0,2' +
        '&k=-0.333,1,-7.125,1;2e8,0,1,0.0625;0,1,2,-1&values=-1,0.125,0,-1e7;0,-2,1,0;1,-1,0,2&mask=1';
      for (const step of steps) {
        await address(page, hashOf(siteAt(step, 'en', numbers)));
        await drawn(page, step);
        for (const [row, column] of [
          [0, 0],
          [1, 1],
        ] as const) {
          const live = page.locator('.live [role=gridcell]');
          if ((await live.count()) === 0) continue;
          await live
            .and(page.locator(`[data-row="${row}"][data-column="${column}"]`))
            .dispatchEvent('click');
          await insist(page, `${step}, cell ${row} ${column}`);
        }
      }
      await closeQuietly(opened);
    });
  });
}

describe('where the whole figure is meant to be seen at once', () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    it(`${viewport.width} × ${viewport.height} does not scroll and no step moves a matrix`, async () => {
      const opened = await site.open('site/', { viewport });
      const { page } = opened;
      for (const language of languages) {
        const places = new Set<string>();
        for (const step of steps) {
          await address(page, hashOf(siteAt(step, language, '&mask=1&predict=1')));
          await drawn(page, step);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
          );
          assert.equal(overflow, 0, `${language} ${step}`);
          places.add(
            await page
              .locator('.mx-body')
              .evaluateAll((list) =>
                list.map((each) => JSON.stringify(each.getBoundingClientRect())).join(),
              ),
          );
        }
        assert.equal(places.size, 1, `${language}: matrices moved`);
      }
      await closeQuietly(opened);
    });
  }

  it('one row of all matrices is one line', async () => {
    const opened = await site.open(siteAt('output', 'en'));
    const tops = await Promise.all(
      (['Q', 'S', 'Z', 'A', 'O'] as const).map(async (id) => {
        const box = await cell(opened.page, id, 1, 0).boundingBox();
        return box?.y;
      }),
    );
    assert.equal(new Set(tops).size, 1, tops.join());
    await closeQuietly(opened);
  });
});

describe('pointing at cells', () => {
  for (const viewport of [
    { width: 768, height: 1024 },
    { width: 1280, height: 800 },
  ]) {
    it(`moves no matrix at ${viewport.width} × ${viewport.height}`, async () => {
      const numbers =
        '&q=-12.375,0.3333,1,0;3,-2.25,2,-1;1,1,0,2&values=-1,0.125,0,-7;0,-2,1,0;1,-1,0,2';
      const opened = await site.open(siteAt('scores', 'en', numbers), { viewport });
      const { page } = opened;
      for (const step of ['scores', 'scale', 'softmax', 'output'] as const) {
        await page.locator(`.stop[data-step=${step}]`).click();
        await drawn(page, step);
        const places = new Set<string>();
        for (const place of await page.locator('.live [role=gridcell]').all()) {
          await place.hover();
          assert.equal(await place.getAttribute('aria-selected'), 'true');
          places.add(JSON.stringify(await page.locator('.live .mx-body').boundingBox()));
        }
        assert.equal(places.size, 1, `${step}: ${[...places].join(' ')}`);
      }
      await closeQuietly(opened);
    });
  }
});

describe('in a course page', () => {
  it('a frame of 720 × 460 holds every step without scrolling', async () => {
    const viewport = { width: 720, height: 460 };
    for (const language of languages) {
      const markup = `<style>body { margin: 0 } qkv-lab { min-height: 100vh }</style>
        <qkv-lab lesson="${lesson}" lang="${language}"></qkv-lab>`;
      const opened = await openHost(site, markup, { viewport }, withChecks);
      const { page } = opened;
      for (const step of steps) {
        await page.evaluate((id) => {
          document.querySelector('qkv-lab')?.goTo(id);
        }, step);
        await drawn(page, step);
        await insist(page, `${language} ${step}`);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
        );
        assert.equal(overflow, 0, `${language} ${step}`);
      }
      await closeQuietly(opened);
    }
  });
});
