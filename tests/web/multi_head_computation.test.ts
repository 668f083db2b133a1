import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Misconception, Step } from '../../web/src/state/lesson.ts';
import { headCounts } from '../../web/src/state/heads.ts';
import { reduce } from '../../web/src/state/reducer.ts';
import type { State } from '../../web/src/state/types.ts';
import { engine } from '../wasm/support/engine.ts';
import type { HeadSteps, MultiHeadSteps, TapName, Tensor } from '../wasm/support/engine.ts';
import { fromGolden, golden, near } from '../wasm/support/numbers.ts';
import type { GoldenTensor } from '../wasm/support/numbers.ts';
import {
  computed,
  inputOf,
  layer,
  lesson,
  places,
  stateAt,
  tensorOf,
} from './support/many_heads.ts';
import { rowsOf } from './support/python.ts';

const headTaps = ['q', 'k', 'v', 'scores', 'scaled', 'masked', 'weights', 'output'] as const;
const around = (steps: MultiHeadSteps): readonly (readonly [TapName, Tensor])[] => [
  ['projected_q', steps.q],
  ['projected_k', steps.k],
  ['projected_v', steps.v],
  ['concat', steps.concat],
  ['result', steps.output],
];
const headOf = ({ heads }: Pick<MultiHeadSteps, 'heads'>, head: number): HeadSteps =>
  heads[head] ?? assert.fail(`there is no head ${head}`);
const rows = ({ shape, data }: Tensor): number[][] => rowsOf(data, shape[1] ?? 0);
const entry = (tensor: Tensor, row: number, column: number): number =>
  rows(tensor)[row]?.[column] ?? NaN;
const turned = (tensor: Tensor): Tensor => {
  const [height = 0, width = 0] = tensor.shape;
  const data = Array.from({ length: width }, (_, column) =>
    Array.from({ length: height }, (__, row) => entry(tensor, row, column)),
  );
  return { shape: [width, height], data: Float32Array.from(data.flat()) };
};
const stepOf = (kind: Step['kind']): Step =>
  lesson.steps.find((step) => step.kind === kind) ?? assert.fail(kind);
const each = (tensor: Tensor, visit: (row: number, column: number) => void): void => {
  rows(tensor).forEach((row, i) => {
    row.forEach((_, j) => {
      visit(i, j);
    });
  });
};

for (const place of places) {
  describe(`the numbers of ${place === '' ? 'the lesson' : place}`, () => {
    const state = stateAt(place);
    const model = computed(state);
    const { results } = model;
    const direct = layer(state);

    it('are those of the engine, tap by tap and head by head', () => {
      for (const [tap, { shape, data }] of around(direct)) {
        const made = results.taps[tap];
        assert.deepEqual([made?.rows, made?.columns], shape, tap);
        assert.deepEqual(made?.data, [...data], tap);
      }
      assert.equal(results.heads?.length, state.heads);
      direct.heads.forEach((head, h) => {
        for (const tap of headTaps) {
          const made = results.heads?.[h]?.taps[tap];
          assert.deepEqual([made?.rows, made?.columns], head[tap].shape, `${tap} ${h}`);
          assert.deepEqual(made?.data, [...head[tap].data], `${tap} ${h}`);
        }
        assert.deepEqual(results.heads?.[h]?.sums, [...engine.sumRows(head.weights).data]);
      });
      // In one head: the same queries, keys and values, not cut.
      const whole = headOf(layer({ ...state, heads: 1 }), 0);
      for (const tap of ['scores', 'weights', 'output'] as const) {
        assert.deepEqual(results.whole?.[tap]?.data, [...whole[tap].data], tap);
      }
    });

    it('have heads that are attention by itself, each with its columns', () => {
      const cut = (t: Tensor) => engine.splitHeads(t, state.heads);
      const scale = state.switches.scale === false ? { scale: 1 } : {};
      const stacks = engine.attention(cut(direct.q), cut(direct.k), cut(direct.v), scale);
      for (const tap of ['scores', 'scaled', 'masked', 'weights', 'output'] as const) {
        const all = results.heads?.flatMap(({ taps }) => [...(taps[tap]?.data ?? [])]);
        assert.deepEqual(all, [...stacks[tap].data], tap);
      }
    });

    it('have heads the wrong way as a reshape alone gives them', () => {
      const { shape, data } = engine.reshapeWithoutTranspose(direct.q, state.heads);
      assert.deepEqual(
        results.mistaken?.map((matrix) => [matrix.rows, matrix.columns]),
        Array.from({ length: state.heads }, () => shape.slice(1)),
      );
      assert.deepEqual(
        results.mistaken.flatMap((matrix) => matrix.data),
        [...data],
      );
    });

    it('are explained to the bit, every cell of every tap', () => {
      for (const [tap, made] of around(direct)) {
        const step = lesson.steps.find(({ makes, also }) => makes === tap || also?.includes(tap));
        assert.ok(step);
        const on = step.makes === tap ? null : tap;
        each(made, (row, column) => {
          const told = model.explain(step, { cell: { row, column }, head: 0, on });
          assert.ok(Object.is(told?.total, entry(made, row, column)), `${tap} ${row} ${column}`);
        });
      }
      direct.heads.forEach((all, head) => {
        for (const tap of headTaps) {
          each(all[tap], (row, column) => {
            const told = model.explain(stepOf('split'), { cell: { row, column }, head, on: tap });
            const what = `${tap} ${head} ${row} ${column}`;
            assert.ok(Object.is(told?.total, entry(all[tap], row, column)), what);
            assert.equal(told?.tap, tap, what);
          });
        }
      });
    });

    it('cost the same for every number of heads, but for the scores', () => {
      const { costs } = results;
      const [T, D] = [inputOf(state, 'x').rows, inputOf(state, 'x').columns];
      const [joined, Dout] = [inputOf(state, 'w_q').rows, inputOf(state, 'w_o').rows];
      assert.deepEqual(
        costs?.map(({ heads }) => heads),
        headCounts(lesson, state.inputs),
      );
      const parameters = 3 * joined * D + Dout * joined;
      const multiplications = T * parameters + 2 * T * T * joined;
      assert.deepEqual(
        costs,
        headCounts(lesson, state.inputs).map((heads) => ({
          ...{ heads, parameters, multiplications },
          scores: heads * T * T,
        })),
      );
    });

    it('give every wrong answer the number that it comes to', () => {
      const { scores, weights, output, masked, v } = headOf(direct, state.head);
      const rowOf = (tensor: Tensor, row: number): Tensor => ({
        shape: [1, tensor.shape[1] ?? 0],
        data: Float32Array.from(rows(tensor)[row] ?? []),
      });
      const byRoot = (scale: number) => headOf(layer(state, { scale }), state.head).weights;
      const exponentials = (row: number): Tensor => ({
        shape: [1, masked.shape[1] ?? 0],
        data: engine.explainSoftmax(rowOf(masked, row).data).exponentials,
      });
      const mixed = (shares: Tensor) => engine.linear(shares, turned(v));
      const wrongWeights = (x: Tensor, tap: TapName) => {
        const w = tensorOf(inputOf(state, tap));
        return w.shape[0] === x.shape[1] ? engine.linear(x, turned(w)) : null;
      };
      const others = (tap: 'scores' | 'weights', row: number, column: number) =>
        direct.heads
          .filter((_, head) => head !== state.head)
          .map((head): Wrong => ['other_head', entry(head[tap], row, column)]);
      type Wrong = readonly [Misconception, number];
      const cases: readonly [
        Step['kind'],
        Tensor,
        (row: number, column: number) => readonly Wrong[],
      ][] = [
        [
          'project',
          direct.q,
          (row, column) => {
            const wrong = wrongWeights(tensorOf(inputOf(state, 'x')), 'w_q');
            return wrong ? [['weights_not_transposed', entry(wrong, row, column)]] : [];
          },
        ],
        [
          'split',
          headOf(direct, state.head).q,
          (row, column) => {
            const matrix = results.mistaken?.[state.head];
            assert.ok(matrix);
            return [['forgot_transpose', entry(tensorOf(matrix), row, column)]];
          },
        ],
        [
          'product',
          scores,
          (row, column) => [
            ['row_for_column', entry(scores, column, row)],
            ['whole_score', entry(headOf(layer({ ...state, heads: 1 }), 0).scores, row, column)],
            ...others('scores', row, column),
          ],
        ],
        [
          'softmax',
          weights,
          (row, column) => [
            ['forgot_divide', entry(exponentials(row), 0, column)],
            [
              'root_of_whole',
              entry(byRoot(1 / Math.sqrt(inputOf(state, 'w_q').rows)), row, column),
            ],
            ['forgot_root', entry(byRoot(1), row, column)],
            ['wrong_direction', entry(turned(engine.softmax(turned(masked))), row, column)],
            ['row_for_column', entry(weights, column, row)],
            ...others('weights', row, column),
          ],
        ],
        [
          'mix',
          output,
          (row, column) => [
            ['forgot_divide', entry(mixed(exponentials(row)), 0, column)],
            ['row_for_column', entry(mixed(rowOf(turned(weights), row)), 0, column)],
          ],
        ],
        [
          'combine',
          direct.output,
          (row, column) => {
            const wrong = wrongWeights(direct.concat, 'w_o');
            return wrong ? [['weights_not_transposed', entry(wrong, row, column)]] : [];
          },
        ],
      ];
      for (const [kind, made, wrong] of cases) {
        each(made, (row, column) => {
          const cell = { row, column };
          const question = { id: '', kind: 'number', cell, tolerance: 0, shows: 'cell' } as const;
          const { value, alternatives } = model.solve(stepOf(kind), question, state);
          assert.ok(Object.is(value, entry(made, row, column)), kind);
          assert.deepEqual(
            alternatives.map((one) => [one.misconception, one.value]),
            wrong(row, column),
            `${kind} ${row} ${column}`,
          );
        });
      }
    });
  });
}

describe('the lesson’s own numbers', () => {
  const { f64 } = golden('three_token') as {
    f64: {
      heads2: {
        heads: Record<'scores' | 'scaled' | 'weights' | 'output', GoldenTensor>[];
        output: GoldenTensor;
      };
    };
  };

  it('are the golden ones of two heads, and the projections those of the first lesson', () => {
    const direct = layer(stateAt(''));
    f64.heads2.heads.forEach((head, h) => {
      for (const tap of ['scores', 'scaled', 'weights', 'output'] as const) {
        const { data } = fromGolden(head[tap]);
        near(headOf(direct, h)[tap].data, data, 1e-6, `${tap} ${h}`);
      }
    });
    near(direct.output.data, fromGolden(f64.heads2.output).data, 1e-6, 'result');
    const { results } = computed(stateAt(''));
    const known = golden('three_token') as Record<'Q' | 'K' | 'V', GoldenTensor>;
    for (const letter of ['q', 'k', 'v'] as const) {
      const { data } = known[letter.toUpperCase() as 'Q' | 'K' | 'V'];
      assert.deepEqual(results.taps[`projected_${letter}`]?.data, data);
    }
  });

  it('score “love” against “AI” 2 and 4, which add up to the 6 of one head', () => {
    const score = (place: string) =>
      layer(stateAt(place)).heads.map(({ scores }) => entry(scores, 1, 2));
    assert.deepEqual(score(''), [2, 4]);
    assert.deepEqual(score('&heads=1'), [6]);
    assert.equal(
      score('&heads=4').reduce((sum, x) => sum + x, 0),
      6,
    );
  });

  it('ask whom a token attends to most, and know who looks down the column', () => {
    const state = stateAt('');
    const model = computed(state);
    const choice = (row: number) =>
      model.solve(
        stepOf('softmax'),
        {
          ...{ id: '', kind: 'choice', cell: { row, column: 0 } },
          ...{ tolerance: 0, shows: 'cell' },
        },
        state,
      );
    assert.deepEqual(choice(0).columns, [1]);
    assert.deepEqual(choice(1).columns, [0, 2], 'either will do');
    assert.deepEqual(choice(2).columns, [0, 1]);
    assert.deepEqual(choice(0).alternatives, [{ value: 1, misconception: 'row_for_column' }]);
  });
});

describe('the heads that are made for a purpose', () => {
  const { results } = computed(stateAt('&set=sentence'));
  const weightsOf = (head: number): number[][] => {
    const matrix = results.heads?.[head]?.taps.weights;
    assert.ok(matrix);
    return rowsOf(matrix.data, matrix.columns);
  };
  const largest = (row: readonly number[]): number[] =>
    row.flatMap((x, column) => (x >= Math.max(...row) ? [column] : []));
  /** No doubt who is meant. */
  const clear = 0.9;

  it('look at the token before, the first one at itself', () => {
    weightsOf(0).forEach((row, at) => {
      assert.deepEqual(largest(row), [Math.max(0, at - 1)], `row ${at}`);
      assert.ok(Math.max(...row) > clear, `row ${at}: ${Math.max(...row)}`);
    });
  });

  it('look at the first token', () => {
    weightsOf(1).forEach((row, at) => {
      assert.deepEqual(largest(row), [0], `row ${at}`);
      assert.ok(Math.max(...row) > clear, `row ${at}: ${Math.max(...row)}`);
    });
  });

  it('look at the same words, each as much', () => {
    const words = ['I', 'read', 'books', 'I', 'write', 'words', 'I', 'think'];
    weightsOf(2).forEach((row, at) => {
      const same = words.flatMap((word, column) => (word === words[at] ? [column] : []));
      assert.deepEqual(largest(row), same, `row ${at}`);
      const share = same.reduce((sum, column) => sum + (row[column] ?? 0), 0);
      assert.ok(share > clear, `row ${at}: ${share}`);
    });
  });

  it('look at all alike', () => {
    for (const row of weightsOf(3)) assert.deepEqual(row, Array(8).fill(1 / 8));
  });
});

describe('a computation', () => {
  it('covers what no number depends on, and nothing else', () => {
    const state = stateAt('');
    const model = computed(state);
    const after = (...actions: Parameters<typeof reduce>[1][]): State =>
      actions.reduce((now, action) => reduce(now, action, lesson), state);
    const same = [
      after({ type: 'go', step: 'weights' }),
      after({ type: 'head', head: 1 }),
      after(
        { type: 'go', step: 'project' },
        { type: 'inspect', cell: { row: 0, column: 0 }, pin: true, tap: 'projected_v' },
      ),
      after({ type: 'name', token: 0, text: 'we' }),
      after({ type: 'predict', on: false }),
      after({ type: 'locale', locale: 'zh-Hant' }),
    ];
    for (const other of same) {
      assert.notEqual(other, state);
      assert.equal(model.covers(other), true);
    }
    const different = [
      after({ type: 'heads', count: 4 }),
      after({ type: 'edit', tap: 'w_v', cell: { row: 0, column: 0 }, value: 5 }),
      after({ type: 'switch', name: 'scale', on: false }),
      after({ type: 'resize', axis: 'out', size: 2 }),
      after({ type: 'set', set: 'sentence' }),
    ];
    for (const other of different) assert.equal(model.covers(other), false);
  });

  it('explains nothing where nothing is made or inspected, and asks nothing there', () => {
    const state = stateAt('');
    const model = computed(state);
    const cell = { row: 0, column: 0 };
    assert.equal(model.explain(stepOf('input'), { cell, head: 0, on: null }), null);
    assert.equal(model.explain(stepOf('combine'), { cell: null, head: 0, on: null }), null);
    const question = { id: '', kind: 'number', cell, tolerance: 0, shows: 'cell' } as const;
    assert.throws(() => model.solve(stepOf('input'), question, state), RangeError);
  });

  it('tells heads apart when it explains', () => {
    const model = computed(stateAt(''));
    const told = [0, 1, 0].map(
      (head) =>
        model.explain(stepOf('product'), { cell: { row: 1, column: 2 }, head, on: null })?.total,
    );
    assert.deepEqual(told, [2, 4, 2]);
  });
});
