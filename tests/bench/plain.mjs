// What the same work costs in JavaScript as anyone would write it: the yardstick of the call costs.

/** Row i sees the first of these keys: all, or no more than those up to itself. */
const seen = (i, S, causal) => (causal ? Math.min(i + 1, S) : S);

function scores({ data: q, shape: [T, D] }, { data: k, shape: [S] }, causal) {
  const out = new Float32Array(T * S);
  for (let i = 0; i < T; i++) {
    const end = seen(i, S, causal);
    for (let j = 0; j < end; j++) {
      let sum = 0;
      for (let d = 0; d < D; d++) sum += q[i * D + d] * k[j * D + d];
      out[i * S + j] = sum;
    }
  }
  return out;
}

function softmaxRow(row, from, count, out) {
  let max = -Infinity;
  for (let j = from; j < from + count; j++) if (row[j] > max) max = row[j];
  let sum = 0;
  for (let j = from; j < from + count; j++) {
    out[j] = Math.exp(row[j] - max);
    sum += out[j];
  }
  for (let j = from; j < from + count; j++) out[j] /= sum;
}

function mix(weights, T, { data: v, shape: [S, D] }, causal) {
  const out = new Float32Array(T * D);
  for (let i = 0; i < T; i++) {
    const end = seen(i, S, causal);
    for (let j = 0; j < end; j++) {
      const weight = weights[i * S + j];
      for (let d = 0; d < D; d++) out[i * D + d] += weight * v[j * D + d];
    }
  }
  return out;
}

/** The five steps, each an array of its own. */
export function attention(q, k, v) {
  const [T, D] = q.shape;
  const [S, Dv] = v.shape;
  const cells = scores(q, k);
  const scale = 1 / Math.sqrt(D);
  const scaled = cells.map((x) => x * scale);
  const masked = scaled.slice();
  const weights = new Float32Array(T * S);
  for (let i = 0; i < T; i++) softmaxRow(masked, i * S, S, weights);
  const shape = [T, S];
  return {
    scores: { shape, data: cells },
    scaled: { shape, data: scaled },
    masked: { shape, data: masked },
    weights: { shape, data: weights },
    output: { shape: [T, Dv], data: mix(weights, T, v) },
  };
}

/** The output alone, scores and weights in one array. */
export function attend(q, k, v, { causal = false } = {}) {
  const [T, D] = q.shape;
  const [S, Dv] = v.shape;
  const cells = scores(q, k, causal);
  const scale = 1 / Math.sqrt(D);
  for (let i = 0; i < cells.length; i++) cells[i] *= scale;
  for (let i = 0; i < T; i++) softmaxRow(cells, i * S, seen(i, S, causal), cells);
  return { shape: [T, Dv], data: mix(cells, T, v, causal) };
}

/** x (m, k) · wᵀ with w (n, k). */
export function linear(x, w) {
  return { shape: [x.shape[0], w.shape[0]], data: scores(x, w) };
}
