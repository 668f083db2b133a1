// The walk through the document's example, in three languages, with its numbers as a reader sees them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { boxed, cell, drawn, inspector, languages, texts, useFigure } from './support/figure.ts';
import type { Language, SlotId, StepId } from './support/figure.ts';

interface Shaped {
  readonly shape: readonly [number, number];
  readonly data: readonly (number | string)[];
}
type Results = Record<'scores' | 'scaled' | 'weights' | 'output', Shaped>;
const golden = JSON.parse(
  readFileSync(new URL('../golden/three_token.json', import.meta.url), 'utf8'),
) as { Q: Shaped; K: Shaped; V: Shaped; f64: Record<'base' | 'causal' | 'unscaled', Results> };

const written = (x: number | string, digits: number): string =>
  x === '-inf' ? '−∞' : Number(x).toFixed(digits).replace('-', '−');

const rows = ({ shape, data }: Shaped, digits: number): string[][] =>
  Array.from({ length: shape[0] }, (_, row) =>
    data.slice(row * shape[1], (row + 1) * shape[1]).map((x) => written(x, digits)),
  );

const transpose = (table: string[][]): string[][] =>
  (table[0] ?? []).map((_, column) => table.map((row) => row[column] ?? ''));

const names: Record<Language, Record<StepId, string>> = {
  'zh-Hant': {
    inputs: '輸入',
    scores: '分數',
    scale: '縮放',
    mask: '遮罩',
    softmax: 'softmax',
    output: '輸出',
  },
  'zh-Hans': {
    inputs: '输入',
    scores: '分数',
    scale: '缩放',
    mask: '掩码',
    softmax: 'softmax',
    output: '输出',
  },
  en: {
    inputs: 'Inputs',
    scores: 'Scores',
    scale: 'Scale',
    mask: 'Mask',
    softmax: 'softmax',
    output: 'Output',
  },
};

const labelled: Record<Language, string> = {
  'zh-Hant': '第 2 列 愛，第 3 行 AI：6',
  'zh-Hans': '第 2 行 爱，第 3 列 AI：6',
  en: 'row 2 love, column 3 AI: 6',
};

const ghosts = async (page: Page): Promise<string[]> =>
  page
    .locator('figure[data-state=ghost]')
    .evaluateAll((list) => list.map((each) => (each as HTMLElement).dataset.slot ?? ''));

const site = useSite();
const visit = useFigure(site);

for (const language of languages) {
  describe(`the walk in ${language}`, () => {
    it('goes forward through every step and shows the numbers of the document', async () => {
      const page = await visit('inputs', language);
      assert.deepEqual(await texts(page, 'Q'), rows(golden.Q, 0));
      assert.deepEqual(await texts(page, 'K'), transpose(rows(golden.K, 0)));
      assert.deepEqual(await texts(page, 'V'), rows(golden.V, 0));
      assert.deepEqual(await ghosts(page), ['S', 'Z', 'A', 'O']);

      const { base } = golden.f64;
      const walk: [StepId, SlotId, string[][], string][] = [
        ['scores', 'S', rows(base.scores, 0), '6'],
        ['scale', 'Z', rows(base.scaled, 1), '3'],
        ['softmax', 'A', rows(base.weights, 3), '0.7361'],
        ['output', 'O', rows(base.output, 3), '1.6365'],
      ];
      for (const [step, id, expected, inspected] of walk) {
        await page.locator('.arrow-button.next').click();
        await drawn(page, step);
        assert.deepEqual(await texts(page, id), expected);
        assert.equal(await boxed(page).innerText(), inspected);
        const stop = page.locator('.stop[aria-current=step]');
        assert.equal(await stop.innerText(), names[language][step]);
      }
      assert.deepEqual(await ghosts(page), []);
    });

    it('goes back by the bar, by the button and by a key', async () => {
      const page = await visit('output', language);
      await page.locator('.stop[data-step=scale]').click();
      await drawn(page, 'scale');
      await page.locator('.arrow-button.previous').click();
      await drawn(page, 'scores');
      await page.keyboard.press('ArrowLeft');
      await drawn(page, 'inputs');
      await page.keyboard.press('ArrowLeft');
      await drawn(page, 'inputs');
    });

    it('inserts the mask and gives its numbers', async () => {
      const page = await visit('softmax', language);
      assert.equal(await page.locator('.stop').count(), 5);
      await page.locator('.operator[data-kind=softmax] [data-switch=mask]').click();
      assert.equal(await page.locator('.stop').count(), 6);
      const { causal } = golden.f64;
      assert.deepEqual(await texts(page, 'A'), rows(causal.weights, 3));
      await page.keyboard.press('ArrowLeft');
      await drawn(page, 'mask');
      assert.deepEqual(await texts(page, 'Z'), rows(causal.scaled, 1));
      assert.equal(await boxed(page).innerText(), '−∞');
      await page.locator('.stop[data-step=output]').click();
      assert.deepEqual(await texts(page, 'O'), rows(causal.output, 3));
    });

    it('compares with no scaling', async () => {
      const page = await visit('softmax', language);
      await page.locator('[data-switch=scale]').first().click();
      const { unscaled } = golden.f64;
      assert.deepEqual(await texts(page, 'Z'), rows(unscaled.scaled, 0));
      assert.deepEqual(await texts(page, 'A'), rows(unscaled.weights, 3));
      assert.equal(await boxed(page).innerText(), '0.9362');
      await page.locator('.stop[data-step=output]').click();
      assert.deepEqual(await texts(page, 'O'), rows(unscaled.output, 3));
    });

    it('names cells by the rows and columns of the language', async () => {
      const page = await visit('scores', language);
      assert.equal(await cell(page, 'S', 1, 2).getAttribute('aria-label'), labelled[language]);
    });
  });
}

describe('the inspector', () => {
  it('spells out a score, a weight and an output', async () => {
    const page = await visit('scores', 'en');
    await cell(page, 'S', 2, 0).hover();
    assert.match(await inspector(page), /query of “AI” against key of “I”/);
    assert.equal(await boxed(page).innerText(), '4');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'softmax');
    // The sub-steps: 1.5 1 3 → maximum 3, exponentials, their sum, the quotient.
    const text = (await inspector(page)).replace(/\s/g, '');
    for (const part of ['1.5,1,3→3', '0.2231', '0.1353', '=1.3585', '1÷1.3585=0.7361']) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    assert.deepEqual(await page.locator('.sums span').allInnerTexts(), Array(3).fill('Σ = 1.0000'));
  });

  it('follows the mouse until a click pins it, and lets go on the second click', async () => {
    const page = await visit('scores', 'en');
    const seen = () => boxed(page).innerText();
    await cell(page, 'S', 0, 1).hover();
    assert.equal(await seen(), '5');
    await cell(page, 'S', 2, 0).click();
    await cell(page, 'S', 0, 1).hover();
    assert.equal(await seen(), '4');
    await cell(page, 'S', 2, 0).click();
    await cell(page, 'S', 0, 1).hover();
    assert.equal(await seen(), '5');
  });

  it('lights the row and the column that make a cell', async () => {
    const page = await visit('scores', 'en');
    await cell(page, 'S', 2, 1).click();
    const box = async (selector: string) => page.locator(selector).boundingBox();
    const inside = async (outer: string, inner: ReturnType<typeof cell>) => {
      const [a, b] = [await box(outer), await inner.boundingBox()];
      assert.ok(a && b);
      assert.ok(a.x <= b.x && a.y <= b.y, `${outer} begins before the cell`);
      assert.ok(a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height, outer);
    };
    for (const column of [0, 3]) await inside('.band-q', cell(page, 'Q', 2, column));
    for (const row of [0, 3]) await inside('.band-k', cell(page, 'K', row, 1));
    for (const band of ['.band-q', '.band-k', '.band-target']) {
      await inside(band, cell(page, 'S', 2, 1));
    }
  });
});
