import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { QkvError } from '../../wasm/engine/index.ts';
import type { Engine, Tensor } from '../../wasm/engine/types.ts';
import { inspectable } from './support/inspectable.ts';
import { make } from './support/numbers.ts';

const x = make([3, 4], Math.sin);
const calls: Record<
  string,
  (engine: Engine, generator: ReturnType<Engine['generator']>) => unknown
> = {
  attention: (engine) => engine.attention(x, x, x),
  attend: (engine) => engine.attend(x, x, x),
  softmax: (engine) => engine.softmax(x),
  explainSoftmax: (engine) => engine.explainSoftmax([1, 2]),
  layerNorm: (engine) => engine.layerNorm(x, row, row),
  linear: (engine) => engine.linear(x, x),
  sumRows: (engine) => engine.sumRows(x),
  causalMask: (engine) => engine.causalMask(2, 2),
  positionalEncoding: (engine) => engine.positionalEncoding(2, 2),
  generator: (engine) => engine.generator(0),
  rand: (_, generator) => generator.rand([2]),
  randn: (_, generator) => generator.randn([2]),
  uniform: (_, generator) => generator.uniform([2], 0, 1),
  randint: (_, generator) => generator.randint(0, 2, [2]),
  randperm: (_, generator) => generator.randperm(2),
};
const row: Tensor = make([4], () => 1);

/** The engine's memory overwritten: pointers lead nowhere, and following one is a trap. */
const wreck = (memory: WebAssembly.Memory) => new Uint8Array(memory.buffer).fill(0xff);

describe('engine_failed', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`a trap in ${name} ends the engine`, async () => {
      const { engine, memory } = await inspectable();
      const generator = engine.generator(1);
      const result = engine.attention(x, x, x);
      call(engine, generator);
      wreck(memory);
      const failed = (error: unknown) => {
        assert.ok(error instanceof QkvError);
        assert.equal(error.code, 'engine_failed');
        assert.ok(error.cause instanceof WebAssembly.RuntimeError, String(error.cause));
        return true;
      };
      assert.throws(() => call(engine, generator), failed);
      // Nothing that follows reaches the module, whatever it would have done there.
      for (const next of Object.values(calls)) assert.throws(() => next(engine, generator), failed);
      assert.throws(() => engine.explain(result, 'scores', 0, 0), failed);
      generator.free();
      assert.equal(engine.info.simd, 'simd128');
      assert.equal(engine.axes('scores').length, 2);
    });
  }

  it('another engine is none the worse', async () => {
    const [dead, alive] = [await inspectable(), await inspectable()];
    const before = alive.engine.attend(x, x, x);
    wreck(dead.memory);
    assert.throws(() => dead.engine.attend(x, x, x), { code: 'engine_failed' });
    assert.deepEqual(alive.engine.attend(x, x, x), before);
    const fresh = await inspectable();
    assert.deepEqual(fresh.engine.attend(x, x, x), before);
  });

  it('wrong arguments are still told first where nothing runs', async () => {
    const { engine, memory } = await inspectable();
    wreck(memory);
    assert.throws(() => engine.attend(x, x, x), { code: 'engine_failed' });
    assert.throws(() => engine.axes('nothing' as never), { code: 'bad_option' });
  });
});
