// What the reader calls the tokens: typed in any script, and heard of wherever a token is named.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { cell, drawn, inspector, languages, useFigure } from './support/figure.ts';
import type { Language } from './support/figure.ts';
import { announcement, focused, openPanel, speak, stateOf, tokens } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const names = (page: Page) => page.locator('.row-labels .rename');
const words = (page: Page) => names(page).locator('bdi').allInnerTexts();
const field = (page: Page) => page.locator('.name-field');

async function rename(page: Page, token: number, text: string, key = 'Enter'): Promise<void> {
  await names(page).nth(token).click();
  await field(page).fill(text);
  await page.keyboard.press(key);
  await field(page).waitFor({ state: 'detached' });
}

describe('a name', () => {
  it('opens with the old one chosen, and is taken on Enter or when the focus leaves', async () => {
    const page = await visit('scores', 'en');
    await names(page).nth(1).click();
    assert.equal(await field(page).inputValue(), 'love');
    assert.equal(await field(page).getAttribute('aria-label'), 'Name of token 2');
    await page.keyboard.type('like');
    await page.keyboard.press('Enter');
    assert.deepEqual(await words(page), ['I', 'like', 'AI']);
    assert.match(await focused(page), /rename/, 'back at the name');
    const place = await cell(page, 'Q', 0, 0).boundingBox();
    await page.keyboard.press('Enter');
    await page.keyboard.type('adore');
    assert.deepEqual(await cell(page, 'Q', 0, 0).boundingBox(), place, 'nothing moves');
    await cell(page, 'Q', 0, 0).click();
    assert.deepEqual(await words(page), ['I', 'adore', 'AI']);
    assert.equal(await page.locator('.field').count(), 1, 'where the reader went');
  });

  it('is dropped on Escape, and an empty one gives the lesson’s word back', async () => {
    const page = await visit('scores', 'en');
    await rename(page, 2, 'x', 'Escape');
    assert.deepEqual(await words(page), ['I', 'love', 'AI']);
    assert.match(await focused(page), /rename/);
    await rename(page, 2, 'robots');
    assert.match(await stateOf(page), /names=,,robots/);
    await rename(page, 2, '   ');
    assert.deepEqual(await words(page), ['I', 'love', 'AI']);
    assert.doesNotMatch(await stateOf(page), /names/);
    await rename(page, 0, 'me');
    await speak(page, 'zh-Hans');
    assert.deepEqual(await words(page), ['me', '爱', 'AI'], 'only the reader’s own stays');
  });

  it('may be of any script, of one line, and of sixteen letters at most', async () => {
    const page = await visit('scores', 'en');
    for (const [typed, kept] of [
      ['שלום', 'שלום'],
      ['🦊🇨🇭', '🦊🇨🇭'],
      ['数学', '数学'],
      ['e\u0301', '\u00e9'],
      [' two  words ', 'two words'],
      ['a, b%c', 'a, b%c'],
      ['<b>&amp;', '<b>&amp;'],
      ['\u202eabc', 'abc'],
      ['x'.repeat(40), 'x'.repeat(16)],
      ['🦊'.repeat(20), '🦊'.repeat(16)],
    ] as const) {
      await rename(page, 0, typed);
      assert.equal((await words(page))[0], kept, typed);
      const box = await names(page).first().boundingBox();
      assert.ok(box && box.x >= 0, `${typed} stays on the page`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 1280, typed);
    }
    await rename(page, 1, 'a, b%c');
    const hash = `#${await stateOf(page)}`;
    const other = await site.open(`site/${hash}`);
    await drawn(other.page, 'scores');
    assert.deepEqual(await words(other.page), ['🦊'.repeat(16), 'a, b%c', 'AI']);
    await other.page.context().close();
  });

  it('is not taken while an input method composes', async () => {
    const page = await visit('scores', 'zh-Hant');
    await names(page).first().click();
    await field(page).fill('');
    const session = await page.context().newCDPSession(page);
    const compose = (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
    await compose('ㄨㄛ');
    for (const key of ['Enter', 'Escape']) {
      await field(page).evaluate((input, name) => {
        const init = { key: name, isComposing: true, bubbles: true, composed: true };
        input.dispatchEvent(new KeyboardEvent('keydown', { ...init, cancelable: true }));
      }, key);
    }
    assert.equal(await field(page).inputValue(), 'ㄨㄛ', 'the field is still open');
    await session.send('Input.insertText', { text: '我們' });
    await page.keyboard.press('Enter');
    assert.equal((await words(page))[0], '我們');
  });

  it('is one tab stop with the others; arrows move among them', async () => {
    const page = await visit('scores', 'en');
    const at = async (): Promise<number> =>
      (await names(page).evaluateAll((list) => list.map((each) => each.matches(':focus')))).indexOf(
        true,
      );
    await names(page).first().focus();
    for (const [key, place] of [
      ['ArrowUp', 0],
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await at(), place, key);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.type('loves');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    assert.equal(await at(), 2, 'from the name on');
    await drawn(page, 'scores');
  });
});

describe('a new name', () => {
  it('is in labels, captions of columns, sentences, choices and tables', async () => {
    const page = await visit('scores', 'en');
    await rename(page, 1, 'nobody');
    const label = await cell(page, 'S', 1, 2).getAttribute('aria-label');
    assert.equal(label, 'row 2 nobody, column 3 AI: 6');
    const key = await cell(page, 'K', 0, 1).getAttribute('aria-label');
    assert.equal(key, 'dimension 1, column 2 nobody: 2');
    assert.equal(await names(page).nth(1).getAttribute('aria-label'), 'Rename “nobody”');
    const over = page.locator('[data-slot=K] .mx-columns bdi').nth(1);
    assert.equal(await over.innerText(), 'nobody');
    assert.match(await inspector(page), /query of “nobody” against key of “AI”/);
    assert.match(await page.locator('.look').innerText(), /“nobody” against “AI”: 6/);
    const panel = await openPanel(page, 'settings');
    await panel.getByRole('switch', { name: 'Show as tables' }).click();
    const heads = await page.locator('.tables th[scope=row] bdi:text-is("nobody")').count();
    assert.equal(heads, 4, 'of Q, K, V and S');
    assert.equal(await page.locator('.tables th[scope=col]:text-is("nobody")').count(), 1);
    await panel.getByRole('switch', { name: 'Show as tables' }).click();
    await panel.getByRole('switch', { name: 'Predict first' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.stop[data-step=softmax]').click();
    await drawn(page, 'softmax');
    assert.deepEqual(await page.locator('.exercise button.answer').allInnerTexts(), [
      'I',
      'nobody',
      'AI',
    ]);
  });

  it('is said once in the reader’s language, and only if it is new', async () => {
    const said: Record<Language, string> = {
      'zh-Hant': '第 2 個 token 改為 x',
      'zh-Hans': '第 2 个 token 改名为 x',
      en: 'Token 2 is now x',
    };
    for (const language of languages) {
      const page = await visit('scores', language);
      await rename(page, 1, tokens[language][1]);
      assert.equal(await announcement(page), '');
      assert.doesNotMatch(await stateOf(page), /names/, 'still the lesson’s own');
      await rename(page, 1, 'x');
      assert.equal(await announcement(page), said[language]);
    }
  });
});
