import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../web/support/random.ts';
import { engine, tensor, type AttentionOptions, type Tensor } from './support/engine.ts';
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
import { reference } from './support/reference.ts';

// One rounding of float32, relative.
const ulp = 2 ** -24;

interface Inputs {
  readonly Q: GoldenTensor;
  readonly K: GoldenTensor;
  readonly V: GoldenTensor;
}
type Steps = Record<'scores' | 'scaled' | 'weights' | 'output', GoldenTensor>;

const inputsOf = ({ Q, K, V }: Inputs) => [fromGolden(Q), fromGolden(K), fromGolden(V)] as const;

describe('the three tokens of the document', () => {
  const file = golden('three_token') as Inputs & {
    printed: string;
    f64: Record<'base' | 'causal' | 'unscaled', Steps>;
  };
  const [q, k, v] = inputsOf(file);

  it('give the numbers that the document prints', () => {
    const { weights, output } = engine.attention(q, k, v);
    const decimals = file.printed.match(/\d+\.\d{4}/g)?.filter((text) => text !== '1.0000');
    assert.deepEqual(
      [...weights.data, ...output.data].map((x) => x.toFixed(4)),
      decimals,
    );
  });

  const variants: readonly [keyof typeof file.f64, AttentionOptions][] = [
    ['base', {}],
    ['causal', { causal: true }],
    ['unscaled', { scale: 1 }],
  ];
  for (const [name, options] of variants) {
    it(`agree with doubles: ${name}`, () => {
      const steps = engine.attention(q, k, v, options);
      const expected = file.f64[name];
      assert.deepEqual([...steps.scores.data], values(expected.scores));
      assert.deepEqual([...steps.masked.data], values(expected.scaled));
      // Weights below 1: the exponential, the sum and the quotient round, each by an ulp at most.
      near(steps.weights.data, values(expected.weights), 3 * ulp, 'weights');
      near(steps.output.data, values(expected.output), 8 * ulp, 'output');
    });
  }
});

describe('the check against PyTorch (5 × 16, seed 0)', () => {
  const file = golden('attention_check') as Inputs & {
    causal_weights_rounded2: GoldenTensor;
    full: Steps;
    causal: Steps;
  };

  it('begins with the inputs that generator(0) draws', () => {
    const generator = engine.generator(0);
    const draw = () => generator.randn([5, 16]);
    assert.deepEqual([draw(), draw(), draw()], [...inputsOf(file)]);
  });

  it('gives the causal weights of the document, to two decimals', () => {
    const generator = engine.generator(0);
    const draw = () => generator.randn([5, 16]);
    const { weights } = engine.attention(draw(), draw(), draw(), { causal: true });
    assert.deepEqual(
      [...weights.data].map((x) => Math.fround(Math.round(x * 100) / 100)),
      values(file.causal_weights_rounded2),
    );
  });

  for (const [name, causal] of [
    ['full', false],
    ['causal', true],
  ] as const) {
    it(`agrees with PyTorch in float32: ${name}`, () => {
      const { weights, output } = engine.attention(...inputsOf(file), { causal });
      near(weights.data, values(file[name].weights), 8 * ulp, 'weights');
      near(output.data, values(file[name].output), 16 * ulp, 'output');
    });
  }
});

describe('edge cases of PyTorch', () => {
  interface Case extends Inputs {
    readonly name: string;
    readonly scale: number;
    readonly causal: boolean;
    readonly mask?: GoldenTensor;
    readonly bias?: GoldenTensor;
    readonly weights: GoldenTensor;
    readonly output: GoldenTensor;
    readonly recipe?: unknown;
  }
  // Where a row with nothing left gives zeros, and what is masked never leaks.
  const ours = new Set([
    'fully_masked_row_bool',
    'additive_all_minus_inf_row',
    'causal_L4_S2_bottom_right',
    'masked_value_inf',
    'nan_key_additive',
  ]);
  const { cases } = golden('edge') as { cases: Case[] };
  const written = cases.filter(({ recipe }) => recipe === undefined);

  it('are all there', () => {
    assert.equal(written.length, 24);
    assert.deepEqual(
      [...ours].filter((name) => written.every((each) => each.name !== name)),
      [],
    );
  });

  for (const each of written) {
    const { name, scale, causal } = each;
    it(`${name}${ours.has(name) ? ', on purpose unlike PyTorch' : ''}`, () => {
      const options: AttentionOptions = {
        scale,
        causal,
        ...(each.mask && { mask: fromGolden(each.mask) }),
        ...(each.bias && { bias: fromGolden(each.bias) }),
      };
      const inputs = inputsOf(each);
      const steps = engine.attention(...inputs, options);
      const attended = engine.attend(...inputs, options);
      const exact = reference(...inputs, options);
      const differs = ours.has(name);
      const weights = differs ? exact.weights : values(each.weights);
      const output = differs ? exact.output : values(each.output);
      if (differs)
        assert.notDeepEqual([weights, output], [values(each.weights), values(each.output)]);
      near(steps.weights.data, weights, 4 * ulp, 'weights');
      near(steps.output.data, output, 16 * ulp, 'output');
      near(attended.data, output, 16 * ulp, 'attend');
    });
  }
});

describe('shapes', () => {
  const chance = seeded(7);
  const stacks: readonly (readonly number[])[] = [[], [3], [2, 3], [1, 1], [0], [2, 0], [0, 3]];
  for (const stack of stacks) {
    it(`(${[...stack, 'T, Dk'].join(', ')}) of rank ${stack.length + 2}`, () => {
      const [T, S, Dk, Dv] = [3, 5, 4, 2];
      const q = random(chance, [...stack, T, Dk]);
      const k = random(chance, [...stack, S, Dk]);
      const v = random(chance, [...stack, S, Dv]);
      const steps = engine.attention(q, k, v);
      const cells = [...stack, T, S];
      assert.deepEqual(shapesOf(steps), {
        scores: cells,
        scaled: cells,
        masked: cells,
        weights: cells,
        output: [...stack, T, Dv],
      });
      const exact = reference(q, k, v);
      near(steps.weights.data, exact.weights, 16 * ulp, 'weights');
      near(steps.output.data, exact.output, 32 * ulp, 'output');
      assert.deepEqual(engine.attend(q, k, v).shape, [...stack, T, Dv]);
    });
  }

  it('T = 0, S = 0 and Dv = 0 give empty results', () => {
    const empty = (rows: number, columns: number) => make([rows, columns], () => 1);
    assert.deepEqual(engine.attention(empty(0, 4), empty(3, 4), empty(3, 2)).weights, empty(0, 3));
    const noKeys = engine.attention(empty(2, 4), empty(0, 4), empty(0, 3));
    assert.deepEqual(noKeys.weights, empty(2, 0));
    assert.deepEqual(
      noKeys.output,
      make([2, 3], () => 0),
    );
    assert.deepEqual(engine.attend(empty(2, 4), empty(0, 4), empty(0, 3)), noKeys.output);
    assert.deepEqual(engine.attend(empty(2, 4), empty(3, 4), empty(3, 0)), empty(2, 0));
  });

  it('results are the caller’s: arguments stay as they are, later calls change nothing', () => {
    const q = random(chance, [3, 4]);
    const before = structuredClone(q);
    const first = engine.attention(q, q, q);
    const kept = structuredClone({ ...first });
    engine.attention(random(chance, [3, 4]), q, q);
    first.scores.data.fill(9);
    assert.deepEqual(q, before);
    assert.deepEqual(first.output, kept.output);
    assert.notEqual(first.scores.data.buffer, first.output.data.buffer);
  });

  it('memory that grows between and within calls changes no bit', () => {
    const small = [random(chance, [3, 4]), random(chance, [3, 4]), random(chance, [3, 4])] as const;
    const before = engine.attention(...small);
    const large = random(chance, [900, 64]);
    const grown = engine.attention(large, large, large);
    assert.deepEqual(engine.attention(large, large, large), grown);
    assert.deepEqual(engine.attention(...small), before);
    const output = engine.attend(large, large, large);
    near(output.data, grown.output.data, 64 * ulp, 'attend');
  });
});

describe('random calls', () => {
  const chance = seeded(2024);
  const dimension = () => chance.pick([1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33]);
  // A mask or bias: T and S exact, leading extents absent, 1, or those of the scores.
  const covering = (
    stack: readonly number[],
    T: number,
    S: number,
    value: () => number,
  ): Tensor => {
    const kept = stack.slice(chance.below(stack.length + 1));
    return make([...kept.map((n) => (chance.below(2) === 0 ? 1 : n)), T, S], value);
  };

  it('agree with doubles, whatever shapes and masks', () => {
    for (let round = 0; round < 400; round++) {
      const stack = chance.pick([[], [], [2], [3, 2]]);
      const [T, S, Dk, Dv] = [dimension(), dimension(), dimension(), dimension()];
      const q = random(chance, [...stack, T, Dk]);
      const k = random(chance, [...stack, S, Dk]);
      const v = random(chance, [...stack, S, Dv]);
      const options: AttentionOptions = {
        ...(chance.below(3) === 0 && { scale: Math.fround(chance.bits() / 2 ** 31 - 1) }),
        ...(chance.below(2) === 0 && { causal: true }),
        ...(chance.below(2) === 0 && { causalAlignment: 'lower-right' }),
        ...(chance.below(2) === 0 && { mask: covering(stack, T, S, () => chance.below(4)) }),
        ...(chance.below(2) === 0 && {
          bias: covering(stack, T, S, () => (chance.below(4) === 0 ? -Infinity : chance.below(3))),
        }),
      };
      const what = `round ${round}: ${JSON.stringify({ stack, T, S, Dk, Dv, ...options })}`;
      const steps = engine.attention(q, k, v, options);
      const exact = reference(q, k, v, options);
      // Entries are at most 2, a score at most 4 Dk: each of its Dk products and sums may round.
      const score = 8 * Dk * ulp;
      const scaled = 1.5 * score * Math.abs(options.scale ?? 1 / Math.sqrt(Dk));
      near(steps.scores.data, exact.scores, score, `${what}, scores`);
      near(steps.scaled.data, exact.scaled, scaled, `${what}, scaled`);
      near(steps.masked.data, exact.masked, scaled + 32 * ulp, `${what}, masked`);
      // A row's weights move by at most half of what its scores move, all together by as much.
      const moved = scaled + 16 * ulp;
      near(steps.weights.data, exact.weights, moved / 2, `${what}, weights`);
      near(steps.output.data, exact.output, 2 * moved, `${what}, output`);
      near(engine.attend(q, k, v, options).data, exact.output, 2 * moved, `${what}, attend`);
    }
  });

  it('rows of weights sum to 1, or to 0 where nothing is left', () => {
    const x = random(chance, [2, 6, 5]);
    const mask = make([6, 6], (i) => (Math.floor(i / 6) === 2 ? 0 : 1));
    const sums = engine.sumRows(engine.attention(x, x, x, { mask }).weights);
    assert.deepEqual(sums.shape, [2, 6]);
    near(sums.data, [1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1], 6 * ulp, 'sums');
  });

  it('a causal call of a prefix is the prefix of the causal call, bit for bit', () => {
    const [q, k, v] = [random(chance, [9, 5]), random(chance, [9, 5]), random(chance, [9, 5])];
    const cut = ({ data }: Tensor): Tensor => ({ shape: [4, 5], data: data.slice(0, 20) });
    const whole = engine.attention(q, k, v, { causal: true }).output;
    const prefix = engine.attention(cut(q), cut(k), cut(v), { causal: true }).output;
    assert.deepEqual(prefix, cut(whole));
  });
});

describe('the other operations', () => {
  const ops = golden('ops') as {
    x: GoldenTensor;
    ln_weight: GoldenTensor;
    ln_bias: GoldenTensor;
    softmax_last_dim: { y: GoldenTensor };
    'layer_norm_eps1e-5': { y: GoldenTensor };
    linear: Record<'x' | 'weight' | 'bias' | 'y', GoldenTensor>;
  };
  const x = fromGolden(ops.x);

  it('softmax', () => {
    near(engine.softmax(x).data, values(ops.softmax_last_dim.y), 4 * ulp, 'softmax');
  });

  it('layerNorm, with PyTorch’s eps by default', () => {
    const [gamma, beta] = [fromGolden(ops.ln_weight), fromGolden(ops.ln_bias)];
    const normed = engine.layerNorm(x, gamma, beta);
    near(normed.data, values(ops['layer_norm_eps1e-5'].y), 16 * ulp, 'layerNorm');
    assert.deepEqual(engine.layerNorm(x, gamma, beta, 1e-5), normed);
    assert.notDeepEqual(engine.layerNorm(x, gamma, beta, 1), normed);
  });

  it('linear, with and without b', () => {
    const { linear } = ops;
    const [input, w, b] = [
      fromGolden(linear.x),
      fromGolden(linear.weight),
      fromGolden(linear.bias),
    ];
    const y = engine.linear(input, w, b);
    near(y.data, values(linear.y), 64 * ulp, 'linear');
    const bare = engine.linear(input, w);
    near(
      bare.data.map((value, i) => value + (b.data[i % 8] as number)),
      y.data,
      16 * ulp,
      'without b',
    );
  });

  it('sumRows', () => {
    assert.deepEqual(
      engine.sumRows(
        tensor([
          [1, 2, 3],
          [4, 5, 6],
        ]),
      ),
      tensor([6, 15]),
    );
    assert.deepEqual(engine.sumRows(tensor([1, 2, 3])), { shape: [], data: Float32Array.of(6) });
  });

  it('causalMask, both alignments', () => {
    assert.deepEqual(
      engine.causalMask(2, 3),
      tensor([
        [1, 0, 0],
        [1, 1, 0],
      ]),
    );
    assert.deepEqual(
      engine.causalMask(2, 3, 'lower-right'),
      tensor([
        [1, 1, 0],
        [1, 1, 1],
      ]),
    );
    assert.deepEqual(
      engine.causalMask(0, 3),
      make([0, 3], () => 0),
    );
  });

  it('positionalEncoding', () => {
    const { pe_f64 } = golden('pe') as { pe_f64: GoldenTensor };
    const encoding = engine.positionalEncoding(48, 32);
    assert.deepEqual(encoding.shape, [48, 32]);
    // Rounded once from double.
    assert.deepEqual(encoding.data, Float32Array.from(values(pe_f64)));
    assert.deepEqual(engine.positionalEncoding(0, 5).shape, [0, 5]);
  });
});
