// A step of the document's Transformer by jax-js: loss, gradients and Adam in one compiled function.
import { jit, nn, numpy, tree, valueAndGrad } from '@jax-js/jax';
import { network, oneHotBatch, positions } from '../speed/work.mjs';

const { V, T, D, F, N, rate } = network;
const [beta1, beta2, epsilon] = [0.9, 0.999, 1e-8];

const random = (from, to) => {
  const bound = 1 / Math.sqrt(from);
  const data = Float32Array.from({ length: from * to }, () => (2 * Math.random() - 1) * bound);
  return numpy.array(data).reshape([from, to]);
};

function parameters() {
  const dense = (name, from, to) => ({
    [`${name}_w`]: random(from, to),
    [`${name}_b`]: numpy.zeros([to]),
  });
  const norm = (name) => ({ [`${name}_w`]: numpy.ones([D]), [`${name}_b`]: numpy.zeros([D]) });
  return {
    table: random(V, D),
    ...['q', 'k', 'v', 'o'].reduce((all, name) => ({ ...all, ...dense(name, D, D) }), {}),
    ...dense('up', D, F),
    ...dense('down', F, D),
    ...dense('last', D, V),
    ...norm('n1'),
    ...norm('n2'),
  };
}

function loss(p, x, y, places) {
  const dense = (name, given) => numpy.matmul(given, p[`${name}_w`]).add(p[`${name}_b`]);
  const norm = (name, given) => {
    const mean = given.ref.mean(-1, { keepdims: true });
    const centred = given.sub(mean);
    const variance = numpy.square(centred.ref).mean(-1, { keepdims: true });
    return centred
      .div(numpy.sqrt(variance.add(1e-5)))
      .mul(p[`${name}_w`])
      .add(p[`${name}_b`]);
  };
  const h = numpy
    .matmul(x, p.table)
    .reshape([N, T, D])
    .add(places)
    .reshape([N * T, D]);
  const [q, k, v] = ['q', 'k', 'v'].map((name) => dense(name, h.ref).reshape([N, T, D]));
  const scores = numpy.matmul(q, numpy.matrixTranspose(k)).mul(1 / Math.sqrt(D));
  const mixed = numpy.matmul(nn.softmax(scores, -1), v).reshape([N * T, D]);
  const attended = norm('n1', h.add(dense('o', mixed)));
  const fed = dense('down', nn.relu(dense('up', attended.ref)));
  const logits = dense('last', norm('n2', attended.add(fed)));
  return nn
    .logSoftmax(logits, -1)
    .mul(y)
    .sum()
    .mul(-1 / (N * T));
}

const gradients = valueAndGrad(loss);

/** One step of Adam; each value that is used twice gives a reference away. */
function update(p, m, v, correction1, correction2, x, y, places) {
  const [value, gradient] = gradients(tree.ref(p), x, y, places);
  const next = { p: {}, m: {}, v: {} };
  const names = Object.keys(p);
  names.forEach((name, i) => {
    const last = i === names.length - 1;
    const g = gradient[name];
    const first = m[name].mul(beta1).add(g.ref.mul(1 - beta1));
    const second = v[name].mul(beta2).add(numpy.square(g).mul(1 - beta2));
    const root = numpy.sqrt(second.ref.mul(last ? correction2 : correction2.ref)).add(epsilon);
    const step = first.ref.mul(last ? correction1 : correction1.ref).div(root);
    next.p[name] = p[name].sub(step.mul(rate));
    next.m[name] = first;
    next.v[name] = second;
  });
  return [value, next.p, next.m, next.v];
}

export function trainingOf() {
  const compiled = jit(update);
  const places = numpy.array(positions()).reshape([1, T, D]);
  let p = parameters();
  const zeros = () =>
    Object.fromEntries(Object.entries(p).map(([name, { shape }]) => [name, numpy.zeros(shape)]));
  let [m, v] = [zeros(), zeros()];
  let steps = 0;
  return {
    call() {
      steps++;
      const { given, wanted } = oneHotBatch((n, t) => n * T + t);
      const [x, y] = [given, wanted].map((each) => numpy.array(each).reshape([N * T, V]));
      const [c1, c2] = [beta1, beta2].map((beta) => numpy.array(1 / (1 - beta ** steps)));
      let value;
      [value, p, m, v] = compiled(p, m, v, c1, c2, x, y, places.ref);
      return value.dataSync();
    },
    read: (data) => data,
    done() {
      for (const each of [p, m, v]) Object.values(each).forEach((one) => one.dispose());
      places.dispose();
    },
  };
}
