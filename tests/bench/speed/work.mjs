// What is measured: the work, its inputs, how many operations it takes and what its first and last rows
// must be. Read in Node and in the page; the native program makes the same inputs.

const attention = (T, D, more = {}) => ({ kind: 'attention', H: 1, T, D, causal: false, ...more });
const product = (m, k, n) => ({ kind: 'product', m, k, n });

export const works = [
  attention(3, 4),
  { kind: 'traced', H: 1, T: 3, D: 4, causal: false },
  ...[16, 128, 512, 1024, 2048].flatMap((T) => [
    attention(T, 64),
    attention(T, 64, { causal: true }),
  ]),
  attention(512, 64, { H: 8 }),
  attention(512, 64, { H: 8, causal: true }),
  product(64, 64, 64),
  product(256, 256, 256),
  product(512, 512, 512),
  product(640, 32, 32),
];

/** Time and memory by length, ours alone. */
export const lengths = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
export const ofLength = (T, causal) => attention(T, 64, { causal });

/** One name for each. */
export function nameOf({ kind, H, T, D, causal, m, k, n }) {
  if (kind === 'product') return `product ${m} × ${k} × ${n}`;
  const heads = H > 1 ? `${H} heads of ` : '';
  const how = kind === 'traced' ? ', five tensors' : causal ? ', causal' : '';
  return `attention ${heads}${T} × ${D}${how}`;
}

/** Multiplications and additions; what causality spares counts as if it were done. */
export const operations = ({ kind, H, T, D, m, k, n }) =>
  kind === 'product' ? 2 * m * k * n : 4 * H * T * T * D;

/** Numbers from −1 to 1, by a linear congruential generator. */
function numbers(count, seed) {
  const data = new Float32Array(count);
  let state = seed;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = state / 2 ** 31 - 1;
  }
  return data;
}

/** q, k and v are (T, D), or (H, T, D); x is (m, k) and w is (n, k). */
export function inputs({ kind, H, T, D, m, k, n }) {
  if (kind === 'product') {
    return {
      x: { shape: [m, k], data: numbers(m * k, 1) },
      w: { shape: [n, k], data: numbers(n * k, 2) },
    };
  }
  const shape = H > 1 ? [H, T, D] : [T, D];
  const make = (seed) => ({ shape, data: numbers(H * T * D, seed) });
  return { q: make(1), k: make(2), v: make(3) };
}

/** (rows, columns) → (columns, rows). */
export function transposed({ shape: [rows, columns], data }) {
  const out = new Float32Array(data.length);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) out[j * rows + i] = data[i * columns + j];
  }
  return { shape: [columns, rows], data: out };
}

/** What is added to the scores where a library has no causality of its own. */
export function causalBias(T) {
  const data = new Float32Array(T * T);
  for (let i = 0; i < T; i++) data.fill(-1e9, i * T + i + 1, (i + 1) * T);
  return { shape: [T, T], data };
}

const width = ({ kind, D, n }) => (kind === 'product' ? n : D);

/** The first and the last row of a result, by which candidates are compared. */
export function ends(work, data) {
  const columns = width(work);
  return [...data.slice(0, columns), ...data.slice(data.length - columns)];
}

/** The same rows in double precision. */
export function expectedEnds(work) {
  const given = inputs(work);
  if (work.kind === 'product') {
    const { x, w } = given;
    const row = (i) =>
      Array.from({ length: work.n }, (_, j) => dot(x.data, i * work.k, w.data, j * work.k, work.k));
    return [...row(0), ...row(work.m - 1)];
  }
  const { H, T, D, causal } = work;
  const { q, k, v } = given;
  const row = (head, i) => {
    const from = head * T * D;
    const count = causal ? i + 1 : T;
    const scores = Array.from(
      { length: count },
      (_, j) => dot(q.data, from + i * D, k.data, from + j * D, D) / Math.sqrt(D),
    );
    const max = scores.reduce((a, b) => Math.max(a, b));
    const powers = scores.map((score) => Math.exp(score - max));
    const sum = powers.reduce((a, b) => a + b);
    return Array.from({ length: D }, (_, d) =>
      powers.reduce((total, power, j) => total + (power / sum) * v.data[from + j * D + d], 0),
    );
  };
  return [...row(0, 0), ...row(H - 1, T - 1)];
}

function dot(a, from, b, at, count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += a[from + i] * b[at + i];
  return sum;
}
