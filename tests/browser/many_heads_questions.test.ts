// Predict first among many heads: every question to its end, and what the mistakes of this lesson are told.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { chapters } from '../../web/lessons/chapters.ts';
import type { Misconception } from '../../web/src/state/lesson.ts';
import { questionOf } from '../../web/src/state/question.ts';
import { currentStep } from '../../web/src/state/reducer.ts';
import { precise } from '../../web/src/views/numbers.ts';
import { lesson } from '../web/support/many_heads.ts';
import { useSite } from './support/browser.ts';
import { languages } from './support/figure.ts';
import type { Language } from './support/figure.ts';
import { speak } from './support/flows.ts';
import { cell, map, modelOf, useHeads } from './support/heads.ts';
import { answer, choices, feedback, field, show, verdict } from './support/questions.ts';

const site = useSite();
const visit = useHeads(site);
const ask = (step: string, shown: number, more = ''): Promise<Page> =>
  visit(step, `&predict=1&shown=${step}.${shown}${more}`);

const texts = chapters.find((chapter) => chapter.lesson.id === lesson.id)?.text ?? assert.fail();

/** Whether a sentence of the lesson is said, whatever stands in its places. */
function says(said: string, language: Language, misconception: Misconception): boolean {
  const pieces = texts[language].misconceptions[misconception]?.split(/\{\w+\}/) ?? [];
  const bare = (text: string) => text.replace(/\s+/g, '');
  assert.ok(
    pieces.some((piece) => bare(piece).length > 4),
    `${misconception} in ${language}`,
  );
  return pieces.every((piece) => bare(said).includes(bare(piece)));
}

async function told(page: Page, misconception: Misconception): Promise<void> {
  assert.equal(await verdict(page), 'wrong');
  for (const language of languages) {
    await speak(page, language);
    const said = await feedback(page);
    assert.ok(says(said, language, misconception), `${misconception}: ${said}`);
  }
  await speak(page, 'en');
}

const asked = lesson.steps.filter(({ ask: question }) => question);

describe('a question', () => {
  for (const place of ['', '&head=2', '&set=random&heads=8&head=5']) {
    it(`of every step is answered to the end${place === '' ? '' : ` with ${place}`}`, async () => {
      for (const step of asked) {
        const page = await visit(step.id, `&predict=1${place}`);
        for (let count = 0; ; count++) {
          const { state, model } = await modelOf(page);
          const question = questionOf(lesson, state);
          if (!question) {
            assert.ok(count > 0, step.id);
            break;
          }
          const { value, columns } = model.solve(currentStep(lesson, state), question, state);
          if (question.kind === 'choice')
            await choices(page)
              .nth(columns[0] ?? -1)
              .click();
          else await answer(page, value.toFixed(4));
          const last = questionOf(lesson, (await modelOf(page)).state) === null;
          if (!last) assert.match(await feedback(page), /^Right: /, `${step.id} ${value}`);
        }
        await page.locator('.exercise').waitFor({ state: 'detached' });
        assert.equal(await page.locator('figure .todo').count(), 0, step.id);
      }
      const page = await visit('concat', `&predict=1${place}`);
      assert.equal(await page.locator('.exercise').count(), 0, 'nothing is computed there');
    });
  }

  it('is shown by the button, the whole row where it is about the row', async () => {
    for (const [step, id, columns] of [
      ['project', 'Pq', 1],
      ['split', 'H0', 2],
      ['scores', 'S', 1],
      ['outputs', 'O', 2],
      ['result', 'Y', 4],
    ] as const) {
      const page = await visit(step, '&predict=1');
      assert.equal(await cell(page, id, 2, 0).innerText(), '?', step);
      await show(page).click();
      for (let column = 0; column < columns; column++) {
        assert.match(await cell(page, id, 2, column).innerText(), /\d/, `${step} ${column}`);
      }
    }
  });

  it('stays where it is while the mouse looks elsewhere', async () => {
    for (const [step, asked, at, others] of [
      ['split', 'H1', [2, 0], ['H0', 'M0', 'Pq']],
      ['project', 'Pq', [2, 0], ['Pk', 'Pv', 'X']],
    ] as const) {
      const page = await visit(step, '&predict=1&head=2&mistake=1');
      const place = cell(page, asked, ...at);
      assert.equal(await place.innerText(), '?', step);
      const words = () => page.locator('.exercise').innerText();
      const box = () => place.boundingBox();
      await field(page).fill('0.2');
      const [said, stood] = [await words(), await box()];
      for (const id of others) {
        await cell(page, id, 0, 0).hover();
        await cell(page, id, 1, 0).hover();
        assert.equal(await place.innerText(), '?', `${step}: ${id} was pointed at`);
        assert.deepEqual([await words(), await box()], [said, stood], `${step} ${id}`);
        assert.equal(await field(page).inputValue(), '0.2', `${step} ${id}`);
      }
      // Of the result that is asked about, what is shown is still explained.
      await cell(page, asked, 1, 0).hover();
      assert.equal(await cell(page, asked, 1, 0).getAttribute('aria-selected'), 'true');
    }
  });

  it('is about one of several matrices, and the others hold back the same cell', async () => {
    const page = await ask('project', 9);
    assert.equal(await cell(page, 'Pq', 2, 1).innerText(), '?');
    for (const id of ['Pk', 'Pv']) assert.equal(await cell(page, id, 2, 1).innerText(), '');
    await answer(page, '1');
    for (const [id, text] of [
      ['Pq', '1'],
      ['Pk', '1'],
      ['Pv', '1'],
    ] as const) {
      assert.equal(await cell(page, id, 2, 1).innerText(), text);
    }
    const split = await ask('split', 4, '&head=2');
    assert.equal(await cell(split, 'H1', 2, 0).innerText(), '?');
    assert.equal(await cell(split, 'H0', 2, 0).innerText(), '');
  });

  it('of another head begins anew', async () => {
    const page = await ask('scores', 7);
    await answer(page, '0');
    assert.equal(await verdict(page), 'wrong');
    await map(page, 1).click();
    assert.equal(await verdict(page), null);
    await answer(page, '0');
    assert.match(await feedback(page), /^Right: 0/);
  });
});

describe('a wrong answer', () => {
  // Numbers by hand from the document's example in two heads.
  const cases: readonly (readonly [string, number, string, number, Misconception])[] = [
    // Row 3 of Q read in the order of memory: the first head would begin with 0 instead of 1.
    ['split', 4, '', 0, 'forgot_transpose'],
    ['scores', 6, '', 4, 'whole_score'],
    ['scores', 6, '', 0, 'row_for_column'],
    ['scores', 7, '', 0, 'other_head'],
    ['weights', 7, '', Math.exp(1) / (2 * Math.exp(1) + Math.exp(0.5)), 'root_of_whole'],
    ['weights', 7, '', Math.exp(2) / (2 * Math.exp(2) + Math.exp(1)), 'forgot_root'],
    ['weights', 7, '', 1, 'forgot_divide'],
    ['weights', 7, '', 0.1636, 'other_head'],
    ['weights', 7, '', 0.4458, 'row_for_column'],
    ['outputs', 4, '', 1 + Math.exp(-Math.SQRT1_2), 'forgot_divide'],
    ['outputs', 4, '', 0.0454 + 0.1978, 'row_for_column'],
    // Three columns go round by one: C times W_O itself moves them the other way.
    ['result', 8, '&wo=0,0,1,0;1,0,0,0;0,1,0,0;0,0,0,1', 1, 'weights_not_transposed'],
    ['project', 7, '&wq=2,0,1;0,2,1;1,2,0', 2, 'weights_not_transposed'],
  ];
  for (const [step, shown, more, given, misconception] of cases) {
    it(`in ${step}, ${precise(given)}, is told: ${misconception}`, async () => {
      const page = await ask(step, shown, more);
      await answer(page, given.toFixed(4));
      await told(page, misconception);
      assert.equal(await field(page).getAttribute('aria-invalid'), 'true');
    });
  }

  it('names the head and the widths in question', async () => {
    const page = await ask('weights', 7);
    await answer(page, '0.3836');
    assert.match(await feedback(page), /whole width, 4\. A head is 2 wide: divide by √?2/);
    const scores = await ask('scores', 6, '&head=2');
    await answer(scores, '4');
    assert.match(await feedback(scores), /Head 2 has only its own/);
  });

  it('as a choice is told where it comes of the column', async () => {
    const page = await ask('weights', 0);
    assert.deepEqual(await choices(page).allInnerTexts(), ['I', 'love', 'AI']);
    assert.match(await page.locator('.question').innerText(), /Head 1: which token will “I”/);
    await choices(page).nth(2).click();
    assert.equal(await verdict(page), 'wrong');
    await choices(page).nth(1).click();
    assert.match(await feedback(page), /^Right: love/);
    const second = await ask('weights', 3, '&head=2');
    assert.match(await second.locator('.question').innerText(), /Head 2: which token will “love”/);
    await choices(second).nth(0).click();
    assert.equal(await verdict(second), 'wrong');
  });
});
