// Lessons to try the state on, what every state promises, and random ways through a lesson.
import assert from 'node:assert/strict';
import type { Lesson, Matrix } from '../../../web/src/state/lesson.ts';
import { sizeOf } from '../../../web/src/state/inputs.ts';
import { cleanName, tokenCount } from '../../../web/src/state/names.ts';
import { cellCount } from '../../../web/src/state/progress.ts';
import { currentStep, reduce, visibleSteps } from '../../../web/src/state/reducer.ts';
import { shapeOf } from '../../../web/src/state/shape.ts';
import { locales, softmaxParts, themes } from '../../../web/src/state/types.ts';
import type { Action, Base, State } from '../../../web/src/state/types.ts';
import type { Chance } from './random.ts';

export const base: Base = { locale: 'en', theme: 'auto' };

export const matrix = (...rows: number[][]): Matrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  data: rows.flat(),
});

export const walk: Lesson = {
  id: 'walk',
  inputs: {
    q: matrix([2, 0, 1, 0], [0, 2, 2, 1], [1, 1, 0, 2]),
    k: matrix([1, 1, 0, 1], [2, 0, 1, 0], [0, 1, 2, 0]),
    v: matrix([1, 0, 0, 1], [0, 2, 1, 0], [1, 1, 0, 0.1]),
  },
  axes: [
    {
      id: 'tokens',
      most: 5,
      extents: [
        { tap: 'q', dimension: 'rows' },
        { tap: 'k', dimension: 'rows' },
        { tap: 'v', dimension: 'rows' },
      ],
    },
    {
      id: 'depth',
      most: 6,
      extents: [
        { tap: 'q', dimension: 'columns' },
        { tap: 'k', dimension: 'columns' },
      ],
    },
  ],
  switches: { scale: true, mask: false },
  steps: [
    { id: 'inputs', kind: 'input', reads: ['q', 'k', 'v'] },
    {
      id: 'scores',
      kind: 'product',
      reads: ['q', 'k'],
      makes: 'scores',
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    { id: 'scale', kind: 'scale', reads: ['scores'], makes: 'scaled', focus: [1, 2] },
    {
      id: 'mask',
      kind: 'mask',
      reads: ['scaled'],
      makes: 'masked',
      needs: 'mask',
      focus: [0, 1],
      ask: { from: 1, row: { kind: 'mark' } },
    },
    {
      id: 'softmax',
      kind: 'softmax',
      reads: ['masked'],
      makes: 'weights',
      ask: { from: -2, row: { kind: 'choice' }, cell: { kind: 'number', tolerance: 0.006 } },
    },
    { id: 'output', kind: 'mix', reads: ['weights', 'v'], makes: 'output', focus: [1, 3] },
  ],
};

/** No K, no Q, a first step that a switch can take away, and that switch on at first. */
export const small: Lesson = {
  id: 'small',
  inputs: { v: matrix([1], [2]) },
  axes: [{ id: 'tokens', most: 3, extents: [{ tap: 'v', dimension: 'rows' }] }],
  switches: { scale: false, mask: true },
  steps: [
    { id: 'mask', kind: 'mask', reads: ['v'], makes: 'masked', needs: 'mask', focus: [1, 0] },
    { id: 'softmax', kind: 'softmax', reads: ['masked'], makes: 'weights' },
    { id: 'end', kind: 'input', reads: ['v'] },
  ],
};

export const lessons: readonly Lesson[] = [walk, small];

function assertFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  assert.ok(Object.isFrozen(value), `not frozen: ${JSON.stringify(value)}`);
  Object.values(value).forEach(assertFrozen);
}

/** Everything that a State promises by its type and by its documentation. */
export function assertValid(state: State, lesson: Lesson): void {
  assertFrozen(state);
  assert.deepEqual(Object.keys(state).sort(), [
    'cell',
    'inputs',
    'lesson',
    'locale',
    'names',
    'part',
    'pinned',
    'predict',
    'seed',
    'shown',
    'step',
    'switches',
    'theme',
  ]);
  assert.equal(state.lesson, lesson.id);
  assert.ok(visibleSteps(lesson, state).some(({ id }) => id === state.step));
  assert.ok(locales.includes(state.locale));
  assert.ok(themes.includes(state.theme));
  assert.deepEqual(Object.keys(state.switches), Object.keys(lesson.switches));
  Object.values(state.switches).forEach((on) => {
    assert.equal(typeof on, 'boolean');
  });
  assert.deepEqual(Object.keys(state.inputs), Object.keys(lesson.inputs));
  for (const { rows, columns, data } of Object.values(state.inputs)) {
    assert.equal(data.length, rows * columns);
    assert.ok(data.every((x) => Number.isFinite(x) && Object.is(Math.fround(x), x)));
  }
  for (const axis of lesson.axes) {
    const size = sizeOf(state.inputs, axis);
    assert.ok(Number.isInteger(size) && size >= 1 && size <= axis.most);
    for (const { tap, dimension } of axis.extents) {
      assert.equal(state.inputs[tap]?.[dimension], size, 'what belongs together has one size');
    }
  }
  assert.ok(state.names.length <= tokenCount(lesson, state));
  assert.ok(state.names.every((name) => name === null || cleanName(name) === name));
  assert.notEqual(state.names.at(-1), null);
  assert.ok(state.seed === null || (Number.isInteger(state.seed) && state.seed >= 0));
  assert.equal(typeof state.predict, 'boolean');
  for (const [id, count] of Object.entries(state.shown)) {
    const step = lesson.steps.find((each) => each.id === id);
    assert.ok(step && (count === Infinity || Number.isInteger(count)));
    assert.ok(count === Infinity || (count >= 0 && count < cellCount(lesson, state, step)));
  }
  assert.ok(state.part === null || softmaxParts.includes(state.part));
  if (state.part !== null) assert.equal(currentStep(lesson, state).kind, 'softmax');
  const { makes } = currentStep(lesson, state);
  assert.equal(state.cell === null, makes === undefined);
  if (state.cell === null) assert.equal(state.pinned, false);
  if (state.cell && makes) {
    const { row, column } = state.cell;
    const shape = shapeOf(lesson, state.inputs, makes);
    assert.ok(shape && Number.isInteger(row) && Number.isInteger(column));
    assert.ok(row >= 0 && row < shape.rows && column >= 0 && column < shape.columns);
  }
  assert.equal(typeof state.pinned, 'boolean');
}

const steps = ['inputs', 'scores', 'scale', 'mask', 'softmax', 'output', 'end', 'constructor'];
const taps = ['q', 'k', 'v', 'scores', 'output'] as const;
const numbers = [0, -0, 0.1, -1e-45, 3.4e38, 1e39, NaN, Infinity, -Infinity, 16777217];

const words = [
  '',
  'AI',
  'a,b',
  '50%',
  '%2C',
  '\u6211',
  '\u{1f600}',
  '\u05e9\u05dc\u05d5\u05dd',
  ' a\n b ',
  '<b>',
  'x'.repeat(40),
];

function randomMatrix(chance: Chance): Matrix {
  const rows = chance.below(6);
  const columns = chance.below(7);
  const data = Array.from({ length: rows * columns }, () => chance.float32());
  return { rows, columns, data };
}

/** Sensible and senseless alike. */
export function randomAction(chance: Chance, earlier: readonly State[]): Action {
  const cell = { row: chance.below(5) - 1, column: chance.below(6) - 1 };
  switch (chance.below(22)) {
    case 0:
      return { type: 'go', step: chance.pick(steps) };
    case 1:
      return { type: 'next' };
    case 2:
      return { type: 'previous' };
    case 3:
      return { type: 'switch', name: chance.pick(['scale', 'mask']), on: chance.below(2) === 1 };
    case 4:
    case 5: {
      const value = chance.below(2) ? chance.float32() : chance.pick(numbers);
      return { type: 'edit', tap: chance.pick(taps), cell, value };
    }
    case 6:
      return { type: 'inspect', cell, pin: chance.below(2) === 1 };
    case 7:
      return { type: 'unpin' };
    case 8:
      return { type: 'locale', locale: chance.pick(locales) };
    case 9:
      return { type: 'theme', theme: chance.pick(themes) };
    case 10:
      return { type: 'put', tap: chance.pick(taps), matrix: randomMatrix(chance) };
    case 11: {
      const { inputs } = chance.pick(earlier);
      return { type: 'numbers', inputs, seed: chance.pick([null, 0, 7, 4294967295]) };
    }
    case 12:
      return {
        type: 'resize',
        axis: chance.pick(['tokens', 'depth', 'width']),
        size: chance.pick([-1, 0, 1, 2, 3, 4, 5, 6, 9, 2.5, NaN]),
      };
    case 13:
      return { type: 'name', token: chance.below(7) - 1, text: chance.pick(words) };
    case 14:
      return { type: 'predict', on: chance.below(2) === 1 };
    case 15:
      return { type: 'reveal', count: chance.pick([-1, 0, 1, 2, 5, 9, 100, Infinity, NaN, 1.5]) };
    case 16:
      return { type: 'part', part: chance.pick([null, ...softmaxParts]) };
    case 17:
      return { type: 'play' };
    case 18:
    case 19:
      return { type: 'advance' };
    case 20: {
      const { inputs, names, seed, switches } = chance.pick(earlier);
      return { type: 'content', content: { inputs, names, seed, switches } };
    }
    default:
      // Rare, so that states wander far from the beginning.
      return chance.below(4) === 0
        ? { type: 'reset' }
        : { type: 'restore', state: chance.pick(earlier) };
  }
}

/** The states on a random way, the beginning included. */
export function randomStates(
  chance: Chance,
  lesson: Lesson,
  start: State,
  length: number,
): State[] {
  const states = [start];
  while (states.length <= length) {
    const last = states.at(-1) ?? start;
    states.push(reduce(last, randomAction(chance, states), lesson));
  }
  return states;
}
