// Faults by WCAG 2.2 AA, as axe finds them.
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Contrast apart: axe cannot tell of short texts and under the crosshair, contrast.ts can. */
export async function faults(page: Page): Promise<string[]> {
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
