// Numbers turned up and down, taken back, done again, and shown as they were before.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { cell, drawn, edit, languages, plain, texts, useFigure } from './support/figure.ts';
import type { Language, SlotId } from './support/figure.ts';
import { announcement, example, focused, openPanel, speak } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const undo = (page: Page) => page.locator('.tool.undo');
const redo = (page: Page) => page.locator('.tool.redo');
const possible = async (page: Page): Promise<boolean[]> =>
  Promise.all(
    [undo(page), redo(page)].map(
      async (each) => (await each.getAttribute('aria-disabled')) === 'false',
    ),
  );
const q00 = (page: Page) => cell(page, 'Q', 0, 0);
const change = async (page: Page): Promise<string> =>
  plain(await page.locator('.change').innerText());
const marked = (page: Page, id: SlotId): Promise<(string | undefined)[]> =>
  page
    .locator(`figure[data-slot=${id}] [data-was]`)
    .evaluateAll((list) =>
      list.map(({ dataset }) => `${dataset.row ?? ''}${dataset.column ?? ''}:${dataset.was ?? ''}`),
    );

/** Drags over a cell; while it lasts, something can be looked at. */
async function drag(
  page: Page,
  id: SlotId,
  by: number,
  during?: () => Promise<void>,
): Promise<void> {
  const box = await cell(page, id, 0, 0).boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 8 });
  await during?.();
  await page.mouse.up();
}

describe('a number', () => {
  it('counts up and down by a modifier and arrows, by tenths with Shift', async () => {
    const page = await visit('scores', 'en');
    await q00(page).focus();
    for (const [keys, shown] of [
      ['Control+ArrowUp', '3'],
      ['Meta+ArrowUp', '4'],
      ['Alt+ArrowUp', '5'],
      ['Control+ArrowDown', '4'],
      ['Alt+ArrowDown', '3'],
      ['Meta+ArrowDown', '2'],
      ['Control+Shift+ArrowUp', '2.1'],
      ['Alt+Shift+ArrowUp', '2.2'],
      ['Control+Shift+ArrowUp', '2.3'],
      ['Control+Shift+ArrowDown', '2.2'],
      ['Control+ArrowDown', '1.2'],
      ['Control+ArrowDown', '0.2'],
      ['Control+ArrowDown', '−0.8'],
    ] as const) {
      await page.keyboard.press(keys);
      assert.equal(await q00(page).innerText(), shown, keys);
      assert.equal(await focused(page), 'Q 0 0', keys);
    }
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '−0.8');
    // In an open field the typed number counts, and stays chosen.
    await q00(page).press('Enter');
    const field = q00(page).locator('input');
    await field.fill('7');
    await field.press('Control+ArrowUp');
    assert.equal(await field.inputValue(), '8');
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '8');
    await field.press('Escape');
    assert.equal(await q00(page).innerText(), '8');
    // A result is not the reader's to turn.
    await cell(page, 'S', 0, 0).focus();
    await page.keyboard.press('Control+ArrowUp');
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '8');
  });

  it('is turned by dragging sideways: one step of undo, and no field', async () => {
    const page = await visit('scores', 'en');
    await drag(page, 'Q', 45, async () => {
      assert.equal(await q00(page).innerText(), '5');
      assert.equal(await cell(page, 'S', 0, 1).innerText(), '11', 'at once');
    });
    assert.equal(await page.locator('.field').count(), 0);
    await drag(page, 'Q', -30);
    assert.equal(await q00(page).innerText(), '3');
    await undo(page).click();
    assert.equal(await q00(page).innerText(), '5');
    await undo(page).click();
    assert.equal(await q00(page).innerText(), '2');
    await page.keyboard.down('Shift');
    await drag(page, 'K', 30);
    await page.keyboard.up('Shift');
    assert.equal(await cell(page, 'K', 0, 0).innerText(), '1.2');
    await drag(page, 'Q', 3);
    assert.equal(await q00(page).locator('input').inputValue(), '2', 'hardly moved: a click');
    await page.keyboard.press('Escape');
    await q00(page).click();
    assert.equal(await page.locator('.field').count(), 1, 'a click opens the field');
  });
});

describe('undo and redo', () => {
  it('by buttons, which say whether there is anything', async () => {
    const page = (await site.open('site/')).page;
    await drawn(page, 'inputs');
    await speak(page, 'en');
    assert.deepEqual(await possible(page), [false, false]);
    await undo(page).press('Enter');
    assert.equal(await announcement(page), 'Nothing to undo');
    await edit(page, 'Q', 0, 0, '7');
    await edit(page, 'V', 2, 3, '-1');
    assert.deepEqual(await possible(page), [true, false]);
    await undo(page).click();
    assert.equal(await cell(page, 'V', 2, 3).innerText(), '2');
    assert.equal(await q00(page).innerText(), '7');
    assert.deepEqual(await possible(page), [true, true]);
    await undo(page).click();
    assert.equal(await q00(page).innerText(), '2');
    assert.deepEqual(await possible(page), [false, true]);
    await redo(page).click();
    await redo(page).click();
    assert.equal(await cell(page, 'V', 2, 3).innerText(), '−1');
    assert.deepEqual(await possible(page), [true, false]);
    await undo(page).click();
    await edit(page, 'K', 0, 0, '3');
    assert.deepEqual(await possible(page), [true, false], 'another way on: nothing to redo');
    await page.context().close();
  });

  it('by keys, from everywhere but a field', async () => {
    const page = await visit('scores', 'en');
    await edit(page, 'Q', 0, 0, '7');
    await edit(page, 'Q', 0, 0, '8');
    for (const [keys, shown] of [
      ['Control+z', '7'],
      ['Meta+z', '2'],
      ['Control+Shift+z', '7'],
      ['Control+y', '8'],
      ['Control+z', '7'],
      ['Meta+Shift+z', '8'],
    ] as const) {
      await page.keyboard.press(keys);
      assert.equal(await q00(page).innerText(), shown, keys);
    }
    await q00(page).click();
    await page.keyboard.type('5');
    await page.keyboard.press('Control+z');
    assert.equal(await page.locator('.field').count(), 1, 'the field undoes its own typing');
    await page.keyboard.press('Escape');
    assert.equal(await q00(page).innerText(), '8');
    await page.locator('[data-switch=scale]').first().focus();
    await page.keyboard.press('Control+z');
    assert.equal(await q00(page).innerText(), '7');
  });

  it('bring back switches, sizes, names, new numbers and a reset', async () => {
    const page = await visit('inputs', 'en');
    const state = () => page.evaluate(() => document.querySelector('qkv-lab')?.getState());
    const states = [await state()];
    const moves = [
      () => page.locator('[data-switch=mask]').first().click(),
      () => page.locator('[data-slot=Q] [data-axis=tokens] [data-by="1"]').click(),
      () => page.locator('[data-slot=V] [data-axis=width] [data-by="-1"]').click(),
      async () => {
        await page.locator('.rename').first().click();
        await page.locator('.name-field').fill('we');
        await page.keyboard.press('Enter');
      },
      async () => {
        const panel = await openPanel(page, 'numbers');
        await panel.getByRole('button', { name: 'New numbers' }).click();
        await page.keyboard.press('Escape');
      },
      () => edit(page, 'Q', 0, 0, '1/3'),
      () => page.locator('.tool.reset').click(),
    ];
    for (const move of moves) {
      await move();
      states.push(await state());
    }
    assert.equal(new Set(states).size, states.length - 1, 'the reset leads to the first state');
    for (const each of states.slice(0, -1).reverse()) {
      await undo(page).click();
      assert.equal(await state(), each);
    }
    for (const each of states.slice(1)) {
      await redo(page).click();
      assert.equal(await state(), each);
    }
  });
});

describe('before and after', () => {
  const sentences: Record<Language, [string, string, string]> = {
    'zh-Hant': ['Q 第 1 列第 1 行：2 → 0。S 有 2 格跟著變，共 9 格。', '，原本是 2', '知道了'],
    'zh-Hans': ['Q 第 1 行第 1 列：2 → 0。S 共 9 格，其中 2 格随之改变。', '，原来是 2', '知道了'],
    en: ['Q, row 1, column 1: 2 → 0. Cells of S changed: 2 of 9.', '; it was 2', 'Dismiss'],
  };

  it('mark what an edit changed, in words and at the cells, until dismissed', async () => {
    const page = await visit('scores', 'en');
    await edit(page, 'Q', 0, 0, '0');
    for (const language of languages) {
      await speak(page, language);
      const [sentence, label, dismiss] = sentences[language];
      assert.equal(await change(page), sentence);
      assert.ok((await q00(page).getAttribute('aria-label'))?.endsWith(label));
      assert.equal(await page.locator('.change button').getAttribute('aria-label'), dismiss);
    }
    assert.deepEqual(await marked(page, 'Q'), ['00:2']);
    assert.deepEqual(await marked(page, 'S'), ['00:2', '01:5']);
    assert.deepEqual(await marked(page, 'K'), []);
    await page.locator('.stop[data-step=softmax]').click();
    await drawn(page, 'softmax');
    assert.deepEqual(await marked(page, 'A'), ['00:0.15', '01:0.69', '02:0.15']);
    assert.match(await change(page), /Cells of A changed: 3 of 9/);
    await page.locator('.change button').click();
    assert.equal(await page.locator('.change').count(), 0);
    assert.deepEqual(await marked(page, 'Q'), []);
    assert.equal(await focused(page), 'stage');
    assert.doesNotMatch((await q00(page).getAttribute('aria-label')) ?? '', /it was/);
  });

  it('show what a switch does', async () => {
    const page = await visit('softmax', 'en');
    await page.locator('.operator[data-kind=softmax] [data-switch=mask]').click();
    assert.equal(await change(page), 'Cells of A changed: 6 of 9.');
    await page.keyboard.press('Control+z');
    await page.locator('[data-switch=scale]').first().click();
    assert.equal(await change(page), 'Cells of A changed: 9 of 9.');
    const was = example.base.A.flat().map((x) => x.toFixed(2));
    assert.deepEqual(
      await marked(page, 'A'),
      was.map((x, at) => `${Math.floor(at / 3)}${at % 3}:${x}`),
    );
    assert.deepEqual(
      await texts(page, 'Z'),
      example.unscaled.Z.map((row) => row.map(String)),
    );
    await page.keyboard.press('Control+z');
    assert.equal(await change(page), 'Cells of A changed: 9 of 9.', 'back again too');
  });

  it('say so where a result stays', async () => {
    const page = await visit('scores', 'en');
    await edit(page, 'V', 0, 0, '9');
    assert.equal(await change(page), 'V, row 1, column 1: 1 → 9. S stays as it was.');
    await page.keyboard.press('Control+z');
    assert.match(await change(page), /9 → 1/);
  });

  it('say nothing of a name, and nothing once another state is opened', async () => {
    const page = await visit('scores', 'en');
    await page.locator('.rename').first().click();
    await page.locator('.name-field').fill('we');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.change').count(), 0, 'a name changes no number');
    await edit(page, 'Q', 0, 0, '0');
    assert.equal(await page.locator('.change').count(), 1);
    await page.locator('.rename').first().click();
    await page.locator('.name-field').fill('us');
    await page.keyboard.press('Enter');
    assert.match(await change(page), /^Q, row 1/, 'the change before it stands');
    await visit('scale', 'en');
    assert.equal(await page.locator('.change').count(), 0);
    assert.deepEqual(await marked(page, 'Q'), []);
  });
});
