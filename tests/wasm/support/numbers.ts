import assert from 'node:assert/strict';
import { read } from '../../web/support/files.ts';
import type { Chance } from '../../web/support/random.ts';
import type { Tensor } from './engine.ts';

type GoldenNumber = number | 'nan' | 'inf' | '-inf';
export interface GoldenTensor {
  readonly shape: readonly number[];
  readonly data: readonly GoldenNumber[];
}

const named = { nan: NaN, inf: Infinity, '-inf': -Infinity };

/** The values as the doubles that the file says. */
export const values = ({ data }: GoldenTensor): number[] =>
  data.map((x) => (typeof x === 'number' ? x : named[x]));

export const fromGolden = (golden: GoldenTensor): Tensor => ({
  shape: golden.shape,
  data: Float32Array.from(values(golden)),
});

export const golden = (name: string): unknown =>
  JSON.parse(read(`tests/golden/${name}.json`)) as unknown;

export function make(shape: readonly number[], value: (i: number) => number): Tensor {
  const data = new Float32Array(shape.reduce((size, n) => size * n, 1));
  for (let i = 0; i < data.length; i++) data[i] = value(i);
  return { shape, data };
}

/** Numbers from −2 to 2. */
export const random = (chance: Chance, shape: readonly number[]): Tensor =>
  make(shape, () => chance.bits() / 2 ** 30 - 2);

/** Every number within tolerance; NaN and infinities exactly. */
export function near(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  tolerance: number,
  what: string,
): void {
  assert.equal(actual.length, expected.length, `${what}: how many`);
  for (let i = 0; i < expected.length; i++) {
    const [a, e] = [actual[i] as number, expected[i] as number];
    const close = Number.isFinite(e) ? Math.abs(a - e) <= tolerance : Object.is(a, e);
    if (!close) assert.fail(`${what}: number ${i} is ${a}, expected ${e} ± ${tolerance}`);
  }
}

export const shapesOf = (tensors: object): Record<string, readonly number[]> =>
  Object.fromEntries(Object.entries(tensors).map(([name, { shape }]) => [name, shape]));
