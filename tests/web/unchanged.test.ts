// A row is left as it is drawn only where nothing that it shows is another.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { surroundingsOf, rowOf, exact } from '../../web/src/views/unchanged.ts';
import type { View } from '../../web/src/views/view.ts';
import { engine } from '../wasm/support/engine.ts';
import { after } from './support/masks.ts';
import { viewOf } from './support/view.ts';

const differ = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length !== b.length || a.some((value, at) => value !== b[at]);

const drawnAgain = (): View => {
  const state = after([{ type: 'go', step: 'softmax' }]);
  return viewOf(state, new AttentionComputation(engine, state).results);
};

/** Compared number by number with every row, or shown by no cell. */
const beside = new Set<string>([
  ...['state', 'results', 'values', 'before', 'arithmetic', 'stops', 'steps'],
  ...['canUndo', 'canRedo', 'announcement', 'link', 'frame', 'element', 'chapterLinks', 'requests'],
]);

describe('the surroundings of the numbers', () => {
  const view = drawnAgain();

  it('are the same for a view made of the same', () => {
    assert.ok(!differ(surroundingsOf(view), surroundingsOf({ ...view })), 'equal');
  });

  for (const name of Object.keys(view) as (keyof View)[]) {
    if (beside.has(name)) continue;
    it(`differ where ${name} does`, () => {
      const other =
        name === 'writing'
          ? { ...view.writing, digits: view.writing.digits + 1 }
          : name === 'tokens' || name === 'queries' || name === 'tokensOfQueries'
            ? [...view[name], 'one more']
            : Symbol(name);
      const changed = { ...view, [name]: other };
      assert.ok(differ(surroundingsOf(view), surroundingsOf(changed)), name);
    });
  }

  for (const name of Object.keys(view.state)) {
    if (name === 'inputs' || name === 'seed') continue;
    it(`differ where ${name} of the state does`, () => {
      const state = { ...view.state, [name]: Symbol(name) };
      assert.ok(differ(surroundingsOf(view), surroundingsOf({ ...view, state })), name);
    });
  }
});

describe('the numbers of a row', () => {
  const matrix = { rows: 2, columns: 3, data: [1, 2, 3, 4, 5, 6] };

  it('are those of the drawn row, of a transpose those of a column', () => {
    assert.deepEqual(rowOf(matrix, 1, false), [3, 4, 5, 6]);
    assert.deepEqual(rowOf(matrix, 1, true), [2, 2, 5]);
    assert.deepEqual(rowOf(undefined, 0, false), [null]);
  });

  it('tell −0 from 0, and NaN from itself, so that it is drawn again', () => {
    assert.notEqual(exact(-0), exact(0));
    const made = (): unknown[] => rowOf({ rows: 1, columns: 1, data: [NaN] }, 0, false);
    assert.ok(differ(made(), made()), 'NaN');
  });
});
