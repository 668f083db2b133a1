// Room for many numbers: thin cells that are read one at a time, narrow pages and wide figures.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { golden } from '../wasm/support/numbers.ts';
import type { GoldenTensor } from '../wasm/support/numbers.ts';
import { useSite } from './support/browser.ts';
import { cell, edit, plain, slot, texts } from './support/figure.ts';
import { focused, phone } from './support/flows.ts';
import { go, label, maskSteps, useMask } from './support/masks.ts';
import { insistOn } from './support/truth.ts';

const site = useSite();
const visit = useMask(site);
const visitPhone = useMask(site, phone);

const numbers = golden('attention_check') as Record<'Q' | 'K' | 'V', GoldenTensor>;

const caption = async (page: Page, id: 'Q' | 'K' | 'V' | 'O'): Promise<string> =>
  plain(await slot(page, id).locator('figcaption').innerText());

describe('thin cells', () => {
  const number = (x: number): string => x.toFixed(4).replace('-', '−');

  it('show the number that is pointed at under their matrix', async () => {
    const page = await visit('output', '&set=tensors');
    const data = numbers.Q.data.map(Number);
    await cell(page, 'Q', 0, 0).hover();
    assert.equal(await caption(page, 'Q'), `q1,1 = ${number(data[0] ?? NaN)}`);
    await cell(page, 'Q', 4, 15).hover();
    assert.equal(await caption(page, 'Q'), `q5,16 = ${number(data[79] ?? NaN)}`);
    await cell(page, 'K', 15, 1).hover(); // drawn transposed
    assert.equal(await caption(page, 'K'), `k2,16 = ${number(Number(numbers.K.data[31]))}`);
    assert.equal(await caption(page, 'Q'), 'Q query 5×16');
    await cell(page, 'O', 0, 3).hover();
    assert.equal(await caption(page, 'O'), `o1,4 = ${number(Number(numbers.V.data[3]))}`);
    await page.mouse.move(1, 1);
    await slot(page, 'O').locator('.shape').waitFor();
  });

  it('and that which has the focus', async () => {
    const page = await visit('inputs', '&set=tensors');
    await cell(page, 'V', 0, 0).focus();
    const value = (at: number) => number(Number(numbers.V.data[at]));
    assert.equal(await caption(page, 'V'), `v1,1 = ${value(0)}`);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(page), 'V 1 1');
    assert.equal(await caption(page, 'V'), `v2,2 = ${value(17)}`);
    assert.ok((await texts(page, 'V')).flat().every((text) => text === ''));
  });

  it('hold back the number that is asked about', async () => {
    const page = await visit('output', '&set=tensors&predict=1');
    await cell(page, 'O', 1, 0).hover();
    assert.doesNotMatch(await caption(page, 'O'), /=/);
    await cell(page, 'O', 0, 0).hover();
    assert.match(await caption(page, 'O'), /o1,1 = /);
  });

  for (const [place, open] of [
    ['at 1280 px', visit],
    ['on a phone', visitPhone],
  ] as const) {
    it(`are changed in a field that has room for the number, ${place}`, async () => {
      const page = await open('inputs', '&set=tensors');
      for (const [id, row, column] of [
        ['Q', 0, 0],
        ['Q', 4, 15],
        ['K', 0, 0],
        ['K', 15, 4],
        ['V', 2, 15],
      ] as const) {
        await cell(page, id, row, column).click();
        const field = cell(page, id, row, column).locator('input');
        await field.waitFor();
        const { typed, wide, needed, left, right } = await field.evaluate((input) => {
          const box = input.getBoundingClientRect();
          const { value, clientWidth, scrollWidth } = input as HTMLInputElement;
          return {
            typed: value,
            wide: clientWidth,
            needed: scrollWidth,
            left: box.left,
            right: box.right - window.innerWidth,
          };
        });
        assert.ok(typed.length > 6, typed);
        assert.ok(needed <= wide, `${id} ${row} ${column}: ${typed} needs ${needed} of ${wide} px`);
        assert.ok(left >= 0 && right <= 0, `${id} ${row} ${column}: the field leaves the page`);
        await field.press('Escape');
      }
      await edit(page, 'Q', 1, 2, '-0.25');
      assert.match(await label(page, 'Q', 1, 2), /: −0.25; it was /);
      await insistOn(page, 'edited');
    });
  }
});

/** Each token can be made padding by a finger. */
async function insistOnFingers(page: Page, where: string): Promise<void> {
  const pads = page.locator('.pad').filter({ visible: true });
  const tokens = await slot(page, 'Z').locator('[role=row]').count();
  const boxes = await pads.evaluateAll((all) =>
    all.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  assert.equal(boxes.length, tokens, where);
  boxes.forEach((box, index) => {
    const { left, right, top, bottom } = box;
    const size = Math.min(right - left, bottom - top);
    assert.ok(size >= 24, `${where}: token ${index + 1} has ${size} px`);
    for (const next of boxes.slice(index + 1)) {
      const beside = right <= next.left + 0.5 || bottom <= next.top + 0.5;
      assert.ok(beside, `${where}: token ${index + 1} lies over another`);
    }
  });
}

describe('a narrow page', () => {
  for (const width of [320, 390]) {
    it(`scrolls sideways in no step of either set, at ${width} px`, async () => {
      for (const more of ['', '&set=tensors', '&set=tensors&mask=window.3&padding=2&nan=1']) {
        const page = await visitPhone('inputs', more);
        await page.setViewportSize({ width, height: 844 });
        for (const step of maskSteps) {
          await go(page, step);
          await insistOn(page, `${more} ${step}`);
          const outside = await page.evaluate(() => {
            const cells = document
              .querySelector('qkv-lab')
              ?.shadowRoot?.querySelectorAll('[role=gridcell], select, .pad');
            return [...(cells ?? [])].filter(
              (each) => each.getBoundingClientRect().right > window.innerWidth + 0.5,
            ).length;
          });
          assert.equal(outside, 0, `${more} ${step}: cells beyond the edge`);
          if (step === 'mask') await insistOnFingers(page, `${more} at ${width} px`);
        }
      }
    });
  }
});

describe('a wide page', () => {
  const ones = (rows: number, columns: number): string =>
    Array.from({ length: rows }, () => Array<number>(columns).fill(1).join()).join(';');
  const largest = `&set=tensors&q=${ones(8, 16)}&k=${ones(8, 16)}&values=${ones(8, 16)}`;

  for (const width of [1024, 1280]) {
    it(`has room for the whole figure, and nothing moves from step to step, at ${width} px`, async () => {
      for (const more of ['&set=tensors', largest]) {
        const page = await visit('inputs', more);
        await page.setViewportSize({ width, height: 800 });
        const places = () =>
          page.evaluate(() => {
            const root = document.querySelector('qkv-lab')?.shadowRoot;
            const stage = root?.querySelector('.stage');
            if (!stage) throw new Error('no stage');
            const edge =
              stage.getBoundingClientRect().right -
              parseFloat(getComputedStyle(stage).paddingRight);
            const bodies = [...stage.querySelectorAll('.mx-body')].map((each) =>
              each.getBoundingClientRect(),
            );
            return {
              over: Math.max(...bodies.map(({ right }) => right)) - edge,
              lefts: bodies.map(({ left }) => left),
              widths: bodies.map((each) => each.width),
            };
          });
        const { lefts, widths } = await places();
        for (const step of maskSteps) {
          await go(page, step);
          const now = await places();
          assert.ok(now.over < 1, `${more} ${step}: ${now.over} px beyond the margin`);
          assert.deepEqual([now.lefts, now.widths], [lefts, widths], `${more} ${step}`);
        }
      }
    });
  }
});
