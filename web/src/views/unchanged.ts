// What tells whether a part of the figure shows the same as before, without drawing it.
import type { Matrix } from '../state/lesson.ts';
import type { State } from '../state/types.ts';
import type { View } from './view.ts';

/** Numbers, which are compared one by one, and what no cell shows. */
const asideInView: ReadonlySet<keyof View> = new Set([
  ...(['state', 'results', 'values', 'before', 'arithmetic', 'stops', 'steps'] as const),
  ...(['canUndo', 'canRedo', 'announcement', 'link', 'frame', 'element'] as const),
  ...(['chapterLinks', 'requests'] as const),
  // As their parts, since they are made anew.
  ...(['tokens', 'queries', 'tokensOfQueries', 'writing'] as const),
]);
const asideInState: ReadonlySet<keyof State> = new Set(['inputs', 'seed'] as const);

const rest = <T extends object>(whole: T, aside: ReadonlySet<keyof T>): unknown[] =>
  Object.entries(whole)
    .filter(([name]) => !aside.has(name as keyof T))
    .map(([, value]) => value as unknown);

const known = new WeakMap<View, readonly unknown[]>();

/** Everything around the numbers that a cell may show, the same in all matrices. */
export function surroundingsOf(view: View): readonly unknown[] {
  const found = known.get(view);
  if (found) return found;
  const { writing, tokens, queries, tokensOfQueries } = view;
  const made = [
    ...rest(view, asideInView),
    ...rest(view.state, asideInState),
    ...[writing.room, writing.digits, writing.bare],
    ...[JSON.stringify([tokens, queries, tokensOfQueries])],
  ];
  known.set(view, made);
  return made;
}

/** For comparison by ===, where −0 equals 0 and is written otherwise. */
export const exact = (value: number | undefined): unknown =>
  Object.is(value, -0) ? 'negative zero' : value;

/** The numbers of a drawn row, after their count; of a transposed matrix those of a column. */
export function rowOf(matrix: Matrix | undefined, row: number, transposed: boolean): unknown[] {
  if (!matrix) return [null];
  const { rows, columns, data } = matrix;
  const count = transposed ? rows : columns;
  const from = transposed ? row : row * columns;
  const apart = transposed ? columns : 1;
  const found: unknown[] = [count];
  for (let at = 0; at < count; at++) found.push(exact(data[from + at * apart]));
  return found;
}
