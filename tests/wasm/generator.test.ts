import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { engine } from './support/engine.ts';
import { inspectable } from './support/inspectable.ts';
import { fromGolden, golden, type GoldenTensor } from './support/numbers.ts';

const { rng_samples: samples } = golden('attention_check') as {
  rng_samples: Record<string, GoldenTensor> & {
    sequence_seed0: Record<string, GoldenTensor>;
    randperm_10_seed0: readonly number[];
  };
};
const sample = (name: string) => fromGolden(samples[name] as GoldenTensor).data;

describe('generator', () => {
  it('gives PyTorch’s streams', () => {
    assert.deepEqual(engine.generator(0).rand([7]).data, sample('rand_7_seed0'));
    assert.deepEqual(engine.generator(0).randn([3]).data, sample('randn_3_seed0'));
    assert.deepEqual(engine.generator(0).randn([4, 4]).data, sample('randn_16_seed0'));
    assert.deepEqual(engine.generator(1).randn([37]).data, sample('randn_37_seed1'));
    assert.deepEqual(
      engine.generator(0).uniform([2, 5], -1, 3).data,
      sample('uniform_m1_3_10_seed0'),
    );
    const integers = engine.generator(0).randint(0, 10, [64, 10]);
    assert.deepEqual(integers.shape, [64, 10]);
    assert.deepEqual(Float32Array.from(integers.data), sample('randint_0_10_64x10_seed0'));
    const order = engine.generator(0).randperm(10);
    assert.deepEqual([order.shape, [...order.data]], [[10], samples.randperm_10_seed0]);
  });

  it('goes on where it stopped, whatever others do in between', () => {
    const generator = engine.generator(0);
    for (const [name, expected] of Object.entries(samples.sequence_seed0)) {
      const [, kind, size] = /_(randn?)(\d+)$/.exec(name) ?? [];
      if (kind !== 'rand' && kind !== 'randn') continue;
      engine.generator(5).randn([3]);
      assert.deepEqual(generator[kind]([Number(size)]).data, fromGolden(expected).data, name);
    }
  });

  it('counts the low 32 bits of the seed', () => {
    const first = (seed: number | bigint) => engine.generator(seed).rand([4]);
    assert.deepEqual(first(2 ** 32 + 7), first(7));
    assert.deepEqual(first(7n), first(7));
    assert.deepEqual(first(2n ** 200n + 7n), first(7));
    assert.deepEqual(first(-1), first(2 ** 32 - 1));
    assert.deepEqual(first(-1n), first(-1));
    assert.notDeepEqual(first(8), first(7));
  });

  it('fills any shape, with any int32', () => {
    const generator = engine.generator(3);
    assert.deepEqual(generator.rand([]).shape, []);
    assert.deepEqual(generator.rand([]).data.length, 1);
    assert.deepEqual(generator.randn([2, 0, 3]).data.length, 0);
    assert.deepEqual(generator.randperm(0).data.length, 0);
    assert.deepEqual(
      [...generator.randint(-(2 ** 31), -(2 ** 31) + 1, [2]).data],
      [-(2 ** 31), -(2 ** 31)],
    );
    const wide = generator.randint(-(2 ** 31), 2 ** 31, [1000]).data;
    assert.ok(Math.min(...wide) < -2e9 && Math.max(...wide) > 2e9);
  });

  it('refuses once it is freed, as often as one likes', () => {
    const generator = engine.generator(0);
    generator.free();
    generator.free();
    assert.throws(() => generator.rand([1]), { code: 'bad_option' });
    assert.throws(() => generator.randperm(1), { code: 'bad_option' });
  });
});

describe('handles', () => {
  it('are given back by free and by using, and used again', async () => {
    const { engine: own, module } = await inspectable();
    const several = Array.from({ length: 10 }, (_, seed) => own.generator(seed));
    assert.equal(module.liveGenerators(), 10);
    several.slice(0, 5).forEach((generator) => {
      generator.free();
      generator.free();
    });
    assert.equal(module.liveGenerators(), 5);
    {
      using inside = own.generator(0);
      inside.rand([1]);
      assert.equal(module.liveGenerators(), 6);
    }
    assert.equal(module.liveGenerators(), 5);
    // One that came back is another generator's now.
    const [fresh, expected] = [own.generator(42), engine.generator(42)];
    assert.deepEqual(fresh.randn([20]), expected.randn([20]));
    const sixth = several[5];
    assert.deepEqual(sixth?.rand([3]), engine.generator(5).rand([3]));
  });

  it('are given back when nobody can reach the generator any more', async () => {
    const { engine: own, module } = await inspectable();
    (() => {
      for (let seed = 0; seed < 100; seed++) own.generator(seed).rand([2]);
    })();
    assert.equal(module.liveGenerators(), 100);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let round = 0; round < 100 && module.liveGenerators() > 0; round++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.equal(module.liveGenerators(), 0);
  });

  it('are not spent by a refused seed', async () => {
    const { engine: own, module } = await inspectable();
    assert.throws(() => own.generator(0.5), { code: 'bad_seed' });
    assert.equal(module.liveGenerators(), 0);
  });
});
