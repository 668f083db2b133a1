// The lesson about the mask as a reader sees it: its steps, and what the mask is made with.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Opened, Site } from './browser.ts';
import { address, cell, plain, slot } from './figure.ts';
import type { Language, SlotId } from './figure.ts';
import { stateOf } from './flows.ts';

export const maskSteps = [
  'inputs',
  'scores',
  'mask',
  'softmax',
  'output',
  'leak',
  'decode',
] as const;
export type MaskStep = (typeof maskSteps)[number];

/** With every number shown, unless `more` says otherwise. */
export const maskAt = (step: MaskStep, more = '', language: Language = 'en'): string => {
  const predict = more.includes('predict=') ? '' : '&predict=0';
  return `v=1&lesson=causal-mask&step=${step}&lang=${language}${predict}${more}`;
};

export const ready = (page: Page, step: MaskStep): Promise<void> =>
  page.locator(`section.stage[data-step=${step}][aria-busy=false]`).waitFor();

/** One page for the tests of a suite, as in useFigure. */
export function useMask(
  site: Site,
  options?: BrowserContextOptions,
): (step: MaskStep, more?: string, language?: Language) => Promise<Page> {
  let opened: Opened | undefined;
  return async (step, more, language) => {
    if (!opened) {
      opened = await site.open('site/', options);
      site.keep(opened);
    }
    const { page } = opened;
    await page.mouse.move(0, 0);
    await address(page, maskAt(step, more, language));
    await ready(page, step);
    return page;
  };
}

export async function go(page: Page, step: MaskStep): Promise<void> {
  await page.locator(`.stop[data-step=${step}]`).click();
  await ready(page, step);
}

/** The list of masks, where there is room for it. */
export const presets = (page: Page): Locator =>
  page.locator('.mask-maker select').filter({ visible: true });

export const label = async (page: Page, id: SlotId, row: number, column: number): Promise<string> =>
  (await cell(page, id, row, column).getAttribute('aria-label')) ?? '';

/** The mask row by row as it is drawn: # where it covers. */
export const stencil = (page: Page): Promise<string[]> =>
  slot(page, 'Z').evaluate((figure) =>
    [...figure.querySelectorAll('[role=row]')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')]
        .map((each) => (each.classList.contains('covered') ? '#' : '.'))
        .join(''),
    ),
  );

/** The token that makes its column of the mask padding. */
export const pad = (page: Page, token: number): Locator =>
  page.locator('.pad').filter({ visible: true }).nth(token);

/** NaN into the padding. */
export const poison = (page: Page): Locator =>
  page.locator('[data-switch=poison]').filter({ visible: true });

/** A parameter of the address, as it stands there. */
export const parameter = async (page: Page, name: string): Promise<string | null> =>
  new URLSearchParams(await stateOf(page)).get(name);

/** What is said beside the numbers. */
export const noticed = async (page: Page): Promise<string> =>
  plain(await page.locator('.look').innerText());
