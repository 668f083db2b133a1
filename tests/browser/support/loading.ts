// What a page fetches of its words and tools, and what happens where the test holds it back or takes it away.
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { lessons } from '../../../web/lessons/index.ts';
import { closeQuietly } from './browser.ts';
import type { Opened, Site } from './browser.ts';
import { drawn, siteAt } from './figure.ts';

/** Names of the files that are asked for, in order. */
export const record = (page: Page, names: string[]): void => {
  page.on('request', (request) =>
    names.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''),
  );
};

/** The scores in English, with the names of the files that are asked for. */
export async function recorded(
  site: Site,
): Promise<{ opened: Opened; page: Page; names: string[] }> {
  const names: string[] = [];
  const opened = await site.open(siteAt('scores', 'en'), {}, (page) => {
    record(page, names);
    return Promise.resolve();
  });
  await drawn(opened.page, 'scores');
  return { opened, page: opened.page, names };
}

/** Of those the words, of whatever is fetched together in order of their names. */
export const texts = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('text-'));

export const block = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, (route) => route.abort('failed'));

/** Until what it gives is called. */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Of a page for which the test took something away. */
export const closeBroken = async (opened: Opened): Promise<void> => {
  const own = (text: string): boolean => text.includes('Failed to load resource');
  assert.ok(opened.complaints.some(own), 'the test broke something');
  opened.complaints.splice(0, Infinity, ...opened.complaints.filter((text) => !own(text)));
  await closeQuietly(opened);
};

/** The codes of the errors that the figure tells the page from now on. */
export const hearErrors = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const codes: string[] = [];
    Object.assign(globalThis, { codes });
    addEventListener('qkv-error', (event) =>
      codes.push((event as CustomEvent<{ code: string }>).detail.code),
    );
  });
export const errorsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { codes: string[] }).codes);

export const press = (page: Page, language: string): Promise<void> =>
  page.getByRole('button', { name: language }).filter({ visible: true }).first().click();

/** The button of a lesson in the list, by its number there: its title is another one in each language. */
export const chapter = (page: Page, id: string): Locator => {
  const number = lessons.findIndex((lesson) => lesson.id === id) + 1;
  return page.getByRole('navigation').getByRole('button', { name: new RegExp(`^${number} `) });
};

/** What has the focus in the figure. */
export const isFocused = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator('qkv-lab')
    .evaluate((lab, wanted) => lab.shadowRoot?.activeElement?.matches(wanted) ?? false, selector);
