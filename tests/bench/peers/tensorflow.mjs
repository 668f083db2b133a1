// TensorFlow.js with WebAssembly. Its tensors stay where they are between calls; a result is read.
import * as core from '@tensorflow/tfjs';
import * as backend from '@tensorflow/tfjs-backend-wasm';
import { causalBias, transposed } from '../speed/work.mjs';
import { trainingOf } from './tensorflow_training.mjs';

// What Node imports from a CommonJS module lies one level deeper.
const tf = core.default ?? core;
const wasm = backend.default ?? backend;

export async function load(folder) {
  wasm.setWasmPaths(folder);
  wasm.setThreadsCount(1);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('TensorFlow.js does not load its module');
  await tf.ready();
  return prepared;
}

/** What `compute` makes, read; only its tensors, since tidy would walk through the numbers of an array. */
function numbersOf(compute) {
  const made = tf.tidy(compute);
  const all = Array.isArray(made) ? made : [made];
  const read = all.map((each) => each.dataSync());
  tf.dispose(all);
  return read;
}

function prepared({ kind, H, T, D, causal, model }, { q, k, v, x, w }) {
  if (kind === 'training') return trainingOf(tf, model);
  const kept = [];
  const keep = ({ shape, data }) => {
    kept.push(tf.tensor(data, shape));
    return kept.at(-1);
  };
  const done = () => tf.dispose(kept);
  const read = (arrays) => arrays.at(-1);
  if (kind === 'product') {
    const [left, right] = [keep(x), keep(transposed(w))];
    return { call: () => numbersOf(() => tf.matMul(left, right)), read, done };
  }
  const scale = keep({ shape: [], data: Float32Array.of(1 / Math.sqrt(D)) });
  const bias = causal ? keep(causalBias(T)) : undefined;
  // Its products of stacks, and those that transpose by themselves, are several times as slow as
  // this: heads one by one, and keys transposed first.
  const heads = Array.from({ length: H }, (_, h) =>
    [q, k, v].map(({ data }) =>
      keep({ shape: [T, D], data: data.slice(h * T * D, (h + 1) * T * D) }),
    ),
  );
  if (kind === 'traced') {
    const [[a, b, c]] = heads;
    return {
      call: () =>
        numbersOf(() => {
          const scores = tf.matMul(a, tf.transpose(b));
          const scaled = tf.mul(scores, scale);
          const masked = tf.clone(scaled);
          const weights = tf.softmax(masked);
          const output = tf.matMul(weights, c);
          return [scores, scaled, masked, weights, output];
        }),
      read,
      done,
    };
  }
  const one = ([a, b, c]) => {
    const scaled = tf.matMul(tf.mul(a, scale), tf.transpose(b));
    return tf.matMul(tf.softmax(bias ? tf.add(scaled, bias) : scaled), c);
  };
  return {
    call: () => numbersOf(() => (H === 1 ? one(heads[0]) : tf.concat(heads.map(one), 0))),
    read,
    done,
  };
}
