// Predict first, answers: what is right, and what each wrong one is told.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { cell, drawn, languages, texts, useFigure } from './support/figure.ts';
import type { Language, SlotId, StepId } from './support/figure.ts';
import { focused, speak, tokens } from './support/flows.ts';
import {
  answer,
  asking,
  check,
  choices,
  feedback,
  field,
  said,
  verdict,
  wrongNumbers,
} from './support/questions.ts';
import type { Mistake } from './support/questions.ts';

const site = useSite();
const visit = useFigure(site);
const ask = asking(visit);

/** Shows the figure in a language, and reads what is said of the answer. */
async function feedbackIn(page: Page, language: Language): Promise<string> {
  await speak(page, language);
  return feedback(page);
}

const heard = new Set<Mistake | null>();

/** In every language the wrong answer is told why, or given the hint where no mistake is known that makes it. */
async function told(page: Page, why: Mistake | null): Promise<void> {
  assert.equal(await verdict(page), 'wrong');
  // Once in every language is enough.
  const among = heard.has(why) ? (['en'] as const) : languages;
  heard.add(why);
  for (const language of among) {
    const text = await feedbackIn(page, language);
    const { wrong, unclear, ...mistakes } = said[language];
    assert.match(text, wrong);
    assert.doesNotMatch(text, unclear);
    const found = Object.entries(mistakes).filter(([, each]) => each.test(text));
    assert.deepEqual(
      found.map(([name]) => name),
      why ? [why] : [],
      text,
    );
    if (!why) assert.ok(text.length > 12, `a hint: ${text}`);
  }
}

describe('a wrong answer', () => {
  it('as a number is told by which mistake it comes about', async () => {
    for (const { step, id, shown, columns, wrong } of wrongNumbers) {
      const page = await ask(step, 'en', shown);
      const asked = cell(page, id, Math.floor(shown / columns), shown % columns);
      assert.equal(await asked.innerText(), '?');
      for (const [given, mistake] of wrong) {
        await answer(page, given.toFixed(3));
        await told(page, mistake);
        assert.equal(await asked.innerText(), '?');
        assert.equal(await field(page).getAttribute('aria-invalid'), 'true');
      }
    }
  });

  it('that cannot be read is kept, and said to be none', async () => {
    const page = await ask('scores', 'en', 6);
    for (const text of ['abc', '', '1/0', '1,5']) {
      await answer(page, text);
      for (const language of languages) {
        assert.match(await feedbackIn(page, language), said[language].unclear);
      }
      assert.equal(await field(page).inputValue(), text);
    }
  });

  it('as a choice is told when it comes of the column', async () => {
    const page = await ask('softmax', 'en', 6);
    for (const language of languages) {
      await speak(page, language);
      assert.deepEqual(await choices(page).allInnerTexts(), [...tokens[language]]);
    }
    assert.equal(await cell(page, 'A', 2, 0).innerText(), '?');
    await choices(page).nth(2).click();
    await told(page, null);
    await choices(page).nth(1).click(); // who attends most to this token
    await told(page, 'across');
    await choices(page).nth(0).click();
    assert.equal(await verdict(page), 'right');
    for (const language of languages) {
      assert.ok((await feedbackIn(page, language)).endsWith(tokens[language][0]));
    }
    assert.equal(await cell(page, 'A', 2, 0).innerText(), '0.629');
  });

  it('as a marking is told what may be seen', async () => {
    const page = await ask('mask', 'en', 3, '&mask=1');
    for (const [marked, why] of [
      [[], null],
      [[0], 'past'],
      [[1], 'past'], // 1 and 2
      [[0], 'itself'],
      [[2], 'itself'], // 2 and 3
    ] as const) {
      for (const column of marked) await cell(page, 'Z', 1, column).click();
      await check(page).click();
      await told(page, why);
    }
    await cell(page, 'Z', 1, 1).click();
    await check(page).click();
    assert.equal(await verdict(page), 'right');
    assert.deepEqual((await texts(page, 'Z'))[1], ['1.5', '1.0', '−∞']);
  });
});

describe('a number', () => {
  it('is right exactly or as near as it is asked, in any notation; the next question follows', async () => {
    const right: [StepId, SlotId, number, string[]][] = [
      ['scores', 'S', 6, ['4', '4.0', '４', '8/2', '3.995']],
      ['scale', 'Z', 6, ['2', '2.0', '4/2']],
      ['softmax', 'A', 7, ['0.23', '.231', '0.2312', '0.24/1.04']],
      ['output', 'O', 8, ['0.77', '0.7688', '0.76', '.779']],
    ];
    for (const [step, id, shown, answers] of right) {
      for (const text of answers) {
        const page = await ask(step, 'en', shown);
        await answer(page, text);
        assert.match(await feedback(page), /^Right: /, `${step} ${text}`);
        const columns = id === 'O' ? 4 : 3;
        const place = [Math.floor(shown / columns), shown % columns] as const;
        assert.notEqual(await cell(page, id, ...place).innerText(), '?');
        assert.equal(await cell(page, id, place[0], place[1] + 1).innerText(), '?');
        assert.equal(await field(page).inputValue(), '');
        assert.equal(await field(page).getAttribute('aria-invalid'), 'false', 'of the next one');
        assert.equal(await focused(page), 'answer-field');
      }
    }
  });

  it('beyond the tolerance is wrong', async () => {
    for (const [step, shown, text] of [
      ['scores', 6, '3.97'],
      ['scale', 6, '2.02'],
      ['softmax', 7, '0.22'],
      ['output', 8, '0.75'],
    ] as const) {
      const page = await ask(step, 'en', shown);
      await answer(page, text);
      assert.equal(await verdict(page), 'wrong', `${step} ${text}`);
    }
  });

  it('is forgotten with its verdict when something else is typed', async () => {
    const page = await ask('scores', 'en', 6);
    await answer(page, '2');
    assert.equal(await verdict(page), 'wrong');
    await field(page).fill('3');
    assert.equal(await verdict(page), null);
    assert.match(await feedback(page), /Multiply in pairs, then add: \[1 1 0 2\] and \[1 1 0 1\]/);
  });

  it('goes all the way: no question is left, and the keys still act', async () => {
    const page = await visit('scores', 'en', '&predict=1');
    assert.deepEqual(await texts(page, 'S'), [
      ['2', '5', '2'],
      ['3', '2', '6'],
      ['?', '', ''],
    ]);
    const label = await cell(page, 'S', 2, 1).getAttribute('aria-label');
    assert.equal(label, 'row 3 AI, column 2 love: not computed yet');
    assert.match(
      (await cell(page, 'S', 2, 0).getAttribute('aria-label')) ?? '',
      /not computed yet; the question is about this cell/,
    );
    for (const text of ['4', '2', '1']) await answer(page, text);
    assert.deepEqual((await texts(page, 'S'))[2], ['4', '2', '1']);
    await page.locator('.exercise').waitFor({ state: 'detached' });
    assert.match(await page.locator('.look').innerText(), /The highest score/);
    assert.equal(await focused(page), 'stage');
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scale');
    assert.equal(await verdict(page), null, 'praise is of its own step');
  });
});
