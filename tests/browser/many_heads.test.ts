// How many heads there are and which is in hand, by mouse, touch and keyboard; what is drawn of each.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { weightShare } from '../../web/src/render/colour.ts';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { phone } from './support/flows.ts';
import {
  assertShows,
  cell,
  countButton,
  hashAt,
  map,
  matrixIn,
  modelOf,
  pressed,
  stateIn,
  steps,
  tilesOf,
  transposed,
  useHeads,
} from './support/heads.ts';

const site = useSite();
const visit = useHeads(site);

/** What is drawn of the head in hand, and of all in small, is what the engine says. */
async function assertDrawn(page: Page, count: number, head: number): Promise<void> {
  const { state, results } = await modelOf(page);
  assert.deepEqual([state.heads, state.head], [count, head]);
  assert.deepEqual(await pressed(page), { heads: [String(count)], head: [String(head)] });
  for (const [id, tap] of [
    ['Q', 'q'],
    ['S', 'scores'],
    ['Z', 'scaled'],
    ['A', 'weights'],
    ['V', 'v'],
    ['O', 'output'],
  ] as const) {
    await assertShows(page, id, matrixIn(results, tap, head));
  }
  const keys = matrixIn(results, 'k', head);
  await assertShows(page, 'K', keys && transposed(keys));
  const tiles = results.heads?.map(({ taps }) =>
    taps.weights?.data.map((share) => Math.round(20 * weightShare(share))),
  );
  assert.deepEqual(await tilesOf(page), tiles);
}

describe('the number of heads', () => {
  it('is chosen by mouse, and the figure follows', async () => {
    const page = await visit('outputs');
    await assertDrawn(page, 2, 0);
    for (const count of [4, 1, 2]) {
      await countButton(page, count).click();
      await assertDrawn(page, count, 0);
    }
    const said = await page
      .locator('[data-heads]')
      .evaluateAll((list) =>
        list.map((each) => [each.textContent.trim(), each.getAttribute('aria-label')]),
      );
    assert.deepEqual(said, [
      ['1', 'Heads: 1'],
      ['2', 'Heads: 2'],
      ['4', 'Heads: 4'],
    ]);
  });

  it('is any divisor of the width of the set', async () => {
    for (const set of ['sentence', 'random']) {
      const page = await visit('outputs', `&set=${set}`);
      await assertDrawn(page, 4, 0);
      assert.deepEqual(await page.locator('[data-heads]').allInnerTexts(), ['1', '2', '4', '8']);
      await countButton(page, 8).click();
      await map(page, 7).click();
      await assertDrawn(page, 8, 7);
      await countButton(page, 4).click();
      await assertDrawn(page, 4, 3);
    }
  });

  it('is taken back and done again, with the head that was in hand', async () => {
    const page = await visit('weights');
    const before = await stateIn(page);
    await countButton(page, 4).click();
    const after = await stateIn(page);
    assert.match(after, /&heads=4/);
    await page.keyboard.press('Control+z');
    assert.equal(await stateIn(page), before);
    await page.keyboard.press('Control+y');
    assert.equal(await stateIn(page), after);
  });
});

describe('a head', () => {
  it('is chosen by its small map, in every step', async () => {
    for (const step of steps) {
      const page = await visit(step);
      await map(page, 1).click();
      assert.deepEqual((await pressed(page)).head, ['1'], step);
      assert.match(await stateIn(page), /&head=2/, step);
      await map(page, 0).click();
      assert.doesNotMatch(await stateIn(page), /&head=/, step);
    }
    const page = await visit('outputs');
    await map(page, 1).click();
    await assertDrawn(page, 2, 1);
  });

  it('is chosen by keyboard, and the focus stays', async () => {
    const page = await visit('outputs');
    await countButton(page, 2).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await assertDrawn(page, 2, 1);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await assertDrawn(page, 2, 0);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await assertDrawn(page, 4, 0);
    const focus = await page.evaluate(
      () =>
        (document.activeElement?.shadowRoot?.activeElement as HTMLElement | undefined)?.dataset
          .heads,
    );
    assert.equal(focus, '4');
  });

  it('shows no weights before the walk has made them, nor beside their question', async () => {
    const nothing = Array.from({ length: 2 }, () => Array.from({ length: 9 }, () => null));
    for (const step of ['inputs', 'project', 'split', 'scores']) {
      assert.deepEqual(await tilesOf(await visit(step)), nothing, step);
    }
    assert.deepEqual(await tilesOf(await visit('weights', '&predict=1')), nothing);
    const page = await visit('weights');
    assert.ok((await tilesOf(page)).flat().every((tile) => tile !== null));
  });

  it('adds up with the others: the score of a cell over the heads', async () => {
    const page = await visit('scores');
    await cell(page, 'S', 1, 2).click();
    const sum = page.locator('.inspector .line.small');
    const text = async () => (await sum.innerText()).replace(/\s+/g, ' ').trim();
    assert.match(await text(), /over the heads ?2 ?\+ ?4 ?= ?6$/);
    assert.equal(await sum.locator('b').innerText(), '2');
    await map(page, 1).click();
    assert.equal(await sum.locator('b').innerText(), '4');
    assert.equal(await page.locator('.inspector .boxed').innerText(), '4');
    await countButton(page, 1).click();
    assert.equal(await sum.count(), 0, 'nothing to add');
    assert.equal(await page.locator('.inspector .boxed').innerText(), '6');
  });
});

describe('on a phone', () => {
  const tap = useHeads(site, phone);

  it('heads are chosen by touch', async () => {
    const page = await tap('outputs');
    await countButton(page, 4).tap();
    await map(page, 2).tap();
    assert.deepEqual(await pressed(page), { heads: ['4'], head: ['2'] });
    const { results } = await modelOf(page);
    await assertShows(page, 'O', matrixIn(results, 'output', 2));
    await countButton(page, 1).tap();
    assert.deepEqual(await pressed(page), { heads: ['1'], head: ['0'] });
  });

  it('their buttons are as large as a finger', async () => {
    const page = await tap('split', '&set=sentence&heads=8');
    const sizes = await page
      .locator('[data-heads], [data-head-map]')
      .evaluateAll((list) =>
        list
          .map((each) => each.getBoundingClientRect())
          .map(({ width, height }) => Math.min(width, height)),
      );
    assert.equal(sizes.length, 12);
    for (const size of sizes) assert.ok(size >= 40, `${size} px`);
  });
});

describe('without controls', () => {
  it('all heads are shown, and none can be chosen', async () => {
    const [, state] = hashAt('outputs').split('v=1');
    const opened = await openHost(
      site,
      `<qkv-lab controls="none" state="v=1${(state ?? '').replaceAll('&', '&amp;')}"></qkv-lab>`,
    );
    const { page } = opened;
    await page.locator('section.stage[data-step=outputs][aria-busy=false]').waitFor();
    assert.equal(await page.locator('[data-head-map]').count(), 2);
    assert.equal(await page.locator('.head-strip button').count(), 0);
    await closeQuietly(opened);
  });
});
