// What a reader does beyond single cells: panels, questions, play; and the example in plain numbers.
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { text as en } from '../../../web/src/i18n/text/en.ts';
import { text as hans } from '../../../web/src/i18n/text/zh-Hans.ts';
import { text as hant } from '../../../web/src/i18n/text/zh-Hant.ts';
import type { UiText } from '../../../web/src/i18n/ui-text.ts';
import { plain, slot } from './figure.ts';
import type { Language, SlotId } from './figure.ts';

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

export const ui: Record<Language, UiText> = { 'zh-Hant': hant, 'zh-Hans': hans, en };

/** The words of each language for the tokens of the example. */
export const tokens: Record<Language, readonly [string, string, string]> = {
  'zh-Hant': ['我', '愛', 'AI'],
  'zh-Hans': ['我', '爱', 'AI'],
  en: ['I', 'love', 'AI'],
};

interface Shaped {
  readonly shape: readonly [number, number];
  readonly data: readonly (number | string)[];
}
type Results = Record<'scores' | 'scaled' | 'weights' | 'output', Shaped>;
const golden = JSON.parse(
  readFileSync(new URL('../../golden/three_token.json', import.meta.url), 'utf8'),
) as { Q: Shaped; K: Shaped; V: Shaped; f64: Record<'base' | 'causal' | 'unscaled', Results> };

/** Row by row. */
export type Table = readonly (readonly number[])[];

const table = ({ shape, data }: Shaped): Table =>
  Array.from({ length: shape[0] }, (_, row) =>
    data
      .slice(row * shape[1], (row + 1) * shape[1])
      .map((x) => (x === '-inf' ? -Infinity : Number(x))),
  );

const results = ({ scores, scaled, weights, output }: Results) => ({
  S: table(scores),
  Z: table(scaled),
  A: table(weights),
  O: table(output),
});

/** The golden numbers of the example. */
export const example = {
  Q: table(golden.Q),
  K: table(golden.K),
  V: table(golden.V),
  base: results(golden.f64.base),
  causal: results(golden.f64.causal),
  unscaled: results(golden.f64.unscaled),
};

export const entry = (numbers: Table, row: number, column: number): number =>
  numbers[row]?.[column] ?? NaN;

export const transpose = (numbers: Table): Table =>
  (numbers[0] ?? []).map((_, column) => numbers.map((row) => row[column] ?? NaN));

/** Said to a screen reader. */
export const announcement = async (page: Page | Locator): Promise<string> =>
  plain((await page.locator('.announcement').textContent()) ?? '');

export type PanelName = 'numbers' | 'settings' | 'share' | 'print' | 'teacher';

const opener = (page: Page | Locator, name: PanelName): Locator =>
  page.locator(`.opener[data-panel=${name}]`);

export const panelButton = (page: Page | Locator, name: PanelName): Locator =>
  opener(page, name).locator('> button');

export async function openPanel(page: Page | Locator, name: PanelName): Promise<Locator> {
  await panelButton(page, name).click();
  const panel = opener(page, name).locator('.panel');
  await panel.waitFor();
  return panel;
}

/** What has the focus inside the figure: the classes of a control, or the place of a cell. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement;
    if (!(inner instanceof HTMLElement)) return document.activeElement?.localName ?? '';
    const slot = inner.closest<HTMLElement>('figure')?.dataset.slot;
    const { row, column } = inner.dataset;
    return row !== undefined && column !== undefined
      ? `${slot ?? ''} ${row} ${column}`
      : inner.className || inner.localName;
  });

/** Shows the figure in a language, and nothing else changes. */
export const speak = (page: Page | Locator, language: Language): Promise<void> =>
  page.locator('qkv-lab').evaluate(async (lab, lang) => {
    Object.assign(lab, { lang });
    await (lab as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
  }, language);

/** As the caption says, 3×4. */
export const shape = (page: Page | Locator, id: SlotId): Promise<string> =>
  slot(page, id).locator('.shape').innerText();
export const shapes = (page: Page | Locator): Promise<string[]> =>
  Promise.all((['Q', 'K', 'V'] as const).map((id) => shape(page, id)));

export const stateOf = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('qkv-lab')?.getState() ?? '');
