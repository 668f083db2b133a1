import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cellCount, shownCount } from '../../web/src/state/progress.ts';
import { currentStep, initialState, reduce } from '../../web/src/state/reducer.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { assertValid, base, walk } from './support/states.ts';

const start = initialState(walk, base);
const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, walk), start);
const shown = (state: State) => shownCount(walk, state, currentStep(walk, state));
const go = (step: string): Action => ({ type: 'go', step });
const advance: Action = { type: 'advance' };

describe('what is shown of a result', () => {
  it('stops before the cell that the step asks about, until prediction is off', () => {
    assert.equal(shown(after(go('scores'))), 6);
    assert.equal(shown(after(go('scale'))), 9, 'a step without a question holds nothing back');
    assert.equal(shown(after(go('mask'))), 3);
    assert.equal(shown(after(go('softmax'))), 3);
    assert.equal(shown(after({ type: 'predict', on: false }, go('scores'))), 9);
    assert.equal(shown(start), 0, 'no result, no cell');
  });

  it('asks about the first row where a result has no other', () => {
    const one = after({ type: 'resize', axis: 'tokens', size: 1 }, go('scores'));
    assert.equal(shown(one), 0);
    assert.deepEqual(one.cell, { row: 0, column: 0 });
    assert.equal(shown(reduce(one, go('mask'), walk)), 0);
  });

  it('is kept for each step, and drawn to whole numbers within it', () => {
    for (const [count, kept] of [
      [4, 4],
      [0, 0],
      [-3, 0],
      [9, 9],
      [1e9, 9],
      [Infinity, 9],
      [NaN, 0],
      [2.9, 2],
    ] as const) {
      const state = after(go('scores'), { type: 'reveal', count });
      assertValid(state, walk);
      assert.equal(shown(state), kept, String(count));
      const back = reduce(reduce(state, go('softmax'), walk), go('scores'), walk);
      assert.equal(shown(back), kept);
    }
  });

  it('stays whole when sizes change, and begins anew where it was half way', () => {
    const whole = after(go('scores'), { type: 'reveal', count: 9 });
    const larger = reduce(whole, { type: 'resize', axis: 'tokens', size: 4 }, walk);
    assert.equal(shown(larger), 16);
    const half = after(go('scores'), { type: 'reveal', count: 2 });
    assert.equal(shown(reduce(half, { type: 'resize', axis: 'tokens', size: 4 }, walk)), 12);
  });

  it('cannot be inspected before it is there', () => {
    const state = after(go('scores'));
    const inspect = (row: number, pin: boolean): Action => ({
      type: 'inspect',
      cell: { row, column: 0 },
      pin,
    });
    assert.equal(reduce(state, inspect(2, true), walk), state);
    assert.notEqual(reduce(state, inspect(1, true), walk), state);
  });
});

describe('play', () => {
  it('starts a step over, unless the reader left it half way', () => {
    assert.equal(shown(after(go('scores'), { type: 'play' })), 0);
    assert.equal(shown(after(go('scores'), { type: 'reveal', count: 9 }, { type: 'play' })), 0);
    assert.equal(shown(after(go('scores'), { type: 'reveal', count: 5 }, { type: 'play' })), 5);
    assert.equal(after({ type: 'play' }), start);
  });

  it('shows one cell a beat, follows it, and takes each row of softmax in four moves', () => {
    const beats: string[] = [];
    let state = reduce(start, { type: 'play' }, walk);
    for (;;) {
      const next = reduce(state, advance, walk);
      if (next === state) break;
      assertValid(next, walk);
      state = next;
      const { cell, step, part } = state;
      beats.push(
        `${step} ${shown(state)} ${cell ? `${cell.row},${cell.column}` : ''} ${part ?? ''}`.trim(),
      );
    }
    const count = (id: string) => {
      const step = walk.steps.find((each) => each.id === id);
      return step ? cellCount(walk, start, step) : 0;
    };
    const of = (step: string) => beats.filter((beat) => beat.startsWith(`${step} `));
    // Each step comes in with nothing shown, then cell after cell.
    for (const step of ['scores', 'scale', 'output'])
      assert.equal(of(step).length, count(step) + 1);
    assert.deepEqual(of('softmax').slice(0, 9), [
      'softmax 0 0,0',
      'softmax 0 0,0 max',
      'softmax 0 0,0 exp',
      'softmax 0 0,0 sum',
      'softmax 1 0,0 divide',
      'softmax 2 0,1 divide',
      'softmax 3 0,2 divide',
      'softmax 3 1,0 max',
      'softmax 3 1,0 exp',
    ]);
    assert.equal(of('softmax').length, 1 + 3 * (3 + 3));
    assert.equal(of('mask').length, 0, 'the mask is off');
    assert.equal(beats.at(-1), 'output 12 2,3');
    assert.equal(new Set(beats).size, beats.length, 'no beat is idle');
  });

  it('goes on from any place where it was paused', () => {
    const paused = after(go('softmax'), { type: 'reveal', count: 3 }, advance, advance);
    assert.equal(paused.part, 'exp');
    const elsewhere = reduce(paused, { type: 'locale', locale: 'zh-Hant' }, walk);
    assert.equal(reduce(reduce(elsewhere, { type: 'play' }, walk), advance, walk).part, 'sum');
  });
});
