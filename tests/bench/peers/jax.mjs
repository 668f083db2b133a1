// jax-js with WebAssembly, compiled by its jit. It takes a reference away with every use.
import { defaultDevice, init, jit, nn, numpy } from '@jax-js/jax';
import { causalBias, transposed } from '../speed/work.mjs';
import { trainingOf } from './jax_training.mjs';

export async function load() {
  await init('wasm');
  defaultDevice('wasm');
  return prepared;
}

function prepared({ kind, D, T, causal, model }, { q, k, v, x, w }) {
  if (kind === 'training') return model === 'transformer' ? trainingOf() : undefined;
  // Its calls give one array.
  if (kind === 'traced') return undefined;
  const array = ({ shape, data }) => numpy.array(data).reshape([...shape]);
  const of = (compute, ...given) => {
    const compiled = jit(compute);
    const kept = given.map(array);
    return {
      call: () => compiled(...kept.map(({ ref }) => ref)).dataSync(),
      read: (data) => data,
      done: () => kept.forEach((each) => each.dispose()),
    };
  };
  if (kind === 'product') return of((a, b) => numpy.matmul(a, b), x, transposed(w));
  const scaled = (a, b) => numpy.matmul(a, numpy.matrixTranspose(b)).mul(1 / Math.sqrt(D));
  const mixed = (cells, c) => numpy.matmul(nn.softmax(cells, -1), c);
  return causal
    ? of((a, b, c, bias) => mixed(scaled(a, b).add(bias), c), q, k, v, causalBias(T))
    : of((a, b, c) => mixed(scaled(a, b), c), q, k, v);
}
