// Other numbers and other sizes: drawn from a seed, stepped up and down, and right at both ends.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { engine, tensor } from '../wasm/support/engine.ts';
import type { Tensor } from '../wasm/support/engine.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import { drawn, edit, siteAt, texts, useFigure } from './support/figure.ts';
import type { SlotId, StepId } from './support/figure.ts';
import { announcement, openPanel, phone, shapes, speak, stateOf } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const panel = (page: Page) => page.locator('.panel');

describe('new numbers', () => {
  const fresh = (page: Page) => panel(page).getByRole('button', { name: 'New numbers' });
  const seed = (page: Page) => panel(page).getByLabel('Seed');

  it('come of the next seed, and of the same seed again', async () => {
    const page = await visit('inputs', 'en');
    await openPanel(page, 'numbers');
    assert.equal(await seed(page).inputValue(), '');
    const drawn: string[] = [];
    for (const expected of ['1', '2', '3']) {
      await fresh(page).click();
      assert.equal(await seed(page).inputValue(), expected);
      drawn.push(JSON.stringify(await texts(page, 'Q')));
    }
    assert.equal(new Set(drawn).size, 3);
    await seed(page).fill('1');
    await seed(page).press('Enter');
    assert.equal(JSON.stringify(await texts(page, 'Q')), drawn[0]);
    assert.match(await stateOf(page), /&seed=1(&|$)/);
    for (const text of (await texts(page, 'V')).flat()) assert.match(text, /^(0|1|2|−1)$/);
    // An edit leaves the stream of the seed.
    await page.keyboard.press('Escape');
    await edit(page, 'Q', 0, 0, '9');
    assert.doesNotMatch(await stateOf(page), /seed/);
    await openPanel(page, 'numbers');
    assert.equal(await seed(page).inputValue(), '');
  });

  it('refuse what is no seed, and keep the numbers', async () => {
    const page = await visit('inputs', 'en');
    await openPanel(page, 'numbers');
    for (const [old, given] of [
      ['', 'x'],
      ['', '-1'],
      ['', '4294967296'],
      ['', '1.5'],
      ['4294967295', '4294967295'],
      ['4294967295', ''],
      ['4294967295', 'seven'],
      ['0', '0'],
    ] as const) {
      await seed(page).fill(given);
      await seed(page).press('Enter');
      assert.equal(await seed(page).inputValue(), old, given);
    }
    await seed(page).fill('4294967295');
    await seed(page).press('Enter');
    await fresh(page).click();
    assert.equal(await seed(page).inputValue(), '0', 'after the last comes the first');
  });

  it('keep the sizes', async () => {
    const page = await visit('inputs', 'en', '&q=1,2;3,4;5,6;7,8&values=1;2;3;4');
    await openPanel(page, 'numbers');
    await fresh(page).click();
    assert.deepEqual(await shapes(page), ['4×2', '2×4', '4×1']);
  });
});

/** The stepper of an axis: with the matrices, or in the strip where there is no room for it there. */
const stepper = (page: Page, axis: string, by: 1 | -1) =>
  page.locator(`.stepper[data-axis=${axis}] [data-by="${by}"]`).filter({ visible: true });

describe('sizes', () => {
  const most: [string, string[]][] = [
    ['tokens', ['8×4', '4×8', '8×4']],
    ['depth', ['8×8', '8×8', '8×4']],
    ['width', ['8×8', '8×8', '8×8']],
  ];
  const least: [string, string[]][] = [
    ['tokens', ['1×8', '8×1', '1×8']],
    ['depth', ['1×1', '1×1', '1×8']],
    ['width', ['1×1', '1×1', '1×1']],
  ];

  for (const [place, room, options] of [
    ['with the matrices', 1280, {}],
    ['in the strip of a phone', 390, phone],
  ] as const) {
    it(`go from 1 to 8 and hold there, ${place}`, async () => {
      const opened = await site.open(siteAt('inputs', 'en'), options);
      const { page } = opened;
      await drawn(page, 'inputs');
      for (const [walk, by] of [
        [most, 1],
        [least, -1],
      ] as const) {
        for (const [axis, expected] of walk) {
          const button = stepper(page, axis, by);
          for (let left = 8; left > 0 && (await button.isEnabled()); left--) await button.click();
          await button.press('Enter');
          assert.deepEqual(await shapes(page), expected, `${axis} ${by}`);
          const width = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(width <= room, `${axis} ${by}: the page is ${width} wide`);
        }
      }
      await closeQuietly(opened);
    });
  }

  it('keep the numbers that stay, and are said in each language', async () => {
    const page = await visit('inputs', 'en');
    await stepper(page, 'tokens', 1).click();
    assert.deepEqual((await texts(page, 'Q')).slice(0, 3), [
      ['2', '0', '1', '0'],
      ['0', '2', '2', '1'],
      ['1', '1', '0', '2'],
    ]);
    for (const [language, tokens, depth, width] of [
      ['zh-Hant', '現在有 5 個 token', 'Q、K 的維度：5', 'V 的維度：3'],
      ['zh-Hans', '现在有 6 个 token', 'Q、K 的维度：6', 'V 的维度：2'],
      ['en', 'Tokens: 7', 'dimension of Q and K: 7', 'dimension of V: 1'],
    ] as const) {
      await speak(page, language);
      for (const [axis, by, said] of [
        ['tokens', 1, tokens],
        ['depth', 1, depth],
        ['width', -1, width],
      ] as const) {
        await stepper(page, axis, by).click();
        assert.equal(await announcement(page), said);
      }
    }
  });
});

const slotsOf: Record<
  StepId,
  Partial<Record<SlotId, keyof ReturnType<typeof engine.attention>>>
> = {
  inputs: {},
  scores: { S: 'scores' },
  scale: { Z: 'scaled' },
  mask: { Z: 'masked' },
  softmax: { A: 'weights' },
  output: { O: 'output' },
};

/** What a label says after its colon, as a number. */
const spoken = (label: string): number => {
  if (label.endsWith('minus infinity, covered')) return -Infinity;
  const [mantissa = '', power] = (/: (\S+)$/.exec(label)?.[1] ?? '').split('×10');
  const exponent = Array.from(power ?? '', (each) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(each));
  const digits = exponent.map((each) => (each < 0 ? '-' : String(each))).join('');
  return Number(mantissa.replace('−', '-')) * 10 ** Number(digits);
};

const rows = ({ shape: [count = 0, columns = 0], data }: Tensor): number[][] =>
  Array.from({ length: count }, (_, row) => [...data.slice(row * columns, (row + 1) * columns)]);

describe('every number of every step', () => {
  /** Of so many rows and columns, none of them alike. */
  const numbers = (count: number, columns: number, seed: number): number[][] =>
    Array.from({ length: count }, (_, row) =>
      Array.from({ length: columns }, (_, column) => ((row * 7 + column * 5 + seed) % 9) / 4 - 1),
    );
  const text = (matrix: number[][]) => matrix.map((row) => row.join()).join(';');

  for (const [width, n] of [
    [1280, 8],
    [1280, 1],
    [320, 8],
    [320, 1],
  ] as const) {
    it(`is the engine’s at ${n} × ${n} on ${width} px, and the page stays in its width`, async () => {
      const [q, k, v] = [numbers(n, n, 1), numbers(n, n, 3), numbers(n, n, 4)];
      const more = `&q=${text(q)}&k=${text(k)}&values=${text(v)}&mask=1`;
      const expected = engine.attention(tensor(q), tensor(k), tensor(v), { causal: true });
      const page = await visit('inputs', 'en', more);
      await page.setViewportSize({ width, height: 800 });
      for (const [step, results] of Object.entries(slotsOf)) {
        await page.locator(`.stop[data-step=${step}]`).click();
        await drawn(page, step as StepId);
        for (const [id, tap] of Object.entries(results)) {
          const labels = await page
            .locator(`figure[data-slot=${id}] [role=gridcell]:visible`)
            .evaluateAll((list) => list.map((each) => each.ariaLabel ?? ''));
          const wanted = rows(expected[tap]).flat();
          assert.equal(labels.length, n * n, step);
          labels.forEach((label, at) => {
            const [said, x] = [spoken(label), wanted[at] ?? NaN];
            const close = said === x || Math.abs(said - x) <= Math.max(5.1e-5, Math.abs(x) * 1e-4);
            assert.ok(close, `${step}: ${label}, not ${x}`);
          });
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${step}: the page is ${wide} wide`);
      }
    });
  }
});
