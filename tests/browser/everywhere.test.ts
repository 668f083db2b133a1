// Every step in every language and theme at four widths: nothing clipped or overlapping, no text too
// faint, no fault by axe, which must have seen the cells.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { faults } from './support/axe.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import type * as contrast from './support/contrast.ts';
import { address, drawn, languages, siteAt, slot, steps } from './support/figure.ts';
import type { SlotId, StepId } from './support/figure.ts';
import type * as geometry from './support/geometry.ts';
import { inject } from './support/inject.ts';

const site = useSite();

/** Tall enough that the bar, which stays in view, covers nothing. */
const sizes = [
  { width: 320, height: 1700 },
  { width: 390, height: 1700 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];

const inputs: [SlotId, number][] = [
  ['Q', 12],
  ['K', 12],
  ['V', 12],
];
const grids: Record<StepId, [SlotId, number][]> = {
  inputs,
  scores: [...inputs, ['S', 9]],
  scale: [...inputs, ['S', 9], ['Z', 9]],
  mask: [...inputs, ['S', 9], ['Z', 9]],
  softmax: [...inputs, ['S', 9], ['Z', 9], ['A', 9]],
  output: [...inputs, ['S', 9], ['Z', 9], ['A', 9], ['O', 12]],
};

/** What the width leaves of the figure: the operation in hand. */
const inHand: Record<StepId, readonly SlotId[]> = {
  inputs: ['Q', 'K', 'V'],
  scores: ['Q', 'K', 'S'],
  scale: ['S', 'Z'],
  mask: ['S', 'Z'],
  softmax: ['Z', 'A'],
  output: ['A', 'V', 'O'],
};

interface Injected {
  readonly geometry: typeof geometry;
  readonly contrast: typeof contrast;
}

/** Two modules under names of their own. */
async function prepare(page: Page): Promise<void> {
  for (const name of ['geometry', 'contrast']) {
    await inject(page, `${name}.ts`);
    await page.addInitScript((key) => {
      Object.assign(globalThis, {
        everywhere: {
          ...(globalThis as { everywhere?: object }).everywhere,
          [key]: (globalThis as { injected?: object }).injected,
        },
      });
    }, name);
  }
}

const measure = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (wanted) => {
    const { everywhere } = globalThis as unknown as { everywhere: Injected };
    const lab = document.querySelector('qkv-lab');
    if (!lab?.shadowRoot) throw new Error('no figure');
    lab.theme = wanted;
    await lab.updateComplete;
    return {
      ...everywhere.geometry.geometryProblems(lab.shadowRoot),
      ...everywhere.contrast.faintTexts(lab.shadowRoot),
    };
  }, theme);

for (const viewport of sizes) {
  describe(`at ${viewport.width} px`, () => {
    for (const language of languages) {
      it(`${language}: every step, in both themes`, async () => {
        const opened = await site.open('site/', { viewport }, prepare);
        const { page } = opened;
        for (const step of steps) {
          const text = siteAt(step, language, '&mask=1&predict=1');
          await address(page, text.slice(text.indexOf('#') + 1));
          await drawn(page, step);
          const shown = grids[step].filter(
            ([id]) => viewport.width >= 1024 || inHand[step].includes(id),
          );
          for (const [id, count] of shown) {
            const cells = slot(page, id).locator('[role=grid] > [role=row] > [role=gridcell]');
            assert.equal(await cells.count(), count, `${step} ${id}`);
          }
          for (const theme of ['light', 'dark'] as const) {
            const where = `${step}, ${theme}`;
            const { boxes, problems, texts, faint } = await measure(page, theme);
            assert.ok(boxes > 40 && texts > 60, `${where}: ${boxes} boxes, ${texts} texts`);
            assert.deepEqual(problems, [], where);
            assert.deepEqual(faint, [], where);
          }
          // What axe looks at does not depend on the theme, but for the contrast.
          assert.deepEqual(await faults(page), [], step);
        }
        await closeQuietly(opened);
      });
    }
  });
}
