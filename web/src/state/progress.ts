// How much of a step's result is shown: play, the scrubber and the questions move over its cells.
import type { Lesson, Step } from './lesson.ts';
import { hasUnchanged } from './mask.ts';
import { contains, shapeOf } from './shape.ts';
import type { MatrixShape } from './shape.ts';
import type { Cell, State } from './types.ts';

type Sized = Pick<State, 'inputs' | 'heads'>;
type Progress = Pick<
  State,
  'inputs' | 'heads' | 'switches' | 'mask' | 'shown' | 'predict' | 'present'
>;

/** The result of a step; null for a step without one. */
export const resultShape = (
  lesson: Lesson,
  { inputs, heads }: Sized,
  { makes, cells }: Step,
): MatrixShape | null =>
  makes
    ? shapeOf(lesson, inputs, makes, heads)
    : cells
      ? { rows: cells[0], columns: cells[1] }
      : null;

export function cellCount(lesson: Lesson, state: Sized, step: Step): number {
  const shape = resultShape(lesson, state, step);
  return shape ? shape.rows * shape.columns : 0;
}

/** The cell at which the question of a step stands when it is entered. */
function firstAsked(shape: MatrixShape, step: Step, state: Progress): number {
  const pointless = step.ask?.row?.kind === 'unchanged' && !hasUnchanged(state);
  if (!step.ask || pointless) return shape.rows * shape.columns;
  const { from } = step.ask;
  const row = Math.min(Math.max(from < 0 ? shape.rows + from : from, 0), shape.rows - 1);
  return row * shape.columns;
}

export function shownCount(lesson: Lesson, state: Progress, step: Step): number {
  const shape = resultShape(lesson, state, step);
  if (!shape) return 0;
  const all = shape.rows * shape.columns;
  const own = Object.hasOwn(state.shown, step.id) ? state.shown[step.id] : undefined;
  if (own !== undefined) return Math.min(own, all);
  if (state.present) return 0;
  return state.predict ? firstAsked(shape, step, state) : all;
}

export const cellAt = ({ columns }: MatrixShape, index: number): Cell =>
  Object.freeze({ row: Math.floor(index / columns), column: index % columns });

export const indexOf = ({ columns }: MatrixShape, { row, column }: Cell): number =>
  row * columns + column;

/** Whether a cell of a step's result is there to be seen. */
export function isShown(state: Progress, lesson: Lesson, step: Step, cell: Cell): boolean {
  const shape = resultShape(lesson, state, step);
  return (
    shape !== null &&
    contains(shape, cell) &&
    indexOf(shape, cell) < shownCount(lesson, state, step)
  );
}

/** Where a count stands for all cells it does so at any size. */
export const counted = (count: number, all: number): number =>
  count >= all ? Infinity : Math.max(0, Math.trunc(count) || 0);

/** After a change of sizes a result that was shown in full still is; half-shown ones begin anew. */
export const shownAfterResize = (shown: State['shown']): State['shown'] =>
  Object.freeze(
    Object.fromEntries(Object.entries(shown).filter(([, count]) => count === Infinity)),
  );
