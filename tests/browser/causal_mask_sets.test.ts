// The set that the engine draws: chosen, awaited, drawn anew, and carried by the address.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { golden } from '../wasm/support/numbers.ts';
import type { GoldenTensor } from '../wasm/support/numbers.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import { cell, edit, slot, texts } from './support/figure.ts';
import { openPanel, phone, shapes, stateOf } from './support/flows.ts';
import { label, maskAt, parameter, ready, useMask } from './support/masks.ts';
import { insistOn } from './support/truth.ts';

const site = useSite();
const visit = useMask(site);
const visitPhone = useMask(site, phone);

const numbers = golden('attention_check') as Record<
  'Q' | 'K' | 'V' | 'causal_weights_rounded2',
  GoldenTensor
>;

const picker = (page: Page) => page.locator('.picker.set select').filter({ visible: true });
const drawnShapes = ['5×16', '16×5', '5×16'];

describe('the set of numbers', () => {
  for (const [place, open] of [
    ['at 1280 px', visit],
    ['on a phone', visitPhone],
  ] as const) {
    it(`is chosen from a list, and undone, ${place}`, async () => {
      const page = await open('inputs');
      await picker(page).selectOption('tensors');
      await ready(page, 'inputs');
      assert.deepEqual(await shapes(page), drawnShapes);
      assert.equal(await parameter(page, 'set'), 'tensors');
      await insistOn(page, 'drawn');
      await page.locator('.undo').click();
      assert.deepEqual(await shapes(page), ['3×4', '4×3', '3×4']);
      assert.equal(await picker(page).inputValue(), 'words');
      await page.locator('.redo').click();
      assert.deepEqual(await shapes(page), drawnShapes);
      await picker(page).selectOption('words');
      assert.deepEqual((await texts(page, 'Q'))[0], ['2', '0', '1', '0']);
      assert.equal(await parameter(page, 'set'), null);
    });
  }

  it('from seed 0 is that of the document, to the last bit', async () => {
    const page = await visit('softmax', '&set=tensors');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const panel = await openPanel(page, 'share');
    for (const id of ['Q', 'K', 'V'] as const) {
      await panel.getByRole('button', { name: id, exact: true }).click();
      await panel.getByRole('button', { name: `Copy ${id} as CSV` }).click();
      await panel.getByText('Copied').waitFor();
      const csv = await page.evaluate(() => navigator.clipboard.readText());
      assert.deepEqual(
        csv
          .trim()
          .split(/[,\s]+/)
          .map(Number)
          .map(Math.fround),
        numbers[id].data,
      );
    }
    await page.keyboard.press('Escape');
    const weights = (await texts(page, 'A')).flat().map((each) => Number(each).toFixed(2));
    const printed = numbers.causal_weights_rounded2.data.map((x) => Number(x).toFixed(2));
    weights.forEach((each, at) => {
      const close = Math.abs(Number(each) - Number(printed[at])) < 0.0101; // rounded twice
      assert.ok(close, `${each}, not ${printed[at] ?? ''}`);
    });
  });

  it('is drawn anew from another seed, and the same from the same', async () => {
    const page = await visit('inputs', '&set=tensors');
    const first = await label(page, 'Q', 0, 0);
    const panel = await openPanel(page, 'numbers');
    const seed = panel.getByLabel('Seed');
    assert.equal(await seed.inputValue(), '0');
    await seed.fill('7');
    await seed.press('Enter');
    await ready(page, 'inputs');
    assert.notEqual(await label(page, 'Q', 0, 0), first);
    assert.equal(await parameter(page, 'seed'), '7');
    assert.equal(await parameter(page, 'q'), null, 'the seed says the numbers');
    await insistOn(page, 'seed 7');
    await panel.getByRole('button', { name: 'New numbers' }).click();
    await ready(page, 'inputs');
    assert.equal(await seed.inputValue(), '8');
    await insistOn(page, 'seed 8');
    await seed.fill('0');
    await seed.press('Enter');
    await ready(page, 'inputs');
    assert.equal((await label(page, 'Q', 0, 0)).split(';')[0], first);
    assert.equal(await parameter(page, 'seed'), null);
  });

  it('leaves its seed when a number is changed, and the address carries the numbers', async () => {
    const page = await visit('inputs', '&set=tensors&seed=3');
    await edit(page, 'V', 4, 15, '0.5');
    assert.equal(await parameter(page, 'seed'), null);
    assert.match((await parameter(page, 'values')) ?? '', /,0\.5$/);
    const text = await stateOf(page);
    const other = await visitPhone('inputs', text.slice(text.indexOf('&set=')));
    assert.equal(await label(other, 'V', 4, 15), 'row 5 five, dimension 16: 0.5');
    await insistOn(other, 'edited');
    assert.equal(await parameter(other, 'values'), await parameter(page, 'values'));
  });
});

/** Opens the page while the engine is on its way; the answer lets it come, or fail. */
async function held(more: string): Promise<{
  readonly opened: Awaited<ReturnType<typeof site.open>>;
  readonly release: (fail?: boolean) => Promise<void>;
}> {
  let settle: (fail: boolean) => void = () => undefined;
  const decided = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const opened = await site.open(`site/#${maskAt('inputs', more)}`, {}, (page) =>
    page.route('**/*.wasm', async (route) => {
      await ((await decided) ? route.abort() : route.continue());
    }),
  );
  return {
    opened,
    release: async (fail = false) => {
      settle(fail);
      if (!fail) await ready(opened.page, 'inputs');
    },
  };
}

describe('a set whose engine is still on its way', () => {
  const busy = (page: Page) => page.locator('.stage').getAttribute('aria-busy');

  it('shows no numbers until it is drawn: opened by its address', async () => {
    const { opened, release } = await held('&set=tensors&seed=7');
    const { page } = opened;
    await page.locator('.stage').waitFor();
    assert.equal(await busy(page), 'true');
    for (const id of ['Q', 'K', 'V'] as const) {
      assert.equal(await slot(page, id).locator('[role=gridcell]').count(), 0, id);
    }
    await release();
    assert.deepEqual(await shapes(page), drawnShapes);
    assert.equal(await parameter(page, 'seed'), '7');
    await insistOn(page, 'opened by its address');
    await closeQuietly(opened);
  });

  it('and chosen from the list', async () => {
    const { opened, release } = await held('');
    const { page } = opened;
    await page.locator('.stage').waitFor();
    assert.deepEqual((await texts(page, 'Q'))[0], ['2', '0', '1', '0']);
    await picker(page).selectOption('tensors');
    assert.equal(await busy(page), 'true');
    assert.equal(await slot(page, 'Q').locator('[role=gridcell]').count(), 0);
    await release();
    await insistOn(page, 'chosen');
    await closeQuietly(opened);
  });

  it('and is drawn after a second try, where the first one failed', async () => {
    const { opened, release } = await held('&set=tensors');
    const { page, complaints } = opened;
    await release(true);
    await page.locator('.failure').first().waitFor();
    assert.equal(await page.locator('[role=gridcell]').count(), 0);
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await ready(page, 'inputs');
    await insistOn(page, 'second try');
    assert.ok(complaints.length > 0);
    complaints.length = 0;
    await closeQuietly(opened);
  });
});

describe('the address', () => {
  it('brings back set, seed, rule, flips, padding and NaN', async () => {
    const page = await visit('mask', '&set=tensors&seed=5');
    await page.locator('.mask-maker select').filter({ visible: true }).selectOption('window');
    await cell(page, 'Z', 0, 4).click();
    await cell(page, 'Z', 4, 4).click();
    await page.locator('.pad').nth(1).click();
    await page.locator('[data-switch=poison]').filter({ visible: true }).click();
    const state = await stateOf(page);
    for (const [name, value] of [
      ['set', 'tensors'],
      ['seed', '5'],
      ['mask', 'window.2'],
      ['flips', '1.5,5.5'],
      ['padding', '2'],
      ['nan', '1'],
    ] as const) {
      assert.equal(await parameter(page, name), value, name);
    }
    const other = await site.open(`site/#${state}`);
    await ready(other.page, 'mask');
    assert.equal(await other.page.locator('.notice').count(), 0);
    assert.equal(await stateOf(other.page), state);
    for (const id of ['K', 'V', 'S', 'Z'] as const) {
      assert.deepEqual(await texts(other.page, id), await texts(page, id), id);
    }
    await insistOn(other.page, 'another page');
    await closeQuietly(other);
  });
});
