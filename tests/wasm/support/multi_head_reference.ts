// Multi-head attention once more, in doubles and in plain loops.
import type { MultiHeadOptions, MultiHeadWeights, Tensor } from './engine.ts';
import { reference } from './reference.ts';

export interface MultiHeadReference {
  readonly q: number[]; // (T, D')
  readonly k: number[]; // (S, D')
  readonly v: number[]; // (S, D')
  readonly weights: number[]; // (H, T, S)
  readonly concat: number[]; // (T, D')
  readonly output: number[]; // (T, Dout)
}

/** x · wᵀ + b */
function project(
  x: ArrayLike<number>,
  { shape, data }: Tensor,
  b: Tensor | undefined,
): { rows: number; y: number[] } {
  const [outputs, inputs] = shape as [number, number];
  const rows = x.length / inputs;
  const y: number[] = [];
  for (let i = 0; i < rows; i++) {
    for (let o = 0; o < outputs; o++) {
      let sum = b?.data[o] ?? 0;
      for (let d = 0; d < inputs; d++) {
        sum += (x[i * inputs + d] as number) * (data[o * inputs + d] as number);
      }
      y.push(sum);
    }
  }
  return { rows, y };
}

export function multiHeadReference(
  x: Tensor,
  { wq, wk, wv, wo, bq, bk, bv, bo }: MultiHeadWeights,
  { heads, context = x, ...options }: MultiHeadOptions,
): MultiHeadReference {
  const joined = wq.shape[0] as number;
  const width = joined / heads;
  const [q, k, v] = [
    project(x.data, wq, bq),
    project(context.data, wk, bk),
    project(context.data, wv, bv),
  ];
  // Head after head, each with its columns of every row. The reference reads whatever it is given as
  // numbers, so these stay doubles.
  const stack = ({ rows, y }: { rows: number; y: number[] }): Tensor => {
    const data: number[] = [];
    for (let head = 0; head < heads; head++) {
      for (let i = 0; i < rows; i++) {
        for (let d = 0; d < width; d++) data.push(y[i * joined + head * width + d] as number);
      }
    }
    return { shape: [heads, rows, width], data: data as unknown as Float32Array };
  };
  const { weights, output } = reference(stack(q), stack(k), stack(v), options);
  const concat: number[] = [];
  for (let i = 0; i < q.rows; i++) {
    for (let column = 0; column < joined; column++) {
      const head = Math.floor(column / width);
      concat.push(output[(head * q.rows + i) * width + (column % width)] as number);
    }
  }
  return { q: q.y, k: k.y, v: v.y, weights, concat, output: project(concat, wo, bo).y };
}
