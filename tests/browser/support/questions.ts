// Questions of the example: what readers do with them, what comes out wrong, and what is said of it.
import type { Locator, Page } from 'playwright-core';
import { plain } from './figure.ts';
import type { Language, SlotId, StepId, useFigure } from './figure.ts';
import { entry, example, transpose } from './flows.ts';
import type { Table } from './flows.ts';

/** The page at a question: so many cells of the step are shown already. */
export const asking =
  (visit: ReturnType<typeof useFigure>) =>
  (step: StepId, language: Language, shown: number, more = ''): Promise<Page> =>
    visit(step, language, `&predict=1&shown=${step}.${shown}${more}`);

export const field = (page: Page): Locator => page.locator('.answer-field');
export const show = (page: Page): Locator => page.locator('.exercise .show');
export const choices = (page: Page): Locator => page.locator('.exercise button.answer');
export const check = (page: Page): Locator => page.locator('.exercise .check');
export const feedback = async (page: Page): Promise<string> =>
  plain(await page.locator('.feedback').innerText());
export const verdict = (page: Page): Promise<string | null> =>
  page.locator('.feedback').getAttribute('data-verdict');

export async function answer(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

const softmax = (row: readonly number[]): number[] => {
  const exps = row.map(Math.exp);
  const sum = exps.reduce((a, b) => a + b, 0);
  return exps.map((x) => x / sum);
};
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, at) => sum + x * (b[at] ?? NaN), 0);
const row = (numbers: Table, at: number): readonly number[] => numbers[at] ?? [];

const { base, unscaled, V } = example;
/** Softmax down the columns, as it must not be. */
const down = transpose(transpose(base.Z).map(softmax));
const shifted = row(base.Z, 2).map((x) => Math.exp(x - Math.max(...row(base.Z, 2))));
const values = row(transpose(V), 0);

export type Mistake = 'root' | 'depth' | 'across' | 'direction' | 'divide' | 'past' | 'itself';

interface Asked {
  readonly step: StepId;
  readonly id: SlotId;
  /** So many cells are shown; the next one is asked about. */
  readonly shown: number;
  readonly columns: number;
  /** Numbers that a mistake comes to, or none that is known. */
  readonly wrong: readonly (readonly [number, Mistake | null])[];
}

const at = (step: StepId, id: SlotId, shown: number, ...wrong: Asked['wrong']): Asked => ({
  step,
  id,
  shown,
  columns: id === 'O' ? 4 : 3,
  wrong,
});

/** Cells of the last row. */
export const wrongNumbers: readonly Asked[] = [
  at('scores', 'S', 6, [entry(base.S, 0, 2), 'across'], [9, null], [-4, null]),
  at('scores', 'S', 7, [entry(base.S, 1, 2), 'across']),
  at('scores', 'S', 8, [2, null]), // on the diagonal nothing lies across
  at(
    'scale',
    'Z',
    7,
    [entry(base.S, 2, 1), 'root'],
    [entry(base.S, 2, 1) / 4, 'depth'],
    [entry(base.Z, 1, 2), 'across'],
    [7, null],
  ),
  at(
    'softmax',
    'A',
    7,
    [Math.exp(1 - 2), 'divide'],
    [Math.exp(1), 'divide'],
    [entry(down, 2, 1), 'direction'],
    [entry(unscaled.A, 2, 1), 'root'],
    [entry(base.A, 1, 2), 'across'],
    [0.5, null],
  ),
  at('softmax', 'A', 8, [Math.exp(0.5 - 2), 'divide'], [Math.exp(0.5), 'divide']),
  at(
    'output',
    'O',
    8,
    [dot(shifted, values), 'divide'],
    [dot(row(down, 2), values), 'direction'],
    [entry(unscaled.O, 2, 0), 'root'],
    [dot(row(transpose(base.A), 2), values), 'across'],
    [3, null],
  ),
];

export const said: Record<Language, Record<Mistake | 'wrong' | 'unclear', RegExp>> = {
  'zh-Hant': {
    root: /這是沒有除以 √d 的結果/,
    depth: /你除的是 d，要除的是 √d/,
    across: /這是對角線另一邊那一格的數/,
    direction: /這是沿著直行做 softmax/,
    divide: /指數算對了，還要除以整列的和/,
    past: /那些在前面，是可以看的/,
    itself: /自己可以看自己/,
    wrong: /^還差一點。/,
    unclear: /^這還不是數字。/,
  },
  'zh-Hans': {
    root: /这是没有除以 √d 得到的结果/,
    depth: /你除以的是 d，应当除以 √d/,
    across: /这是对角线另一侧那一格的数/,
    direction: /这是沿着列做 softmax/,
    divide: /指数算对了，还要除以本行之和/,
    past: /这些在前面，可以看到/,
    itself: /可以看到自己/,
    wrong: /^还不对。/,
    unclear: /^这还不是一个数。/,
  },
  en: {
    root: /what comes out without dividing by √d/,
    depth: /You divided by d; divide by √d/,
    across: /the cell across the diagonal/,
    direction: /softmax down the column/,
    divide: /The exponential is right; now divide/,
    past: /Those came before, and may be seen/,
    itself: /A token may look at itself/,
    wrong: /^Not quite\./,
    unclear: /^That is not a number yet\./,
  },
};
