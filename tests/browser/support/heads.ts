// The lesson of many heads as a reader sees it, beside the numbers of the engine.
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { MultiHeadComputation } from '../../../web/src/element/multi-head-computation.ts';
import type { Matrix } from '../../../web/src/state/lesson.ts';
import type { State } from '../../../web/src/state/types.ts';
import { precise } from '../../../web/src/views/numbers.ts';
import { computed, lesson, stateAt } from '../../web/support/many_heads.ts';
import type { Opened, Site } from './browser.ts';
import { address } from './figure.ts';

export const steps = lesson.steps.map(({ id }) => id);
export type Visit = (step: string, more?: string) => Promise<Page>;

/** With every number shown, unless `more` says otherwise; in English, unless it does. */
export const hashAt = (step: string, more = ''): string => {
  const lang = more.includes('lang=') ? '' : '&lang=en';
  const predict = more.includes('predict=') ? '' : '&predict=0';
  return `v=1&lesson=${lesson.id}&step=${step}${lang}${predict}${more}`;
};

export async function drawn(page: Page, step: string): Promise<void> {
  await page.locator(`section.stage[data-step=${step}][aria-busy=false]`).waitFor();
}

/** One page for the tests of a file; each begins by visiting a state, which is all there is. */
export function useHeads(site: Site, options?: BrowserContextOptions): Visit {
  let opened: Opened | undefined;
  return async (step, more) => {
    if (!opened) {
      opened = await site.open('site/', options);
      site.keep(opened);
    }
    const { page } = opened;
    await page.mouse.move(0, 0);
    await address(page, hashAt(step, more));
    await drawn(page, step);
    return page;
  };
}

export const stateIn = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('qkv-lab')?.getState() ?? '');

/** What the figure says of itself, and the numbers of the engine for that. */
export async function modelOf(page: Page): Promise<{
  readonly state: State;
  readonly results: MultiHeadComputation['results'];
  readonly model: MultiHeadComputation;
}> {
  const text = await stateIn(page);
  const state = stateAt(text.replace(/^v=1&lesson=many-heads/, ''));
  const model = computed(state);
  return { state, results: model.results, model };
}

export const slot = (page: Page, id: string): Locator => page.locator(`figure[data-slot=${id}]`);
export const cell = (page: Page, id: string, row: number, column: number): Locator =>
  slot(page, id).locator(`[role=gridcell][data-row="${row}"][data-column="${column}"]`);

interface Seen {
  readonly text: string;
  readonly spoken: string;
}

/** Every cell of a matrix, row by row: what stands in it, and the number that is said of it. */
export const seen = (page: Page, id: string): Promise<Seen[][]> =>
  slot(page, id).evaluate((figure) =>
    [...figure.querySelectorAll('[role=row]')].map((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((each) => ({
        text: each.textContent.trim(),
        spoken: (each.getAttribute('aria-label') ?? '').replace(/^.*?: /, '').replace(/;.*/, ''),
      })),
    ),
  );

export const transposed = ({ rows, columns, data }: Matrix): Matrix => ({
  rows: columns,
  columns: rows,
  data: Array.from({ length: data.length }, (_, at) => {
    const [row, column] = [Math.floor(at / rows), at % rows];
    return data[column * columns + row] ?? NaN;
  }),
});

const read = (text: string): number => Number(text.replaceAll('−', '-'));

/** The place of the last digit. */
function lastPlace(text: string): number {
  const [mantissa = '', exponent = '0'] = text.split('e');
  return 10 ** (read(exponent) - (mantissa.split('.')[1]?.length ?? 0));
}

/** The matrix shows these numbers, to the last digit that there is, and says them with four. */
export async function assertShows(
  page: Page,
  id: string,
  matrix: Matrix | undefined,
): Promise<void> {
  assert.ok(matrix, id);
  const cells = await seen(page, id);
  assert.deepEqual([cells.length, cells[0]?.length], [matrix.rows, matrix.columns], id);
  cells.flat().forEach(({ text, spoken }, at) => {
    const x = matrix.data[at] ?? NaN;
    const where = `${id} ${Math.floor(at / matrix.columns)} ${at % matrix.columns}`;
    assert.equal(spoken, precise(x), where);
    const off = Math.abs(read(text) - x);
    assert.ok(off <= 0.5 * lastPlace(text) + 1e-9, `${where}: ${text} for ${x}`);
  });
}

/** The tap of a head, or of none. */
export const matrixIn = (
  { heads, taps }: MultiHeadComputation['results'],
  tap: keyof MultiHeadComputation['results']['taps'],
  head: number,
): Matrix | undefined => heads?.[head]?.taps[tap] ?? taps[tap];

export const map = (page: Page, head: number): Locator => page.locator(`[data-head-map="${head}"]`);
export const countButton = (page: Page, count: number): Locator =>
  page.locator(`[data-heads="${count}"]`);

/** The tiles of each small map, row by row: how many twentieths of ink, or nothing. */
export const tilesOf = (page: Page): Promise<(number | null)[][]> =>
  page.locator('[data-head-map]').evaluateAll((maps) =>
    maps.map((each) => {
      const columns = each.querySelector('svg')?.viewBox.baseVal.width ?? 0;
      const found: (number | null)[] = [];
      for (const path of each.querySelectorAll('path')) {
        const ink = path.classList.contains('empty')
          ? null
          : Math.round(20 * Number(path.style.getPropertyValue('--t')));
        for (const [, x, y] of (path.getAttribute('d') ?? '').matchAll(/M([\d.]+) ([\d.]+)/g)) {
          const place = Math.floor(Number(y)) * columns + Math.floor(Number(x));
          if (place in found) throw new Error(`two tiles lie at ${place}`);
          found[place] = ink;
        }
      }
      return Array.from(found); // a hole is undefined, and equals nothing
    }),
  );

/** The buttons that are pressed: how many heads, and which. */
export const pressed = async (page: Page): Promise<{ heads: string[]; head: string[] }> => ({
  heads: await page
    .locator('[data-heads][aria-pressed=true]')
    .evaluateAll((list) => list.map((each) => (each as HTMLElement).dataset.heads ?? '')),
  head: await page
    .locator('[data-head-map][aria-pressed=true]')
    .evaluateAll((list) => list.map((each) => (each as HTMLElement).dataset.headMap ?? '')),
});
