// NaN in the padding is shown where it is, and said to spread where it would; it makes no other number.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import type { Action } from '../../web/src/state/types.ts';
import { observations } from '../../web/src/views/facts.ts';
import { matrixView } from '../../web/src/views/matrix.ts';
import { slotsOf } from '../../web/src/views/slots.ts';
import type { View } from '../../web/src/views/view.ts';
import { engine } from '../wasm/support/engine.ts';
import { after, openCells, text } from './support/masks.ts';
import { markupOf, viewOf, wordsIn } from './support/view.ts';

const seenAt = (step: string, padding: readonly number[], ...more: Action[]): View => {
  const state = after([
    { type: 'predict', on: false },
    ...more,
    ...padding.map((token): Action => ({ type: 'pad', token, on: true })),
    { type: 'poison', on: true },
    { type: 'go', step },
  ]);
  return viewOf(state, new AttentionComputation(engine, state).results);
};

/** What stands in the corner of each cell, row by row; '' where nothing does. */
function corners(view: View, id: string): string[][] {
  const slot = slotsOf(view).find((each) => each.id === id) ?? assert.fail(id);
  const rows: string[][] = [];
  const markup = markupOf(matrixView(view, slot));
  for (const [, row, was = ''] of markup.matchAll(/data-row=(\d+)[^>]*?data-was=(\S*)/g)) {
    (rows[Number(row)] ??= []).push(was);
  }
  return rows;
}

const none: Action = { type: 'rule', rule: 'none' };

describe('NaN in the padding', () => {
  for (const [padding, more] of [
    [[2], []],
    [[0], []],
    [[1, 2], [none]],
    [[1], [none]],
  ] as const) {
    const where = `padding ${padding.join()} ${more.map(({ type }) => type).join()}`;

    it(`stands in the corner of no weight but its own: ${where}`, () => {
      const view = seenAt('softmax', padding, ...more);
      const may = openCells(view.state);
      const found = corners(view, 'A');
      assert.equal(found.length, 3);
      found.forEach((row, i) => {
        assert.deepEqual(
          row.map((was) => was === 'NaN'),
          row.map((_, j) => padding.some((token) => token === j)),
          `row ${i}`,
        );
        row.forEach((was, j) => {
          if (was === 'NaN') assert.equal(may[i]?.[j], false, `row ${i}, column ${j} is covered`);
        });
      });
    });

    it(`is said to spread to the weights of a row, where some are left: ${where}`, () => {
      const view = seenAt('softmax', padding, ...more);
      openCells(view.state).forEach((row, i) => {
        const state = { ...view.state, cell: { row: i, column: 0 } };
        const said = wordsIn(observations({ ...view, state }));
        assert.equal(
          said.includes(text.en.notice?.softmax.poison ?? '-'),
          row.includes(true),
          said,
        );
        assert.doesNotMatch(said.replace(/NaN of the padding|many libraries.*/gi, ''), /NaN/);
      });
    });

    it(`is no highest score: ${where}`, () => {
      const view = seenAt('scores', padding, ...more);
      assert.doesNotMatch(wordsIn(observations(view)), /highest score is [^.]*NaN/);
      assert.match(wordsIn(observations(view)), /highest score/);
    });
  }

  it('leaves no score to be the highest where all is padding', () => {
    assert.equal(wordsIn(observations(seenAt('scores', [0, 1, 2]))), '');
  });

  it('that is not there leaves every weight its number without the mask', () => {
    const view = seenAt('softmax', []);
    assert.deepEqual(
      corners(view, 'A').map((row) => row.map((was) => was !== '')),
      [
        [true, true, true],
        [true, true, true],
        [false, false, false],
      ],
    );
  });
});
