import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../web/support/random.ts';
import {
  engine,
  tensor,
  type MultiHeadOptions,
  type MultiHeadWeights,
  type Tensor,
} from './support/engine.ts';
import {
  fromGolden,
  golden,
  make,
  near,
  random,
  shapesOf,
  values,
  type GoldenTensor,
} from './support/numbers.ts';
import { multiHeadReference } from './support/multi_head_reference.ts';

// One rounding of float32, relative.
const ulp = 2 ** -24;

/** Rows first to first + count − 1, as a matrix, or of a vector. */
function rows({ shape, data }: Tensor, first: number, count: number): Tensor {
  const width = shape.slice(1).reduce((size, n) => size * n, 1);
  return {
    shape: [count, ...shape.slice(1)],
    data: data.slice(first * width, (first + count) * width),
  };
}

const chance = seeded(31);
const layer = (D: number, Dc: number, joined: number, Dout: number): MultiHeadWeights => ({
  wq: random(chance, [joined, D]),
  wk: random(chance, [joined, Dc]),
  wv: random(chance, [joined, Dc]),
  wo: random(chance, [Dout, joined]),
});
const biases = (joined: number, Dout: number) => ({
  bq: random(chance, [joined]),
  bk: random(chance, [joined]),
  bv: random(chance, [joined]),
  bo: random(chance, [Dout]),
});

describe('PyTorch’s layer of width 8', () => {
  interface Result {
    readonly query?: GoldenTensor;
    readonly weights: GoldenTensor;
    readonly output: GoldenTensor;
  }
  type Heads = Record<'full' | 'causal' | 'cross' | 'key_padding_last', Result>;
  const file = golden('mha') as Record<'heads1' | 'heads2' | 'heads4', Heads> & {
    x: GoldenTensor;
    params: Record<
      'in_proj_weight' | 'in_proj_bias' | 'out_proj.weight' | 'out_proj.bias',
      GoldenTensor
    >;
  };
  const x = fromGolden(file.x);
  const [inWeight, inBias] = [file.params.in_proj_weight, file.params.in_proj_bias].map(
    fromGolden,
  ) as [Tensor, Tensor];
  const weights: MultiHeadWeights = {
    wq: rows(inWeight, 0, 8),
    wk: rows(inWeight, 8, 8),
    wv: rows(inWeight, 16, 8),
    wo: fromGolden(file.params['out_proj.weight']),
    bq: rows(inBias, 0, 8),
    bk: rows(inBias, 8, 8),
    bv: rows(inBias, 16, 8),
    bo: fromGolden(file.params['out_proj.bias']),
  };
  const mask = make([3, 3], (i) => (i % 3 === 2 ? 0 : 1));

  for (const heads of [1, 2, 4] as const) {
    const expected = file[`heads${heads}`];
    const variants: readonly [keyof Heads, Tensor, Partial<MultiHeadOptions>][] = [
      ['full', x, {}],
      ['causal', x, { causal: true }],
      ['cross', fromGolden(expected.cross.query as GoldenTensor), { context: x }],
      ['key_padding_last', x, { mask }],
    ];
    for (const [name, tokens, options] of variants) {
      it(`${heads} heads, ${name}`, () => {
        const result = engine.multiHead(tokens, weights, { heads, ...options });
        const given = result.heads.flatMap((head) => [...head.weights.data]);
        // Numbers below 1 from three layers of sums of 8: seen to differ by 8 ulp at most.
        near(given, values(expected[name].weights), 16 * ulp, 'weights');
        near(result.output.data, values(expected[name].output), 16 * ulp, 'output');
      });
    }
  }
});

describe('multiHead', () => {
  it('gives every step in its shape', () => {
    const [T, S, D, Dc, joined, Dout, H] = [3, 5, 4, 6, 8, 7, 2];
    const weights = { ...layer(D, Dc, joined, Dout), ...biases(joined, Dout) };
    const context = random(chance, [S, Dc]);
    const result = engine.multiHead(random(chance, [T, D]), weights, { heads: H, context });
    const { heads, ...outside } = result;
    assert.deepEqual(shapesOf(outside), {
      q: [T, joined],
      k: [S, joined],
      v: [S, joined],
      concat: [T, joined],
      output: [T, Dout],
    });
    assert.equal(heads.length, H);
    for (const head of heads) {
      const cells = [T, S];
      assert.deepEqual(shapesOf(head), {
        q: [T, 4],
        k: [S, 4],
        v: [S, 4],
        scores: cells,
        scaled: cells,
        masked: cells,
        weights: cells,
        output: [T, 4],
      });
    }
  });

  it('is its ops one after the other, bit for bit', () => {
    const weights = { ...layer(5, 7, 12, 3), ...biases(12, 3) };
    const [x, context] = [random(chance, [6, 5]), random(chance, [4, 7])];
    const options = { causal: true, mask: make([3, 6, 4], () => chance.below(3)), scale: 0.7 };
    const result = engine.multiHead(x, weights, { heads: 3, context, ...options });
    assert.deepEqual(result.q, engine.linear(x, weights.wq, weights.bq));
    assert.deepEqual(result.k, engine.linear(context, weights.wk, weights.bk));
    assert.deepEqual(result.v, engine.linear(context, weights.wv, weights.bv));
    const split = (t: Tensor) => engine.splitHeads(t, 3);
    const steps = engine.attention(split(result.q), split(result.k), split(result.v), options);
    for (const name of ['scores', 'scaled', 'masked', 'weights', 'output'] as const) {
      const stacked = result.heads.flatMap((head) => [...head[name].data]);
      assert.deepEqual(stacked, [...steps[name].data], name);
    }
    for (const name of ['q', 'k', 'v'] as const) {
      const stacked = result.heads.flatMap((head) => [...head[name].data]);
      assert.deepEqual(stacked, [...split(result[name]).data], name);
    }
    assert.deepEqual(result.concat, engine.mergeHeads(steps.output));
    assert.deepEqual(result.output, engine.linear(result.concat, weights.wo, weights.bo));
  });

  it('agrees with doubles, whatever sizes and options', () => {
    for (let round = 0; round < 200; round++) {
      const size = () => chance.pick([1, 2, 3, 4, 5, 7, 8, 9]);
      const [T, D, heads, Dh, Dout] = [size(), size(), chance.pick([1, 2, 3, 4]), size(), size()];
      const cross = chance.below(2) === 0;
      const [S, Dc] = cross ? [size(), size()] : [T, D];
      const joined = heads * Dh;
      const x = random(chance, [T, D]);
      const weights = Object.fromEntries(
        Object.entries({
          ...layer(D, Dc, joined, Dout),
          ...(chance.below(2) === 0 && biases(joined, Dout)),
        }).map(([name, { shape, data }]) => [name, { shape, data: data.map((w) => w / 8) }]),
      ) as unknown as MultiHeadWeights;
      const leading = () => chance.pick([[], [1], [heads]]);
      const options: MultiHeadOptions = {
        heads,
        ...(cross && { context: random(chance, [S, Dc]) }),
        scale: 1 / Dh,
        ...(chance.below(2) === 0 && { causal: true }),
        ...(chance.below(2) === 0 && { causalAlignment: 'lower-right' }),
        ...(chance.below(2) === 0 && {
          mask: make([...leading(), T, S], () => chance.below(4)),
        }),
        ...(chance.below(2) === 0 && {
          bias: make([...leading(), T, S], () => (chance.below(4) === 0 ? -Infinity : 0.5)),
        }),
      };
      const what = `round ${round}: ${JSON.stringify({ T, S, D, Dc, joined, Dout, ...options })}`;
      const result = engine.multiHead(x, weights, options);
      const exact = multiHeadReference(x, weights, options);
      // Tokens are at most 2, weights 1/4: so large is a projection, and as often it rounds.
      const most = Math.max(D, Dc) / 2 + 1 / 4;
      const projected = most * (Math.max(D, Dc) + 1) * ulp;
      near(result.q.data, exact.q, projected, `${what}, q`);
      near(result.k.data, exact.k, projected, `${what}, k`);
      near(result.v.data, exact.v, projected, `${what}, v`);
      // The scale makes a mean of the Dh products of a score. A row's weights move by at most half of
      // what its scores move, all together by as much.
      const moved = 2 * most * projected + most * most * (Dh + 2) * ulp + 16 * ulp;
      const shares = result.heads.flatMap((head) => [...head.weights.data]);
      near(shares, exact.weights, moved / 2, `${what}, weights`);
      const mixed = projected + most * (moved + S * ulp);
      near(result.concat.data, exact.concat, mixed, `${what}, concat`);
      const output = (joined * (mixed + most * (joined + 1) * ulp)) / 4 + ulp;
      near(result.output.data, exact.output, output, `${what}, output`);
    }
  });

  it('takes each option to all heads, or to each its own', () => {
    const x = random(chance, [4, 4]);
    const weights = layer(4, 4, 6, 4);
    const plain = engine.multiHead(x, weights, { heads: 2 });
    const scaled = engine.multiHead(x, weights, { heads: 2, scale: 1 / Math.sqrt(3) });
    assert.deepEqual(scaled.output, plain.output);
    const causal = engine.multiHead(x, weights, { heads: 2, causal: true });
    const mask = engine.causalMask(4, 4);
    assert.deepEqual(engine.multiHead(x, weights, { heads: 2, mask }).output, causal.output);
    // Open to the first head, causal for the second.
    const own: Tensor = {
      shape: [2, 4, 4],
      data: Float32Array.of(...new Array<number>(16).fill(1), ...mask.data),
    };
    const mixed = engine.multiHead(x, weights, { heads: 2, mask: own });
    assert.deepEqual(mixed.heads[0], plain.heads[0]);
    assert.deepEqual(mixed.heads[1], causal.heads[1]);
    const bias = make([1, 4, 4], (i) => (mask.data[i] === 0 ? -Infinity : 0));
    assert.deepEqual(engine.multiHead(x, weights, { heads: 2, bias }).output, causal.output);
    const lower = { heads: 2, causal: true, causalAlignment: 'lower-right' } as const;
    const fewer = rows(x, 2, 2);
    const decoded = engine.multiHead(fewer, weights, { ...lower, context: x });
    assert.deepEqual(decoded.output, rows(causal.output, 2, 2));
    assert.deepEqual(engine.multiHead(x, weights, { heads: 2, context: x }).output, plain.output);
  });

  it('T = 0 gives empty results, S = 0 an output of bo, or of zeros', () => {
    const weights = layer(4, 5, 6, 3);
    const { bo } = biases(6, 3);
    const context = random(chance, [2, 5]);
    const none = engine.multiHead(make([0, 4], Number), weights, { heads: 2, context });
    assert.deepEqual([none.heads.length, none.output.shape], [2, [0, 3]]);
    assert.deepEqual(none.heads[1]?.weights.shape, [0, 2]);
    const options = { heads: 2, context: make([0, 5], Number) };
    const x = random(chance, [2, 4]);
    const alone = engine.multiHead(x, weights, options);
    assert.deepEqual(alone.heads[0]?.weights.shape, [2, 0]);
    assert.deepEqual(
      alone.output,
      make([2, 3], () => 0),
    );
    const biased = engine.multiHead(x, { ...weights, bo }, options);
    assert.deepEqual([...biased.output.data], [...bo.data, ...bo.data]);
  });

  it('gives copies: arguments stay as they are, each tensor has memory of its own', () => {
    const x = random(chance, [3, 4]);
    const weights = layer(4, 4, 4, 4);
    const before = structuredClone({ x, weights });
    const result = engine.multiHead(x, weights, { heads: 2 });
    const kept = structuredClone({ ...result });
    engine.multiHead(random(chance, [3, 4]), weights, { heads: 4 });
    assert.deepEqual({ ...result }, kept);
    assert.deepEqual({ x, weights }, before);
    const { heads, ...outside } = result;
    const tensors = [outside, ...heads].flatMap((each) => Object.values(each) as Tensor[]);
    assert.equal(tensors.length, 5 + 2 * 8);
    assert.equal(new Set(tensors.map(({ data }) => data.buffer)).size, tensors.length);
    for (const { shape, data } of tensors) {
      assert.equal(
        data.buffer.byteLength,
        shape.reduce((size, n) => size * n, 4),
      );
    }
  });

  it('memory that grows within a call changes no bit', () => {
    const weights = layer(64, 64, 64, 64);
    const x = random(chance, [700, 64]);
    const large = engine.multiHead(x, weights, { heads: 4, causal: true });
    const prefix = engine.multiHead(rows(x, 0, 9), weights, { heads: 4, causal: true });
    assert.deepEqual(prefix.output, rows(large.output, 0, 9));
  });
});

describe('the columns of heads', () => {
  const x = tensor([
    [0, 1, 2, 3],
    [10, 11, 12, 13],
  ]);

  it('splitHeads gives each head its columns, mergeHeads takes them back', () => {
    const stack = engine.splitHeads(x, 2);
    assert.deepEqual(
      stack,
      tensor([
        [
          [0, 1],
          [10, 11],
        ],
        [
          [2, 3],
          [12, 13],
        ],
      ]),
    );
    assert.deepEqual(engine.mergeHeads(stack), x);
  });

  it('reshapeWithoutTranspose cuts tokens into pieces instead', () => {
    assert.deepEqual(
      engine.reshapeWithoutTranspose(x, 2),
      tensor([
        [
          [0, 1],
          [2, 3],
        ],
        [
          [10, 11],
          [12, 13],
        ],
      ]),
    );
    assert.deepEqual(engine.reshapeWithoutTranspose(x, 1), engine.splitHeads(x, 1));
  });
});

describe('multiHeadCost', () => {
  it('counts parameters, multiplications and scores', () => {
    assert.deepEqual(
      engine.multiHeadCost({ T: 2, S: 3, D: 4, Dc: 5, joined: 6, Dout: 7, heads: 2, biases: true }),
      {
        parameters: 6 * 4 + 2 * 6 * 5 + 7 * 6 + 3 * 6 + 7,
        multiplications: {
          projections: 2 * 4 * 6 + 2 * 3 * 5 * 6,
          scores: 2 * 3 * 6,
          mix: 2 * 3 * 6,
          output: 2 * 6 * 7,
          total: 228 + 36 + 36 + 84,
        },
        scoreNumbers: 2 * 2 * 3,
      },
    );
  });

  it('takes T for S and D for the other widths', () => {
    assert.deepEqual(
      engine.multiHeadCost({ T: 3, D: 8, heads: 4 }),
      engine.multiHeadCost({
        ...{ T: 3, S: 3, D: 8, Dc: 8, joined: 8, Dout: 8, heads: 4, biases: false },
      }),
    );
  });

  it('holds more than 32 bits', () => {
    const { scoreNumbers } = engine.multiHeadCost({ T: 2 ** 20, D: 16, heads: 16 });
    assert.equal(scoreNumbers, 2 ** 44);
  });
});
