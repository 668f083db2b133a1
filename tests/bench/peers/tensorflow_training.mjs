// Steps of the document's networks by TensorFlow.js: its tape, its Adam; embeddings as products with
// one-hot rows, which it computes faster than it gathers.
import { network, oneHotBatch, positions } from '../speed/work.mjs';

const { V, T, D, F, H, N, rate } = network;

export function trainingOf(tf, model) {
  const variables = [];
  const keep = (tensor) => {
    variables.push(tf.variable(tensor));
    return variables.at(-1);
  };
  const drawn = (rows, columns, bound) => keep(tf.randomUniform([rows, columns], -bound, bound));
  const zeros = (count) => keep(tf.zeros([count]));
  const dense = (from, to) => {
    const [w, b] = [drawn(from, to, 1 / Math.sqrt(from)), zeros(to)];
    return (x) => tf.add(tf.matMul(x, w), b);
  };
  const table = keep(tf.randomNormal([V, D]));
  const logits =
    model === 'lstm'
      ? bilstm(tf, { table, drawn, zeros, dense })
      : transformer(tf, { table, keep, zeros, dense });
  const optimizer = tf.train.adam(rate);
  const row = model === 'lstm' ? (n, t) => t * N + n : (n, t) => n * T + t;
  return {
    call() {
      const { given, wanted } = oneHotBatch(row);
      const [x, y] = [given, wanted].map((each) => tf.tensor2d(each, [N * T, V]));
      const loss = optimizer.minimize(() => tf.losses.softmaxCrossEntropy(y, logits(x)), true);
      const read = loss.dataSync();
      tf.dispose([x, y, loss]);
      return read;
    },
    read: (data) => data,
    done() {
      optimizer.dispose();
      tf.dispose(variables);
    },
  };
}

function transformer(tf, { table, keep, zeros, dense }) {
  const places = tf.tensor3d(positions(), [1, T, D]);
  const [query, key, value, out] = Array.from({ length: 4 }, () => dense(D, D));
  const [up, down, last] = [dense(D, F), dense(F, D), dense(D, V)];
  const norm = () => {
    const [gamma, beta] = [keep(tf.ones([D])), zeros(D)];
    return (x) => {
      const centred = tf.sub(x, tf.mean(x, -1, true));
      const variance = tf.mean(tf.square(centred), -1, true);
      return tf.add(tf.mul(tf.div(centred, tf.sqrt(tf.add(variance, 1e-5))), gamma), beta);
    };
  };
  const [first, second] = [norm(), norm()];
  return (x) => {
    const placed = tf.add(tf.reshape(tf.matMul(x, table), [N, T, D]), places);
    const h = tf.reshape(placed, [N * T, D]);
    const [q, k, v] = [query, key, value].map((each) => tf.reshape(each(h), [N, T, D]));
    const weights = tf.softmax(tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(D)));
    const mixed = tf.reshape(tf.matMul(weights, v), [N * T, D]);
    const attended = first(tf.add(h, out(mixed)));
    return last(second(tf.add(attended, down(tf.relu(up(attended))))));
  };
}

function bilstm(tf, { table, drawn, zeros, dense }) {
  const bound = 1 / Math.sqrt(H);
  const run = () => {
    const [ih, hh] = [drawn(D, 4 * H, bound), drawn(H, 4 * H, bound)];
    const [inner, outer] = [zeros(4 * H), zeros(4 * H)];
    return (x, backwards) => {
      const times = tf.unstack(tf.reshape(tf.add(tf.matMul(x, ih), inner), [T, N, 4 * H]));
      let [h, c] = [tf.zeros([N, H]), tf.zeros([N, H])];
      const outputs = [];
      for (let i = 0; i < T; i++) {
        const t = backwards ? T - 1 - i : i;
        const gates = tf.add(tf.add(times[t], tf.matMul(h, hh)), outer);
        const [take, forget, made, show] = tf.split(gates, 4, 1);
        const kept = tf.mul(tf.sigmoid(forget), c);
        c = tf.add(kept, tf.mul(tf.sigmoid(take), tf.tanh(made)));
        h = tf.mul(tf.sigmoid(show), tf.tanh(c));
        outputs[t] = h;
      }
      return tf.concat(outputs, 0);
    };
  };
  const [there, back, last] = [run(), run(), dense(2 * H, V)];
  return (x) => {
    const e = tf.matMul(x, table);
    return last(tf.concat([there(e, false), back(e, true)], 1));
  };
}
