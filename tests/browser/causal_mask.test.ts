// Cells of the mask: covered and opened by click, tap and key; what follows from it; undo.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { text } from '../web/support/masks.ts';
import { useSite } from './support/browser.ts';
import { cell, inspector, languages, slot, texts } from './support/figure.ts';
import { focused, phone, tokens } from './support/flows.ts';
import { go, label, noticed, parameter, stencil, useMask } from './support/masks.ts';
import { insistOn } from './support/truth.ts';

const site = useSite();
const visit = useMask(site);
const visitPhone = useMask(site, phone);

const causal = ['.##', '..#', '...'];
const open = ['..#', '..#', '...'];

describe('a cell of the mask', () => {
  it('is opened by a click, covered by the next one, and undo brings back what was', async () => {
    const page = await visit('mask');
    assert.deepEqual(await stencil(page), causal);
    await cell(page, 'Z', 0, 1).click();
    assert.deepEqual(await stencil(page), open);
    assert.equal(await parameter(page, 'flips'), '1.2');
    await cell(page, 'Z', 2, 0).click();
    assert.deepEqual(await stencil(page), ['..#', '..#', '#..']);
    await page.locator('.undo').click();
    assert.deepEqual(await stencil(page), open);
    await page.locator('.undo').click();
    assert.deepEqual(await stencil(page), causal);
    await page.locator('.redo').click();
    assert.deepEqual(await stencil(page), open);
    await cell(page, 'Z', 0, 1).click();
    assert.deepEqual(await stencil(page), causal);
    assert.equal(await parameter(page, 'flips'), null);
  });

  it('is opened by a tap', async () => {
    const page = await visitPhone('mask');
    for (const drawn of [open, causal]) {
      await cell(page, 'Z', 0, 1).tap();
      assert.deepEqual(await stencil(page), drawn);
    }
    await cell(page, 'Z', 2, 0).tap();
    assert.deepEqual(await stencil(page), ['.##', '..#', '#..']);
    await page.locator('.undo').tap();
    assert.deepEqual(await stencil(page), causal);
  });

  it('changes by Enter and by Space, keeps the focus, and is undone by the keyboard', async () => {
    const page = await visit('mask');
    await cell(page, 'Z', 0, 1).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(await stencil(page), open);
    await page.keyboard.press('Space');
    assert.deepEqual(await stencil(page), causal);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(page), 'Z 1 0');
    assert.deepEqual(await stencil(page), causal, 'to move changes nothing');
    await page.keyboard.press('Space');
    assert.deepEqual(await stencil(page), ['.##', '#.#', '...']);
    assert.equal(await focused(page), 'Z 1 0');
    assert.equal(await page.locator('.stage').getAttribute('data-playing'), 'false');
    await page.keyboard.press('Control+z');
    assert.deepEqual(await stencil(page), causal);
  });

  it('says to a screen reader whether it is covered, in each language', async () => {
    for (const [language, covered, opened] of [
      ['en', 'row 1 I, column 2 love: minus infinity, covered', 'row 1 I, column 2 love: 2.5'],
      ['zh-Hant', '第 1 列 我，第 2 行 愛：負無限大，已蓋住', '第 1 列 我，第 2 行 愛：2.5'],
      ['zh-Hans', '第 1 行 我，第 2 列 爱：负无穷，已遮住', '第 1 行 我，第 2 列 爱：2.5'],
    ] as const) {
      const page = await visit('mask', '', language);
      assert.equal(await label(page, 'Z', 0, 1), covered);
      await cell(page, 'Z', 0, 1).click();
      assert.ok((await label(page, 'Z', 0, 1)).startsWith(opened), await label(page, 'Z', 0, 1));
      await cell(page, 'Z', 0, 1).click();
      assert.ok((await label(page, 'Z', 0, 1)).startsWith(covered));
    }
  });

  it('changes what comes after it, and nothing before', async () => {
    const page = await visit('mask');
    const scores = await texts(page, 'S');
    await cell(page, 'Z', 0, 2).click();
    await cell(page, 'Z', 1, 0).click();
    assert.deepEqual(await stencil(page), ['.#.', '#.#', '...']);
    assert.deepEqual(await texts(page, 'S'), scores);
    for (const step of ['softmax', 'output', 'leak', 'decode', 'mask'] as const) {
      await go(page, step);
      await insistOn(page, step);
    }
    await go(page, 'softmax');
    // Scores of 1 and 1 share the first row; alone, the second has all of its own.
    assert.deepEqual((await texts(page, 'A')).slice(0, 2), [
      ['0.500', '0.000', '0.500'],
      ['0.000', '1.000', '0.000'],
    ]);
  });

  it('tells why it is covered or open', async () => {
    const page = await visit('mask', '&padding=3');
    for (const [row, column, said] of [
      [0, 1, /changed by hand ⇒ 2.5 Open:/],
      [0, 2, /padding ⇒ 1 → −∞ Covered:/],
    ] as const) {
      await cell(page, 'Z', row, column).click();
      assert.match(await inspector(page), said);
    }
    assert.deepEqual(await stencil(page), ['..#', '..#', '..#'], 'padding stays covered');
    await cell(page, 'Z', 2, 0).click();
    assert.match(await inspector(page), /changed by hand ⇒ 2 → −∞/);
    await cell(page, 'Z', 2, 0).click();
    assert.match(await inspector(page), /j = 1 ≤ i = 3 ⇒ 2/);
  });

  it('is only looked at where nothing may be changed', async () => {
    const page = await visit('mask');
    const shadow = page.locator('qkv-lab');
    await shadow.evaluate((lab) => {
      lab.setAttribute('controls', 'none');
    });
    try {
      assert.equal(await page.locator('.mask-maker, .pad').count(), 0);
      await cell(page, 'Z', 0, 1).click();
      assert.deepEqual(await stencil(page), causal);
    } finally {
      await shadow.evaluate((lab) => {
        lab.removeAttribute('controls');
      });
    }
  });
});

describe('a row with nothing left', () => {
  it('has weights and an output of zeros, and a sentence says so', async () => {
    for (const language of languages) {
      const said = (template: string | undefined) =>
        (template ?? 'no text').replace('{row}', tokens[language][0]);
      const { mask, softmax } = text[language].notice ?? {};
      const page = await visit('mask', '&flips=1.1', language);
      assert.deepEqual(await stencil(page), ['###', '..#', '...']);
      assert.ok((await noticed(page)).includes(said(mask?.empty)));
      await go(page, 'softmax');
      assert.deepEqual((await texts(page, 'A'))[0], ['0.000', '0.000', '0.000']);
      assert.equal(await slot(page, 'A').locator('.sums span').first().innerText(), 'Σ = 0.0000');
      await cell(page, 'A', 0, 0).click();
      assert.ok((await noticed(page)).includes(said(softmax?.empty)));
      assert.match(await inspector(page), /α11 = 0( |$)/, 'and not 0 ÷ 0');
      await go(page, 'output');
      await cell(page, 'O', 0, 0).click();
      assert.ok((await noticed(page)).includes(said(softmax?.empty)));
      assert.match(await inspector(page), /o11 = 0$/);
      assert.deepEqual((await texts(page, 'O'))[0], ['0.000', '0.000', '0.000', '0.000']);
      await insistOn(page, language);
    }
  });
});
