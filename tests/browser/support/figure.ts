// The figure as a reader sees it.
import type { Locator, Page } from 'playwright-core';
import type { Opened, Site } from './browser.ts';

export const lesson = 'attention-by-hand';
export const languages = ['zh-Hant', 'zh-Hans', 'en'] as const;
export type Language = (typeof languages)[number];
export const steps = ['inputs', 'scores', 'scale', 'mask', 'softmax', 'output'] as const;
export type StepId = (typeof steps)[number];

/** With every number shown, unless `more` says otherwise. */
export const siteAt = (step: StepId, language: Language, more = ''): string => {
  const predict = more.includes('predict=') ? '' : '&predict=0';
  return `site/#v=1&lesson=${lesson}&step=${step}&lang=${language}${predict}${more}`;
};

/** One page for the tests of a suite; each begins by visiting a state, which is all there is. */
export function useFigure(
  site: Site,
): (step: StepId, language: Language, more?: string) => Promise<Page> {
  let opened: Opened | undefined;
  return async (step, language, more) => {
    if (!opened) {
      opened = await site.open('site/');
      site.keep(opened);
    }
    const { page } = opened;
    await page.mouse.move(0, 0);
    await address(page, siteAt(step, language, more).split('#')[1] ?? '');
    await drawn(page, step);
    return page;
  };
}

/** Changes the address of the open page, and waits until the figure has obeyed. */
export const address = (page: Page, text: string): Promise<void> =>
  page.evaluate(async (hash) => {
    const wanted = new URL(`#${hash}`, location.href).hash;
    await new Promise<void>((resolve) => {
      const obeyed = new AbortController();
      addEventListener(
        'hashchange',
        ({ newURL }) => {
          if (new URL(newURL).hash !== wanted) return;
          obeyed.abort();
          resolve();
        },
        { signal: obeyed.signal },
      );
      if (location.hash === wanted) location.hash = ''; // the same address again would be no change
      location.hash = hash;
    });
    await document.querySelector('qkv-lab')?.updateComplete;
  }, text);

export type SlotId = 'Q' | 'K' | 'S' | 'Z' | 'A' | 'V' | 'O';

export const slot = (page: Page | Locator, id: SlotId): Locator =>
  page.locator(`figure[data-slot=${id}]`);

export const cell = (page: Page | Locator, id: SlotId, row: number, column: number): Locator =>
  slot(page, id).locator(`[role=gridcell][data-row="${row}"][data-column="${column}"]`);

/** The texts of a matrix, row by row. */
export async function texts(page: Page | Locator, id: SlotId): Promise<string[][]> {
  const rows = await slot(page, id).locator('[role=row]').all();
  return Promise.all(
    rows.map(async (row) => (await row.locator('[role=gridcell]').allInnerTexts()).map(plain)),
  );
}

/** Without the breaks that layout makes. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The step that is lit on the bar, once the numbers are drawn. */
export async function drawn(page: Page | Locator, step: StepId): Promise<void> {
  await page.locator(`section.stage[data-step=${step}][aria-busy=false]`).waitFor();
}

export const inspector = async (page: Page | Locator): Promise<string> =>
  plain(await page.locator('.inspector').innerText());

export const boxed = (page: Page | Locator): Locator => page.locator('.inspector .boxed');

/** Types into a cell and presses Enter. */
export async function edit(
  page: Page,
  id: SlotId,
  row: number,
  column: number,
  text: string,
): Promise<void> {
  await cell(page, id, row, column).click();
  const field = cell(page, id, row, column).locator('input');
  await field.fill(text);
  await field.press('Enter');
}
