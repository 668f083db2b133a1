// WCAG 2.2 AA in every step, language and theme: by axe, whose cells are counted first, and for the
// contrast, which axe cannot tell of short texts and under the crosshair, by a measure of our own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { closeQuietly, useSite } from './support/browser.ts';
import type * as contrast from './support/contrast.ts';
import { inject } from './support/inject.ts';
import { drawn, languages, siteAt, slot, steps } from './support/figure.ts';
import type { SlotId, StepId } from './support/figure.ts';

const site = useSite();

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

async function faults(page: Page): Promise<string[]> {
  // Legacy: no second page to gather frames, of which there are none.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .withTags(tags)
    .disableRules(['color-contrast'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

for (const language of languages) {
  describe(language, () => {
    it('has no fault in any step, and no faint text in either theme', async () => {
      const opened = await site.open(siteAt('inputs', language, '&mask=1'), {}, (page) =>
        inject(page, 'contrast.ts'),
      );
      const { page } = opened;
      for (const step of steps) {
        await page.locator(`.stop[data-step=${step}]`).click();
        await drawn(page, step);
        for (const [id, count] of grids[step]) {
          const cells = slot(page, id).locator('[role=grid] > [role=row] > [role=gridcell]');
          assert.equal(await cells.count(), count, `${step} ${id}`);
        }
        // What axe looks at does not depend on the theme, but for the contrast.
        assert.deepEqual(await faults(page), [], step);
        for (const theme of ['light', 'dark'] as const) {
          const { texts, faint } = await page.evaluate(async (wanted) => {
            const { injected } = globalThis as unknown as { injected: typeof contrast };
            const lab = document.querySelector('qkv-lab');
            if (!lab?.shadowRoot) return { texts: 0, faint: [] };
            lab.theme = wanted;
            await lab.updateComplete;
            return injected.faintTexts(lab.shadowRoot);
          }, theme);
          assert.ok(texts > 80, `${step}: only ${texts} texts`);
          assert.deepEqual(faint, [], `${step}, ${theme}`);
        }
      }
      await closeQuietly(opened);
    });
  });
}

describe('on a phone', () => {
  it('has no fault with the contents open, nor with a field and a remark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const opened = await site.open(siteAt('scores', 'zh-Hant'), phone);
    const { page } = opened;
    await drawn(page, 'scores');
    await page.locator('.top .contents').tap();
    assert.equal(await page.locator('.rail .languages button').count(), 3);
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Escape');
    await slot(page, 'Q').locator('[role=gridcell]').first().tap();
    const field = slot(page, 'Q').locator('input');
    await field.fill('x');
    await field.press('Enter');
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await faults(page), []);
    await closeQuietly(opened);
  });
});
