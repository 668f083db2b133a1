// Matrices as lessons write them down.
import type { Matrix } from '../src/state/lesson.ts';

export const matrix = (...rows: readonly (readonly number[])[]): Matrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  data: rows.flat(),
});

/** Of numbers that are drawn only the size is said. */
export const sized = (rows: number, columns: number): Matrix => ({
  rows,
  columns,
  data: Array.from({ length: rows * columns }, () => 0),
});
