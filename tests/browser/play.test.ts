// Play: one beat after another, over cells, moves and steps, until the end or until someone takes over.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { address, boxed, cell, drawn, edit, languages, texts } from './support/figure.ts';
import type { Language, StepId } from './support/figure.ts';
import { beat, beats, glance, useClock } from './support/clock.ts';
import { announcement, example, focused, speak } from './support/flows.ts';
import type { Table } from './support/flows.ts';

const site = useSite();

const visit = useClock(site);

const play = (page: Page) => page.locator('.arrow-button.play');
const slider = (page: Page) => page.getByRole('slider');
const now = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));
const playing = (page: Page) =>
  page.evaluate(() => document.querySelector('qkv-lab')?.playing ?? false);
const step = (page: Page) => page.locator('section.stage').getAttribute('data-step');
const live = (page: Page) => page.locator('.inspector').getAttribute('aria-live');
const parts = (page: Page) =>
  page
    .locator('.parts [aria-pressed=true]')
    .evaluateAll((list) => list.map((each) => (each as HTMLElement).dataset.part));

const { base } = example;
const digits: Record<keyof typeof base, number> = { S: 0, Z: 1, A: 3, O: 3 };

/** The cells as they are written while only so many are shown. */
const partly = (id: keyof typeof base, count: number): string[][] => {
  const numbers: Table = base[id];
  const columns = numbers[0]?.length ?? 0;
  return numbers.map((row, i) =>
    row.map((x, j) => (i * columns + j < count ? x.toFixed(digits[id]) : '')),
  );
};

/** As the inspector writes a number: no idle zeros. */
const precise = (x: number): string => (Number.isInteger(x * 2) ? String(x) : x.toFixed(4));

const hidden: Record<Language, string> = {
  'zh-Hant': '還沒算',
  'zh-Hans': '尚未计算',
  en: 'not computed yet',
};

describe('play', () => {
  it('shows cell after cell of step after step to the end, and the inspector follows', async () => {
    const page = await visit('inputs', 'en');
    const entries = await page.evaluate(() => history.length);
    await play(page).click();
    assert.equal(await play(page).getAttribute('aria-label'), 'Pause');
    const walk: [StepId, keyof typeof base][] = [
      ['scores', 'S'],
      ['scale', 'Z'],
      ['softmax', 'A'],
      ['output', 'O'],
    ];
    for (const [wanted, id] of walk) {
      await beats(page, 1);
      assert.equal(await step(page), wanted);
      const flat = base[id].flat();
      for (const [index, number] of flat.entries()) {
        const before = await glance(page, id);
        assert.deepEqual([before.cells, before.shown], [partly(id, index), index]);
        if (id === 'A' && index % 3 === 0) {
          for (const part of ['max', 'exp', 'sum']) {
            await beats(page, 1);
            assert.deepEqual(await parts(page), [part]);
            assert.equal(await now(page), index, `${part} shows no cell`);
          }
        }
        await beats(page, 1);
        const { inspected, live: region, said } = await glance(page, id);
        assert.deepEqual([inspected, region, said], [precise(number), 'off', '']);
      }
      assert.deepEqual(await texts(page, id), partly(id, flat.length));
      assert.equal(await playing(page), true);
    }
    await beats(page, 1);
    assert.equal(await playing(page), false);
    assert.equal(await play(page).getAttribute('aria-label'), 'Play');
    assert.equal(await announcement(page), 'The end of the lesson');
    assert.equal(await live(page), 'polite');
    await beats(page, 10);
    assert.equal(await step(page), 'output');
    assert.equal(await now(page), 12);
    assert.equal(await page.evaluate(() => history.length), entries, 'no steps to go back to');
    // Once more: a result that is shown in full starts over.
    await play(page).click();
    assert.equal(await now(page), 0);
  });

  it('keeps its beat, and says in each language what is still to come', async () => {
    const page = await visit('scores', 'en');
    await play(page).click();
    for (const language of languages) {
      await speak(page, language);
      for (const [row, column] of [
        [0, 0],
        [2, 2],
      ] as const) {
        const label = await cell(page, 'S', row, column).getAttribute('aria-label');
        assert.ok(label?.endsWith(hidden[language]), label ?? '');
      }
    }
    assert.equal(await playing(page), true, 'another language is no reason to stop');
    await beats(page, 1, beat - 1);
    assert.equal(await now(page), 0);
    await beats(page, 1, 1);
    assert.equal(await now(page), 1);
    assert.equal(await page.locator('.exercise').count(), 0);
  });

  it('covers cell by cell with the mask, and goes on from it', async () => {
    const page = await visit('mask', 'en', '&mask=1');
    await play(page).click();
    await beats(page, 2);
    assert.deepEqual((await texts(page, 'Z'))[0], ['1.0', '−∞', '1.0'], 'the last is to come');
    await beats(page, 7);
    assert.deepEqual(await texts(page, 'Z'), [
      ['1.0', '−∞', '−∞'],
      ['1.5', '1.0', '−∞'],
      ['2.0', '1.0', '0.5'],
    ]);
    await beats(page, 1);
    assert.equal(await step(page), 'softmax');
    await beats(page, 4);
    assert.deepEqual((await texts(page, 'A'))[0], ['1.000', '', '']);
  });

  it('goes over questions, and leaves one where it is paused', async () => {
    const page = await visit('scores', 'en', '&predict=1&shown=scores.6');
    assert.equal(await page.locator('.exercise').count(), 1);
    await play(page).click();
    assert.equal(await page.locator('.exercise').count(), 0);
    assert.equal(await now(page), 6, 'from where the reader had come');
    await beats(page, 1);
    await play(page).click();
    assert.equal(await cell(page, 'S', 2, 1).innerText(), '?');
    await page.locator('.answer-field').waitFor();
  });

  it('makes no progress while nobody sees the page', async () => {
    const page = await visit('scores', 'en');
    await play(page).click();
    await beats(page, 2);
    const see = (value: string) =>
      page.evaluate((visibilityState) => {
        Object.defineProperty(document, 'visibilityState', {
          configurable: true,
          value: visibilityState,
        });
      }, value);
    await see('hidden');
    await beats(page, 20);
    assert.equal(await now(page), 2);
    await see('visible');
    await beats(page, 1);
    assert.equal(await now(page), 3);
    assert.equal(await playing(page), true);
  });

  it('stops when the figure leaves the page', async () => {
    const page = await visit('scores', 'en');
    await play(page).click();
    await page.locator('qkv-lab').evaluate((lab) => {
      const parent = lab.parentElement;
      lab.remove();
      parent?.append(lab);
    });
    await drawn(page, 'scores');
    assert.equal(await playing(page), false);
  });
});

describe('a pause', () => {
  it('by the button says how far it came, and play goes on from there', async () => {
    const said: Record<Language, string> = {
      'zh-Hant': '已暫停，9 格已算出 4 格',
      'zh-Hans': '已暂停，共 9 格，已算出 4 格',
      en: 'Paused; cells shown: 4 of 9',
    };
    for (const language of languages) {
      const page = await visit('scores', language);
      await play(page).click();
      await beats(page, 4);
      await play(page).click();
      assert.equal(await announcement(page), said[language]);
      assert.equal(await live(page), 'polite');
      await beats(page, 5);
      assert.equal(await now(page), 4);
      await play(page).click();
      assert.equal(await now(page), 4);
      await beats(page, 1);
      assert.equal(await now(page), 5);
    }
  });

  it('by Space, wherever the focus is that has no other use for it', async () => {
    const page = await visit('scores', 'en');
    for (const selector of ['section.stage', '[role=slider]']) {
      await page.locator(selector).focus();
      await page.keyboard.press('Space');
      assert.equal(await playing(page), true, selector);
      await beats(page, 2);
      await page.keyboard.press('Space');
      assert.equal(await playing(page), false, selector);
    }
    assert.equal(await now(page), 4);
  });

  it('in the middle of a softmax goes on with the next move', async () => {
    const page = await visit('softmax', 'en');
    await play(page).click();
    await beats(page, 2);
    assert.deepEqual(await parts(page), ['exp']);
    await play(page).click();
    await play(page).click();
    await beats(page, 1);
    assert.deepEqual(await parts(page), ['sum']);
    await beats(page, 3);
    assert.deepEqual((await texts(page, 'A'))[0], ['0.154', '0.691', '0.154']);
    // Someone who looks back at the first row does not send the second one back to its start.
    await beats(page, 2);
    await cell(page, 'A', 0, 1).hover();
    await beats(page, 1);
    assert.deepEqual(await parts(page), ['sum']);
  });

  it('comes of whatever takes over', async () => {
    const ways: Record<string, (page: Page) => Promise<unknown>> = {
      'an edit': (page) => edit(page, 'Q', 0, 0, '1'),
      'a field': (page) => cell(page, 'Q', 0, 0).click(),
      'a name': (page) => page.locator('.rename').first().click(),
      'a stop': (page) => page.locator('.stop[data-step=output]').click(),
      'the same stop': (page) => page.locator('.stop[data-step=scores]').click(),
      next: (page) => page.locator('.arrow-button.next').click(),
      'an arrow key': (page) => page.keyboard.press('ArrowRight'),
      'a cell more': (page) => page.keyboard.press('Shift+ArrowRight'),
      'a pinned cell': (page) => cell(page, 'S', 0, 0).click(),
      'a switch': (page) => page.locator('[data-switch=mask]').first().click(),
      reset: (page) => page.locator('.tool.reset').click(),
      undo: (page) => page.keyboard.press('Control+z'),
      'the address': (page) => address(page, 'v=1&step=scale&lang=en'),
    };
    for (const [name, take] of Object.entries(ways)) {
      const page = await visit('scores', 'en');
      await play(page).click();
      await beats(page, 2);
      await page.locator('section.stage').focus();
      await take(page);
      assert.equal(await playing(page), false, name);
      const [before, where] = [await slider(page).count(), await step(page)];
      await beats(page, 3);
      assert.equal(await step(page), where, name);
      assert.equal(await slider(page).count(), before, name);
    }
  });

  it('does not come of looking around', async () => {
    const page = await visit('scores', 'en');
    await play(page).click();
    await beats(page, 4);
    await cell(page, 'S', 0, 1).hover();
    assert.equal(await boxed(page).innerText(), '5');
    await page.locator('.theme').click();
    await page.locator('.languages button').first().click();
    await page.keyboard.press('Escape');
    assert.equal(await playing(page), true);
    await beats(page, 1);
    assert.equal(await now(page), 5);
    assert.equal(await boxed(page).innerText(), '2');
    assert.match(await focused(page), /languages|button/);
  });
});

describe('play in motion', () => {
  const moving = useClock(site, { reducedMotion: 'no-preference' });

  it('has the same numbers at the same beats', async () => {
    const page = await moving('scale', 'en');
    await play(page).click();
    for (let count = 1; count <= 9; count++) {
      await beats(page, 1);
      assert.deepEqual((await glance(page, 'Z')).cells, partly('Z', count));
    }
    await beats(page, 5);
    assert.equal(await step(page), 'softmax');
    assert.deepEqual((await texts(page, 'A'))[0], ['0.154', '', '']);
  });
});
