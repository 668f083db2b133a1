// Lessons to try the state on, what every state promises, and random ways through a lesson.
import assert from 'node:assert/strict';
import { lesson as manyHeads } from '../../../web/lessons/many-heads/lesson.ts';
import type { AxisId, Lesson, Matrix } from '../../../web/src/state/lesson.ts';
import { contentOf } from '../../../web/src/state/history.ts';
import { sizeOf } from '../../../web/src/state/inputs.ts';
import { headCounts } from '../../../web/src/state/heads.ts';
import { allowOf, permissions } from '../../../web/src/state/limits.ts';
import { maskRules } from '../../../web/src/state/mask.ts';
import { cleanName, tokenCount } from '../../../web/src/state/names.ts';
import { cellCount, resultShape } from '../../../web/src/state/progress.ts';
import { currentStep, reduce, visibleSteps } from '../../../web/src/state/reducer.ts';
import { isDrawn, setsOf } from '../../../web/src/state/sets.ts';
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
  chapter: 1,
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
  chapter: 2,
  inputs: { v: matrix([1], [2]) },
  axes: [{ id: 'tokens', most: 3, extents: [{ tap: 'v', dimension: 'rows' }] }],
  switches: { scale: false, mask: true },
  steps: [
    { id: 'mask', kind: 'mask', reads: ['v'], makes: 'masked', needs: 'mask', focus: [1, 0] },
    { id: 'softmax', kind: 'softmax', reads: ['masked'], makes: 'weights' },
    { id: 'end', kind: 'input', reads: ['v'] },
  ],
};

const zeros = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  data: Array.from({ length: rows * columns }, () => 0),
});

/** A mask of the reader's own, fewer queries than keys, and a set that is drawn. */
export const maker: Lesson = {
  id: 'maker',
  chapter: 3,
  set: 'words',
  inputs: {
    q: matrix([1, 2], [0, 1]),
    k: matrix([1, 0], [2, 1], [0, 3]),
    v: matrix([1], [2], [3]),
  },
  sets: [
    {
      id: 'drawn',
      inputs: { q: zeros(4, 5), k: zeros(4, 5), v: zeros(4, 3) },
      draws: ['q', 'k', 'v'],
      seed: 7,
    },
  ],
  axes: [
    {
      id: 'tokens',
      most: 4,
      extents: [
        { tap: 'k', dimension: 'rows' },
        { tap: 'v', dimension: 'rows' },
      ],
    },
    { id: 'queries', most: 4, within: 'tokens', extents: [{ tap: 'q', dimension: 'rows' }] },
    {
      id: 'depth',
      most: 5,
      extents: [
        { tap: 'q', dimension: 'columns' },
        { tap: 'k', dimension: 'columns' },
      ],
    },
    { id: 'width', most: 3, extents: [{ tap: 'v', dimension: 'columns' }] },
  ],
  switches: { scale: true },
  mask: 'causal',
  steps: [
    { id: 'inputs', kind: 'input', reads: ['q', 'k', 'v'] },
    { id: 'scores', kind: 'product', reads: ['q', 'k'], makes: 'scores', focus: [1, 2] },
    {
      id: 'mask',
      kind: 'mask',
      reads: ['scores'],
      makes: 'masked',
      focus: [0, 1],
      ask: { from: 1, row: { kind: 'mark' } },
    },
    {
      id: 'softmax',
      kind: 'softmax',
      reads: ['masked'],
      makes: 'weights',
      ask: { from: 0, row: { kind: 'number', tolerance: 0.006 } },
    },
    { id: 'output', kind: 'mix', reads: ['weights', 'v'], makes: 'output', focus: [0, 0] },
    {
      id: 'end',
      kind: 'leak',
      reads: ['weights', 'v'],
      makes: 'output',
      variant: 'open',
      focus: [0, 0],
      ask: { from: 0, row: { kind: 'unchanged' } },
    },
  ],
};

/** Smaller than in the lesson, so that a random way comes to the ends. */
const headedMost: Readonly<Partial<Record<AxisId, number>>> = {
  tokens: 4,
  model: 3,
  joined: 6,
  out: 3,
};

/** Heads, several results in one step, and one that only moves numbers. */
export const headed: Lesson = {
  id: 'headed',
  chapter: 4,
  model: 'multi-head',
  heads: 2,
  inputs: {
    x: matrix([1, 0], [0, 1], [1, 1]),
    w_q: matrix([1, 2], [0, 1], [2, 0], [1, 1]),
    w_k: matrix([0, 1], [1, 0], [1, 1], [2, 1]),
    w_v: matrix([1, 1], [2, 0], [0, 1], [1, 0]),
    w_o: matrix([1, 0, 0, 1], [0, 1, 1, 0]),
  },
  axes: manyHeads.axes.map((axis) => ({ ...axis, most: headedMost[axis.id] ?? axis.most })),
  switches: { scale: true, mistake: false },
  steps: [
    { id: 'inputs', kind: 'input', reads: ['x', 'w_q', 'w_k', 'w_v'] },
    {
      id: 'scores',
      kind: 'project',
      reads: ['x', 'w_q', 'w_k', 'w_v'],
      makes: 'projected_q',
      also: ['projected_k', 'projected_v'],
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    {
      id: 'scale',
      kind: 'split',
      reads: ['projected_q', 'projected_k', 'projected_v'],
      makes: 'q',
      also: ['k', 'v'],
      focus: [1, 0],
    },
    { id: 'mask', kind: 'product', reads: ['q', 'k'], makes: 'scores', focus: [1, 2] },
    { id: 'softmax', kind: 'softmax', reads: ['scores'], makes: 'weights', focus: [1, 2] },
    { id: 'output', kind: 'mix', reads: ['weights', 'v'], makes: 'output', focus: [1, 1] },
    { id: 'concat', kind: 'concat', reads: ['output'], makes: 'concat', focus: [1, 2] },
    { id: 'end', kind: 'combine', reads: ['concat', 'w_o'], makes: 'result', focus: [1, 1] },
  ],
};

/** An experiment: knobs of every sort, steps that are places on one of them, and no matrix. */
export const turning: Lesson = {
  id: 'turning',
  chapter: 5,
  inputs: {},
  axes: [],
  switches: {},
  figure: 'training',
  knobs: [
    { id: 'seed', start: 0, least: 0, most: 4_294_967_295 },
    { id: 'rate', start: 0.003, least: 1e-6, most: 10, real: true },
    { id: 'width', start: 8, choices: [8, 16], least: 8, most: 16 },
    { id: 'length', start: 4, least: 2, most: 5 },
    { id: 'at', start: 0, least: 0, most: 20, looks: true },
    { id: 'row', start: 1, least: 0, most: 4, below: 'length', looks: true },
  ],
  steps: [
    { id: 'inputs', kind: 'watch', reads: [], at: 0 },
    {
      id: 'scores',
      kind: 'watch',
      reads: [],
      at: 5,
      cells: [2, 2],
      focus: [0, 0],
      ask: { from: 1, cell: { kind: 'number', tolerance: 0.5, share: 0.05 } },
    },
    { id: 'softmax', kind: 'watch', reads: [], at: 10 },
    {
      id: 'end',
      kind: 'watch',
      reads: [],
      at: 20,
      cells: [1, 1],
      focus: [0, 0],
      ask: { from: 0, row: { kind: 'choice' } },
    },
  ],
};

export const lessons: readonly Lesson[] = [walk, small, maker, headed, turning];

function assertFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  assert.ok(Object.isFrozen(value), `not frozen: ${JSON.stringify(value)}`);
  Object.values(value).forEach(assertFrozen);
}

/** Everything that a State promises by its type and by its documentation. */
export function assertValid(state: State, lesson: Lesson): void {
  assertFrozen(state);
  assert.deepEqual(Object.keys(state).sort(), [
    'allow',
    'cell',
    'digits',
    'done',
    'head',
    'heads',
    'inputs',
    'knobs',
    'lesson',
    'locale',
    'mask',
    'names',
    'on',
    'part',
    'pending',
    'pinned',
    'predict',
    'present',
    'seed',
    'set',
    'shown',
    'step',
    'switches',
    'theme',
  ]);
  assert.equal(state.lesson, lesson.id);
  assert.equal(new Set(state.done).size, state.done.length);
  if (state.step === lesson.steps.at(-1)?.id) assert.ok(state.done.includes(lesson.id));
  assert.ok(visibleSteps(lesson, state).some(({ id }) => id === state.step));
  assert.deepEqual(state.allow, state.allow && allowOf(state.allow), 'in order, each once');
  assert.ok(locales.includes(state.locale));
  assert.ok(themes.includes(state.theme));
  assert.deepEqual(Object.keys(state.switches), Object.keys(lesson.switches));
  Object.values(state.switches).forEach((on) => {
    assert.equal(typeof on, 'boolean');
  });
  assert.ok(setsOf(lesson).some(({ id }) => id === state.set));
  assert.equal(typeof state.pending, 'boolean');
  if (state.pending) {
    assert.ok(state.seed !== null && isDrawn(lesson, state));
    assert.ok(Object.values(state.inputs).every(({ data }) => data.every((x) => x === 0)));
  }
  assertValidMask(state, lesson);
  assertValidKnobs(state, lesson);
  assert.ok(headCounts(lesson, state.inputs).includes(state.heads));
  assert.ok(Number.isInteger(state.head) && state.head >= 0 && state.head < state.heads);
  if (state.on !== null) assert.ok(currentStep(lesson, state).also?.includes(state.on));
  assert.deepEqual(Object.keys(state.inputs), Object.keys(lesson.inputs));
  for (const { rows, columns, data } of Object.values(state.inputs)) {
    assert.equal(data.length, rows * columns);
    assert.ok(data.every((x) => Number.isFinite(x) && Object.is(Math.fround(x), x)));
  }
  for (const axis of lesson.axes) {
    const size = sizeOf(state.inputs, axis);
    assert.ok(Number.isInteger(size) && size >= 1 && size <= axis.most);
    const around = lesson.axes.find(({ id }) => id === axis.within);
    if (around) assert.ok(size <= sizeOf(state.inputs, around));
    for (const { tap, dimension } of axis.extents) {
      assert.equal(state.inputs[tap]?.[dimension], size, 'what belongs together has one size');
    }
  }
  assert.ok(state.names.length <= tokenCount(lesson, state));
  assert.ok(state.names.every((name) => name === null || cleanName(name) === name));
  assert.notEqual(state.names.at(-1), null);
  assert.ok(state.seed === null || (Number.isInteger(state.seed) && state.seed >= 0));
  assert.equal(typeof state.predict, 'boolean');
  assert.equal(typeof state.present, 'boolean');
  for (const [id, count] of Object.entries(state.shown)) {
    const step = lesson.steps.find((each) => each.id === id);
    assert.ok(step && (count === Infinity || Number.isInteger(count)));
    assert.ok(count === Infinity || (count >= 0 && count < cellCount(lesson, state, step)));
  }
  assert.ok(state.part === null || softmaxParts.includes(state.part));
  if (state.part !== null) assert.equal(currentStep(lesson, state).kind, 'softmax');
  const shape = resultShape(lesson, state, currentStep(lesson, state));
  assert.equal(state.cell === null, shape === null);
  if (state.cell === null) assert.equal(state.pinned, false);
  if (state.cell && shape) {
    const { row, column } = state.cell;
    assert.ok(Number.isInteger(row) && Number.isInteger(column));
    assert.ok(row >= 0 && row < shape.rows && column >= 0 && column < shape.columns);
  }
  assert.equal(typeof state.pinned, 'boolean');
}

function assertValidMask({ mask, inputs }: State, lesson: Lesson): void {
  assert.equal(mask === null, lesson.mask === undefined);
  if (!mask) return;
  assert.deepEqual(Object.keys(mask).sort(), ['flips', 'padding', 'poison', 'rule', 'window']);
  assert.ok(maskRules.includes(mask.rule));
  assert.ok(Number.isInteger(mask.window) && mask.window >= 1);
  const [rows, columns] = [inputs.q?.rows ?? 0, inputs.k?.rows ?? 0];
  const places = mask.flips.map(({ row, column }) => row * columns + column);
  assert.ok(mask.flips.every(({ row, column }) => row < rows && column < columns));
  assert.deepEqual(
    places,
    [...new Set(places)].sort((a, b) => a - b),
  );
  assert.deepEqual(
    mask.padding,
    [...new Set(mask.padding)].sort((a, b) => a - b),
  );
  assert.ok(mask.padding.every((token) => token >= 0 && token < columns));
  assert.ok(!mask.poison || mask.padding.length > 0);
}

function assertValidKnobs({ knobs, digits, step }: State, lesson: Lesson): void {
  const own = lesson.knobs ?? [];
  assert.deepEqual(
    Object.keys(knobs),
    own.map(({ id }) => id),
  );
  for (const { id, least, most, choices, real, below } of own) {
    const value = knobs[id] ?? NaN;
    assert.ok(value >= least && value <= most, `${id} is ${value}`);
    assert.ok(real === true || Number.isInteger(value), `${id} is ${value}`);
    if (choices) assert.ok(choices.includes(value), `${id} is ${value}`);
    if (below !== undefined) assert.ok(value < (knobs[below] ?? NaN), `${id} is ${value}`);
  }
  if (knobs.at !== undefined) {
    const { at } = knobs;
    const here = lesson.steps.filter((each) => (each.at ?? Infinity) <= at).at(-1);
    assert.equal(step, here?.id, 'the step is the place where the experiment stands');
  }
  assert.ok(digits.length === 0 || digits.length === knobs.length);
  assert.ok(digits.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= 9));
}

const steps = ['inputs', 'scores', 'scale', 'mask', 'softmax', 'output', 'end', 'constructor'];
const taps = ['q', 'k', 'v', 'scores', 'output', 'x', 'w_q', 'w_o'] as const;
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

const knobIds = ['seed', 'rate', 'width', 'length', 'at', 'row', 'd', 'constructor'];
const turns = [-1, 0, 1, 2, 3, 4, 5, 7, 10, 16, 20, 21, 1e-4, 1e-7, 0.5, 4294967295, NaN, Infinity];

function randomMatrix(chance: Chance): Matrix {
  const rows = chance.below(6);
  const columns = chance.below(7);
  const data = Array.from({ length: rows * columns }, () => chance.float32());
  return { rows, columns, data };
}

/** Sensible and senseless alike. */
export function randomAction(chance: Chance, earlier: readonly State[]): Action {
  const cell = { row: chance.below(5) - 1, column: chance.below(6) - 1 };
  switch (chance.below(41)) {
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
        axis: chance.pick(['tokens', 'queries', 'depth', 'width', 'model', 'joined', 'out']),
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
    case 20:
      return { type: 'content', content: contentOf(chance.pick(earlier)) };
    case 21:
      return { type: 'set', set: chance.pick(['words', 'drawn', 'own', 'nowhere']) };
    case 22:
      return { type: 'seed', seed: chance.pick([0, 7, 4294967295]) };
    case 23: {
      const { inputs, seed } = chance.pick(earlier);
      return { type: 'drawn', inputs, seed: seed ?? 7 };
    }
    case 24:
      return { type: 'rule', rule: chance.pick([...maskRules, 'padding']) };
    case 25:
    case 26:
      return { type: 'flip', cell };
    case 27:
      return { type: 'pad', token: chance.below(6) - 1, on: chance.below(3) > 0 };
    case 28:
      return { type: 'poison', on: chance.below(2) === 1 };
    case 35:
      return { type: 'present', on: chance.below(2) === 1 };
    case 36:
      return { type: 'clicker', by: chance.below(3) > 0 ? 1 : -1 };
    case 37:
    case 38:
      return { type: 'setting', id: chance.pick(knobIds), value: chance.pick(turns) };
    case 39:
      return { type: 'look', id: chance.pick(knobIds), value: chance.pick(turns) };
    case 40:
      return { type: 'digits', digits: chance.pick([[], [1, 2], [0, 9, 3, 3], [1, 10], [0.5, 1]]) };
    case 33:
      return {
        type: 'allow',
        allow: allowOf(chance.pick([['numbers'], ['mask', 'numbers'], [], permissions])),
      };
    case 34:
      return { type: 'reset', to: contentOf(chance.pick(earlier)) };
    case 30:
      return { type: 'heads', count: chance.pick([-1, 0, 1, 2, 3, 4, 6, 1.5, NaN]) };
    case 31:
      return { type: 'head', head: chance.pick([-1, 0, 1, 2, 3, 1.5, NaN]) };
    case 32:
      return {
        type: 'inspect',
        cell,
        pin: chance.below(2) === 1,
        tap: chance.pick(['projected_q', 'projected_k', 'k', 'x']),
        head: chance.pick([-1, 0, 1, 2]),
      };
    case 29:
      return { type: 'window', size: chance.pick([-1, 0, 1, 2, 3, 9, 1.5, NaN]) };
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
