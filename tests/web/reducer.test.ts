import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState, reduce, visibleSteps } from '../../web/src/state/reducer.ts';
import { shapeOf } from '../../web/src/state/shape.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { seeded } from './support/random.ts';
import { assertValid, base, lessons, matrix, randomStates, small, walk } from './support/states.ts';

const start = initialState(walk, base);
const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, walk), start);
const ids = (state: State) => visibleSteps(walk, state).map(({ id }) => id);
const at = (row: number, column: number) => ({ row, column });

/** The very same object: nothing that watches it needs to look again. */
const assertNothing = (state: State, ...actions: Action[]) => {
  for (const action of actions) {
    assert.equal(reduce(state, action, walk), state, JSON.stringify(action));
  }
};

describe('initialState', () => {
  it('holds the defaults of the lesson, rounded to float32', () => {
    assertValid(start, walk);
    assert.equal(start.step, 'inputs');
    assert.equal(start.cell, null);
    assert.deepEqual(start.inputs.q, walk.inputs.q);
    assert.equal(start.inputs.v?.data[11], Math.fround(0.1));
  });

  it('leaves the lesson as it is', () => {
    assert.ok(!Object.isFrozen(walk.inputs.q));
    assert.equal(walk.inputs.v?.data[11], 0.1);
  });

  it('begins at the first step that the switches show', () => {
    assert.equal(initialState(small, base).step, 'mask');
    const without = { ...small, switches: { scale: false, mask: false } };
    assert.equal(initialState(without, base).step, 'softmax');
    assert.throws(() => initialState({ ...walk, steps: [] }, base), /no step to begin with/);
  });
});

describe('steps', () => {
  it('lists a step that needs a switch only while it is on', () => {
    assert.deepEqual(ids(start), ['inputs', 'scores', 'scale', 'softmax', 'output']);
    const masked = after({ type: 'switch', name: 'mask', on: true });
    assert.deepEqual(ids(masked), ['inputs', 'scores', 'scale', 'mask', 'softmax', 'output']);
  });

  it('walks forward and back over the visible steps, and stops at both ends', () => {
    for (const on of [false, true]) {
      const first = after({ type: 'switch', name: 'mask', on });
      const forward = [first];
      const last = () => forward.at(-1) ?? first;
      for (let n = 1; n < ids(first).length; n++) {
        forward.push(reduce(last(), { type: 'next' }, walk));
      }
      assert.deepEqual(
        forward.map(({ step }) => step),
        ids(first),
      );
      assertNothing(last(), { type: 'next' });
      assertNothing(first, { type: 'previous' });
      let back = last();
      for (const { step } of [...forward].reverse()) {
        assert.equal(back.step, step);
        back = reduce(back, { type: 'previous' }, walk);
      }
    }
  });

  it('goes to a step by name, turning on the switch that it needs', () => {
    const masked = after({ type: 'go', step: 'mask' });
    assert.equal(masked.step, 'mask');
    assert.deepEqual(masked.switches, { scale: true, mask: true });
    assertNothing(masked, { type: 'go', step: 'mask' }, { type: 'go', step: 'nowhere' });
    assertNothing(start, { type: 'go', step: '' }, { type: 'go', step: '__proto__' });
  });

  it('enters a step at its own cell, unpinned', () => {
    const pinned = after(
      { type: 'predict', on: false },
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: at(2, 2), pin: true },
    );
    assert.deepEqual([pinned.cell, pinned.pinned], [at(2, 2), true]);
    const next = reduce(pinned, { type: 'next' }, walk);
    assert.deepEqual([next.cell, next.pinned], [at(1, 2), false]);
    assert.deepEqual(after({ type: 'go', step: 'softmax' }).cell, at(0, 0));
    assert.equal(reduce(pinned, { type: 'previous' }, walk).cell, null);
  });

  it('falls back to the nearest earlier step when its switch goes off', () => {
    const off: Action = { type: 'switch', name: 'mask', on: false };
    assert.equal(after({ type: 'go', step: 'mask' }, off).step, 'scale');
    const elsewhere = after({ type: 'go', step: 'mask' }, { type: 'next' });
    assert.equal(reduce(elsewhere, off, walk).step, 'softmax');
    const first = initialState(small, base);
    assert.equal(reduce(first, off, small).step, 'softmax', 'with none earlier, the first one');
  });

  it('ignores switches that do not exist or do not move', () => {
    assertNothing(
      start,
      { type: 'switch', name: 'mask', on: false },
      { type: 'switch', name: 'toString' as 'mask', on: true },
    );
  });
});

describe('edits', () => {
  const edit = (value: number, cell = at(1, 2), tap: 'q' | 'output' = 'q'): Action => ({
    type: 'edit',
    tap,
    cell,
    value,
  });

  it('rounds to float32 and leaves the other matrices alone', () => {
    const edited = after(edit(0.1));
    assert.equal(edited.inputs.q?.data[6], Math.fround(0.1));
    const others = (data: readonly number[] = []) => data.filter((_, index) => index !== 6);
    assert.deepEqual(others(edited.inputs.q.data), others(start.inputs.q?.data));
    assert.equal(edited.inputs.k, start.inputs.k);
    assert.equal(start.inputs.q?.data[6], 2);
  });

  it('tells −0 from 0', () => {
    const zero = after(edit(0));
    const negative = reduce(zero, edit(-0), walk);
    assert.notEqual(negative, zero);
    assert.ok(Object.is(negative.inputs.q?.data[6], -0));
    assertNothing(negative, edit(-0), edit(-1e-60));
  });

  it('ignores what is not finite, not there, or not an input', () => {
    assertNothing(start, edit(NaN), edit(Infinity), edit(-Infinity), edit(3.5e38), edit(2));
    assertNothing(start, edit(1, at(3, 0)), edit(1, at(0, 4)), edit(1, at(-1, 0)));
    assertNothing(start, edit(1, at(0.5, 0)), edit(1, at(NaN, 0)), edit(1, at(0, 0), 'output'));
    assertNothing(
      start,
      edit(1, at(0, 0), 'constructor' as 'q'),
      edit(1, at(0, 0), '__proto__' as 'q'),
    );
  });
});

describe('inspection', () => {
  const scores = after({ type: 'predict', on: false }, { type: 'go', step: 'scores' });
  const inspect = (row: number, column: number, pin = false): Action => ({
    type: 'inspect',
    cell: at(row, column),
    pin,
  });

  it('follows the pointer until a cell is pinned', () => {
    const hovered = reduce(scores, inspect(0, 0), walk);
    assert.deepEqual([hovered.cell, hovered.pinned], [at(0, 0), false]);
    const pinned = reduce(hovered, inspect(2, 1, true), walk);
    assertNothing(pinned, inspect(0, 0), inspect(2, 1), inspect(2, 1, true));
    assert.deepEqual(reduce(pinned, inspect(0, 0, true), walk).cell, at(0, 0));
    const free = reduce(pinned, { type: 'unpin' }, walk);
    assert.deepEqual([free.cell, free.pinned], [at(2, 1), false]);
    assertNothing(free, { type: 'unpin' });
  });

  it('stays within the result', () => {
    assertNothing(scores, inspect(3, 0), inspect(0, 3), inspect(-1, 0), inspect(0, 1.5, true));
    assertNothing(start, inspect(0, 0), inspect(0, 0, true));
    const output = reduce(scores, { type: 'go', step: 'output' }, walk);
    assert.deepEqual(reduce(output, inspect(2, 3), walk).cell, at(2, 3));
  });
});

describe('reader settings, restore and reset', () => {
  it('sets language and theme', () => {
    assert.equal(after({ type: 'locale', locale: 'zh-Hant' }).locale, 'zh-Hant');
    assert.equal(after({ type: 'theme', theme: 'dark' }).theme, 'dark');
    assertNothing(start, { type: 'locale', locale: 'en' }, { type: 'theme', theme: 'auto' });
  });

  it('resets all but language, theme and whether to predict', () => {
    const far = after(
      { type: 'locale', locale: 'zh-Hans' },
      { type: 'theme', theme: 'light' },
      { type: 'predict', on: false },
      { type: 'edit', tap: 'v', cell: at(0, 0), value: 7 },
      { type: 'go', step: 'mask' },
    );
    const base = initialState(walk, { locale: 'zh-Hans', theme: 'light' });
    const fresh = reduce(base, { type: 'predict', on: false }, walk);
    assert.deepEqual(reduce(far, { type: 'reset' }, walk), fresh);
    assertNothing(fresh, { type: 'reset' });
  });

  it('restores a state of its own lesson only', () => {
    const other = after({ type: 'go', step: 'output' });
    assert.deepEqual(reduce(start, { type: 'restore', state: other }, walk), other);
    const twin = initialState(walk, base);
    assertNothing(start, { type: 'restore', state: twin });
    assertNothing(start, { type: 'restore', state: initialState(small, base) });
  });
});

describe('any sequence of actions', () => {
  it('keeps every promise of a state, and the object itself when nothing changes', () => {
    for (const lesson of lessons) {
      for (let seed = 1; seed <= 200; seed++) {
        const chance = seeded(seed);
        const states = randomStates(chance, lesson, initialState(lesson, base), 60);
        states.forEach((state, n) => {
          assertValid(state, lesson);
          const previous = states[n - 1];
          if (previous && previous !== state) assert.notDeepEqual(state, previous);
        });
      }
    }
  });
});

describe('shapeOf', () => {
  it('follows the operations from inputs that are not square', () => {
    const inputs = { q: matrix([1, 2], [3, 4]), k: matrix([1, 2]), v: matrix([1, 2, 3]) };
    const shape = (tap: Parameters<typeof shapeOf>[2]) => {
      const found = shapeOf(walk, inputs, tap);
      return found && [found.rows, found.columns];
    };
    assert.deepEqual(shape('k'), [1, 2]);
    assert.deepEqual(shape('scores'), [2, 1]);
    assert.deepEqual(shape('masked'), [2, 1]);
    assert.deepEqual(shape('weights'), [2, 1]);
    assert.deepEqual(shape('output'), [2, 3]);
    assert.equal(shapeOf(small, small.inputs, 'scores'), null);
    assert.equal(shapeOf(walk, small.inputs, 'scores'), null);
  });
});
