// Faults by WCAG 2.2 AA, as axe finds them.
import axe from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const options: RunOptions = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  // axe cannot tell of short texts and under the crosshair, contrast.ts can.
  rules: { 'color-contrast': { enabled: false } },
  // What passes is not listed: paths to hundreds of cells take longer than all rules.
  resultTypes: ['violations'],
  selectors: false,
};

export async function faults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (chosen) => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    return (await inPage.run(document, chosen)).violations;
  }, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
