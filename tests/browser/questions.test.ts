// Predict first, questions: marked, chosen, shown, reported, switched off, shared.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { cell, drawn, edit, siteAt, texts, useFigure } from './support/figure.ts';
import { focused, openPanel, phone } from './support/flows.ts';
import { answer, asking, check, choices, feedback, show, verdict } from './support/questions.ts';

const site = useSite();
const visit = useFigure(site);
const ask = asking(visit);

describe('a marking', () => {
  it('is made and unmade by keys, and shows what is marked', async () => {
    const page = await ask('mask', 'en', 3, '&mask=1');
    const marks = page.locator('.exercise .marks');
    assert.equal(await marks.innerText(), 'none marked');
    const label = () => cell(page, 'Z', 1, 2).getAttribute('aria-label');
    await cell(page, 'Z', 1, 2).focus();
    await page.keyboard.press('Enter');
    assert.equal(await marks.innerText(), 'AI');
    assert.match((await label()) ?? '', /marked$/);
    await page.keyboard.press('Space');
    assert.equal(await marks.innerText(), 'none marked');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    assert.equal(await marks.innerText(), 'love AI');
    await page.keyboard.press('Enter');
    await check(page).press('Enter');
    assert.match(await feedback(page), /^Right: AI/);
    // Of the last row nothing is covered.
    await check(page).click();
    await page.locator('.exercise').waitFor({ state: 'detached' });
    assert.deepEqual((await texts(page, 'Z'))[2], ['2.0', '1.0', '0.5']);
  });

  it('is made by taps', async () => {
    const opened = await site.open(siteAt('mask', 'en', '&predict=1&mask=1'), phone);
    const { page } = opened;
    await drawn(page, 'mask');
    await cell(page, 'Z', 1, 2).tap();
    assert.equal(await page.locator('.exercise .marks').innerText(), 'AI');
    await cell(page, 'Z', 1, 1).tap();
    await cell(page, 'Z', 1, 1).tap();
    await check(page).tap();
    assert.match(await feedback(page), /^Right: AI/);
    await closeQuietly(opened);
  });
});

describe('a question', () => {
  it('can always be answered by “Show me”', async () => {
    for (const [step, shown, id, at] of [
      ['scores', 6, 'S', [2, 0]],
      ['scale', 7, 'Z', [2, 1]],
      ['mask', 3, 'Z', [1, 0]],
      ['softmax', 6, 'A', [2, 0]],
      ['softmax', 8, 'A', [2, 2]],
      ['output', 11, 'O', [2, 3]],
    ] as const) {
      const page = await ask(step, 'en', shown, step === 'mask' ? '&mask=1' : '');
      await show(page).click();
      const place = cell(page, id, at[0], at[1]);
      await place.and(page.locator(':not(.todo)')).waitFor();
      assert.match(await place.innerText(), /\d/);
      assert.equal(await page.locator('.feedback[data-verdict=right]').count(), 0);
    }
  });

  it('takes the focus to its field from the cell', async () => {
    const page = await ask('scale', 'en', 6);
    await cell(page, 'Z', 2, 0).click();
    assert.equal(await focused(page), 'answer-field');
    await cell(page, 'Z', 2, 0).focus();
    await page.keyboard.press('Enter');
    assert.equal(await focused(page), 'answer-field');
  });

  it('follows the numbers: what was right is no longer', async () => {
    const page = await ask('scores', 'en', 6);
    await answer(page, '5');
    assert.equal(await verdict(page), 'wrong');
    await edit(page, 'Q', 2, 3, '3'); // q₃ = [1 1 0 3]: its score with k₁ is 5
    assert.equal(await verdict(page), null);
    await answer(page, '4');
    assert.equal(await verdict(page), 'wrong');
    await answer(page, '5');
    assert.match(await feedback(page), /^Right: 5/);
  });

  it('of two equal largest weights takes either', async () => {
    const equal = '&q=2,0,1,0;0,2,2,1;0,0,0,0';
    for (const choice of [0, 1, 2]) {
      const page = await ask('softmax', 'en', 6, equal);
      await choices(page).nth(choice).click();
      assert.match(await feedback(page), /^Right: I love AI/);
    }
  });

  it('is reported with what was given, and what is right', async () => {
    const page = await ask('scores', 'en', 6);
    await page.evaluate(() => {
      const answers: unknown[] = [];
      Object.assign(globalThis, { answers });
      addEventListener('qkv-answer', (event) => answers.push((event as CustomEvent).detail));
    });
    const answers = () =>
      page.evaluate(() => (globalThis as unknown as { answers: unknown[] }).answers.splice(0));
    await answer(page, 'x');
    assert.deepEqual(await answers(), [], 'what cannot be read is no answer');
    await answer(page, '3');
    await answer(page, '4');
    const exercise = 'scores-number';
    assert.deepEqual(await answers(), [
      { exercise, given: 3, expected: 4, correct: false },
      { exercise, given: 4, expected: 4, correct: true },
    ]);
    await ask('softmax', 'en', 6);
    await choices(page).nth(1).click();
    await choices(page).nth(0).click();
    const choice = { exercise: 'softmax-choice', expected: [0] };
    assert.deepEqual(await answers(), [
      { ...choice, given: 1, correct: false },
      { ...choice, given: 0, correct: true },
    ]);
    await ask('mask', 'en', 3, '&mask=1');
    for (const column of [1, 2]) await cell(page, 'Z', 1, column).click();
    await check(page).click();
    await cell(page, 'Z', 1, 1).click();
    await check(page).click();
    await check(page).click();
    const marking = { exercise: 'mask-mark', expected: [2] };
    assert.deepEqual(await answers(), [
      { ...marking, given: [1, 2], correct: false },
      { ...marking, given: [2], correct: true },
      { ...marking, given: [], expected: [], correct: true },
    ]);
    await ask('output', 'en', 8);
    await show(page).click();
    assert.deepEqual(await answers(), [], 'to be shown is no answer');
  });
});

describe('predict first', () => {
  it('is a setting, and a word of the address', async () => {
    const page = await visit('softmax', 'en', '&predict=1');
    assert.equal(await page.locator('.exercise').count(), 1);
    const panel = await openPanel(page, 'settings');
    const toggle = panel.getByRole('switch', { name: 'Predict first' });
    assert.equal(await toggle.getAttribute('aria-checked'), 'true');
    await toggle.click();
    assert.equal(await toggle.getAttribute('aria-checked'), 'false');
    assert.equal(await page.locator('.exercise').count(), 0);
    assert.deepEqual((await texts(page, 'A'))[2], ['0.629', '0.231', '0.140']);
    await page.waitForFunction(() => location.hash.includes('predict=0'));
    for (const step of ['output', 'scores', 'scale'] as const) {
      await page.locator(`.stop[data-step=${step}]`).click();
      await drawn(page, step);
      assert.equal(await page.locator('[role=gridcell].todo').count(), 0, step);
    }
    await visit('output', 'en', '&predict=0');
    assert.equal(await page.locator('[role=gridcell].todo').count(), 0);
  });

  it('goes on elsewhere from where it was shared', async () => {
    const page = await visit('scores', 'zh-Hans', '&predict=1');
    await answer(page, '4');
    await page.locator('.stop[data-step=output]').click();
    await drawn(page, 'output');
    await show(page).click();
    await show(page).click();
    await page.waitForFunction(() => location.hash.includes('output.10'));
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /shown=scores\.7,output\.10/);
    const other = await site.open(`site/${hash}`);
    await drawn(other.page, 'output');
    assert.equal(await cell(other.page, 'O', 2, 2).innerText(), '?');
    assert.deepEqual(await texts(other.page, 'O'), await texts(page, 'O'));
    await other.page.locator('.stop[data-step=scores]').click();
    await drawn(other.page, 'scores');
    assert.deepEqual((await texts(other.page, 'S'))[2], ['4', '?', '']);
    await closeQuietly(other);
  });

  it('asks nothing where nothing can be operated, and holds nothing back', async () => {
    const page = await visit('scores', 'en', '&predict=1');
    await page.locator('qkv-lab').evaluate((lab) => {
      Object.assign(lab, { controls: 'none' });
    });
    await page.locator('.exercise').waitFor({ state: 'detached' });
    assert.deepEqual((await texts(page, 'S'))[2], ['4', '2', '1']);
    await page.locator('qkv-lab').evaluate((lab) => {
      Object.assign(lab, { controls: 'full' });
    });
    await page.locator('.exercise').waitFor();
  });
});
