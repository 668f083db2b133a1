// The reader's numbers and names: sizes, pasted matrices, undo.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanName, namesOf } from '../../web/src/state/names.ts';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import { createStore } from '../../web/src/state/store.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { seeded } from './support/random.ts';
import { assertValid, base, lessons, matrix, randomAction, walk } from './support/states.ts';

const start = initialState(walk, base);
const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, walk), start);
const shapes = ({ inputs }: State) =>
  Object.values(inputs).map(({ rows, columns }) => `${rows}x${columns}`);
const edit = (value: number, gesture?: number): Action => ({
  type: 'edit',
  tap: 'q',
  cell: { row: 0, column: 0 },
  value,
  ...(gesture === undefined ? {} : { gesture }),
});

describe('sizes', () => {
  it('change in every matrix that has them, and keep the numbers that stay', () => {
    const wide = after({ type: 'resize', axis: 'tokens', size: 4 });
    assert.deepEqual(shapes(wide), ['4x4', '4x4', '4x4']);
    assert.deepEqual(wide.inputs.q?.data.slice(0, 12), start.inputs.q?.data);
    const back = reduce(wide, { type: 'resize', axis: 'tokens', size: 3 }, walk);
    assert.deepEqual(back.inputs, start.inputs);
    const deep = after({ type: 'resize', axis: 'depth', size: 2 });
    assert.deepEqual(shapes(deep), ['3x2', '3x2', '3x4']);
    assert.deepEqual(deep.inputs.q?.data, [2, 0, 0, 2, 1, 1]);
  });

  it('stay within their bounds', () => {
    for (const size of [0, -1, 6, 2.5, NaN, Infinity]) {
      assert.equal(after({ type: 'resize', axis: 'tokens', size }), start, String(size));
    }
    assert.equal(after({ type: 'resize', axis: 'tokens', size: 3 }), start);
    assert.equal(after({ type: 'resize', axis: 'width', size: 2 }), start, 'an axis it lacks');
  });

  it('bring the inspected cell back inside', () => {
    const far = after(
      { type: 'predict', on: false },
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: { row: 2, column: 2 }, pin: true },
      { type: 'resize', axis: 'tokens', size: 2 },
    );
    assertValid(far, walk);
    assert.equal(far.pinned, false);
  });
});

describe('a matrix put in place', () => {
  it('takes its sizes along', () => {
    const put = after({ type: 'put', tap: 'k', matrix: matrix([1, 2], [3, 4]) });
    assert.deepEqual(shapes(put), ['2x2', '2x2', '2x4']);
    assert.deepEqual(put.inputs.k?.data, [1, 2, 3, 4]);
    assertValid(put, walk);
  });

  it('is refused as a whole where any part of it cannot be', () => {
    const six = matrix([1], [1], [1], [1], [1], [1]);
    const cases: Action[] = [
      { type: 'put', tap: 'q', matrix: six },
      { type: 'put', tap: 'q', matrix: { rows: 0, columns: 0, data: [] } },
      { type: 'put', tap: 'q', matrix: { rows: 1, columns: 2, data: [1] } },
      { type: 'put', tap: 'q', matrix: matrix([1e39]) },
      { type: 'put', tap: 'q', matrix: matrix([NaN]) },
      { type: 'put', tap: 'scores', matrix: matrix([1]) },
      { type: 'put', tap: 'v', matrix: matrix([1, 2], [3, 4], [5, 6]) }, // no axis of its own
      { type: 'numbers', inputs: { q: matrix([1]) }, seed: 1 },
      { type: 'numbers', inputs: {}, seed: 1 },
    ];
    for (const action of cases) assert.equal(after(action), start, JSON.stringify(action));
  });

  it('forgets the seed, which an undone change brings back', () => {
    const drawn = after({ type: 'numbers', inputs: start.inputs, seed: 5 });
    assert.equal(drawn.seed, 5);
    assert.equal(reduce(drawn, edit(9), walk).seed, null);
    assert.equal(reduce(drawn, edit(2), walk), drawn, 'the same number is no change');
  });
});

describe('names', () => {
  const own = ['I', 'love', 'AI', 'a', 'b'];
  const named = (...pairs: readonly (readonly [number, string])[]) =>
    namesOf(
      walk,
      after(...pairs.map(([token, text]) => ({ type: 'name', token, text }) as const)),
      own,
    );

  it('stand in for the words of the lesson until they are emptied', () => {
    assert.deepEqual(named([1, 'like']), ['I', 'like', 'AI']);
    assert.deepEqual(named([1, 'like'], [1, '  ']), ['I', 'love', 'AI']);
    assert.deepEqual(after({ type: 'name', token: 2, text: '' }), start);
    assert.deepEqual(after({ type: 'name', token: 3, text: 'x' }), start);
  });

  it('are one line in any script, cut at whole characters', () => {
    for (const [text, name] of [
      ['  a \n b\t', 'a b'],
      ['\u5b66\u4e60', '\u5b66\u4e60'],
      ['\u05e9\u05dc\u05d5\u05dd', '\u05e9\u05dc\u05d5\u05dd'],
      ['e\u0301', '\u00e9'],
      ['\u{1f468}\u200d\u{1f4bb}', '\u{1f468}\u200d\u{1f4bb}'],
      ['\u{1f600}'.repeat(30), '\u{1f600}'.repeat(16)],
      [`${'a'.repeat(15)}\u{1f469}\u200d\u{1f467}b`, `${'a'.repeat(15)}\u{1f469}\u200d\u{1f467}`],
      ['a'.repeat(47) + '\u0301', 'a'.repeat(16)],
      [`e${'\u0301'.repeat(60)}`, null],
      ['\u202egnp', 'gnp'],
      ['\ud800', null],
      ['', null],
    ] as const) {
      assert.equal(cleanName(text), name, JSON.stringify(text));
    }
  });

  it('go with their tokens', () => {
    const state = after(
      { type: 'name', token: 2, text: 'x' },
      { type: 'resize', axis: 'tokens', size: 2 },
    );
    assert.deepEqual(state.names, []);
  });
});

const first = (content: Pick<State, 'inputs'> | null) => content?.inputs.q?.data[0];

describe('undo and redo', () => {
  const storeAfter = (...actions: Action[]) => {
    const store = createStore(walk, start);
    for (const action of actions) store.dispatch(action);
    return store;
  };

  it('go back through every change of content, and forth again', () => {
    const actions: Action[] = [
      edit(5),
      { type: 'name', token: 0, text: 'me' },
      { type: 'resize', axis: 'tokens', size: 4 },
      { type: 'switch', name: 'scale', on: false },
      {
        type: 'put',
        tap: 'v',
        matrix: matrix([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [9, 9, 9, 9]),
      },
      {
        type: 'numbers',
        inputs: after({ type: 'resize', axis: 'tokens', size: 4 }).inputs,
        seed: 3,
      },
    ];
    const store = createStore(walk, start);
    const states = [store.state];
    for (const action of actions) {
      store.dispatch(action);
      assert.notEqual(store.state, states.at(-1));
      states.push(store.state);
    }
    store.dispatch({ type: 'go', step: 'scores' }); // where one looks is no content
    const content = ({ inputs, names, seed, switches }: State) => ({
      inputs,
      names,
      seed,
      switches,
    });
    for (const state of [...states].reverse().slice(1)) {
      store.dispatch({ type: 'undo' });
      assert.deepEqual(content(store.state), content(state));
      assert.equal(store.state.step, 'scores');
      assertValid(store.state, walk);
    }
    const first = store.state;
    store.dispatch({ type: 'undo' });
    assert.equal(store.state, first);
    for (const state of states.slice(1)) {
      store.dispatch({ type: 'redo' });
      assert.deepEqual(content(store.state), content(state));
    }
    const last = store.state;
    store.dispatch({ type: 'redo' });
    assert.equal(store.state, last);
  });

  it('take a gesture as one change, and forget the future after a new one', () => {
    const store = storeAfter(edit(3, 1), edit(4, 1), edit(5, 1), edit(6, 2));
    store.dispatch({ type: 'undo' });
    assert.equal(first(store.state), 5);
    store.dispatch({ type: 'undo' });
    assert.equal(first(store.state), 2);
    store.dispatch(edit(8));
    assert.equal(store.history.future.length, 0);
  });

  it('remember what stood before the last change, until it is of no interest', () => {
    const store = storeAfter(edit(3, 1), edit(4, 1));
    assert.equal(first(store.history.before), 2);
    store.dispatch({ type: 'undo' });
    assert.equal(first(store.history.before), 4);
    store.forgetBefore();
    assert.equal(store.history.before, null);
    store.dispatch({ type: 'redo' });
    store.dispatch({ type: 'reset' });
    assert.equal(store.history.before, null);
    store.dispatch({ type: 'undo' });
    assert.equal(first(store.state), 4, 'a reset can be undone');
  });

  it('keep every promise of a state on random ways', () => {
    for (const lesson of lessons) {
      for (let round = 1; round <= 60; round++) {
        const chance = seeded(round);
        const store = createStore(lesson, initialState(lesson, base));
        const seen = [store.state];
        for (let n = 0; n < 60; n++) {
          const travel = chance.below(4) === 0;
          store.dispatch(
            travel ? { type: chance.pick(['undo', 'redo']) } : randomAction(chance, seen),
          );
          assertValid(store.state, lesson);
          seen.push(store.state);
        }
      }
    }
  });
});
