import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../web/support/random.ts';
import {
  QkvError,
  engine,
  loadEngine,
  tensor,
  type CellArithmetic,
  type MultiHeadOptions,
  type MultiHeadSteps,
  type TapName,
  type Tensor,
} from './support/engine.ts';
import { make, random } from './support/numbers.ts';

const chance = seeded(41);
const ofHead = ['q', 'k', 'v', 'scores', 'scaled', 'masked', 'weights', 'output'] as const;

/** The tensors around the heads, by the names of their taps. */
const around = ({ q, k, v, concat, output }: MultiHeadSteps) =>
  Object.entries({
    projected_q: q,
    projected_k: k,
    projected_v: v,
    concat,
    result: output,
  }) as [TapName, Tensor][];

function sameBits(
  { shape, data }: Tensor,
  tap: TapName,
  cell: (row: number, column: number) => CellArithmetic,
): void {
  const columns = shape[1] as number;
  data.forEach((value, at) => {
    const explained = cell(Math.floor(at / columns), at % columns);
    assert.equal(explained.tap, tap);
    assert.ok(
      Object.is(explained.total, value),
      `${tap} ${at}: ${explained.total} instead of ${value}`,
    );
  });
}

describe('explain of multiHead', () => {
  const [T, S, D, Dc, joined, Dout, H] = [4, 5, 3, 7, 6, 2, 3];
  const x = random(chance, [T, D]);
  const context = random(chance, [S, Dc]);
  const weights = {
    wq: random(chance, [joined, D]),
    wk: random(chance, [joined, Dc]),
    wv: random(chance, [joined, Dc]),
    wo: random(chance, [Dout, joined]),
  };
  const biases = {
    bq: random(chance, [joined]),
    bk: random(chance, [joined]),
    bv: random(chance, [joined]),
    bo: random(chance, [Dout]),
  };
  const variants: readonly [string, object, Partial<MultiHeadOptions>][] = [
    ['plain', {}, {}],
    ['biases', biases, { scale: 0.3 }],
    ['causal, lower right', {}, { causal: true, causalAlignment: 'lower-right' }],
    [
      'mask and bias, rows with nothing left among them',
      biases,
      {
        mask: make([H, T, S], () => chance.below(2)),
        bias: make([1, T, S], () => (chance.below(3) === 0 ? -Infinity : chance.below(4))),
      },
    ],
  ];

  for (const [name, more, options] of variants) {
    it(`has the bits of every cell: ${name}`, () => {
      const result = engine.multiHead(
        x,
        { ...weights, ...more },
        { heads: H, context, ...options },
      );
      for (const [tap, matrix] of around(result)) {
        sameBits(matrix, tap, (row, column) => engine.explain(result, tap, row, column));
      }
      result.heads.forEach((head, h) => {
        for (const tap of ofHead) {
          sameBits(head[tap], tap, (row, column) => engine.explain(result, tap, row, column, [h]));
        }
      });
    });
  }

  it('spells out a projection, with its bias or without', () => {
    const tokens = tensor([[1, 2]]);
    const square = tensor([
      [3, 4],
      [5, 6],
    ]);
    const layer = { wq: square, wk: square, wv: square, wo: square };
    const terms = [
      { left: 1, right: 5, product: 5, skipped: false },
      { left: 2, right: 6, product: 12, skipped: false },
    ];
    const bare = engine.multiHead(tokens, layer, { heads: 2 });
    assert.deepEqual(engine.explain(bare, 'projected_q', 0, 1), {
      tap: 'projected_q',
      terms,
      total: 17,
    });
    const biased = engine.multiHead(tokens, { ...layer, bk: tensor([0, -7]) }, { heads: 2 });
    assert.deepEqual(engine.explain(biased, 'projected_k', 0, 1), {
      tap: 'projected_k',
      terms,
      total: 10,
      bias: -7,
    });
    assert.deepEqual(engine.explain(biased, 'projected_k', 0, 0).bias, 0);
    // One key, so that each head gives its value.
    assert.deepEqual(engine.explain(bare, 'result', 0, 0), {
      tap: 'result',
      terms: [
        { left: 11, right: 3, product: 33, skipped: false },
        { left: 17, right: 4, product: 68, skipped: false },
      ],
      total: 101,
    });
    for (const tap of ['q', 'concat'] as const) {
      assert.deepEqual(engine.explain(bare, tap, 0, 0), { tap, terms: [], total: 11 });
    }
    assert.deepEqual(engine.explain(bare, 'v', 0, 0, [1]), { tap: 'v', terms: [], total: 17 });
  });

  it('spells out a head as attention is spelled out', () => {
    const options = { causal: true, mask: make([H, T, S], () => chance.below(2)) };
    const result = engine.multiHead(x, weights, { heads: H, context, ...options });
    const split = (t: Tensor) => engine.splitHeads(t, H);
    const stacks = engine.attention(split(result.q), split(result.k), split(result.v), options);
    for (const tap of ['scores', 'scaled', 'masked', 'weights', 'output'] as const) {
      assert.deepEqual(
        engine.explain(result, tap, 2, 1, [2]),
        engine.explain(stacks, tap, 2, 1, [2]),
      );
    }
    // Without saying which: the first.
    assert.deepEqual(
      engine.explain(result, 'weights', 1, 0),
      engine.explain(result, 'weights', 1, 0, [0]),
    );
    assert.deepEqual(
      engine.explain(result, 'concat', 1, 0, []),
      engine.explain(result, 'concat', 1, 0),
    );
  });

  it('stays true to the call, whatever happens to its arguments and results afterwards', () => {
    const [tokens, layer] = structuredClone([x, weights] as const);
    const result = engine.multiHead(tokens, layer, { heads: 2, context });
    const before = engine.explain(result, 'result', 2, 1);
    tokens.data.fill(9);
    layer.wo.data.fill(1);
    result.concat.data.fill(7);
    for (let i = 0; i < 300; i++) engine.attention(tokens, tokens, tokens);
    assert.deepEqual(engine.explain(result, 'result', 2, 1), before);
  });

  it('refuses what is no result of this engine, and what no result has', async () => {
    const result = engine.multiHead(x, weights, { heads: H, context });
    const attended = engine.attention(x, x, x);
    const other = (await loadEngine()).multiHead(x, weights, { heads: H, context });
    const refused = (code: string, argument: string, call: () => unknown) => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof QkvError);
        assert.deepEqual([error.code, error.detail.argument], [code, argument]);
        return true;
      });
    };
    refused('bad_option', 'result', () => engine.explain(other, 'scores', 0, 0));
    refused('bad_option', 'result', () => engine.explain({ ...result }, 'scores', 0, 0));
    refused('bad_option', 'result', () =>
      engine.explain(result.heads[0] as (typeof result.heads)[0], 'scores', 0, 0),
    );
    refused('bad_option', 'tap', () => engine.explain(result, 'x', 0, 0));
    refused('bad_option', 'tap', () => engine.explain(result, 'w_o', 0, 0));
    refused('bad_option', 'tap', () => engine.explain(attended, 'concat', 0, 0));
    refused('bad_range', 'row', () => engine.explain(result, 'projected_q', T, 0));
    refused('bad_range', 'row', () => engine.explain(result, 'k', S, 0, [0]));
    refused('bad_range', 'column', () => engine.explain(result, 'q', 0, 2, [0]));
    refused('bad_range', 'column', () => engine.explain(result, 'result', 0, Dout));
    refused('bad_range', 'leading', () => engine.explain(result, 'scores', 0, 0, [H]));
    refused('bad_rank', 'leading', () => engine.explain(result, 'scores', 0, 0, [0, 0]));
    refused('bad_rank', 'leading', () => engine.explain(result, 'result', 0, 0, [0]));
  });
});
