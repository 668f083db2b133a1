// What the steps around the heads show: projections, columns shared out, put together again, and what it costs.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Matrix } from '../../web/src/state/lesson.ts';
import { precise } from '../../web/src/views/numbers.ts';
import { useSite } from './support/browser.ts';
import { inspector, plain } from './support/figure.ts';
import { openPanel } from './support/flows.ts';
import {
  assertShows,
  cell,
  drawn,
  matrixIn,
  modelOf,
  slot,
  stateIn,
  transposed,
  useHeads,
} from './support/heads.ts';
import { places } from '../web/support/many_heads.ts';

const site = useSite();
const visit = useHeads(site);

const boxed = (page: Page) => page.locator('.inspector .boxed').innerText();
const chosen = (page: Page) =>
  page.locator('figure [aria-selected=true]').evaluateAll((cells) =>
    cells.map((each) => {
      const { row, column } = (each as HTMLElement).dataset;
      const { slot: id } = each.closest('figure')?.dataset ?? {};
      return [id, row, column].join(' ');
    }),
  );
/** The terms of the arithmetic line, and what they come to. */
const sum = async (page: Page): Promise<string[]> => {
  const parts = await page.locator('.inspector .sum-line .text').allInnerTexts();
  return parts.map((text) => text.replace(/\s/g, ''));
};
const at = (matrix: Matrix | undefined, row: number, column: number): string =>
  precise(matrix?.data[row * matrix.columns + column] ?? NaN);

describe('the projections', () => {
  it('show X, the weights and what comes of them, in every set', async () => {
    for (const place of places) {
      const page = await visit('project', place);
      const { state, results } = await modelOf(page);
      await assertShows(page, 'X', state.inputs.x);
      for (const letter of ['q', 'k', 'v'] as const) {
        const weights = state.inputs[`w_${letter}`];
        await assertShows(page, `W${letter}`, weights && transposed(weights));
        await assertShows(page, `P${letter}`, results.taps[`projected_${letter}`]);
      }
    }
  });

  it('inspect the one that is pointed at, and keep the one that is clicked', async () => {
    const page = await visit('project');
    const { results } = await modelOf(page);
    assert.deepEqual(await chosen(page), ['Pq 1 2']);
    await cell(page, 'Pk', 0, 2).hover();
    assert.deepEqual(await chosen(page), ['Pk 0 2']);
    assert.equal(await boxed(page), at(results.taps.projected_k, 0, 2));
    assert.doesNotMatch(await stateIn(page), /&on=/, 'looked at, not chosen');
    await cell(page, 'Pv', 2, 3).click();
    assert.match(await stateIn(page), /&on=projected_v&cell=3,4/);
    assert.equal(await boxed(page), at(results.taps.projected_v, 2, 3));
    assert.match(await inspector(page), /“AI” times weights, dimension 4/);
    await cell(page, 'Pk', 0, 0).hover();
    assert.deepEqual(await chosen(page), ['Pv 2 3'], 'what is pinned stays');
    // The same place of another matrix is another cell.
    await cell(page, 'Pk', 2, 3).click();
    assert.match(await stateIn(page), /&on=projected_k&cell=3,4/);
    assert.equal(await boxed(page), at(results.taps.projected_k, 2, 3));
    await cell(page, 'Pk', 2, 3).click();
    assert.doesNotMatch(await stateIn(page), /&(cell|on)=/, 'a second time lets go');
    await cell(page, 'Pq', 2, 3).click();
    assert.match(await stateIn(page), /predict=0&cell=3,4/);
  });

  it('are walked by arrow keys, each by itself', async () => {
    const page = await visit('project');
    await cell(page, 'Pv', 0, 0).click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    assert.deepEqual(await chosen(page), ['Pv 1 1']);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await chosen(page), ['Pv 1 3'], 'the edge holds');
  });

  it('spell out a row of X times a column of the weights', async () => {
    const page = await visit('project', '&x=0.5,0,-1;2,0.3,0;0,1,1&on=projected_v&cell=1,3');
    assert.deepEqual(await sum(page), ['0.5⋅0', '0⋅1', '−1⋅0', '0']);
  });
});

describe('the split', () => {
  it('shares out neighbouring columns of Q, all rows of them', async () => {
    for (const place of places) {
      const page = await visit('split', place);
      const { state, results } = await modelOf(page);
      await assertShows(page, 'Pq', results.taps.projected_q);
      for (let head = 0; head < state.heads; head++) {
        await assertShows(page, `H${head}`, matrixIn(results, 'q', head));
      }
      assert.equal(await page.locator('figure[data-slot^=H]').count(), state.heads);
      assert.equal(await page.locator('figure[data-slot^=M]').count(), 0);
    }
  });

  it('inspects a cell of another head, which is in hand then', async () => {
    const page = await visit('split');
    const { results } = await modelOf(page);
    await cell(page, 'H1', 2, 1).hover();
    assert.deepEqual(await chosen(page), ['H1 2 1']);
    assert.equal(await boxed(page), at(results.heads?.[1]?.taps.q, 2, 1));
    assert.equal(await slot(page, 'H1').getAttribute('data-state'), 'active');
    assert.equal(await slot(page, 'H0').getAttribute('data-state'), 'quiet');
    await cell(page, 'H1', 0, 1).click();
    assert.match(await stateIn(page), /&head=2.*&cell=1,2/);
    const text = await inspector(page);
    assert.match(text, /“I”, dimension 2 of head 2: dimension 4 of Q/);
    assert.match(text, /\(3, 4\) ?→ ?\(3, 2, 2\) ?→ ?\(2, 3, 2\)/);
    await cell(page, 'H0', 0, 1).click();
    assert.deepEqual(await chosen(page), ['H0 0 1'], 'the same place of another head');
  });

  it('shows the wrong reshape beside it where the reader asks for it', async () => {
    for (const place of places.filter((each) => !each.includes('heads=8'))) {
      const page = await visit('split', place);
      const panel = await openPanel(page, 'settings');
      await panel.getByRole('switch', { name: 'show the wrong reshape too' }).click();
      await page.keyboard.press('Escape');
      const { state, results } = await modelOf(page);
      assert.equal(state.switches.mistake, true);
      for (let head = 0; head < state.heads; head++) {
        await assertShows(page, `H${head}`, matrixIn(results, 'q', head));
        await assertShows(page, `M${head}`, results.mistaken?.[head]);
      }
      assert.match(await page.locator('.look').innerText(), /In grey the wrong way/);
    }
    // It is no result of the step: nothing to choose.
    const page = await visit('split', '&mistake=1');
    await cell(page, 'M1', 0, 0).hover();
    assert.deepEqual(await chosen(page), ['H0 1 0']);
    await cell(page, 'M1', 0, 0).click();
    assert.deepEqual(await chosen(page), ['H0 1 0']);
  });
});

describe('the concatenation', () => {
  it('has the columns of the heads in the order in which they were shared out', async () => {
    for (const place of places) {
      const page = await visit('concat', place);
      const { state, results } = await modelOf(page);
      await assertShows(page, 'C', results.taps.concat);
      for (let head = 0; head < state.heads; head++) {
        await assertShows(page, `O${head}`, matrixIn(results, 'output', head));
      }
      const cuts = await slot(page, 'C')
        .locator('[role=row]')
        .first()
        .locator('.cut')
        .evaluateAll((cells) => cells.map((each) => Number((each as HTMLElement).dataset.column)));
      const width = (results.taps.concat?.columns ?? 0) / state.heads;
      const between = Array.from({ length: state.heads - 1 }, (_, head) => (head + 1) * width);
      assert.deepEqual(cuts, between, place);
    }
  });

  it('says of a cell which head it comes from', async () => {
    const page = await visit('concat');
    const { results } = await modelOf(page);
    for (const [row, column, head, from] of [
      [0, 1, 1, 2],
      [2, 2, 2, 1],
      [1, 3, 2, 2],
    ] as const) {
      await cell(page, 'C', row, column).click();
      assert.match(
        await inspector(page),
        new RegExp(`dimension ${column + 1}: dimension ${from} of head ${head}`),
      );
      assert.equal(await boxed(page), at(results.heads?.[head - 1]?.taps.output, row, from - 1));
      assert.deepEqual(await chosen(page), [`C ${row} ${column}`]);
    }
    await cell(page, 'O1', 0, 0).click();
    assert.deepEqual(await chosen(page), ['C 1 3'], 'what it is made of is no result of the step');
  });
});

describe('the result', () => {
  it('is the concatenation times the weights', async () => {
    for (const place of places) {
      const page = await visit('result', place);
      const { state, results } = await modelOf(page);
      await assertShows(page, 'C', results.taps.concat);
      const weights = state.inputs.w_o;
      await assertShows(page, 'Wo', weights && transposed(weights));
      await assertShows(page, 'Y', results.taps.result);
    }
  });

  it('spells out a cell, term by term', async () => {
    const page = await visit('result', '&wo=1,0,0,1;0,1,-1,0;0,0,1,0;0,0,0,1');
    const { results } = await modelOf(page);
    await cell(page, 'Y', 1, 1).click();
    const term = (column: number) => at(results.taps.concat, 1, column);
    const total = at(results.taps.result, 1, 1);
    const terms = [`${term(0)}⋅0`, `${term(1)}⋅1`, `${term(2)}⋅(−1)`, `${term(3)}⋅0`];
    assert.deepEqual(await sum(page), [...terms, total]);
  });
});

describe('what heads cost', () => {
  it('stands beside the split and the result, as the engine counts it', async () => {
    for (const place of places) {
      for (const step of ['split', 'result']) {
        const page = await visit(step, place);
        const { state, results } = await modelOf(page);
        const rows = await page
          .locator('.cost tbody tr')
          .evaluateAll((list) =>
            list.map((row) => [
              row.getAttribute('aria-current') === 'true',
              ...[...row.children].map((each) => Number(each.textContent)),
            ]),
          );
        assert.deepEqual(
          rows,
          results.costs?.map(({ heads, parameters, multiplications, scores }) => [
            ...[heads === state.heads, heads, parameters, multiplications, scores],
          ]),
          `${step} ${place}`,
        );
      }
    }
    for (const step of ['inputs', 'project', 'scores', 'weights', 'outputs', 'concat']) {
      assert.equal(await (await visit(step)).locator('.cost').count(), 0, step);
    }
  });
});

describe('tables', () => {
  const tables = (page: Page) =>
    page.locator('.tables table').evaluateAll((list) =>
      list.map((table) => ({
        title: table.querySelector('caption')?.textContent ?? '',
        rows: [...table.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td')].map((each) => each.textContent.trim()),
        ),
      })),
    );

  it('hold every matrix of the lesson once, of the head in hand', async () => {
    const page = await visit('result', '&head=2');
    const panel = await openPanel(page, 'settings');
    await panel.getByRole('switch', { name: 'Show as tables' }).click();
    await page.keyboard.press('Escape');
    const { state, results } = await modelOf(page);
    const found = new Map(
      (await tables(page)).map(({ title, rows }) => [plain(title), rows] as const),
    );
    const wanted: readonly (readonly [string, Matrix | undefined])[] = [
      ['X input', state.inputs.x],
      ['W_Q weights', state.inputs.w_q],
      ['Q query', results.taps.projected_q],
      ['W_K weights', state.inputs.w_k],
      ['K key', results.taps.projected_k],
      ['W_V weights', state.inputs.w_v],
      ['V value', results.taps.projected_v],
      ['Q of head 2 query', matrixIn(results, 'q', 1)],
      ['K of head 2 key', matrixIn(results, 'k', 1)],
      ['S of head 2 scores', matrixIn(results, 'scores', 1)],
      ['S/√d scaled', matrixIn(results, 'scaled', 1)],
      ['A of head 2 weights', matrixIn(results, 'weights', 1)],
      ['V of head 2 value', matrixIn(results, 'v', 1)],
      ['O of head 2 output', matrixIn(results, 'output', 1)],
      ['C concat', results.taps.concat],
      ['W_O weights', state.inputs.w_o],
      ['Y output', results.taps.result],
    ];
    assert.deepEqual(
      [...found.keys()],
      wanted.map(([title]) => title),
    );
    for (const [title, matrix] of wanted) {
      assert.ok(matrix, title);
      const numbers = found.get(title)?.map((row) => row.length);
      assert.deepEqual(
        numbers,
        Array.from({ length: matrix.rows }, () => matrix.columns),
        title,
      );
      assert.deepEqual(found.get(title)?.flat(), matrix.data.map(precise), title);
    }
    await page.locator('.stop[data-step=split]').click();
    await drawn(page, 'split');
    const titles = (await tables(page)).map(({ title }) => plain(title));
    assert.ok(titles.includes('Q of head 2 query'));
    assert.ok(!titles.some((title) => /^(S|A|O|C|Y)\b/.test(title)), titles.join());
  });
});
