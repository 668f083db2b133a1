// What the mask begins with: each entry of the list, the width of a window, padding, and NaN in it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { cell, inspector, languages, slot, texts } from './support/figure.ts';
import { phone, shape, shapes, ui } from './support/flows.ts';
import {
  go,
  label,
  pad,
  parameter,
  poison,
  presets,
  ready,
  stencil,
  useMask,
} from './support/masks.ts';
import { insistOn } from './support/truth.ts';

const site = useSite();
const places = [
  ['beside its arrow, at 1280 px', useMask(site)],
  ['in a line of its own, on a phone', useMask(site, phone)],
] as const;

/** The numbers that come of the mask, each as the engine has it, and the page in its width. */
async function follow(page: Page, where: string): Promise<void> {
  for (const step of ['softmax', 'output', 'leak', 'decode', 'mask'] as const) {
    await go(page, step);
    await insistOn(page, `${where}, ${step}`);
  }
}

const stepper = (page: Page, by: 'Wider' | 'Narrower') =>
  page.getByRole('button', { name: `${by} window` }).filter({ visible: true });

for (const [place, visit] of places) {
  describe(`the list of masks ${place}`, () => {
    it('has every mask once, in each language', async () => {
      for (const language of languages) {
        const page = await visit('mask', '', language);
        const words = ui[language].mask;
        const { none, causal, window, padding, 'lower-right': lower } = words;
        const offered = await presets(page).locator('option').allInnerTexts();
        assert.deepEqual(
          offered.map((each) => each.trim()),
          [none, causal, lower, window, padding],
        );
        const named = page.getByRole('combobox', { name: words.preset, exact: true });
        assert.equal(await named.count(), 1);
      }
    });

    it('covers nothing, what comes later, or the last token', async () => {
      const page = await visit('mask');
      for (const [preset, drawn, mask, padding] of [
        ['none', ['...', '...', '...'], 'none', null],
        ['padding', ['..#', '..#', '..#'], 'none', '3'],
        ['causal', ['.##', '..#', '...'], null, null],
      ] as const) {
        await presets(page).selectOption(preset);
        assert.deepEqual(await stencil(page), drawn, preset);
        assert.equal(await presets(page).inputValue(), preset);
        assert.equal(await parameter(page, 'mask'), mask);
        assert.equal(await parameter(page, 'padding'), padding);
        await follow(page, preset);
      }
    });

    it('counts from the lower right with fewer queries than keys', async () => {
      const page = await visit('mask');
      await presets(page).selectOption('lower-right');
      assert.deepEqual(await stencil(page), ['..#', '...']);
      assert.equal(await parameter(page, 'mask'), 'lower-right');
      assert.equal(await shape(page, 'S'), '2×3');
      assert.match(await label(page, 'Z', 0, 2), /^row 1 love, column 3 AI: minus infinity/);
      await cell(page, 'Z', 0, 2).hover();
      assert.match(await inspector(page), /j = 3 > i\s?\+\s?S\s?−\s?T = 2/);
      await follow(page, 'lower right');
      await page.locator('.undo').click();
      assert.deepEqual(await stencil(page), ['.##', '..#', '...']);
      await go(page, 'inputs');
      assert.deepEqual(await shapes(page), ['3×4', '4×3', '3×4']);
    });

    it('has a window that is made wider and narrower', async () => {
      const page = await visit('mask');
      await presets(page).selectOption('window');
      assert.deepEqual(await stencil(page), ['.##', '..#', '#..']);
      assert.equal(await parameter(page, 'mask'), 'window.2');
      await follow(page, 'window of 2');
      await stepper(page, 'Narrower').click();
      assert.deepEqual(await stencil(page), ['.##', '#.#', '##.']);
      await stepper(page, 'Narrower').press('Enter');
      assert.equal(await parameter(page, 'mask'), 'window.1', 'a token sees itself at least');
      assert.equal(await stepper(page, 'Narrower').getAttribute('aria-disabled'), 'true');
      await follow(page, 'window of 1');
      for (let width = 2; width <= 4; width++) await stepper(page, 'Wider').press('Enter');
      assert.equal(await parameter(page, 'mask'), 'window.3', 'there are no more tokens');
      assert.deepEqual(await stencil(page), ['.##', '..#', '...']);
      await presets(page).selectOption('causal');
      assert.equal(await stepper(page, 'Wider').count(), 0);
    });

    it('calls a mask of the reader’s own so, and starts over from it', async () => {
      const page = await visit('mask');
      await cell(page, 'Z', 0, 1).click();
      assert.equal(await presets(page).inputValue(), 'own');
      await presets(page).selectOption('none');
      assert.deepEqual(await stencil(page), ['...', '...', '...']);
      assert.equal(await presets(page).locator('option[value=own]').count(), 0);
      await page.locator('.undo').click();
      assert.deepEqual(await stencil(page), ['..#', '..#', '...']);
      assert.equal(await presets(page).inputValue(), 'own');
    });
  });

  describe(`padding ${place}`, () => {
    it('is a token that is pressed, and none that is pressed again', async () => {
      const page = await visit('mask');
      await pad(page, 1).click();
      assert.deepEqual(await stencil(page), ['.##', '.##', '.#.']);
      assert.equal(await pad(page, 1).getAttribute('aria-pressed'), 'true');
      assert.equal(await parameter(page, 'padding'), '2');
      await pad(page, 0).press('Enter');
      assert.deepEqual(await stencil(page), ['###', '###', '##.']);
      await follow(page, 'two of three');
      await pad(page, 0).press('Space');
      await pad(page, 1).click();
      assert.deepEqual(await stencil(page), ['.##', '..#', '...']);
      assert.equal(await pad(page, 1).getAttribute('aria-pressed'), 'false');
      await page.locator('.undo').click();
      assert.deepEqual(await stencil(page), ['.##', '.##', '.#.']);
      const name = await pad(page, 1).getAttribute('aria-label');
      assert.equal(name, 'Padding: “love”');
    });

    it('may hold NaN, which reaches no weight and no output', async () => {
      const page = await visit('mask');
      assert.equal(await poison(page).count(), 0, 'there is no padding yet');
      await pad(page, 2).click();
      const seen = async () => {
        const read: Record<string, string[][]> = {};
        for (const [step, id] of [
          ['softmax', 'A'],
          ['output', 'O'],
          ['decode', 'O'],
        ] as const) {
          await go(page, step);
          read[step] = await texts(page, id);
        }
        await go(page, 'mask');
        return read;
      };
      const clean = await seen();
      await poison(page).click();
      assert.equal(await poison(page).getAttribute('aria-checked'), 'true');
      assert.equal(await parameter(page, 'nan'), '1');
      await follow(page, 'NaN');
      assert.deepEqual(await seen(), clean);
      assert.doesNotMatch(JSON.stringify(clean), /NaN|∞/);
      assert.match(await label(page, 'S', 0, 2), /: NaN(;|$)/);
      await go(page, 'inputs');
      const nan = Array.from({ length: 4 }, () => 'NaN');
      assert.deepEqual(
        (await texts(page, 'K')).map((row) => row[2]),
        nan,
      );
      assert.deepEqual((await texts(page, 'V'))[2], nan);
      assert.ok(!(await texts(page, 'Q')).flat().includes('NaN'));
      await go(page, 'mask');
      await poison(page).click();
      assert.equal(await parameter(page, 'nan'), null);
      await poison(page).click();
      await pad(page, 2).click();
      assert.equal(await poison(page).count(), 0, 'NaN goes with the padding');
      await go(page, 'inputs');
      assert.ok(!(await texts(page, 'K')).flat().includes('NaN'));
    });
  });
}

describe('a mask that is made', () => {
  it('moves nothing but what it covers', async () => {
    const [, visit] = places[0];
    const page = await visit('mask');
    const before = await slot(page, 'Z').boundingBox();
    for (const preset of ['none', 'window', 'padding', 'causal']) {
      await presets(page).selectOption(preset);
      assert.deepEqual(await slot(page, 'Z').boundingBox(), before, preset);
      // A sentence more stands under it then.
      await cell(page, 'Z', 1, 1).click();
      assert.deepEqual(await slot(page, 'Z').boundingBox(), before, `${preset}, one cell by hand`);
    }
    await ready(page, 'mask');
  });
});
