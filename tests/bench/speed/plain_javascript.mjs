// The yardstick, which is written for matrices: heads come one after the other.
import * as plain from '../plain.mjs';

// Beyond these lengths a call takes longer than all others together.
const longest = 1024;
const largest = 256 ** 3;

export function load() {
  return ({ kind, H, T, D, causal, m, k: inner, n }, { q, k, v, x, w }) => {
    if (kind === 'training') return undefined;
    if (kind === 'product') {
      if (m * inner * n > largest) return undefined;
      return { call: () => plain.linear(x, w), read: ({ data }) => data };
    }
    if (H * T > longest) return undefined;
    if (kind === 'traced') {
      return { call: () => plain.attention(q, k, v), read: ({ output }) => output.data };
    }
    const head = ({ data }, h) => ({
      shape: [T, D],
      data: data.subarray(h * T * D, (h + 1) * T * D),
    });
    const heads = Array.from({ length: H }, (_, h) => [head(q, h), head(k, h), head(v, h)]);
    const options = { causal };
    return {
      call: () => heads.map((each) => plain.attend(...each, options)),
      read: (outputs) => outputs.flatMap(({ data }) => [...data]),
    };
  };
}
