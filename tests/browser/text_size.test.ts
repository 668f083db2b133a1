// Readers who set their text to 200 % get all of it, clipped nowhere, without sideways scrolling.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { address, drawn, languages, siteAt, steps } from './support/figure.ts';
import type * as geometry from './support/geometry.ts';
import { inject } from './support/inject.ts';

const site = useSite(['--blink-settings=defaultFontSize=32']);

for (const width of [1280, 720]) {
  describe(`text at 200 %, ${width} px`, () => {
    for (const language of languages) {
      it(`${language}: every step has its room`, async () => {
        const viewport = { width, height: 3000 };
        const opened = await site.open('site/', { viewport }, (page) =>
          inject(page, 'geometry.ts'),
        );
        const { page } = opened;
        for (const step of steps) {
          const text = siteAt(step, language, '&mask=1&predict=1');
          await address(page, text.slice(text.indexOf('#') + 1));
          await drawn(page, step);
          const size = await page
            .locator('.note p')
            .first()
            .evaluate((each) => parseFloat(getComputedStyle(each).fontSize));
          assert.ok(size >= 32, `${step}: text of ${size} px`);
          const { boxes, problems } = await page.evaluate(() => {
            const { injected } = globalThis as unknown as { injected: typeof geometry };
            const root = document.querySelector('qkv-lab')?.shadowRoot;
            return root ? injected.geometryProblems(root) : { boxes: 0, problems: [] };
          });
          assert.ok(boxes > 40, `${step}: ${boxes} boxes`);
          assert.deepEqual(problems, [], step);
        }
        await closeQuietly(opened);
      });
    }
  });
}
