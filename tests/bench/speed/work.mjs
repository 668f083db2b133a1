// What is measured: the work, its inputs, how many operations it takes and what its first and last rows
// must be. Read in Node and in the page; the native program makes the same inputs.

const attention = (T, D, more = {}) => ({ kind: 'attention', H: 1, T, D, causal: false, ...more });
const product = (m, k, n) => ({ kind: 'product', m, k, n });
/** A step of the document's Transformer, or of its BiLSTM: forward, back, Adam. */
const training = (model) => ({ kind: 'training', model });

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
  training('transformer'),
  training('lstm'),
];

/** The document's networks, and the sequences in a step. */
export const network = { V: 10, T: 10, D: 32, F: 64, H: 48, N: 64, rate: 3e-3 };

/** Time and memory by length, ours alone. */
export const lengths = [64, 128, 256, 512, 1024, 2048, 4096, 8192];
export const ofLength = (T, causal) => attention(T, 64, { causal });

/** One name for each. */
export function nameOf({ kind, H, T, D, causal, m, k, n, model }) {
  if (kind === 'training') {
    return `a step of training, ${model === 'lstm' ? 'BiLSTM' : 'Transformer'}`;
  }
  if (kind === 'product') return `product ${m} × ${k} × ${n}`;
  const heads = H > 1 ? `${H} heads of ` : '';
  const how = kind === 'traced' ? ', five tensors' : causal ? ', causal' : '';
  return `attention ${heads}${T} × ${D}${how}`;
}

/** Multiplications and additions; what causality spares counts as if it were done. */
export function operations({ kind, H, T, D, m, k, n, model }) {
  if (kind === 'training') return 3 * 2 * network.N * network.T * perPlace(model);
  return kind === 'product' ? 2 * m * k * n : 4 * H * T * T * D;
}

/** Products in the way forward of one place; the way back has twice as many. */
function perPlace(model) {
  const { V, T, D, F, H } = network;
  if (model === 'lstm') return 2 * 4 * H * (D + H) + 2 * H * V;
  return 4 * D * D + 2 * T * D + 2 * D * F + D * V;
}

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
  if (kind === 'training') return {};
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

/** Of a network that has learned nothing yet: each library draws its own, around ln 10. */
const isLoss = (loss) => loss > 2 && loss < 3.5;

/** The first and the last row of a result, by which candidates are compared. */
export function ends(work, data) {
  if (work.kind === 'training') return [isLoss(data[0]) ? 1 : 0];
  const columns = width(work);
  return [...data.slice(0, columns), ...data.slice(data.length - columns)];
}

/** The same rows in double precision. */
export function expectedEnds(work) {
  if (work.kind === 'training') return [1];
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

/** The digits of a step and their reversal, as one-hot rows (N·T, V); place t of sequence n by `row`. */
export function oneHotBatch(row) {
  const { V, T, N } = network;
  const given = new Float32Array(N * T * V);
  const wanted = new Float32Array(N * T * V);
  for (let n = 0; n < N; n++) {
    for (let t = 0; t < T; t++) {
      const digit = Math.floor(Math.random() * V);
      given[row(n, t) * V + digit] = 1;
      wanted[row(n, T - 1 - t) * V + digit] = 1;
    }
  }
  return { given, wanted };
}

/** Sinusoids (T, D). */
export function positions() {
  const { T, D } = network;
  return Float32Array.from({ length: T * D }, (_, i) => {
    const [t, d] = [Math.floor(i / D), i % D];
    const angle = t / 10_000 ** ((d - (d % 2)) / D);
    return d % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
  });
}
