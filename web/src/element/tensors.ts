// Matrices of the state as tensors of the engine and back, and what is taken out of them.
import { tensor } from '../../../wasm/engine/index.ts';
import type { Tensor } from '../../../wasm/engine/index.ts';
import type { Matrix } from '../state/lesson.ts';

export const tensorOf = ({ rows, columns, data }: Matrix): Tensor =>
  tensor(Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns)));

export const frozen = (rows: number, columns: number, data: readonly number[]): Matrix =>
  Object.freeze({ rows, columns, data: Object.freeze(data) });

/** Of rank 2. */
export function matrixOf({ shape, data }: Tensor): Matrix {
  const [rows = 0, columns = 0] = shape;
  return frozen(rows, columns, [...data]);
}

export const transposed = ({ shape: [rows = 0, columns = 0], data }: Tensor): Tensor => ({
  shape: [columns, rows],
  data: Float32Array.from(
    data,
    (_, index) => data[(index % rows) * columns + Math.floor(index / rows)] ?? NaN,
  ),
});

export const entry = ({ shape, data }: Tensor, row: number, column: number): number =>
  data[row * (shape[1] ?? 0) + column] ?? NaN;

export const firstRows = ({ shape, data }: Tensor, rows: number): Tensor => {
  const columns = shape[1] ?? 0;
  return { shape: [rows, columns], data: data.slice(0, rows * columns) };
};

export const rowTensor = (row: Float32Array): Tensor => ({ shape: [1, row.length], data: row });

export const rowOf = ({ shape, data }: Tensor, row: number): Float32Array => {
  const columns = shape[1] ?? 0;
  return data.slice(row * columns, (row + 1) * columns);
};

/** With columns of zeros up to a width. */
export const widened = (
  { shape: [rows = 0, columns = 0], data }: Tensor,
  width: number,
): Tensor => ({
  shape: [rows, width],
  data: Float32Array.from({ length: rows * width }, (_, index) => {
    const column = index % width;
    return column < columns ? (data[Math.floor(index / width) * columns + column] ?? NaN) : 0;
  }),
});
