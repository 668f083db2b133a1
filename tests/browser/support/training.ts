// A short training of both networks, the same in Node and in pages.
import { loadEngine } from '../../../wasm/engine/index.ts';

export const options = { batch: 8, testSequences: 40, scored: 10, steps: 24 };

export interface Trained {
  readonly losses: readonly number[];
  readonly states: readonly string[];
  readonly digits: readonly number[];
}

/** Body of a function of the page: the address of the engine, or null where it is there, and options. */
export const trainBoth = `
  const { loadEngine } = args[0] ? await import(args[0]) : globalThis;
  const engine = await loadEngine();
  const trained = async (options) => {
    const training = engine.train('reverse', options);
    const losses = [];
    const states = new Set();
    for await (const progress of training) {
      losses.push(...progress.losses);
      states.add(progress.state);
    }
    const { digits } = await training.predict([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    training.stop();
    return { losses, states: [...states], digits: [...digits.data] };
  };
  return Promise.all(['transformer', 'lstm'].map((model) => trained({ ...args[1], model })));`;

export async function trainedInNode(): Promise<readonly Trained[]> {
  const at = (name: string): URL => new URL(`../../../dist/engine/${name}`, import.meta.url);
  const engine = await loadEngine({ wasmUrl: at('qkv-core.wasm') });
  const places = { workerUrl: at('train.js'), wasmUrl: at('qkv-train.wasm') };
  return Promise.all(
    (['transformer', 'lstm'] as const).map(async (model) => {
      const training = engine.train('reverse', { ...options, ...places, model });
      const losses: number[] = [];
      const states = new Set<string>();
      for await (const progress of training) {
        losses.push(...progress.losses);
        states.add(progress.state);
      }
      const { digits } = await training.predict([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
      training.stop();
      return { losses, states: [...states], digits: [...digits.data] };
    }),
  );
}
