// The reader's numbers: sizes that belong together, and changes that keep them so.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { AxisId, Extent, InputAxis, Lesson, Matrix } from './lesson.ts';

export type Inputs = Lesson['inputs'];

export const frozenMatrix = (
  { rows, columns }: Pick<Matrix, 'rows' | 'columns'>,
  data: readonly number[],
): Matrix => Object.freeze({ rows, columns, data: Object.freeze([...data]) });

export const inputTaps = (lesson: Lesson): readonly TapName[] =>
  Object.keys(lesson.inputs) as TapName[];

export const inputOf = (inputs: Inputs, tap: TapName): Matrix | undefined =>
  Object.hasOwn(inputs, tap) ? inputs[tap] : undefined;

export const axisOf = (lesson: Lesson, id: AxisId): InputAxis | undefined =>
  lesson.axes.find((axis) => axis.id === id);

/** The size of an axis as it is. */
export function sizeOf(inputs: Inputs, { extents: [{ tap, dimension }] }: InputAxis): number {
  return inputOf(inputs, tap)?.[dimension] ?? 0;
}

/** What stands in a place that did not exist before: small, and not the same everywhere. */
const fresh = (row: number, column: number): number =>
  [1, 0, 2, 0, 1][(row * 3 + column * 2) % 5] ?? 0;

function resized(matrix: Matrix, rows: number, columns: number): Matrix {
  if (rows === matrix.rows && columns === matrix.columns) return matrix;
  const data = Array.from({ length: rows * columns }, (_, at) => {
    const row = Math.floor(at / columns);
    const column = at % columns;
    const kept = row < matrix.rows && column < matrix.columns;
    return (kept ? matrix.data[row * matrix.columns + column] : undefined) ?? fresh(row, column);
  });
  return frozenMatrix({ rows, columns }, data);
}

const allowed = (axis: InputAxis, size: number): boolean =>
  Number.isInteger(size) && size >= 1 && size <= axis.most;

/** Every input of the axis takes the size, and axes within each other follow; null where it may not be. */
export function resizeAxis(
  lesson: Lesson,
  inputs: Inputs,
  axis: InputAxis,
  size: number,
): Inputs | null {
  if (!allowed(axis, size)) return null;
  let next: Inputs | null = sized(inputs, axis, size);
  for (const other of lesson.axes) {
    const around = other.id === axis.within && sizeOf(next, other) < size;
    const inside = other.within === axis.id && sizeOf(next, other) > size;
    if (around || inside) next = resizeAxis(lesson, next, other, size);
    if (!next) return null;
  }
  return next;
}

function sized(inputs: Inputs, axis: InputAxis, size: number): Inputs {
  const next: Partial<Record<TapName, Matrix>> = { ...inputs };
  for (const { tap, dimension } of axis.extents) {
    const matrix = next[tap];
    if (!matrix) continue;
    next[tap] =
      dimension === 'rows'
        ? resized(matrix, size, matrix.columns)
        : resized(matrix, matrix.rows, size);
  }
  return Object.freeze(next);
}

/** For one query fewer than there are keys; the last ones stay. */
export function withoutFirstRow(inputs: Inputs, tap: TapName): Inputs {
  const matrix = inputOf(inputs, tap);
  if (!matrix || matrix.rows < 2) return inputs;
  const { rows, columns, data } = matrix;
  const rest = frozenMatrix({ rows: rows - 1, columns }, data.slice(columns));
  return Object.freeze({ ...inputs, [tap]: rest });
}

/** The axes of an input, each with the extent by which it has it. */
const axesOf = (lesson: Lesson, tap: TapName): readonly (readonly [InputAxis, Extent])[] =>
  lesson.axes.flatMap((axis) =>
    axis.extents.filter((extent) => extent.tap === tap).map((extent) => [axis, extent] as const),
  );

const isSound = ({ rows, columns, data }: Matrix): boolean =>
  data.length === rows * columns && data.every((x) => Number.isFinite(Math.fround(x)));

/** One input anew, and the sizes of the others with it; null where it cannot be. */
export function putInput(
  lesson: Lesson,
  inputs: Inputs,
  tap: TapName,
  matrix: Matrix,
): Inputs | null {
  if (!inputOf(inputs, tap) || !isSound(matrix)) return null;
  let next: Inputs | null = inputs;
  for (const [axis, { dimension }] of axesOf(lesson, tap)) {
    next = next && resizeAxis(lesson, next, axis, matrix[dimension]);
  }
  const place = next && inputOf(next, tap);
  if (!place || place.rows !== matrix.rows || place.columns !== matrix.columns) return null;
  return Object.freeze({ ...next, [tap]: frozenMatrix(matrix, matrix.data.map(Math.fround)) });
}

/** Whether an address may give an input these sizes: its own axes freely, others as they are. */
export function fitsAddress(
  lesson: Lesson,
  inputs: Inputs,
  tap: TapName,
  shape: Pick<Matrix, 'rows' | 'columns'>,
): boolean {
  const old = inputOf(inputs, tap);
  if (!old) return false;
  return (['rows', 'columns'] as const).every((dimension) => {
    const own = axesOf(lesson, tap).find(
      ([axis, extent]) => extent.dimension === dimension && axis.extents[0] === extent,
    );
    return own ? allowed(own[0], shape[dimension]) : shape[dimension] === old[dimension];
  });
}

/** All inputs anew, each of the size that it has; null where one is missing or of another size. */
export function replaceInputs(inputs: Inputs, given: Inputs): Inputs | null {
  const next: Partial<Record<TapName, Matrix>> = {};
  for (const [name, old] of Object.entries(inputs)) {
    const tap = name as TapName;
    const matrix = inputOf(given, tap);
    if (!matrix || !isSound(matrix)) return null;
    if (matrix.rows !== old.rows || matrix.columns !== old.columns) return null;
    next[tap] = frozenMatrix(matrix, matrix.data.map(Math.fround));
  }
  return Object.freeze(next);
}
