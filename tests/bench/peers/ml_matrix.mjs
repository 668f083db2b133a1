// ml-matrix, in double precision; what it has no call for is written over its cells.
import { Matrix } from 'ml-matrix';
import { transposed } from '../speed/work.mjs';

// Beyond these a call takes longer than all others together.
const longest = 512;
const largest = 256 ** 3;

const matrix = ({ shape: [rows, columns], data }) => Matrix.from1DArray(rows, columns, [...data]);
const read = (result) => result.to1DArray();

function softmaxRows(scores, causal) {
  for (let i = 0; i < scores.rows; i++) {
    const count = causal ? i + 1 : scores.columns;
    let max = -Infinity;
    for (let j = 0; j < count; j++) max = Math.max(max, scores.get(i, j));
    let sum = 0;
    for (let j = 0; j < count; j++) {
      const power = Math.exp(scores.get(i, j) - max);
      sum += power;
      scores.set(i, j, power);
    }
    for (let j = 0; j < scores.columns; j++) {
      scores.set(i, j, j < count ? scores.get(i, j) / sum : 0);
    }
  }
  return scores;
}

export function load() {
  return ({ kind, H, T, D, causal, m, k: inner, n }, { q, k, v, x, w }) => {
    if (kind === 'training') return undefined;
    if (kind === 'product') {
      if (m * inner * n > largest) return undefined;
      const [left, right] = [matrix(x), matrix(transposed(w))];
      return { call: () => left.mmul(right), read };
    }
    if (kind === 'traced' || H > 1 || T > longest) return undefined;
    const [a, b, c] = [matrix(q), matrix(k), matrix(v)];
    const scale = 1 / Math.sqrt(D);
    return {
      call: () => softmaxRows(a.mmul(b.transpose()).mul(scale), causal).mmul(c),
      read,
    };
  };
}
