// The figure of two networks in training as a reader sees it.
import type { Page } from 'playwright-core';
import type { Opened, Site } from './browser.ts';
import type { Language } from './figure.ts';

/** A race that is over soon: what is not about the document's own numbers is tried with it. */
export const small = '&settings=width.8,length.4,batch.16';

export const raceAt = (language: Language, more = ''): string =>
  `site/#v=1&lesson=reverse-digits&lang=${language}${more}`;

/** As soon as both have said what they do untrained, and trained to where the address says. */
export async function openRace(
  site: Site,
  more = small,
  language: Language = 'en',
  options: Parameters<Site['open']>[1] = {},
): Promise<Opened> {
  const opened = await site.open(raceAt(language, more), options);
  await ready(opened.page);
  return opened;
}

export const ready = (page: Page): Promise<void> =>
  page.locator('section.stage[data-scene=training][aria-busy=false]').waitFor();

export const count = async (page: Page): Promise<number> =>
  Number(await page.locator('.counter b').innerText());

/** Waits until the counter shows that, for so many milliseconds at most. */
export async function counted(page: Page, at: number, timeout = 30_000): Promise<void> {
  await page.locator('.counter b', { hasText: new RegExp(`^${at}$`) }).waitFor({ timeout });
}

export const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('qkv-lab')?.getState() ?? '');

/** One parameter of the address. */
export const parameter = async (page: Page, name: string): Promise<string | null> =>
  new URLSearchParams(await stateOf(page)).get(name);

/** A cell of the table of scores. */
export const score = (
  page: Page,
  network: 'transformer' | 'lstm',
  share: 'digits' | 'sequences',
): Promise<string> => page.locator(`[data-network=${network}] [data-share=${share}] b`).innerText();

/** Weights of the map as a screen reader hears them, row by row. */
export const weights = (page: Page): Promise<string[]> =>
  page
    .locator('.heat [role=gridcell]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
