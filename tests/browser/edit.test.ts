// Numbers edited in place: what is taken, what is refused, and that every result follows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import {
  boxed,
  cell,
  drawn,
  edit,
  languages,
  siteAt,
  slot,
  steps,
  texts,
  useFigure,
} from './support/figure.ts';

const site = useSite();
const visit = useFigure(site);

describe('an edited number', () => {
  it('is taken on Enter, and every result follows at once', async () => {
    const page = await visit('output', 'en');
    // q₁ = [0 0 1 0]: its scores fall to 0, 1, 2.
    await edit(page, 'Q', 0, 0, '0');
    assert.deepEqual((await texts(page, 'S'))[0], ['0', '1', '2']);
    assert.deepEqual((await texts(page, 'Z'))[0], ['0.0', '0.5', '1.0']);
    // exp(−1), exp(−½), 1 over their sum 1.9744, by hand.
    assert.deepEqual((await texts(page, 'A'))[0], ['0.186', '0.307', '0.506']);
    assert.deepEqual((await texts(page, 'O'))[0], ['0.693', '1.121', '0.307', '1.199']);
    const focused = cell(page, 'Q', 0, 0);
    assert.equal(await focused.evaluate((each) => each.matches(':focus')), true);
  });

  it('in Kᵀ edits the key that stands in its column', async () => {
    const page = await visit('scores', 'en');
    await edit(page, 'K', 3, 1, '-2'); // k₂, component 4
    assert.equal(await cell(page, 'K', 3, 1).innerText(), '−2');
    assert.deepEqual(await texts(page, 'S'), [
      ['2', '5', '2'],
      ['3', '0', '6'],
      ['4', '−2', '1'],
    ]);
    assert.match(
      (await cell(page, 'K', 3, 1).getAttribute('aria-label')) ?? '',
      /column 2 love: −2/,
    );
    await page.waitForFunction(() => location.hash.includes('k='));
    assert.match(await page.evaluate(() => location.hash), /k=1,1,0,1;2,0,1,-2;0,1,2,0/);
  });

  it('is dropped on Escape', async () => {
    const page = await visit('scores', 'en');
    await cell(page, 'Q', 1, 2).click();
    const field = cell(page, 'Q', 1, 2).locator('input');
    assert.equal(await field.getAttribute('inputmode'), 'decimal');
    await field.fill('7');
    await field.press('Escape');
    assert.equal(await cell(page, 'Q', 1, 2).innerText(), '2');
  });

  it('is taken when the focus leaves', async () => {
    const page = await visit('scores', 'en');
    await cell(page, 'Q', 1, 2).click();
    await cell(page, 'Q', 1, 2).locator('input').fill('3');
    await cell(page, 'V', 0, 0).click();
    assert.equal(await cell(page, 'Q', 1, 2).innerText(), '3');
    assert.equal(await cell(page, 'S', 1, 2).innerText(), '8');
  });

  it('may be written full width, as a fraction, or with a power of ten', async () => {
    const page = await visit('scores', 'en');
    for (const [typed, shown] of [
      ['－１．５', '−1.5'],
      ['1/4', '0.25'],
      ['−2', '−2'],
      ['25e-2', '0.25'],
      ['1e30', '1e30'],
      ['12345.678', '12346'],
    ] as const) {
      await edit(page, 'Q', 0, 0, typed);
      assert.equal(await cell(page, 'Q', 0, 0).innerText(), shown, typed);
    }
    await cell(page, 'Q', 0, 0).click();
    const field = cell(page, 'Q', 0, 0).locator('input');
    assert.equal(await field.inputValue(), '12345.678', 'the field shows what the cell rounds');
  });

  it('never commits while an input method composes', async () => {
    const page = await visit('scores', 'zh-Hant');
    await cell(page, 'Q', 0, 0).click();
    const field = cell(page, 'Q', 0, 0).locator('input');
    await field.fill('');
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', {
      text: '３',
      selectionStart: 1,
      selectionEnd: 1,
    });
    for (const key of ['Enter', 'Escape']) {
      await field.evaluate((input, name) => {
        input.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: name,
            isComposing: true,
            bubbles: true,
            composed: true,
            cancelable: true,
          }),
        );
      }, key);
    }
    assert.equal(await field.inputValue(), '３', 'the field is still open');
    await session.send('Input.insertText', { text: '３' });
    await field.press('Enter');
    assert.equal(await cell(page, 'Q', 0, 0).innerText(), '3');
  });

  it('can be brought back with all the others by reset', async () => {
    const page = await visit('scores', 'zh-Hans', '&scale=0');
    await edit(page, 'V', 2, 3, '9');
    await page.locator('.reset').click();
    await drawn(page, 'inputs');
    assert.equal(await cell(page, 'V', 2, 3).innerText(), '2');
    assert.equal(
      await page.locator('[data-switch=scale]').first().getAttribute('aria-checked'),
      'true',
    );
  });
});

const reasons = {
  'zh-Hant': /這不是數字，原來的值不變/,
  'zh-Hans': /无法识别为数值，保留原值/,
  en: /not a number; the old value stays/,
};

for (const language of languages) {
  describe(`a refused number in ${language}`, () => {
    it('says why at the cell and leaves the old value', async () => {
      const page = await visit('scores', language);
      await edit(page, 'Q', 1, 1, 'zwei');
      const remark = page.getByRole('alert');
      assert.match(await remark.innerText(), reasons[language]);
      const field = cell(page, 'Q', 1, 1).locator('input');
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await field.evaluate((input) => input.matches(':focus')), true);
      await field.press('Escape');
      assert.equal(await remark.count(), 0);
      assert.equal(await cell(page, 'Q', 1, 1).innerText(), '2');
      for (const typed of ['1e39', '1/0', ' ']) {
        await edit(page, 'Q', 1, 1, typed);
        assert.equal(await remark.count(), 1, typed);
        await field.press('Escape');
      }
      // Left alone, the field closes, the old value stays and the reason can still be read.
      await cell(page, 'Q', 1, 1).click();
      await field.fill('x');
      await page.keyboard.press('Tab');
      assert.match(await remark.innerText(), reasons[language]);
      assert.match(await cell(page, 'Q', 1, 1).innerText(), /^2/);
    });
  });
}

describe('numbers beyond float32', () => {
  it('show ∞ and NaN, and a sentence says why', async () => {
    const page = await visit('scores', 'en', '&q=1e30,0,1,0;0,2,2,1;1,1,0,2');
    await edit(page, 'K', 0, 1, '1e30');
    assert.equal(await cell(page, 'S', 0, 1).innerText(), '∞');
    assert.match(await page.locator('.look').innerText(), /beyond what float32 can hold/);
    await page.locator('.stop[data-step=softmax]').click();
    assert.deepEqual((await texts(page, 'A'))[0], ['NaN', 'NaN', 'NaN']);
    await cell(page, 'A', 0, 0).click();
    assert.equal(await boxed(page).innerText(), 'NaN');
  });
});

describe('sentences about the numbers', () => {
  it('stay true when the numbers change', async () => {
    const page = await visit('softmax', 'en');
    const look = page.locator('.look');
    assert.match(await look.innerText(), /“love” pays most attention to “AI”: 73\.6%/);
    await edit(page, 'Q', 1, 0, '4'); // q₂ now fits k₂ best
    assert.match(await look.innerText(), /“love” pays most attention to “love”/);
    for (const column of [0, 1, 2, 3]) await edit(page, 'Q', 1, column, '0');
    assert.match(await look.innerText(), /“love” has 3 equal largest weights of 33\.3% each/);
    await page.locator('.stop[data-step=scores]').click();
    for (const row of [0, 2])
      for (const column of [0, 1, 2, 3]) await edit(page, 'Q', row, column, '0');
    assert.match(await look.innerText(), /The highest score is 0, shared by 9 cells/);
  });
});

describe('touch', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  it('inspects by a tap, edits by a tap, and has a key for the sign', async () => {
    const opened = await site.open(siteAt('scores', 'zh-Hant'), phone);
    const { page } = opened;
    await drawn(page, 'scores');
    await cell(page, 'S', 0, 1).tap();
    assert.equal(await boxed(page).innerText(), '5');
    await cell(page, 'Q', 0, 0).tap();
    const field = cell(page, 'Q', 0, 0).locator('input');
    await field.fill('3');
    await slot(page, 'Q').locator('.sign').tap();
    assert.equal(await field.inputValue(), '-3');
    await slot(page, 'Q').locator('.sign').tap();
    await slot(page, 'Q').locator('.sign').tap();
    await field.press('Enter');
    assert.equal(await cell(page, 'Q', 0, 0).innerText(), '−3');
    assert.deepEqual((await texts(page, 'S'))[0], ['−3', '−5', '2']);
    await closeQuietly(opened);
  });

  it('finds nothing smaller than 40 px to aim at', async () => {
    const opened = await site.open(siteAt('inputs', 'zh-Hant', '&mask=1'), phone);
    const { page } = opened;
    for (const step of steps) {
      await page.locator(`.stop[data-step=${step}]`).tap();
      await drawn(page, step);
      const small = await page
        .locator('button, .editable [role=gridcell], .live [role=gridcell]')
        .evaluateAll((list) =>
          list
            .map((each) => each.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .filter(({ width, height }) => Math.min(width, height) < 40)
            .map(({ width, height }) => `${width} × ${height}`),
        );
      assert.deepEqual(small, [], step);
    }
    await closeQuietly(opened);
  });
});
