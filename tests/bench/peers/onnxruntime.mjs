// onnxruntime, for the web and for Node: sessions over one thread.
import { causalBias, transposed } from '../speed/work.mjs';
import { attentionModel, productModel } from './onnx.mjs';

async function prepared(ort, provider, work, { q, k, v, x, w }) {
  if (work.kind === 'training') return undefined; // it runs what others have trained
  const product = work.kind === 'product';
  const session = await ort.InferenceSession.create(
    product ? productModel(work) : attentionModel(work),
    {
      executionProviders: [provider],
      graphOptimizationLevel: 'all',
      executionMode: 'sequential',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
    },
  );
  const tensor = ({ shape, data }) => new ort.Tensor('float32', data, shape);
  const stacked = ({ shape, data }) => tensor({ shape: [work.H, ...shape.slice(-2)], data });
  const feeds = product
    ? { x: tensor(x), w: tensor(transposed(w)) }
    : {
        ...{ q: stacked(q), k: stacked(k), v: stacked(v) },
        ...(work.causal && { bias: tensor(causalBias(work.T)) }),
      };
  return {
    call: () => session.run(feeds),
    read: ({ output }) => output.data,
    done: () => session.release(),
  };
}

/** For Node and for browsers; there `file` says where the module lies. */
export async function loadWeb(file) {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (file) ort.env.wasm.wasmPaths = { wasm: file('ort-wasm-simd-threaded.wasm') };
  return (work, given) => prepared(ort, 'wasm', work, given);
}

/** Native code. */
export async function loadNode() {
  const module = await import('onnxruntime-node');
  const ort = module.default ?? module; // by who loads this file, as it is CommonJS
  return (work, given) => prepared(ort, 'cpu', work, given);
}
