// A matrix pasted into a cell, or put in through the panel; and what is said of one that cannot be used.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { cell, drawn, languages, plain, texts, useFigure } from './support/figure.ts';
import type { Language } from './support/figure.ts';
import { announcement, focused, shape, shapes, speak, stateOf } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const panel = (page: Page): Locator => page.locator('[data-panel=numbers] .panel');
/** As the browser does it for whatever has the focus. */
const paste = (target: Locator, text: string): Promise<boolean> =>
  target.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', {
      clipboardData,
      bubbles: true,
      composed: true,
      cancelable: true,
    });
    return !element.dispatchEvent(event);
  }, text);

describe('a paste into a cell', () => {
  const forms: [string, string, string[][]][] = [
    [
      'a NumPy print',
      '[[ 1.   2. ]\n [ 3.  -0.5]]',
      [
        ['1', '2'],
        ['3', '−0.5'],
      ],
    ],
    [
      'NumPy code',
      'np.array([[1, 2],\n          [3, 4]], dtype=float32)',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'a tensor',
      'tensor([[0., 1.],\n        [1., 0.]])',
      [
        ['0', '1'],
        ['1', '0'],
      ],
    ],
    [
      'a spreadsheet',
      '1\t2\t3\r\n4\t5\t1/2\r\n',
      [
        ['1', '2', '3'],
        ['4', '5', '0.5'],
      ],
    ],
    ['lists', '[[1, 2, 3]]', [['1', '2', '3']]],
    [
      'numbers between spaces',
      '1 2\n3 4\n5 6',
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
    ],
  ];

  it('takes a matrix as others write it, and the sizes that belong together', async () => {
    for (const [name, text, expected] of forms) {
      const page = await visit('inputs', 'en');
      await cell(page, 'Q', 1, 1).focus();
      assert.equal(await paste(cell(page, 'Q', 1, 1), text), true, name);
      assert.deepEqual(await texts(page, 'Q'), expected, name);
      const [rows, columns] = [expected.length, expected[0]?.length ?? 0];
      assert.deepEqual(await shapes(page), [
        `${rows}×${columns}`,
        `${columns}×${rows}`,
        `${rows}×4`,
      ]);
      assert.equal(await page.locator('.row-labels .rename').count(), rows, name);
    }
  });

  it('is of the keys as they are given, row by row, where Kᵀ is drawn', async () => {
    const page = await visit('scores', 'en');
    await paste(cell(page, 'K', 0, 0), '1 2 3 4\n5 6 7 8\n9 10 11 12');
    assert.deepEqual((await texts(page, 'K'))[0], ['1', '5', '9']);
    await page.keyboard.press('Control+z');
    await paste(cell(page, 'V', 0, 0), '1\n2\n3');
    assert.equal(await shape(page, 'V'), '3×1');
    assert.equal(await shape(page, 'Q'), '3×4', 'V has its width to itself');
  });

  it('of a single number goes into a field, which stays open', async () => {
    const page = await visit('scores', 'en');
    const q = cell(page, 'Q', 0, 0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const [text, taken] of [
      ['7', '7'],
      ['1 / 2', '0.5'],
      ['[[5]]', '2'], // not taken
    ] as const) {
      await visit('scores', 'en');
      await page.evaluate((each) => navigator.clipboard.writeText(each), text);
      await q.click();
      await page.keyboard.press('Control+v');
      assert.equal(await q.locator('input').inputValue(), text);
      assert.equal(await shape(page, 'Q'), '3×4', 'no matrix of one');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      assert.equal(await q.innerText(), taken);
    }
    await page.evaluate(() => navigator.clipboard.writeText('8'));
    await q.focus();
    await page.keyboard.press('Control+v');
    assert.equal(await q.locator('input').inputValue(), '8', 'a cell opens for it');
    await page.keyboard.press('Escape');
    await page.evaluate(() => navigator.clipboard.writeText('1\t2\n3\t4'));
    await q.click();
    await page.keyboard.press('Control+v');
    assert.deepEqual(await texts(page, 'Q'), [
      ['1', '2'],
      ['3', '4'],
    ]);
    assert.equal(await focused(page), 'Q 0 0', 'back at the cell');
  });
});

describe('a paste that cannot be used', () => {
  const bad: [string, Record<Language, string>][] = [
    [
      '1 2 3 4\n5 6 x 8',
      {
        'zh-Hant': '第 2 列第 3 個不是數字：x',
        'zh-Hans': '第 2 行第 3 个不是数：x',
        en: 'Row 2, entry 3 is not a number: x',
      },
    ],
    [
      '1 2 3\n4 5',
      {
        'zh-Hant': '第 2 列有 2 個數，第 1 列有 3 個。',
        'zh-Hans': '第 2 行有 2 个数，第 1 行有 3 个。',
        en: 'Entries in row 2: 2; in row 1: 3.',
      },
    ],
    [
      '1 2\n3 1e39',
      {
        'zh-Hant': '第 2 列第 2 個超過 float32 的上限：1e39',
        'zh-Hans': '第 2 行第 2 个超出 float32 的范围：1e39',
        en: 'Row 2, entry 2 is beyond float32: 1e39',
      },
    ],
    [
      '1,1/0',
      {
        'zh-Hant': '第 1 列第 2 個的分母是 0：1/0',
        'zh-Hans': '第 1 行第 2 个的分母为 0：1/0',
        en: 'Row 1, entry 2 divides by 0: 1/0',
      },
    ],
    [
      '[[1, 2], [3, 4]',
      { 'zh-Hant': '括號沒有成對。', 'zh-Hans': '括号不配对。', en: 'A bracket is missing.' },
    ],
    [
      '[[[1, 2], [3, 4]]]',
      {
        'zh-Hant': '矩陣只有兩層括號，這裡多了。',
        'zh-Hans': '矩阵只有两层括号，这里更多。',
        en: 'A matrix has two levels of brackets; this has more.',
      },
    ],
    [
      Array(9).fill('1 2').join('\n'),
      {
        'zh-Hant': '9 × 2 太大了，最大是 8 × 8。',
        'zh-Hans': '9 × 2 太大，最大为 8 × 8。',
        en: '9 × 2 is too large; at most 8 × 8.',
      },
    ],
  ];

  it('opens the panel with the text, and says where it fails, in each language', async () => {
    for (const [text, problems] of bad) {
      const page = await visit('scores', 'en');
      const before = await stateOf(page);
      await cell(page, 'K', 0, 0).focus();
      assert.equal(await paste(cell(page, 'K', 0, 0), text), true);
      await panel(page).waitFor();
      for (const language of languages) {
        await speak(page, language);
        assert.equal(plain(await panel(page).locator('.wrong').innerText()), problems[language]);
      }
      const area = panel(page).locator('textarea');
      assert.equal(await area.inputValue(), text);
      assert.equal(await area.getAttribute('aria-invalid'), 'true');
      assert.equal(
        await panel(page).locator('[aria-pressed=true]').innerText(),
        'K',
        'where it was meant to go',
      );
      assert.equal(await stateOf(page), before, 'nothing changed');
      await area.fill('1 2\n3 4');
      assert.equal(await area.getAttribute('aria-invalid'), 'false');
    }
  });

  it('takes no key away where the panel cannot be shown', async () => {
    const opened = await openHost(
      site,
      '<qkv-lab step="scores" lang="en" controls="steps"></qkv-lab>',
    );
    const { page } = opened;
    await drawn(page, 'scores');
    await cell(page, 'Q', 0, 0).focus();
    await paste(cell(page, 'Q', 0, 0), '1 2\n3 x');
    assert.equal(await shape(page, 'Q'), '3×4');
    await page.locator('.arrow-button.next').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scale');
    await closeQuietly(opened);
  });
});

describe('the panel for pasting', () => {
  it('works by keys alone', async () => {
    const page = await visit('inputs', 'en');
    await page.locator('[data-panel=numbers] > button').focus();
    await page.keyboard.press('Enter');
    await panel(page).waitFor();
    const area = panel(page).locator('textarea');
    for (
      let count = 0;
      count < 12 && !(await area.evaluate((each) => each.matches(':focus')));
      count++
    ) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('1 0');
    await page.keyboard.press('Enter');
    await page.keyboard.type('0 1');
    assert.equal(await area.inputValue(), '1 0\n0 1', 'Enter breaks a line');
    for (const key of ['Tab', 'Tab', 'Enter', 'Tab', 'Tab']) await page.keyboard.press(key);
    assert.equal(await panel(page).locator('[aria-pressed=true]').innerText(), 'K');
    assert.equal(await focused(page), 'plain check');
    await page.keyboard.press('Enter');
    await panel(page).waitFor({ state: 'detached' });
    assert.deepEqual(await texts(page, 'K'), [
      ['1', '0'],
      ['0', '1'],
    ]);
    assert.deepEqual(await shapes(page), ['2×2', '2×2', '2×4']);
    assert.equal(await focused(page), 'tool', 'back at the button');
    await page.keyboard.press('Control+z');
    assert.deepEqual(await shapes(page), ['3×4', '4×3', '3×4']);
    assert.equal(await announcement(page), 'Undone');
  });
});
