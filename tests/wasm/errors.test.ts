import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../web/support/files.ts';
import { QkvError, engine, tensor, type ErrorCode, type Tensor } from './support/engine.ts';
import { make } from './support/numbers.ts';

const ones = (...shape: number[]): Tensor => make(shape, () => 1);
const x = ones(2, 3);
const lying = (shape: readonly number[]): Tensor => ({ shape, data: Float32Array.of(1, 2) });
const attend = (options: object) => () => engine.attend(x, x, x, options);
const anything = (value: unknown) => value as never;
const generator = engine.generator(0);
// T 2, S 3, D 4, Dc 5, D' 6, Dout 7, two heads, but for what a row changes.
const layer = {
  wq: ones(6, 4),
  wk: ones(6, 5),
  wv: ones(6, 5),
  wo: ones(7, 6),
  bq: ones(6),
  bk: ones(6),
  bv: ones(6),
  bo: ones(7),
};
const heads =
  (weights: object, options: object = {}, tokens = ones(2, 4)) =>
  () =>
    engine.multiHead(
      tokens,
      { ...layer, ...weights },
      {
        heads: 2,
        context: ones(3, 5),
        ...options,
      },
    );
const cost = (extents: object) => () =>
  engine.multiHeadCost(anything({ T: 2, D: 4, heads: 2, ...extents }));

interface Refused {
  readonly code: ErrorCode;
  /** Undefined where the core does not know what the caller calls it. */
  readonly argument: string | undefined;
  readonly why: string;
  readonly call: () => unknown;
  readonly expected?: readonly number[];
  readonly given?: readonly number[];
  readonly says?: RegExp;
}

const row = (
  code: ErrorCode,
  argument: string | undefined,
  why: string,
  call: () => unknown,
  more: Pick<Refused, 'expected' | 'given' | 'says'> = {},
): Refused => ({ code, argument, why, call, ...more });

const table: readonly Refused[] = [
  row('bad_rank', 'q', 'a vector for a matrix', () => engine.attention(ones(3), x, x)),
  row('bad_rank', 'v', 'five axes', () => engine.attention(x, x, ones(1, 1, 1, 2, 3)), {
    expected: [4],
    given: [5],
  }),
  row('bad_rank', 'mask', 'a mask of one axis', attend({ mask: ones(2) })),
  row('bad_rank', 'x', 'softmax of a number', () => engine.softmax(make([], () => 1))),
  row('bad_rank', 'row', 'explainSoftmax of a matrix', () => engine.explainSoftmax(x)),
  row('bad_rank', 'w', 'linear by a vector', () => engine.linear(x, ones(3))),
  row('bad_rank', 'shape', 'a shape of five axes', () => generator.rand([1, 1, 1, 1, 1])),
  row('bad_rank', 'nested', 'five levels of arrays', () => tensor(anything([[[[[1]]]]]))),
  row('bad_rank', 'nested', 'no array at all', () => tensor(anything(1))),

  row('bad_rank', 'x', 'stacked tokens', heads({}, {}, ones(1, 2, 4)), { given: [3] }),
  row('bad_rank', 'context', 'a context of one axis', heads({}, { context: ones(5) })),
  row('bad_rank', 'wq', 'wq of one axis', heads({ wq: ones(4) })),
  row('bad_rank', 'wk', 'wk of one axis', heads({ wk: ones(5) })),
  row('bad_rank', 'wv', 'wv of one axis', heads({ wv: ones(5) })),
  row('bad_rank', 'wo', 'wo of three axes', heads({ wo: ones(1, 7, 6) })),
  row('bad_rank', 'bq', 'bq of two axes', heads({ bq: ones(1, 6) })),
  row('bad_rank', 'bk', 'bk of two axes', heads({ bk: ones(1, 6) })),
  row('bad_rank', 'bv', 'bv of two axes', heads({ bv: ones(1, 6) })),
  row('bad_rank', 'bo', 'bo of two axes', heads({ bo: ones(1, 7) })),
  row('bad_rank', 'mask', 'a mask of one axis for heads', heads({}, { mask: ones(3) })),
  row('bad_rank', 'x', 'splitHeads of a stack', () => engine.splitHeads(ones(1, 2, 4), 2)),
  row('bad_rank', 'x', 'mergeHeads of a matrix', () => engine.mergeHeads(x)),
  row('bad_rank', 'x', 'a reshape of a vector', () => engine.reshapeWithoutTranspose(ones(4), 2)),

  row('shape_mismatch', 'wq', 'wq for other tokens', heads({ wq: ones(6, 5) }), {
    expected: [4],
    given: [5],
    says: /^wq has 5 columns, x has 4: wq is \(D', D\), x is \(T, D\)$/,
  }),
  row('shape_mismatch', 'wk', 'wk for another context', heads({ wk: ones(6, 4) }), {
    expected: [5],
    given: [4],
    says: /^wk has 4 columns, context has 5: /,
  }),
  row('shape_mismatch', 'wv', 'wv for another context', heads({ wv: ones(6, 4) })),
  row('shape_mismatch', 'wk', 'wk without its context', heads({}, { context: undefined }), {
    says: /^wk has 5 columns, x has 4: /,
  }),
  row('shape_mismatch', 'wk', 'wk of another width', heads({ wk: ones(8, 5) })),
  row('shape_mismatch', 'wv', 'wv of another width', heads({ wv: ones(8, 5) })),
  row('shape_mismatch', 'wo', 'wo of another width', heads({ wo: ones(7, 8) }), {
    expected: [6],
    given: [8],
    says: /^wo has 8 columns, wq has 6 rows: /,
  }),
  row('shape_mismatch', 'bq', 'bq of another length', heads({ bq: ones(5) })),
  row('shape_mismatch', 'bk', 'bk of another length', heads({ bk: ones(5) })),
  row('shape_mismatch', 'bv', 'bv of another length', heads({ bv: ones(5) })),
  row('shape_mismatch', 'bo', 'bo of another length', heads({ bo: ones(6) })),
  row('shape_mismatch', 'mask', 'a mask for three heads', heads({}, { mask: ones(3, 2, 3) })),
  row('shape_mismatch', 'bias', 'a transposed bias for heads', heads({}, { bias: ones(3, 2) })),
  row('shape_mismatch', 'k', 'other columns', () => engine.attention(ones(2, 4), x, x), {
    expected: [4],
    given: [3],
    says: /^k has 3 columns, q has 4: both are \(…, Dk\)$/,
  }),
  row('shape_mismatch', 'v', 'other rows', () => engine.attend(x, x, ones(4, 3))),
  row('shape_mismatch', 'k', 'other heads', () => engine.attend(ones(2, 2, 3), ones(3, 2, 3), x)),
  row('shape_mismatch', 'bias', 'a transposed bias', () =>
    engine.attend(ones(2, 3), ones(4, 3), ones(4, 3), { bias: ones(4, 2) }),
  ),
  row('shape_mismatch', 'q', 'data that is too short', () => engine.attend(lying([3, 1]), x, x), {
    expected: [3],
    given: [2],
    says: /^q holds 2 numbers, its shape \(3, 1\) makes 3$/,
  }),
  row('shape_mismatch', 'gamma', 'layerNorm', () => engine.layerNorm(x, ones(2), ones(3))),
  row('shape_mismatch', 'b', 'linear', () => engine.linear(x, ones(4, 3), ones(3))),
  row('shape_mismatch', 'nested', 'ragged rows', () => tensor([[1, 2], [3]]), {
    expected: [2],
    given: [1],
  }),

  row('empty_dimension', 'q', 'vectors of nothing', () =>
    engine.attention(ones(2, 0), ones(3, 0), ones(3, 1)),
  ),
  row('empty_dimension', 'x', 'layerNorm of nothing', () =>
    engine.layerNorm(ones(2, 0), ones(0), ones(0)),
  ),
  row('empty_dimension', 'x', 'tokens of nothing', heads({ wq: ones(6, 0) }, {}, ones(2, 0))),
  row(
    'empty_dimension',
    'context',
    'a context of nothing',
    heads({ wk: ones(6, 0), wv: ones(6, 0) }, { context: ones(3, 0) }),
  ),
  row(
    'empty_dimension',
    'wq',
    'heads of nothing',
    heads({
      wq: ones(0, 4),
      wk: ones(0, 5),
      wv: ones(0, 5),
      wo: ones(7, 0),
      bq: ones(0),
      bk: ones(0),
      bv: ones(0),
    }),
  ),
  row('empty_dimension', undefined, 'an encoding of nothing', () =>
    engine.positionalEncoding(3, 0),
  ),

  row('bad_scale', 'scale', 'NaN', attend({ scale: NaN }), { given: [NaN] }),
  row('bad_scale', 'scale', 'infinite', attend({ scale: -Infinity })),
  row('bad_scale', 'scale', 'a string', attend({ scale: '1' })),
  row('bad_scale', 'scale', 'NaN for heads', heads({}, { scale: NaN })),

  row('bad_mask', 'mask', 'NaN', attend({ mask: make([2, 2], (i) => (i === 3 ? NaN : 1)) })),

  row('bad_mask', 'mask', 'NaN for heads', heads({}, { mask: make([2, 3], () => NaN) })),

  row('heads_do_not_divide', 'heads', 'four heads of six columns', heads({}, { heads: 4 }), {
    expected: [6],
    given: [4],
    says: /^4 heads do not divide a width of 6: /,
  }),
  row('heads_do_not_divide', 'heads', 'splitHeads', () => engine.splitHeads(x, 2)),
  row('heads_do_not_divide', 'heads', 'a reshape', () => engine.reshapeWithoutTranspose(x, 2)),
  row('heads_do_not_divide', 'heads', 'the cost', cost({ heads: 3 })),

  row('bad_option', 'heads', 'no heads', heads({}, { heads: 0 }), { expected: [1], given: [0] }),
  row('bad_option', 'heads', 'fewer heads than none', heads({}, { heads: -1 })),
  row('bad_option', 'heads', 'half a head', heads({}, { heads: 1.5 }), { given: [1.5] }),
  row('bad_option', 'heads', 'heads in a string', heads({}, { heads: '2' })),
  row('bad_option', 'heads', 'heads left out', heads({}, { heads: undefined })),
  row('bad_option', 'heads', '2^40 heads', heads({}, { heads: 2 ** 40 })),
  row('bad_option', 'heads', 'splitHeads into none', () => engine.splitHeads(x, 0)),
  row('bad_option', 'heads', 'splitHeads into half a head', () => engine.splitHeads(x, 0.5)),
  row('bad_option', 'heads', 'a cost without heads', cost({ heads: undefined })),
  row('bad_option', 'biases', 'a number for biases', cost({ biases: 1 })),
  row('bad_option', 'width', 'an extent that is none', cost({ width: 4 })),
  row('bad_option', 'extents', 'a number for extents', () => engine.multiHeadCost(anything(3))),
  row('bad_option', 'head', 'a key that is none, for heads', heads({}, { head: 2 })),
  row('bad_option', 'w_q', 'a weight that is none', heads({ w_q: ones(6, 4) }), {
    says: /^'w_q' is none of wq, wk, /,
  }),
  row('bad_option', 'wv', 'a weight left out', heads({ wv: undefined })),
  row('bad_option', 'bq', 'null for a bias', heads({ bq: null })),
  row('bad_option', 'context', 'null for a context', heads({}, { context: null })),
  row('bad_option', 'causal', 'a number for causal, for heads', heads({}, { causal: 1 })),
  row('bad_option', 'causalAlignment', 'for heads', heads({}, { causalAlignment: 'left' })),
  row('bad_option', 'weights', 'null for weights', () =>
    engine.multiHead(x, anything(null), { heads: 1 }),
  ),
  row('bad_option', 'options', 'no options', () => engine.multiHead(x, layer, anything(undefined))),
  row('bad_option', 'casual', 'a key that is none', attend({ casual: true })),
  row('bad_option', 'options', 'a number for options', attend(anything(3))),
  row('bad_option', 'options', 'null for options', attend(anything(null))),
  row('bad_option', 'causal', 'a number for causal', attend({ causal: 1 })),
  row('bad_option', 'causalAlignment', 'outside its set', attend({ causalAlignment: 'left' })),
  row('bad_option', 'alignment', 'of causalMask', () => engine.causalMask(2, 2, anything('left'))),
  row('bad_option', 'q', 'an array for a tensor', () => engine.attend(anything([[1]]), x, x), {
    says: /^q is an array: a tensor is /,
  }),
  row('bad_option', 'k', 'null for a tensor', () => engine.attend(x, anything(null), x)),
  row('bad_option', 'v', 'data that is not float32', () =>
    engine.attend(x, x, anything({ shape: [1], data: new Float64Array(1) })),
  ),
  row('bad_option', 'mask', 'null for a mask', attend({ mask: null })),
  row('bad_option', 'shape', 'a number for a shape', () => generator.rand(anything(3))),
  row('bad_option', 'nested', 'a string for a number', () => tensor(anything([1, '2']))),
  row('bad_option', 'tap', 'axes of no tap', () => engine.axes(anything('values'))),

  row('bad_seed', 'seed', 'a fraction', () => engine.generator(0.5), { given: [0.5] }),
  row('bad_seed', 'seed', 'beyond the safe integers', () => engine.generator(2 ** 53)),
  row('bad_seed', 'seed', 'a string', () => engine.generator(anything('1'))),

  row('bad_range', 'low', 'randint of nothing', () => generator.randint(3, 3, [2])),
  row('bad_range', 'low', 'randint of fractions', () => generator.randint(0.5, 3, [2])),
  row('bad_range', 'high', 'randint beyond int32', () => generator.randint(0, 2 ** 31 + 1, [2])),
  row('bad_range', 'low', 'uniform, upside down', () => generator.uniform([2], 2, 1)),
  row('bad_range', 'high', 'uniform up to a string', () =>
    generator.uniform([2], 0, anything('1')),
  ),
  row('bad_range', 'n', 'randperm of less than nothing', () => generator.randperm(-1)),
  row('bad_range', 'n', 'randperm of a fraction', () => generator.randperm(1.5)),
  row('bad_range', 'shape', 'a negative extent', () => generator.randn([2, -1])),
  row('bad_range', 'shape', 'a bigint for an extent', () => generator.randn(anything([2n]))),
  row('bad_range', 'q', 'a fractional extent', () => engine.attend(lying([0.5, 4]), x, x)),
  row('bad_range', undefined, 'a negative count', () => engine.positionalEncoding(-1, 4)),
  row('bad_range', 'T', 'the cost of half a token', cost({ T: 0.5 }), { given: [0.5] }),
  row('bad_range', 'Dout', 'the cost of less than nothing', cost({ Dout: -1 })),
  row('bad_range', 'D', 'the cost of no width', cost({ D: undefined })),
  row('bad_range', 'eps', 'a negative eps', () => engine.layerNorm(x, ones(3), ones(3), -1)),
  row('bad_range', 'eps', 'a string for eps', () =>
    engine.layerNorm(x, ones(3), ones(3), anything('1')),
  ),

  row('too_large', 'shape', 'a shape of 2^29', () => generator.rand([2 ** 15, 2 ** 14])),
  row('too_large', 'shape', 'an extent of 2^31', () => generator.rand([2 ** 31])),
  row('too_large', 'q', 'a tensor that says so', () =>
    engine.attend(lying([2 ** 14, 2 ** 15]), x, x),
  ),
  row('too_large', undefined, 'T × S', () =>
    engine.attention(ones(17000, 1), ones(17000, 1), ones(17000, 1)),
  ),
  row('too_large', undefined, 'H × T × S', heads({}, { context: ones(17000, 5) }, ones(17000, 4))),
  row('too_large', 'x', 'columns of no rows', () => engine.mergeHeads(ones(2 ** 15, 0, 2 ** 15))),
  row('too_large', 'S', 'the cost of 2^31 tokens', cost({ S: 2 ** 31 })),
  row('too_large', 'n', 'randperm of 2^28', () => generator.randperm(2 ** 28)),
  row('too_large', 'T', 'a count of 2^40', () => engine.causalMask(2 ** 40, 1)),

  // 4 × 2^30 bytes do not even have a 32-bit size, 3.8 × 2^30 do.
  row('out_of_memory', '', 'five tensors beyond the addresses', () =>
    engine.attention(ones(2 ** 14, 1), ones(2 ** 14, 1), ones(2 ** 14, 1)),
  ),
  row('out_of_memory', '', 'five tensors beyond the memory', () =>
    engine.attention(ones(16000, 1), ones(16000, 1), ones(16000, 1)),
  ),
];

/** Reached elsewhere, with the reason why not here. */
const elsewhere: readonly (readonly [ErrorCode, string])[] = [
  ['load_failed', 'load.test.ts'],
  ['simd_missing', 'load.test.ts'],
  ['engine_failed', 'failure.test.ts'],
];

describe('every refusal', () => {
  const good = () => engine.attention(make([3, 4], Math.sqrt), make([5, 4], Math.cos), ones(5, 2));
  const before = good();

  for (const { code, argument, why, call, expected, given, says } of table) {
    it(`${code}: ${why}`, () => {
      assert.throws(call, (error) => {
        assert.ok(error instanceof QkvError, String(error));
        assert.equal(error.code, code, error.message);
        if (argument !== undefined) assert.equal(error.detail.argument, argument);
        if (expected) assert.deepEqual(error.detail.expected, expected);
        if (given) assert.deepEqual(error.detail.given, given);
        if (says) assert.match(error.message, says);
        assert.equal(error.name, 'QkvError');
        assert.ok(error.message.length > 5);
        return true;
      });
      // The engine is as usable as before.
      assert.deepEqual(good(), before);
    });
  }

  it('has its code in the table, but for those named with a reason', () => {
    const header = read('core/include/qkv/error.hpp');
    const body = /enum class ErrorCode[^{]*\{([^}]*)\}/.exec(header)?.[1] ?? '';
    const core = [...body.matchAll(/^\s*(\w+),/gm)].map(([, name]) => name);
    assert.ok(core.length >= 11);
    const known = new Set([...table.map(({ code }) => code), ...elsewhere.map(([code]) => code)]);
    assert.deepEqual(
      [...known].sort(),
      [...core, 'load_failed', 'simd_missing', 'engine_failed'].sort(),
    );
  });
});
