// The engine as anybody loads it.
import { loadEngine } from 'qkv-lab/engine';

/** One of its builds; `file` says where the page finds what this machine reads beside the engine. */
export async function load(simd, file) {
  const name = simd === 'relaxed' ? 'qkv-core-relaxed.wasm' : 'qkv-core.wasm';
  const engine = await loadEngine({ simd, ...(file && { wasmUrl: file(name) }) });
  return (work, given) => {
    // Training has one build.
    if (work.kind === 'training') return simd === 'relaxed' ? undefined : step(work, file);
    return call(engine, work, given);
  };
}

/** The trainer, without the worker around it. */
async function step({ model }, file) {
  const { load } = await import('./ours_training.ts');
  const trainer = await load(model, file ? file('qkv-train.wasm') : undefined);
  return { call: () => trainer.train(1), read: ({ losses }) => losses };
}

function call(engine, { kind, causal }, { q, k, v, x, w }) {
  if (kind === 'product') return { call: () => engine.linear(x, w), read: ({ data }) => data };
  if (kind === 'traced') {
    return { call: () => engine.attention(q, k, v), read: ({ output }) => output.data };
  }
  const options = { causal };
  return { call: () => engine.attend(q, k, v, options), read: ({ data }) => data };
}
