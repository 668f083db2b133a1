import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { multiHeadProgram } from '../../web/src/render/multi-head-program.ts';
import type { MultiHeadInput, MultiHeadWords } from '../../web/src/render/multi-head-program.ts';
import { readableFloat32, shortestFloat32 } from '../../web/src/state/float32.ts';
import type { State } from '../../web/src/state/types.ts';
import { engine } from '../wasm/support/engine.ts';
import type { Tensor } from '../wasm/support/engine.ts';
import { inputOf, places, stateAt, tensorOf } from './support/many_heads.ts';
import {
  assertCompiles,
  bitsOf,
  inPyTorch,
  make,
  onPaper,
  printed,
  rowsOf,
  runPrograms,
} from './support/python.ts';
import { seeded } from './support/random.ts';

const words: MultiHeadWords = {
  title: 'Many heads',
  comments: {
    inputs: 'Inputs: one row per token',
    printing: 'Numbers as in the figure: halves round away from zero',
    product: 'a @ b, but added from left to right as in the figure',
    project: 'Project: three products with X',
    split: 'Split: (T, D) to (H, T, D/H)',
    heads: 'In each head: scores, scale, softmax, weighted average',
    concat: 'Concat: side by side',
    result: 'Result: one more product',
    check: 'PyTorch does all of it in one call',
  },
  names: {
    ...{ q: 'query', k: 'key', v: 'value' },
    ...{ scores: 'scores', weights: 'weights', output: 'output' },
    ...{ concat: 'concat', result: 'result' },
  },
};

const fromState = (state: State, more: Partial<MultiHeadInput> = {}): MultiHeadInput => ({
  x: inputOf(state, 'x'),
  wq: inputOf(state, 'w_q'),
  wk: inputOf(state, 'w_k'),
  wv: inputOf(state, 'w_v'),
  wo: inputOf(state, 'w_o'),
  heads: state.heads,
  tokens: Array.from({ length: inputOf(state, 'x').rows }, (_, at) => `t${at + 1}`),
  scale: state.switches.scale !== false,
  digits: 3,
  write: readableFloat32,
  words,
  ...more,
});

function steps({ x, heads, scale, ...input }: MultiHeadInput) {
  const [wq, wk, wv, wo] = (['wq', 'wk', 'wv', 'wo'] as const).map((w) => tensorOf(input[w]));
  assert.ok(wq && wk && wv && wo);
  const options = scale ? { heads } : { heads, scale: 1 };
  return engine.multiHead(tensorOf(x), { wq, wk, wv, wo }, options);
}

/** All that the program prints, from the engine's numbers. */
function expected(input: MultiHeadInput): string {
  const { q, k, v, heads, concat, output } = steps(input);
  const { names } = input.words;
  const shown: readonly (readonly [string, Tensor])[] = [
    [`Q   ${names.q}`, q],
    [`K   ${names.k}`, k],
    [`V   ${names.v}`, v],
    ...heads.flatMap((head, h) => [
      [`S(${h + 1})   ${names.scores}`, head.scores] as const,
      [`A(${h + 1})   ${names.weights}`, head.weights] as const,
      [`O(${h + 1})   ${names.output}`, head.output] as const,
    ]),
    [`C   ${names.concat}`, concat],
    [`Y = CW_Oᵀ   ${names.result}`, output],
  ];
  return shown.map(([title, each]) => printed(title, each, input.tokens, input.digits)).join('');
}

/**
 * Products have the engine's bits on every machine, but exponentials and the sums of rows may round
 * otherwise, each by a share of itself. Whether no number lies so near to the edge between two texts
 * that this could show.
 */
function clear(input: MultiHeadInput): boolean {
  const { digits, wo } = input;
  const share = 2 ** -22;
  const settled = (x: number, margin: number): boolean =>
    onPaper(x - margin, digits) === onPaper(x + margin, digits);
  const { heads, concat, output } = steps(input);
  /** By how much each column of a row of the concatenation may be off. */
  const margins = rowsOf(concat.data, concat.shape[1] ?? 0).map((_, i) =>
    heads.flatMap(({ weights, v }) => {
      const shares = rowsOf(weights.data, weights.shape[1] ?? 0)[i] ?? [];
      const values = rowsOf(v.data, v.shape[1] ?? 0);
      return (values[0] ?? []).map((__, column) =>
        shares.reduce((sum, a, j) => sum + share * a * Math.abs(values[j]?.[column] ?? 0), 0),
      );
    }),
  );
  const mixing = rowsOf(wo.data, wo.columns);
  const clearRow = (row: readonly number[], margin: (column: number) => number): boolean =>
    row.every((x, column) => settled(x, margin(column)));
  return (
    heads.every(({ weights }) => weights.data.every((a) => settled(a, share * a))) &&
    rowsOf(concat.data, concat.shape[1] ?? 0).every((row, i) =>
      clearRow(row, (column) => margins[i]?.[column] ?? 0),
    ) &&
    rowsOf(output.data, output.shape[1] ?? 0).every((row, i) =>
      clearRow(row, (column) =>
        (mixing[column] ?? []).reduce(
          (sum, w, at) => sum + Math.abs(w) * (margins[i]?.[at] ?? 0),
          0,
        ),
      ),
    )
  );
}

const arrays = { X: 'x', W_Q: 'wq', W_K: 'wk', W_V: 'wv', W_O: 'wo' } as const;

function assertPrints(inputs: readonly MultiHeadInput[]): void {
  const programs = inputs.map((input) => multiHeadProgram('numpy', input));
  const runs = runPrograms(programs, Object.keys(arrays));
  assert.equal(runs.length, inputs.length);
  for (const [at, input] of inputs.entries()) {
    const { output, types, bits, tokens } = runs[at] ?? assert.fail();
    assert.equal(output, expected(input), programs[at]);
    assert.deepEqual(types, ['float32']);
    assert.deepEqual(tokens, input.tokens);
    for (const [name, key] of Object.entries(arrays)) {
      assert.deepEqual(bits[name], bitsOf(input[key].data), name);
    }
  }
}

describe('the NumPy program of many heads', () => {
  it('prints the digits of the lesson: its sets, numbers of heads, switches and edits', () => {
    const inputs = places.map((place) => fromState(stateAt(place)));
    for (const [at, input] of inputs.entries()) {
      const place = places[at] ?? '';
      // In the made-up heads equal exponentials cancel, whatever they are: clear() cannot know.
      if (!place.includes('sentence')) assert.ok(clear(input), place);
    }
    assertPrints(inputs);
  });

  it('prints the digits of random sizes, numbers and heads', () => {
    const chance = seeded(5);
    const eighths = () => (chance.below(33) - 16) / 8;
    const draw = (): MultiHeadInput => {
      const heads = 1 + chance.below(4);
      const joined = heads * (1 + chance.below(2));
      const [T, D, Dout] = [1 + chance.below(8), 1 + chance.below(8), 1 + chance.below(8)];
      return fromState(stateAt(''), {
        x: make(T, D, eighths),
        wq: make(joined, D, eighths),
        wk: make(joined, D, eighths),
        wv: make(joined, D, eighths),
        wo: make(Dout, joined, eighths),
        heads,
        tokens: Array.from({ length: T }, (_, at) => `t${at}`),
        scale: chance.below(2) === 1,
        digits: 2 + chance.below(2),
        write: chance.pick([readableFloat32, shortestFloat32]),
      });
    };
    const inputs: MultiHeadInput[] = [];
    for (let tries = 0; inputs.length < 40; tries++) {
      assert.ok(tries < 800, 'hardly any drawn state is clear of the edges');
      const input = draw();
      if (clear(input)) inputs.push(input);
    }
    assertPrints(inputs);
  });

  it('divides by the root of the width of a head, not of all', () => {
    const [one] = runPrograms([multiHeadProgram('numpy', fromState(stateAt('')))], []);
    // exp(2/√2), exp(4/√2), exp(0): over two columns, not over four.
    assert.match(one?.output ?? '', /A\(1\) {3}weights\n +0\.187 +0\.768 +0\.045 {2}t1\n/);
  });

  it('takes names in any script, and words that try to be code', () => {
    const hostile = (text: string) => `${text}"\\\n1 / 0\r1 / 0\u2028#\u0000`;
    const texts = <T extends object>(from: T): T =>
      Object.fromEntries(
        Object.entries(from).map(([key, value]) => [key, hostile(String(value))]),
      ) as T;
    const input = fromState(stateAt(''), {
      tokens: ['"]; import os; ["', '👩‍👩‍👧', '\u202e\n{h}'],
      words: {
        title: hostile(words.title),
        comments: texts(words.comments),
        names: texts(words.names),
      },
    });
    assertPrints([input]);
    const program = multiHeadProgram('numpy', input);
    assert.doesNotMatch(program, /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202e\ufeff]/u);
    assertCompiles([multiHeadProgram('pytorch', input)]);
  });

  it('needs a name for every row', () => {
    const input = fromState(stateAt(''), { tokens: ['a'] });
    assert.throws(() => multiHeadProgram('numpy', input), RangeError);
  });

  it('is short, and has no line that a page must break', () => {
    const lines = multiHeadProgram('numpy', fromState(stateAt(''))).split('\n');
    assert.ok(lines.length <= 110, String(lines.length));
    for (const line of lines) {
      assert.ok(line.length <= 88, line);
      assert.equal(line, line.trimEnd());
    }
  });
});

describe('the PyTorch program of many heads', () => {
  const call = [
    '',
    `# 6. ${words.comments.check}`,
    'one_call = F.scaled_dot_product_attention(split(Q), split(K), split(V), scale=scale)',
    'assert torch.allclose(C, one_call.swapaxes(0, 1).reshape(len(C), -1), atol=1e-4, rtol=1e-4)',
    '',
  ].join('\n');

  it('is the NumPy program but for a few names, and ends with the one call', () => {
    for (const place of places) {
      const input = fromState(stateAt(place));
      assert.equal(
        multiHeadProgram('pytorch', input),
        inPyTorch(multiHeadProgram('numpy', input)) + call,
      );
    }
  });

  it('is Python', () => {
    const chance = seeded(6);
    const programs = Array.from({ length: 20 }, () => {
      const any = () => chance.float32();
      const joined = 1 + chance.below(8);
      const of = (rows: number, columns: number) => make(rows, columns, any);
      return multiHeadProgram(
        'pytorch',
        fromState(stateAt(''), {
          ...{ x: of(2, 3), wq: of(joined, 3), wk: of(joined, 3), wv: of(joined, 3) },
          ...{ wo: of(2, joined), heads: 1, tokens: ['a', 'b'], digits: chance.below(5) },
        }),
      );
    });
    assertCompiles(programs);
  });
});
