import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lesson } from '../../web/lessons/attention-by-hand/lesson.ts';
import type { ParsedMatrix } from '../../web/src/render/matrix-text.ts';
import { attentionProgram } from '../../web/src/render/programs.ts';
import type { ProgramInput, ProgramWords } from '../../web/src/render/programs.ts';
import { readableFloat32, shortestFloat32 } from '../../web/src/state/float32.ts';
import { engine, tensor, type Tensor } from '../wasm/support/engine.ts';
import {
  assertCompiles,
  bitsOf,
  inPyTorch,
  make,
  matrix,
  onPaper,
  printed,
  rowsOf,
  runPrograms,
} from './support/python.ts';
import type { Run } from './support/python.ts';
import { seeded } from './support/random.ts';
import type { Chance } from './support/random.ts';

const words: ProgramWords = {
  title: 'Attention by hand',
  comments: {
    inputs: 'Inputs: one row per token',
    printing: 'Numbers as in the figure: halves round away from zero',
    product:
      'a @ b, but added from left to right as in the figure: the order can tip the last digit',
    scores: 'Scores: every query meets every key',
    scaled: 'Scale: divide by √d',
    unscaled: 'Scaling is off: the scores stay as they are',
    masked: 'Mask: row i sees column j only where j ≤ i',
    covered: 'Mask: 1 where the figure leaves a cell open',
    empty: 'A row with nothing left: weights of 0',
    unseen: 'A value that no row sees takes no part',
    weights: 'Softmax: subtract the row maximum, exponentiate, divide by the row sum',
    output: 'Output: each row of A mixes the rows of V',
    check: 'PyTorch does all of it in one call',
  },
  names: {
    scores: 'scores',
    scaled: 'scaled',
    unscaled: 'not scaled',
    masked: 'masked',
    weights: 'weights',
    sums: 'row sums',
    output: 'output',
  },
};

type Numbers = Pick<ProgramInput, 'q' | 'k' | 'v'>;
type Options = Partial<Omit<ProgramInput, keyof Numbers>>;

const inputOf = ({ q, k, v }: Numbers, options: Options = {}): ProgramInput => ({
  ...{ q, k, v },
  tokens: Array.from({ length: q.rows }, (_, i) => `t${i + 1}`),
  ...{ scale: true, mask: false, digits: 3, write: readableFloat32, words },
  ...options,
});

const numbers = ({ q, k, v }: Partial<Numbers>): Numbers => {
  assert.ok(q && k && v);
  return { q, k, v };
};
const byHand = numbers(lesson.inputs);
const tokens = ['我', '愛', 'AI'];

const run = (inputs: readonly ProgramInput[]): Run[] =>
  runPrograms(
    inputs.map((input) => attentionProgram('numpy', input)),
    ['Q', 'K', 'V'],
  );

function steps({ q, k, v, scale, mask }: ProgramInput) {
  const [a, b, c] = [q, k, v].map(({ data, columns }) => tensor(rowsOf(data, columns)));
  assert.ok(a && b && c);
  const covered =
    typeof mask === 'boolean'
      ? { causal: mask }
      : { mask: tensor(mask.allowed.map((row) => row.map(Number))) };
  const attention = engine.attention(a, b, c, { ...covered, ...(scale ? {} : { scale: 1 }) });
  return { ...attention, sums: engine.sumRows(attention.weights) };
}

/** All that the program prints, from the engine's numbers. */
function expected(input: ProgramInput): string {
  const { scale, mask, digits, tokens } = input;
  const { scores, scaled, masked, weights, sums, output } = steps(input);
  const { names } = input.words;
  const shown: readonly (readonly [string, Tensor, number?])[] = [
    [`S = QKᵀ   ${names.scores}`, scores],
    [scale ? `S / √d   ${names.scaled}` : `S   ${names.unscaled}`, scaled],
    ...(mask ? [[`${mask === true ? 'j ≤ i' : 'M'}   ${names.masked}`, masked] as const] : []),
    [`A = softmax   ${names.weights}`, weights],
    [`Σ   ${names.sums}`, { ...sums, shape: [tokens.length, 1] }, 4],
    [`O = AV   ${names.output}`, output],
  ];
  return shown
    .map(([title, each, decimals]) => printed(title, each, tokens, digits, decimals))
    .join('');
}

const largest = ({ data }: ParsedMatrix): number => Math.max(...data.map(Math.abs));

/**
 * Products have the engine's bits on every machine, but exponentials and the sums of rows may round
 * otherwise. Whether no number lies so near to the edge between two texts that this could show.
 */
function clear(input: ProgramInput): boolean {
  const { k, v, digits } = input;
  const { weights, output } = steps(input);
  const share = 2 ** -22;
  const settled = (x: number, least: number, most: number): boolean =>
    !Number.isFinite(x) || onPaper(least, digits) === onPaper(most, digits);
  const isClearWeight = (a: number) => a === 0 || settled(a, Math.max(0, a - share), a + share);
  const margin = share * largest(v);
  const values = rowsOf(v.data, v.columns);
  const shares = rowsOf(weights.data, k.rows);
  return (
    Array.from(weights.data).every(isClearWeight) &&
    rowsOf(output.data, v.columns).every((row, i) =>
      row.every((o, j) => {
        // Nothing but zeros adds up to zero anywhere.
        const isEmpty = values.every((value, p) => (shares[i]?.[p] ?? 0) * (value[j] ?? 0) === 0);
        return isEmpty || settled(o, o - margin, o + margin);
      }),
    )
  );
}

const switches = [
  { scale: true, mask: false },
  { scale: false, mask: false },
  { scale: true, mask: true },
  { scale: false, mask: true },
];

const inEverySwitch = (numbers: Numbers, options: Options = {}): ProgramInput[] =>
  switches.map((each) => inputOf(numbers, { ...each, ...options }));

function assertPrints(inputs: readonly ProgramInput[]): void {
  const runs = run(inputs);
  assert.equal(runs.length, inputs.length);
  for (const [at, input] of inputs.entries()) {
    const { output, types, bits, tokens: names } = runs[at] ?? assert.fail();
    assert.equal(output, expected(input), attentionProgram('numpy', input));
    assert.deepEqual(types, ['float32']);
    assert.deepEqual(names, input.tokens);
    for (const [name, { data }] of Object.entries({ Q: input.q, K: input.k, V: input.v })) {
      assert.deepEqual(bits[name], bitsOf(data), name);
    }
  }
}

/** Draws until the roundings of another machine cannot show. */
function drawn(draw: () => ProgramInput, count: number): ProgramInput[] {
  const inputs: ProgramInput[] = [];
  for (let tries = 0; inputs.length < count; tries++) {
    assert.ok(tries < 20 * count, 'hardly any drawn state is clear of the edges');
    const input = draw();
    if (clear(input)) inputs.push(input);
  }
  return inputs;
}

const choices = (chance: Chance) => ({
  scale: chance.below(2) === 1,
  mask: chance.below(2) === 1,
  write: chance.pick([readableFloat32, shortestFloat32]),
});

describe('the NumPy program', () => {
  it('prints the digits of the lesson, whatever the switches', () => {
    const inputs = [2, 3, 4].flatMap((digits) => inEverySwitch(byHand, { tokens, digits }));
    assert.ok(inputs.every(clear));
    assertPrints(inputs);
  });

  it('prints the digits under a mask that the reader made', () => {
    const two = { ...byHand, q: matrix([0, 2, 2, 1], [1, 1, 0, 2]) };
    const may = (...rows: readonly string[]) =>
      rows.map((row) => Array.from(row, (x) => x === '1'));
    const nan = ({ rows, columns, data }: ParsedMatrix): ParsedMatrix => ({
      ...{ rows, columns },
      data: data.map((x, at) => (at >= 2 * columns ? NaN : x)),
    });
    const inputs = [
      inputOf(two, { mask: { condition: 'j <= i + len(K) - len(Q)', allowed: may('110', '111') } }),
      inputOf(byHand, {
        mask: { condition: '(j <= i) & (j > i - 2)', allowed: may('100', '110', '011') },
      }),
      inputOf(byHand, { mask: { condition: null, allowed: may('010', '101', '110') } }),
      inputOf(byHand, { mask: { condition: null, allowed: may('010', '000', '110') } }),
      inputOf(
        { ...byHand, k: nan(byHand.k), v: nan(byHand.v) },
        { mask: { condition: null, allowed: may('110', '110', '000') } },
      ),
    ].flatMap((input) => [input, { ...input, scale: false }]);
    assertPrints(inputs);
  });

  it('prints the digits of edited numbers', () => {
    const edited = {
      q: matrix([-2, 1 / 3, 1, 0.001], [0, 2.5, -2, 1], [1e-7, -0, 0, 2]),
      k: matrix([1, -1, 0.1, 1], [2, 0, 2 / 3, 0], [0, 1, -2, 1.5]),
      v: matrix([1, 0, -3, 0.001], [0, 2, 1, 0], [7, 1, 0, -2]),
    };
    const inputs = inEverySwitch(edited, { tokens });
    assert.ok(inputs.every(clear));
    assertPrints(inputs);
  });

  it('rounds halves away from zero, and keeps the sign of what rounds to zero', () => {
    const q = matrix([0.0625, 0.125], [-0.0625, 2], [0.5, -0.0001]);
    const k = matrix([1, 0], [0, 1], [0.0002, 0]);
    const v = matrix([2.4], [2.4], [2.4]);
    const inputs = [0, 1, 2, 3].flatMap((digits) => inEverySwitch({ q, k, v }, { digits }));
    assert.ok(inputs.every(clear));
    assertPrints(inputs);
    const [{ output } = assert.fail()] = run(inputs.slice(-1));
    for (const text of [' 0.063 ', ' -0.063 ', ' -0.000 ', ' 0.125 ']) {
      assert.ok(output.includes(text), text);
    }
  });

  it('prints a zero without a sign', () => {
    // Half of the smallest number rounds to −0.
    const [q, k, v] = [matrix([-1e-45, 0, 0, 0]), matrix([1, 0, 0, 0]), matrix([1])];
    const input = inputOf({ q, k, v });
    assert.ok(Object.is(steps(input).scaled.data[0], -0));
    assertPrints([input]);
  });

  it('writes a million and more with a power of ten', () => {
    const q = matrix([1e6, 0], [-1234567, 999999.5], [0, 3e38]);
    const k = matrix([1, 0], [0, 1]);
    const v = matrix([1e30, -1e6], [1e30, -1e6]);
    const inputs = [0, 2, 3, 4].map((digits) => inputOf({ q, k, v }, { digits, scale: false }));
    assertPrints(inputs);
    const [{ output } = assert.fail()] = run(inputs.slice(2, 3));
    for (const text of [' 1e6 ', '-1.235e6 ', '999999.500 ', '3e38 ', ' 1e30 ', ' -1e6 ']) {
      assert.ok(output.includes(text), text);
    }
  });

  it('prints one number, and matrices that are not square', () => {
    const one = { q: matrix([2]), k: matrix([-3]), v: matrix([0.5]) };
    const wide = {
      q: matrix([1, 0, 2], [0, 1, 1]),
      k: matrix([1, 1, 0], [0, 2, 0.5], [1, 0, 1], [0, 0, 1]),
      v: matrix([1], [2], [-3], [4]),
    };
    const inputs = [...inEverySwitch(one), ...inEverySwitch(wide)];
    assert.ok(inputs.every(clear));
    assertPrints(inputs);
  });

  it('prints the digits of random eighths, up to 8 × 8', () => {
    const chance = seeded(1);
    const eighths = () => (chance.below(33) - 16) / 8;
    const draw = () => {
      const size = () => 1 + chance.below(8);
      const [T, S, D, Dv] = [size(), size(), size(), size()];
      const draws = { q: make(T, D, eighths), k: make(S, D, eighths), v: make(S, Dv, eighths) };
      return inputOf(draws, { ...choices(chance), digits: 2 + chance.below(2) });
    };
    const square = () => ({
      ...{ q: make(8, 8, eighths), k: make(8, 8, eighths), v: make(8, 8, eighths) },
    });
    const full = () => inputOf(square(), choices(chance));
    assertPrints([...drawn(draw, 60), ...drawn(full, 8)]);
  });

  const random: Readonly<Record<string, (chance: Chance) => number>> = {
    'float32 within 2': (chance) => (chance.bits() / 2 ** 32) * 4 - 2,
    'two decimals within 10, whose products end in a tie': (chance) =>
      (chance.below(2001) - 1000) / 100,
  };
  for (const [kind, number] of Object.entries(random)) {
    it(`prints the digits of random numbers: ${kind}`, () => {
      const chance = seeded(2);
      const any = () => number(chance);
      const draw = () => {
        const [T, S, D] = [1 + chance.below(4), 1 + chance.below(4), 1 + chance.below(8)];
        const draws = { q: make(T, D, any), k: make(S, D, any), v: make(S, D, any) };
        return inputOf(draws, choices(chance));
      };
      assertPrints(drawn(draw, 60));
    });
  }

  it('carries every float32 into the program unchanged', () => {
    const chance = seeded(3);
    const inputs = [readableFloat32, shortestFloat32].map((write) => {
      const any = () => chance.float32() * 2 ** -64;
      const values = () => make(8, 8, any);
      // Weights of equal scores; what matters here are the inputs.
      return inputOf({ q: make(8, 8, () => -0), k: values(), v: values() }, { write });
    });
    const runs = run(inputs);
    for (const [at, { k, v }] of inputs.entries()) {
      const { bits } = runs[at] ?? assert.fail();
      for (const [stored, { data }] of [
        [bits.K, k],
        [bits.V, v],
      ] as const) {
        assert.deepEqual(stored, bitsOf(data));
      }
      assert.deepEqual(new Set(bits.Q), new Set([0x80000000]));
    }
  });

  it('takes names in any script, and words that try to be code', () => {
    const names = [
      ...['我', 'ไทย', 'שלום', '👩‍👩‍👧', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'e\u0301', '', ' '],
      ...['"', "'", '\\', '\\"', '"""', "'''", '\\n', '{0}', '%s', '#', '"]; import os; ["'],
      ...[
        '\n',
        '\r\n',
        '\u2028',
        '\u0085',
        '\t',
        '\u0000',
        '\u0007',
        '\u202e',
        '\ufeff',
        '\u001b[31m',
      ],
      ...['\\N{BULLET}', '\\x41', '\\u0041', '\\'.repeat(9)],
    ];
    const q = make(names.length, 1, () => 1);
    const hostile = (text: string) => `${text}"\\\n1 / 0\r1 / 0\u2028#\u0000`;
    const texts = <T extends object>(from: T): T =>
      Object.fromEntries(
        Object.entries(from).map(([key, value]) => [key, hostile(String(value))]),
      ) as T;
    const input = inputOf(
      { q, k: q, v: q },
      {
        tokens: names,
        mask: true,
        words: {
          title: hostile(words.title),
          comments: texts(words.comments),
          names: texts(words.names),
        },
      },
    );
    assertPrints([input]);
    const program = attentionProgram('numpy', input);
    assert.doesNotMatch(program, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202e\ufeff]/u);
    assert.ok(program.includes('"👩‍👩‍👧"'));
    assertCompiles([attentionProgram('pytorch', input)]);
  });

  it('replaces half a character, which Python could not print', () => {
    const one = { q: matrix([1]), k: matrix([1]), v: matrix([1]) };
    const [{ tokens: names } = assert.fail()] = run([inputOf(one, { tokens: ['a\ud83d'] })]);
    assert.deepEqual(names, ['a\ufffd']);
  });

  it('needs a name for every row', () => {
    assert.throws(() => attentionProgram('numpy', inputOf(byHand, { tokens: ['a'] })), RangeError);
  });

  it('is short, and has no line that a page must break', () => {
    const lines = attentionProgram('numpy', inputOf(byHand, { tokens, mask: true })).split('\n');
    assert.ok(lines.length <= 85, String(lines.length));
    for (const line of lines) {
      assert.ok(line.length <= 88, line);
      assert.equal(line, line.trimEnd());
    }
  });
});

describe('the PyTorch program', () => {
  const call = (mask: boolean, atol: string) =>
    [
      '',
      `# ${mask ? 6 : 5}. ${words.comments.check}`,
      `one_call = F.scaled_dot_product_attention(Q, K, V, ${mask ? 'is_causal=True, ' : ''}scale=scale)`,
      `assert torch.allclose(O, one_call, atol=${atol})`,
      '',
    ].join('\n');
  const translated = (input: ProgramInput): string => inPyTorch(attentionProgram('numpy', input));

  it('is the NumPy program but for a few names, and ends with the one call', () => {
    for (const input of inEverySwitch(byHand, { tokens })) {
      assert.equal(
        attentionProgram('pytorch', input),
        translated(input) + call(input.mask === true, '1e-5'),
      );
    }
  });

  it('compares as closely as float32 allows, and not at all where that says nothing', () => {
    const at = (q: number, v: number) => ({ q: matrix([q]), k: matrix([q]), v: matrix([v]) });
    const cases: readonly (readonly [Numbers, string | null])[] = [
      [at(0, 0), '1e-6'],
      [at(1, 1), '1e-6'],
      [at(1, 1000), '1e-3'],
      [at(100, 1), '1e-2'],
      [at(1000, 1), null],
      [at(3e38, 1), null],
    ];
    for (const [numbers, atol] of cases) {
      const input = inputOf(numbers);
      const ending = atol === null ? '' : call(false, atol);
      assert.equal(attentionProgram('pytorch', input), translated(input) + ending);
    }
  });

  it('is Python', () => {
    const chance = seeded(4);
    const inputs = Array.from({ length: 40 }, () => {
      const any = () => chance.float32();
      const [T, S, D] = [1 + chance.below(8), 1 + chance.below(8), 1 + chance.below(8)];
      const draws = { q: make(T, D, any), k: make(S, D, any), v: make(S, D, any) };
      return inputOf(draws, { ...choices(chance), digits: chance.below(5) });
    });
    const programs = [...inEverySwitch(byHand), ...inputs].map((input) =>
      attentionProgram('pytorch', input),
    );
    assertCompiles(programs);
  });
});
