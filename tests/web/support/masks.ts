// States of the lesson about the mask: what readers make of it, and the same mask said once more.
import assert from 'node:assert/strict';
import { chapters } from '../../../web/lessons/chapters.ts';
import type { Lesson, Matrix } from '../../../web/src/state/lesson.ts';
import { maskRules } from '../../../web/src/state/mask.ts';
import { initialState, reduce } from '../../../web/src/state/reducer.ts';
import type { Action, State } from '../../../web/src/state/types.ts';
import { engine, tensor } from '../../wasm/support/engine.ts';
import type { AttentionSteps, Tensor } from '../../wasm/support/engine.ts';
import type { Chance } from './random.ts';
import { base } from './states.ts';

const chapter = chapters.find(({ lesson }) => lesson.id === 'causal-mask');
assert.ok(chapter);
export const { lesson, text } = chapter;

export const after = (actions: readonly Action[], of: Lesson = lesson): State =>
  actions.reduce((state, action) => reduce(state, action, of), initialState(of, base));

const randomised = (matrix: Matrix, chance: Chance): Matrix => ({
  ...matrix,
  data: matrix.data.map(() => Math.fround(chance.bits() / 2 ** 30 - 2)),
});

/** Inputs of so many queries and keys, with random numbers in them. */
export function sized(
  chance: Chance,
  { queries, keys, depth, width }: Record<'queries' | 'keys' | 'depth' | 'width', number>,
): State {
  const state = after([
    { type: 'resize', axis: 'tokens', size: keys },
    { type: 'resize', axis: 'queries', size: queries },
    { type: 'resize', axis: 'depth', size: depth },
    { type: 'resize', axis: 'width', size: width },
  ]);
  const inputs = Object.fromEntries(
    Object.entries(state.inputs).map(([tap, matrix]) => [tap, randomised(matrix, chance)]),
  );
  return reduce(state, { type: 'numbers', inputs, seed: null }, lesson);
}

/** Any numbers, sizes, rule, window, flips, padding, NaN in it, and scale. */
export function randomlyMasked(chance: Chance): State {
  const keys = 1 + chance.below(8);
  const queries = 1 + chance.below(keys);
  const [depth, width] = [1 + chance.below(16), 1 + chance.below(16)];
  const times = (count: number, action: () => Action) => Array.from({ length: count }, action);
  const actions: Action[] = [
    { type: 'mask', mask: { rule: chance.pick(maskRules), ...nothing } },
    { type: 'window', size: 1 + chance.below(keys) },
    ...times(chance.below(5), () => ({
      type: 'flip',
      cell: { row: chance.below(queries), column: chance.below(keys) },
    })),
    ...times(chance.below(3), () => ({ type: 'pad', token: chance.below(keys), on: true })),
    { type: 'poison', on: chance.below(2) === 1 },
    { type: 'switch', name: 'scale', on: chance.below(3) > 0 },
  ];
  return actions.reduce(
    (state, action) => reduce(state, action, lesson),
    sized(chance, { queries, keys, depth, width }),
  );
}

const nothing = { window: 2, flips: [], padding: [], poison: false };

/** Read off the rules as the page says them; from 1, as they are written. */
function ruled({ mask, inputs }: State, i: number, j: number): boolean {
  const [T, S] = [inputs.q?.rows ?? NaN, inputs.k?.rows ?? NaN];
  if (mask?.rule === 'none') return true;
  if (mask?.rule === 'lower-right') return j <= i + S - T;
  return j <= i && (mask?.rule !== 'window' || i - j < mask.window);
}

/** Which key each query may look at. */
export function openCells(state: State): boolean[][] {
  const { mask, inputs } = state;
  assert.ok(mask && inputs.q && inputs.k);
  const cells = Array.from({ length: inputs.q.rows }, (_, row) =>
    Array.from({ length: inputs.k?.rows ?? 0 }, (_, column) => ruled(state, row + 1, column + 1)),
  );
  for (const { row, column } of mask.flips) {
    const line = cells[row];
    assert.ok(line);
    line[column] = line[column] !== true;
  }
  return cells.map((row) => row.map((open, column) => open && !mask.padding.includes(column)));
}

const tensorOf = ({ rows, columns, data }: Matrix): Tensor =>
  tensor(Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns)));

/** What the engine is given: of the padding NaN, where the reader put it there. */
export function tensorsOf({ inputs, mask }: State): readonly [Tensor, Tensor, Tensor] {
  const { q, k, v } = inputs;
  assert.ok(q && k && v);
  const poisoned = (matrix: Matrix): Matrix => ({
    ...matrix,
    data: matrix.data.map((x, at) =>
      mask?.poison && mask.padding.includes(Math.floor(at / matrix.columns)) ? NaN : x,
    ),
  });
  return [tensorOf(q), tensorOf(poisoned(k)), tensorOf(poisoned(v))];
}

export const maskTensor = (cells: readonly (readonly boolean[])[]): Tensor =>
  tensor(cells.map((row) => row.map(Number)));

export const scaleOf = ({ switches }: State): { readonly scale?: number } =>
  switches.scale === false ? { scale: 1 } : {};

/** Of a query's row, how many keys there are when it has its turn. */
export const keysSoFar = ({ mask, inputs }: State, row: number): number => {
  const [T, S] = [inputs.q?.rows ?? 0, inputs.k?.rows ?? 0];
  return Math.min(S, row + 1 + (mask?.rule === 'lower-right' ? S - T : 0));
};

/** A query by itself, and no more keys than there are at its turn. */
export function alone(state: State, row: number): AttentionSteps {
  const [q, k, v] = tensorsOf(state);
  const count = keysSoFar(state, row);
  const part = ({ shape: [, columns = 0], data }: Tensor, from: number, to: number): Tensor => ({
    shape: [to - from, columns],
    data: data.slice(from * columns, to * columns),
  });
  const mask = maskTensor([openCells(state)[row]?.slice(0, count) ?? []]);
  return engine.attention(part(q, row, row + 1), part(k, 0, count), part(v, 0, count), {
    mask,
    ...scaleOf(state),
  });
}

/** The state with the numbers that its seed says, where they are still to be drawn. */
export function drawnState(state: State, of: Lesson): State {
  if (!state.pending) return state;
  const generator = engine.generator(state.seed ?? NaN);
  const inputs = Object.fromEntries(
    Object.entries(state.inputs).map(([tap, { rows, columns }]) => [
      tap,
      { rows, columns, data: [...generator.randn([rows, columns]).data] },
    ]),
  );
  return reduce(state, { type: 'drawn', seed: state.seed ?? NaN, inputs }, of);
}
