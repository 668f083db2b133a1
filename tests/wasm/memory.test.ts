import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Engine, Tensor } from '../../wasm/engine/types.ts';
import { inspectable } from './support/inspectable.ts';
import { make } from './support/numbers.ts';

const x = make([3, 4], Math.sin);
const row = make([4], () => 1);
const mask = make([3, 3], (i) => i % 2);
const stacked = make([2, 5, 4], Math.cos);
const square = make([4, 4], Math.tan);
const layer = { wq: square, wk: square, wv: square, wo: square, bq: row, bo: row };
const lying: Tensor = { shape: [3, 3], data: new Float32Array(4) };

const good: readonly ((engine: Engine) => unknown)[] = [
  (engine) => engine.attention(x, x, x),
  (engine) => engine.attend(x, x, x, { causal: true, scale: 2 }),
  (engine) => engine.attention(stacked, stacked, stacked, { causal: true }),
  (engine) => engine.attend(x, x, x, { mask, bias: mask }),
  (engine) => engine.explain(engine.attention(x, x, x, { mask }), 'output', 1, 2),
  (engine) => engine.explain(engine.attention(x, x, x), 'weights', 1, 2),
  (engine) => engine.explainSoftmax([1, 2, 3]),
  (engine) => engine.multiHead(x, layer, { heads: 2, mask }),
  (engine) => engine.explain(engine.multiHead(x, layer, { heads: 4 }), 'result', 1, 2),
  (engine) => engine.explain(engine.multiHead(x, layer, { heads: 2 }), 'weights', 1, 2, [1]),
  (engine) => [engine.mergeHeads(engine.splitHeads(x, 2)), engine.reshapeWithoutTranspose(x, 4)],
  (engine) => engine.multiHeadCost({ T: 3, D: 4, heads: 2 }),
  (engine) => engine.layerNorm(engine.softmax(x), row, row),
  (engine) => engine.linear(x, x, engine.sumRows(x)),
  (engine) => [engine.causalMask(4, 4), engine.positionalEncoding(3, 4)],
  (engine) => {
    using generator = engine.generator(1);
    return [generator.randn([20]), generator.randint(0, 9, [7]), generator.randperm(9)];
  },
];

const refused: readonly ((engine: Engine) => unknown)[] = [
  (engine) => engine.attention(x, row, x),
  (engine) => engine.attention(x, stacked, x),
  (engine) => engine.attend(x, x, x, { scale: NaN }),
  (engine) => engine.attend(x, x, x, { mask: make([3, 3], () => NaN) }),
  (engine) => engine.attend(x, x, x, { mask: row }),
  (engine) => engine.attend(lying, x, x),
  (engine) => engine.attend(x, x, x, { wrong: 1 } as object),
  (engine) => engine.explain(engine.attention(x, x, x), 'scores', 3, 0),
  (engine) => engine.multiHead(x, layer, { heads: 3 }),
  (engine) => engine.multiHead(x, { ...layer, wo: x }, { heads: 2 }),
  (engine) => engine.multiHead(x, layer, { heads: 2, mask: make([3, 3], () => NaN) }),
  (engine) => engine.multiHeadCost({ T: 3, D: 4, heads: 3 }),
  (engine) => engine.mergeHeads(x),
  (engine) => engine.generator(0.5),
  (engine) => engine.positionalEncoding(2, 0),
  (engine) => engine.causalMask(2 ** 15, 2 ** 15),
  (engine) => {
    using generator = engine.generator(1);
    return generator.randint(2, 1, [3]);
  },
];

const times = (
  count: number,
  calls: typeof good,
  engine: Engine,
  call: (run: () => unknown) => void,
) => {
  for (let i = 0; i < count; i++) call(() => calls[i % calls.length]?.(engine));
  // The core keeps a call's results until the next call: one that keeps none.
  engine.attend(x, x, x);
};
const simply = (run: () => unknown) => void run();
let caught = 0;
const expectingError = (run: () => unknown) => {
  try {
    run();
  } catch {
    caught++;
    return;
  }
  assert.fail('was to be refused');
};

describe('live bytes', () => {
  it('stay the same over 100,000 calls', async () => {
    const { engine, module } = await inspectable();
    times(1000, good, engine, simply);
    const before = module.liveBytes();
    times(100_000, good, engine, simply);
    assert.equal(module.liveBytes(), before);
  });

  // What a call needs besides its results comes from one arena, whatever was called before.
  it('stay the same over 100,000 calls of attend and attention of mixed sizes', async () => {
    const { engine, module } = await inspectable();
    const mixed = [3, 1, 16, 5, 24, 2, 9].flatMap((T): typeof good => {
      const x = make([T, 8], Math.sin);
      const long = make([T === 24 ? 150 : T, 8], Math.cos);
      return [
        (engine) => engine.attend(x, long, long),
        (engine) => engine.attention(x, long, long, { causal: true }),
        (engine) => engine.attend(x, x, x, { mask: make([T, T], (i) => i % 3), causal: true }),
      ];
    });
    times(1000, mixed, engine, simply);
    const before = module.liveBytes();
    times(100_000, mixed, engine, simply);
    assert.equal(module.liveBytes(), before);
  });

  it('stay the same over 100,000 refused calls', async () => {
    const { engine, module } = await inspectable();
    times(1000, refused, engine, expectingError);
    const before = module.liveBytes();
    caught = 0;
    times(100_000, refused, engine, expectingError);
    assert.equal(caught, 100_000);
    assert.equal(module.liveBytes(), before);
  });

  it('count: a generator alive shows', async () => {
    const { engine, module } = await inspectable();
    engine.generator(0).free();
    const before = module.liveBytes();
    const generator = engine.generator(0);
    assert.ok(module.liveBytes() >= before + 624 * 4);
    generator.free();
    assert.equal(module.liveBytes(), before);
  });

  it('come back after one huge call, given or refused', async () => {
    const { engine, module, memory } = await inspectable();
    // What a call may keep: 16 MiB of arguments, 16 MiB of results, and crumbs.
    const kept = 33 * 2 ** 20;
    const wide = make([1500, 64], Math.sin);
    engine.attention(wide, wide, wide); // 36 MB of results
    assert.ok(memory.buffer.byteLength > kept);
    assert.ok(module.liveBytes() < kept);
    const long = make([3_000_000], () => 1); // 12 MB
    engine.softmax(long);
    assert.ok(module.liveBytes() < kept);
    const longer = make([6_000_000], () => 1); // 24 MB, kept as an argument and as a result
    engine.softmax(longer);
    assert.ok(module.liveBytes() < 2 ** 20);
    const broad = make([128, 40_000], () => 1); // 20 MB, and as much of scratch
    engine.attend(
      broad,
      broad,
      make([128, 1], () => 1),
    );
    assert.ok(module.liveBytes() < 2 ** 20);
    assert.throws(() => engine.linear(longer, x), { code: 'shape_mismatch' });
    assert.ok(module.liveBytes() < 2 ** 20);
    assert.throws(() => engine.causalMask(2 ** 14, 2 ** 14 + 1), { code: 'too_large' });
    const size = make([16000, 1], () => 1);
    assert.throws(() => engine.attention(size, size, size), { code: 'out_of_memory' });
    assert.ok(module.liveBytes() < kept);
    // And it still computes.
    assert.deepEqual(engine.attend(x, x, x).shape, [3, 4]);
  });

  it('hold the results of no earlier call: each is a copy', async () => {
    const { engine, memory } = await inspectable();
    const { scores, output } = engine.attention(x, x, x);
    assert.notEqual(scores.data.buffer, memory.buffer);
    assert.notEqual(output.data.buffer, memory.buffer);
    assert.equal(scores.data.buffer.byteLength, 9 * 4);
    const { heads, concat } = engine.multiHead(x, layer, { heads: 2 });
    assert.equal(concat.data.buffer.byteLength, 12 * 4);
    for (const { weights } of heads) {
      assert.notEqual(weights.data.buffer, memory.buffer);
      assert.equal(weights.data.buffer.byteLength, 9 * 4);
    }
  });
});
