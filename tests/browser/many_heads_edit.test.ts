// Numbers of many heads edited, sizes changed, and all of it taken along as a program.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { precise } from '../../web/src/views/numbers.ts';
import { runPrograms } from '../web/support/python.ts';
import { useSite } from './support/browser.ts';
import { plain } from './support/figure.ts';
import { openPanel, phone } from './support/flows.ts';
import {
  assertShows,
  cell,
  drawn,
  matrixIn,
  modelOf,
  slot,
  stateIn,
  useHeads,
} from './support/heads.ts';

const site = useSite();
const visit = useHeads(site);

async function edit(page: Page, id: string, row: number, column: number, text: string) {
  await cell(page, id, row, column).click();
  const field = cell(page, id, row, column).locator('input');
  await field.fill(text);
  await field.press('Enter');
}

const change = async (page: Page): Promise<string> =>
  plain(await page.locator('.change span').first().innerText());

/** The cells that show what they were, as said to a screen reader: place, number now and before. */
const changed = (page: Page, id: string): Promise<string[]> =>
  slot(page, id)
    .locator('[data-was]')
    .evaluateAll((cells) =>
      cells.map((each) => {
        const { row, column } = (each as HTMLElement).dataset;
        const was = /; it was (.*)$/.exec(each.getAttribute('aria-label') ?? '')?.[1];
        return `${row} ${column}: ${was}`;
      }),
    );

/** Cells of two matrices that differ, with the first one's numbers. */
function differences(then: readonly number[], now: readonly number[], columns: number): string[] {
  return then.flatMap((was, at) =>
    Object.is(was, now[at]) ? [] : [`${Math.floor(at / columns)} ${at % columns}: ${precise(was)}`],
  );
}

describe('an edited weight', () => {
  it('reaches every later step up to the result, and each shows what it was', async () => {
    for (const [id, row, column] of [
      ['Wq', 1, 0],
      ['Wk', 2, 3],
      ['Wv', 0, 2],
      ['X', 1, 1],
    ] as const) {
      const page = await visit('project');
      const before = (await modelOf(page)).results;
      await edit(page, id, row, column, '-1.5');
      const { state, results } = await modelOf(page);
      assert.equal(await cell(page, id, row, column).innerText(), '−1.5');
      for (const letter of ['q', 'k', 'v'] as const) {
        const tap = `projected_${letter}` as const;
        await assertShows(page, `P${letter}`, results.taps[tap]);
        const [then, now] = [before.taps[tap], results.taps[tap]];
        assert.ok(then && now);
        assert.deepEqual(
          await changed(page, `P${letter}`),
          differences(then.data, now.data, now.columns),
        );
      }
      for (const [step, slots] of [
        ['scores', [['S', 'scores']]],
        ['weights', [['A', 'weights']]],
        ['outputs', [['O', 'output']]],
        [
          'concat',
          [
            ['O0', 'output', 0],
            ['O1', 'output', 1],
            ['C', 'concat'],
          ],
        ],
        ['result', [['Y', 'result']]],
      ] as const) {
        await page.locator(`.stop[data-step=${step}]`).click();
        await drawn(page, step);
        for (const [slotId, tap, head = state.head] of slots) {
          const [then, now] = [matrixIn(before, tap, head), matrixIn(results, tap, head)];
          assert.ok(then && now);
          await assertShows(page, slotId, now);
          assert.deepEqual(
            await changed(page, slotId),
            differences(then.data, now.data, now.columns),
            `${id}: ${slotId}`,
          );
        }
      }
      assert.notDeepEqual(before.taps.result?.data, results.taps.result?.data, id);
    }
  });

  it('is said in words, with what of the step changed', async () => {
    const page = await visit('project');
    await edit(page, 'Wq', 0, 1, '5');
    assert.equal(await change(page), 'W_Q, row 2, column 1: 0 → 5. Cells of Q changed: 1 of 12.');
    await page.keyboard.press('Control+z');
    await edit(page, 'Wk', 0, 1, '5');
    assert.equal(await change(page), 'W_K, row 2, column 1: 1 → 5. Cells of K changed: 1 of 12.');
    await page.locator('.stop[data-step=result]').click();
    await drawn(page, 'result');
    await edit(page, 'Wo', 1, 0, '2');
    assert.equal(await change(page), 'W_O, row 1, column 2: 0 → 2. Cells of Y changed: 3 of 12.');
    const { results } = await modelOf(page);
    await assertShows(page, 'Y', results.taps.result);
  });

  it('of V leaves the weights as they were', async () => {
    const page = await visit('project');
    await edit(page, 'Wv', 0, 0, '7');
    await page.locator('.stop[data-step=weights]').click();
    await drawn(page, 'weights');
    assert.match(await change(page), /A of head 1 stays as it was\.$/);
  });
});

describe('a size', () => {
  const size = (page: Page, axis: string, by: 1 | -1) =>
    page.locator(`.stepper[data-axis=${axis}]:visible [data-by="${by}"]`).click();
  const shapes = async (page: Page) => {
    const { state, results } = await modelOf(page);
    const of = (matrix?: { rows: number; columns: number }) =>
      `${matrix?.rows ?? 0}×${matrix?.columns ?? 0}`;
    return {
      heads: state.heads,
      x: of(state.inputs.x),
      wq: of(state.inputs.w_q),
      wo: of(state.inputs.w_o),
      head: of(results.heads?.[0]?.taps.q),
      y: of(results.taps.result),
    };
  };
  const begin = { heads: 2, x: '3×3', wq: '4×3', wo: '4×4', head: '3×2', y: '3×4' };

  it('of each axis takes along what belongs together', async () => {
    for (const [axis, step, by, wanted] of [
      ['tokens', 'inputs', 1, { x: '4×3', head: '4×2', y: '4×4' }],
      ['tokens', 'inputs', -1, { x: '2×3', head: '2×2', y: '2×4' }],
      ['model', 'inputs', 1, { x: '3×4', wq: '4×4' }],
      ['model', 'inputs', -1, { x: '3×2', wq: '4×2' }],
      ['joined', 'inputs', 1, { heads: 1, wq: '5×3', wo: '4×5', head: '3×5' }],
      ['joined', 'inputs', -1, { heads: 1, wq: '3×3', wo: '4×3', head: '3×3' }],
      ['out', 'result', 1, { wo: '5×4', y: '3×5' }],
      ['out', 'result', -1, { wo: '3×4', y: '3×3' }],
    ] as const) {
      const page = await visit(step);
      assert.deepEqual(await shapes(page), begin);
      await size(page, axis, by);
      assert.deepEqual(await shapes(page), { ...begin, ...wanted }, `${axis} ${by}`);
      await page.locator('.stop[data-step=result]').click();
      await drawn(page, 'result');
      const { results } = await modelOf(page);
      await assertShows(page, 'C', results.taps.concat);
      await assertShows(page, 'Y', results.taps.result);
    }
  });

  it('of all heads together keeps their number a divisor of it, and the head in hand one of them', async () => {
    const page = await visit('inputs', '&heads=4&head=4');
    const counts = () => page.locator('[data-heads]').allInnerTexts();
    for (const [by, heads, possible] of [
      [1, 1, ['1', '5']],
      [1, 1, ['1', '2', '3', '6']],
    ] as const) {
      await size(page, 'joined', by);
      const { state } = await modelOf(page);
      assert.deepEqual([state.heads, state.head], [heads, 0]);
      assert.deepEqual(await counts(), possible);
    }
    await page.locator('[data-heads="6"]').click();
    assert.equal((await shapes(page)).head, '3×1');
    await size(page, 'joined', 1);
    assert.deepEqual(await counts(), ['1', '7']);
    assert.equal((await shapes(page)).head, '3×7');
    for (let undo = 0; undo < 4; undo++) await page.keyboard.press('Control+z');
    const { state } = await modelOf(page);
    assert.equal(state.heads, 4, 'taken back with the size');
  });

  it('ends at eight, and at one', async () => {
    const page = await visit('inputs', '&set=sentence');
    const possible = (axis: string, by: number) =>
      page
        .locator(`.stepper[data-axis=${axis}]:visible [data-by="${by}"]`)
        .getAttribute('aria-disabled');
    assert.equal(await possible('tokens', 1), 'true');
    assert.equal(await possible('joined', 1), 'true');
    assert.equal(await possible('model', 1), 'false');
    for (let more = 0; more < 3; more++) await size(page, 'model', 1);
    assert.equal(await possible('model', 1), 'true');
    for (let fewer = 0; fewer < 7; fewer++) await size(page, 'tokens', -1);
    assert.equal(await possible('tokens', -1), 'true');
    assert.equal((await shapes(page)).x, '1×8');
  });

  it('is changed on a phone too, that of the result among the others', async () => {
    const page = await useHeads(site, phone)('inputs');
    for (const axis of ['tokens', 'model', 'joined', 'out']) {
      await page.locator(`.stepper[data-axis=${axis}]:visible [data-by="1"]`).tap();
    }
    assert.deepEqual(await shapes(page), {
      ...{ heads: 1, x: '4×4', wq: '5×4', wo: '5×5', head: '4×5', y: '4×5' },
    });
  });
});

describe('the program', () => {
  it('that the page copies runs, and prints the digits of the figure', async () => {
    for (const more of [
      '',
      '&set=sentence&head=3',
      '&heads=4&scale=0&wv=1,0,0;0,-2,0;0.5,0,3;1,1,1',
    ]) {
      const page = await visit('result', more);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const panel = await openPanel(page, 'share');
      const copied: string[] = [];
      for (const name of ['NumPy', 'PyTorch']) {
        await panel.getByRole('button', { name: `Copy as ${name}`, exact: true }).click();
        await panel.getByText('Copied').waitFor();
        copied.push(await page.evaluate(() => navigator.clipboard.readText()));
      }
      const [numpy = '', torch = ''] = copied;
      assert.match(torch, /import torch[^]*F\.scaled_dot_product_attention/);
      const { state, results } = await modelOf(page);
      const [run] = runPrograms(
        [numpy.replaceAll('\r\n', '\n')],
        ['X', 'W_Q', 'W_K', 'W_V', 'W_O'],
      );
      assert.ok(run);
      const rows = new Map(
        run.output
          .trim()
          .split('\n\n')
          .map((block) => {
            const [title = '', ...lines] = block.split('\n');
            return [title.split(' ')[0] ?? '', lines] as const;
          }),
      );
      const heads = Array.from({ length: state.heads }, (_, head) => head);
      const wanted = [
        ...(['q', 'k', 'v'] as const).map(
          (letter) => [letter.toUpperCase(), results.taps[`projected_${letter}`]] as const,
        ),
        ...heads.flatMap((head) => [
          [`S(${head + 1})`, matrixIn(results, 'scores', head)] as const,
          [`A(${head + 1})`, matrixIn(results, 'weights', head)] as const,
          [`O(${head + 1})`, matrixIn(results, 'output', head)] as const,
        ]),
        ['C', results.taps.concat] as const,
        ['Y', results.taps.result] as const,
      ];
      assert.deepEqual(
        [...rows.keys()],
        wanted.map(([title]) => title),
      );
      for (const [title, matrix] of wanted) {
        const numbers = rows.get(title)?.flatMap((line) => line.trim().split(/ +/).slice(0, -1));
        assert.deepEqual(
          numbers,
          matrix?.data.map((x) => (Object.is(x, -0) ? '0.000' : x.toFixed(3))),
          `${title} ${more}`,
        );
      }
      assert.match(await stateIn(page), /step=result/);
    }
  });
});
