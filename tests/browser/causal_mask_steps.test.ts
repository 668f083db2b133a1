// What leaks without the mask, and the same rows one at a time; what is asked on the way.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { cell, inspector, languages, slot, texts } from './support/figure.ts';
import { entry, example, tokens, ui } from './support/flows.ts';
import { go, label, noticed, presets, stencil, useMask } from './support/masks.ts';
import { answer, check, choices, feedback, show, verdict } from './support/questions.ts';
import { insistOn } from './support/truth.ts';
import { text } from '../web/support/masks.ts';

const site = useSite();
const visit = useMask(site);
const { base, causal, V } = example;

/** Of each cell of the output, the number in its corner. */
const corners = (page: Page): Promise<(string | null)[][]> =>
  slot(page, 'O').evaluate((figure) =>
    [...figure.querySelectorAll('[role=row]')].map((row) =>
      [...row.querySelectorAll<HTMLElement>('[role=gridcell]')].map(
        (each) => each.dataset.was ?? null,
      ),
    ),
  );

const two = (x: number): string => x.toFixed(2);

describe('without the mask', () => {
  it('cells that change carry the number that they had with it, the others none', async () => {
    const page = await visit('leak');
    const expected = causal.O.map((row, i) =>
      row.map((x, j) => (Math.abs(x - entry(base.O, i, j)) < 1e-6 ? null : two(x))),
    );
    assert.deepEqual(await corners(page), expected);
    assert.ok(expected[0]?.every((was) => was !== null));
    assert.ok(
      expected[2]?.every((was) => was === null),
      'the last row saw everything anyway',
    );
    assert.deepEqual(
      (await texts(page, 'O')).map((row) => row.map(Number)),
      base.O.map((row) => row.map((x) => Number(x.toFixed(3)))),
    );
    assert.match(await noticed(page), /these outputs change: I, love\./);
    assert.match(await label(page, 'O', 0, 0), /: 0.3086; it was 1$/);
    // Where the stencil lay.
    assert.equal(await slot(page, 'A').locator('.leaked').count(), 3);
    await insistOn(page, 'leak');
  });

  it('exactly the rows that the mask touches change, whichever mask it is', async () => {
    for (const [more, changed] of [
      ['&mask=none', []],
      ['&mask=none&flips=2.3', [1]],
      ['&mask=window.2', [0, 1, 2]],
      ['&mask=none&padding=1', [0, 1, 2]],
    ] as const) {
      const page = await visit('leak', more);
      const rows = (await corners(page)).flatMap((row, i) => (row.some(Boolean) ? [i] : []));
      assert.deepEqual(rows, changed, more);
      if (changed.length === 0) assert.match(await noticed(page), /No output changes/);
      await insistOn(page, more);
    }
  });

  it('the inspected cell is compared with the one under the mask', async () => {
    const page = await visit('leak');
    await cell(page, 'O', 0, 0).click();
    assert.match(await inspector(page), /with the mask 1 not the same$/);
    await cell(page, 'O', 2, 0).click();
    assert.match(await inspector(page), /the same, to the last bit$/);
  });

  it('whose output stays the same is asked and judged, in each language', async () => {
    for (const language of languages) {
      const page = await visit('leak', '&predict=1', language);
      const { question, hint } = text[language].questions['leak-unchanged'] ?? {};
      assert.ok(question && hint);
      assert.ok((await page.locator('.exercise').innerText()).includes(question));
      assert.deepEqual(await choices(page).allInnerTexts(), [...tokens[language]]);
      assert.ok((await texts(page, 'O')).flat().every((each) => each === '' || each === '?'));
      await choices(page).nth(0).click();
      assert.equal(await verdict(page), 'wrong');
      assert.ok((await feedback(page)).includes(hint));
      await choices(page).nth(2).click();
      await page.locator('.exercise').waitFor({ state: 'detached' });
      const right = ui[language].exercise.right.replace('{answer}', tokens[language][2]);
      assert.ok((await noticed(page)).includes(right));
      assert.ok((await texts(page, 'O')).flat().every((each) => /\d/.test(each)));
    }
  });

  it('nothing is asked where no row or every row stays; queries go by their own names', async () => {
    for (const more of ['&mask=none', '&padding=1', '&padding=3&nan=1']) {
      const page = await visit('leak', `${more}&predict=1`);
      assert.equal(await page.locator('.exercise').count(), 0, more);
    }
    const page = await visit('mask');
    await presets(page).selectOption('lower-right');
    await page.locator('.opener[data-panel=settings] > button').click();
    await page.getByRole('switch', { name: ui.en.settings.predict }).click();
    await page.keyboard.press('Escape');
    await go(page, 'leak');
    assert.deepEqual(await choices(page).allInnerTexts(), ['love', 'AI']);
    await choices(page).nth(1).click();
    await page.locator('.exercise').waitFor({ state: 'detached' });
    assert.match(await noticed(page), /Right: AI/);
  });
});

describe('one token at a time', () => {
  it('what is not there yet is blank, said to be absent, and nowhere a number', async () => {
    const page = await visit('decode');
    const read = await texts(page, 'A');
    assert.deepEqual(
      read.map((row) => row.map((each) => each === '')),
      [
        [false, true, true],
        [false, false, true],
        [false, false, false],
      ],
    );
    for (const [language, absent] of [
      ['en', 'row 1 I, column 2 love: not there yet'],
      ['zh-Hant', '第 1 列 我，第 2 行 愛：還沒有這個 token'],
      ['zh-Hans', '第 1 行 我，第 2 列 爱：还没有这个 token'],
    ] as const) {
      assert.equal(await label(await visit('decode', '', language), 'A', 0, 1), absent);
    }
    await visit('decode');
    await page.locator('.opener[data-panel=settings] > button').click();
    await page.getByRole('switch', { name: ui.en.settings.tables }).click();
    const table = page.locator('.tables table').filter({ hasText: 'weights' });
    assert.deepEqual(await table.locator('tbody tr').first().locator('td').allInnerTexts(), [
      '1',
      'not there yet',
      'not there yet',
    ]);
    await page.getByRole('switch', { name: ui.en.settings.tables }).click();
  });

  it('keys and values come in as the queries have their turns', async () => {
    const page = await visit('decode');
    for (const row of [0, 1, 2]) {
      await cell(page, 'O', row, 0).hover();
      const absent = (id: 'K' | 'V') => slot(page, id).locator('.absent').count();
      assert.equal(await absent('K'), 4 * (2 - row));
      assert.equal(await absent('V'), 4 * (2 - row));
    }
  });

  it('every row is the same to the last bit under a mask that looks back', async () => {
    for (const more of ['', '&mask=window.2', '&flips=3.1', '&padding=1']) {
      const page = await visit('decode', more);
      assert.match(await noticed(page), /Every row is the same either way/, more);
      await cell(page, 'O', 1, 1).click();
      assert.match(await inspector(page), /the same, to the last bit$/, more);
      await insistOn(page, more);
    }
  });

  it('a mask that looks ahead makes a difference, and the rows are named', async () => {
    const page = await visit('decode', '&flips=1.2');
    assert.match(await noticed(page), /so they differ: I\./);
    await cell(page, 'O', 0, 0).click();
    assert.match(await inspector(page), /all at once 0\.\d+ not the same$/);
    await cell(page, 'O', 1, 0).click();
    assert.match(await inspector(page), /the same, to the last bit$/);
    await insistOn(page, 'looks ahead');
  });
});

describe('a question about the mask', () => {
  const told = async (page: Page, why: keyof typeof text.en.misconceptions): Promise<void> => {
    assert.equal(await verdict(page), 'wrong');
    const said = text.en.misconceptions[why];
    assert.ok(said && (await feedback(page)).includes(said), why);
  };

  it('is which cells will be covered; marks on the past or on itself are told', async () => {
    const page = await visit('mask', '&predict=1');
    assert.deepEqual((await stencil(page))[0], '.##');
    for (const [marked, why] of [
      [[0], 'covers_past'],
      [[0, 1], 'covers_itself'],
    ] as const) {
      for (const column of marked) await cell(page, 'Z', 1, column).click();
      await check(page).click();
      await told(page, why);
    }
    assert.equal((await stencil(page))[1], '...', 'to mark is not to flip');
    await cell(page, 'Z', 1, 1).click();
    await cell(page, 'Z', 1, 2).click();
    await check(page).click();
    assert.equal(await verdict(page), 'right');
    assert.equal((await stencil(page))[1], '..#');
  });

  it('counts the past from the token that asks, not from its row', async () => {
    const lower = '&q=0,2,2,1;1,1,0,2&mask=lower-right&predict=1';
    const page = await visit('mask', lower);
    await cell(page, 'Z', 1, 1).click();
    await check(page).click();
    await told(page, 'covers_past');
    await cell(page, 'Z', 1, 1).click();
    await cell(page, 'Z', 1, 2).click();
    await check(page).click();
    await told(page, 'covers_itself');
    await cell(page, 'Z', 1, 2).click();
    await check(page).click();
    assert.match(await noticed(page), /Right: none marked/);
  });

  it('about a weight is right with what the open cells share out', async () => {
    const page = await visit('softmax', '&predict=1');
    assert.equal(await cell(page, 'A', 1, 0).innerText(), '?');
    await answer(page, entry(base.A, 1, 0).toFixed(3));
    await told(page, 'forgot_renormalise');
    await answer(page, Math.exp(1.5).toFixed(3));
    await told(page, 'forgot_divide');
    await answer(page, '0.9');
    assert.ok((await feedback(page)).includes(text.en.questions['softmax-number']?.hint ?? '-'));
    await answer(page, '0.62');
    assert.equal(await verdict(page), 'right');
    assert.deepEqual((await texts(page, 'A'))[1], ['0.622', '0.378', '0.000'], 'the whole row');
    assert.equal(await cell(page, 'A', 2, 0).innerText(), '?');
  });

  it('about an output is right with values in sight', async () => {
    const page = await visit('output', '&predict=1');
    const late = entry(base.A, 1, 0) * entry(V, 0, 0) + entry(base.A, 1, 1) * entry(V, 1, 0);
    await answer(page, late.toFixed(3));
    await told(page, 'masked_after_softmax');
    await show(page).click();
    assert.deepEqual((await texts(page, 'O'))[1], ['0.622', '0.755', '0.378', '0.622']);
    assert.equal(await cell(page, 'O', 2, 0).innerText(), '?');
  });

  it('may be answered wrongly with fewer queries than keys', async () => {
    const lower = '&q=0,2,2,1;1,1,0,2&mask=lower-right&predict=1';
    for (const step of ['softmax', 'output'] as const) {
      const page = await visit(step, lower);
      await answer(page, '17');
      assert.equal(await verdict(page), 'wrong');
      assert.equal(await page.locator('.failure').count(), 0, 'the engine goes on');
      await answer(page, step === 'softmax' ? '0.63' : '0.77');
      assert.match(await noticed(page), /Right: 0\./);
    }
  });
});
