import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../web/support/random.ts';
import {
  QkvError,
  engine,
  loadEngine,
  tensor,
  type AttentionOptions,
  type TapName,
} from './support/engine.ts';
import { make, random } from './support/numbers.ts';

const chance = seeded(11);
const results = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;

describe('explain', () => {
  const stack = [2, 3];
  const [T, S, Dk, Dv] = [4, 5, 3, 2];
  const q = random(chance, [...stack, T, Dk]);
  const k = random(chance, [...stack, S, Dk]);
  const v = random(chance, [...stack, S, Dv]);
  const variants: readonly [string, AttentionOptions][] = [
    ['plain', {}],
    ['scaled by 0.3', { scale: 0.3 }],
    ['causal, lower right', { causal: true, causalAlignment: 'lower-right' }],
    [
      'mask and bias, rows with nothing left among them',
      {
        mask: make([3, T, S], () => chance.below(2)),
        bias: make([2, 1, T, S], () => (chance.below(3) === 0 ? -Infinity : chance.below(4))),
      },
    ],
  ];

  for (const [name, options] of variants) {
    it(`has the bits of every cell: ${name}`, () => {
      const result = engine.attention(q, k, v, options);
      for (const tap of results) {
        const { shape, data } = result[tap];
        const [rows, columns] = shape.slice(-2) as [number, number];
        for (let at = 0; at < data.length; at++) {
          const matrix = Math.floor(at / (rows * columns));
          const leading = [Math.floor(matrix / 3), matrix % 3];
          const row = Math.floor(at / columns) % rows;
          const cell = engine.explain(result, tap, row, at % columns, leading);
          assert.equal(cell.tap, tap);
          assert.ok(Object.is(cell.total, data[at]), `${tap} ${at}: ${cell.total}, ${data[at]}`);
        }
      }
    });
  }

  it('spells out the terms', () => {
    const [Q, K, V] = [
      tensor([[1, 2]]),
      tensor([
        [3, 4],
        [5, 6],
      ]),
      tensor([[7], [8]]),
    ];
    const result = engine.attention(Q, K, V, { scale: 0.5, mask: tensor([[1, 0]]) });
    const scores = engine.explain(result, 'scores', 0, 1);
    assert.deepEqual(scores, {
      tap: 'scores',
      terms: [
        { left: 1, right: 5, product: 5, skipped: false },
        { left: 2, right: 6, product: 12, skipped: false },
      ],
      total: 17,
    });
    assert.deepEqual(engine.explain(result, 'scaled', 0, 0), {
      tap: 'scaled',
      terms: [{ left: 11, right: 0.5, product: 5.5, skipped: false }],
      total: 5.5,
      divisor: 2,
    });
    assert.deepEqual(engine.explain(result, 'masked', 0, 1), {
      tap: 'masked',
      terms: [],
      total: -Infinity,
      bias: 0,
      skip: 'mask',
    });
    const { terms, total } = engine.explain(result, 'output', 0, 0);
    assert.equal(total, 7);
    assert.deepEqual(terms, [
      { left: 1, right: 7, product: 7, skipped: false },
      { left: 0, right: 8, product: 0, skipped: true },
    ]);
  });

  it('names what skips a cell, and the bias that moves one', () => {
    const x = tensor([[1], [2]]);
    const result = engine.attention(x, x, x, {
      causal: true,
      mask: tensor([
        [1, 0],
        [0, 1],
      ]),
      bias: tensor([
        [0.5, -Infinity],
        [-Infinity, -Infinity],
      ]),
    });
    const cell = (row: number, column: number) => {
      const { bias, skip, total } = engine.explain(result, 'masked', row, column);
      return [bias, skip, total];
    };
    assert.deepEqual(cell(0, 0), [0.5, 'none', 1.5]);
    assert.deepEqual(cell(0, 1)[1], 'causal');
    assert.deepEqual(cell(1, 0)[1], 'mask');
    assert.deepEqual(cell(1, 1)[1], 'bias');
  });

  it('shows the softmax of a row, of one with nothing left too', () => {
    const x = tensor([[1], [2]]);
    const result = engine.attention(x, x, x, {
      mask: tensor([
        [1, 1],
        [0, 0],
      ]),
    });
    const { softmax } = engine.explain(result, 'weights', 0, 1);
    assert.deepEqual(softmax, engine.explainSoftmax([1, 2]));
    const nothing = engine.explain(result, 'weights', 1, 0);
    assert.equal(nothing.total, 0);
    assert.equal(nothing.softmax?.max, -Infinity);
    assert.equal(nothing.softmax.sum, 0);
    assert.deepEqual(nothing.softmax.weights, Float32Array.of(0, 0));
  });

  it('stays true to the call, whatever happens to its arguments and results afterwards', () => {
    const x = random(chance, [3, 4]);
    const mask = make([3, 3], (i) => i % 2);
    const result = engine.attention(x, x, x, { mask });
    const before = engine.explain(result, 'output', 2, 1);
    x.data.fill(9);
    mask.data.fill(1);
    result.weights.data.fill(7);
    for (let i = 0; i < 300; i++) engine.attention(x, x, x);
    assert.deepEqual(engine.explain(result, 'output', 2, 1), before);
  });

  it('works on large results as on small ones', () => {
    const x = random(chance, [70, 64]);
    const result = engine.attention(x, x, x, { causal: true });
    for (const tap of results) {
      const { shape, data } = result[tap];
      const at = 69 * (shape[1] ?? 0) + 33;
      assert.ok(Object.is(engine.explain(result, tap, 69, 33).total, data[at]), tap);
    }
  });

  it('refuses what is no result of this engine, and what no result has', async () => {
    const x = tensor([
      [1, 2],
      [3, 4],
    ]);
    const other = await loadEngine();
    const result = engine.attention(x, x, x);
    const copy = { ...result };
    const refused = (code: string, argument: string, call: () => unknown) => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof QkvError);
        assert.deepEqual([error.code, error.detail.argument], [code, argument]);
        return true;
      });
    };
    refused('bad_option', 'result', () => engine.explain(other.attention(x, x, x), 'scores', 0, 0));
    refused('bad_option', 'result', () => engine.explain(copy, 'scores', 0, 0));
    refused('bad_option', 'result', () => engine.explain(null as never, 'scores', 0, 0));
    refused('bad_option', 'tap', () => engine.explain(result, 'nonsense' as TapName, 0, 0));
    refused('bad_option', 'tap', () => engine.explain(result, 'q', 0, 0));
    refused('bad_range', 'row', () => engine.explain(result, 'scores', 2, 0));
    refused('bad_range', 'row', () => engine.explain(result, 'scores', -1, 0));
    refused('bad_range', 'row', () => engine.explain(result, 'scores', 0.5, 0));
    refused('bad_range', 'column', () => engine.explain(result, 'scores', 0, 2));
    refused('bad_rank', 'leading', () => engine.explain(result, 'scores', 0, 0, [0]));
    const stacked = engine.attention(q, k, v);
    refused('bad_rank', 'leading', () => engine.explain(stacked, 'scores', 0, 0, [0]));
    refused('bad_range', 'leading', () => engine.explain(stacked, 'scores', 0, 0, [0, 3]));
    refused('bad_range', 'leading', () => engine.explain(stacked, 'scores', 0, 0, [-1, 0]));
  });
});

describe('explainSoftmax', () => {
  it('takes arrays, typed arrays and tensors', () => {
    const steps = engine.explainSoftmax([1, 3, 2]);
    assert.deepEqual(engine.explainSoftmax(Float32Array.of(1, 3, 2)), steps);
    assert.deepEqual(engine.explainSoftmax(tensor([1, 3, 2])), steps);
    assert.equal(steps.max, 3);
    assert.deepEqual([...steps.shifted], [-2, 0, -1]);
    assert.equal(steps.exponentials[1], 1);
    assert.deepEqual(steps.weights, engine.softmax(tensor([1, 3, 2])).data);
    const [a, b, c] = steps.exponentials as unknown as [number, number, number];
    assert.ok(Math.abs(steps.sum - (a + b + c)) <= 2 ** -23);
  });

  it('of nothing is nothing', () => {
    const { max, sum, weights } = engine.explainSoftmax([]);
    assert.deepEqual([max, sum, weights.length], [-Infinity, 0, 0]);
  });
});
