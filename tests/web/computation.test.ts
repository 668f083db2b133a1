// What the page of the causal mask computes, against direct calls of the engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import type { Matrix } from '../../web/src/state/lesson.ts';
import { reduce } from '../../web/src/state/reducer.ts';
import { setOf } from '../../web/src/state/sets.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { engine } from '../wasm/support/engine.ts';
import type { Tensor } from '../wasm/support/engine.ts';
import { fromGolden, golden, near, values, type GoldenTensor } from '../wasm/support/numbers.ts';
import {
  after,
  alone,
  drawnState,
  keysSoFar,
  lesson,
  maskTensor,
  openCells,
  randomlyMasked,
  scaleOf,
  sized,
  tensorsOf,
} from './support/masks.ts';
import { seeded } from './support/random.ts';

// One rounding of float32, relative.
const ulp = 2 ** -24;

/** The same bits, NaN like NaN. */
function same(matrix: Matrix | undefined, { shape, data }: Tensor, what: string): void {
  assert.deepEqual([matrix?.rows, matrix?.columns], shape, what);
  assert.deepEqual(matrix?.data, [...data], what);
}

const rowsOf = (matrix: Matrix | undefined): (readonly number[])[] => {
  assert.ok(matrix);
  const { rows, columns, data } = matrix;
  return Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns));
};

const entry = (matrix: Matrix | undefined, row: number, column: number): number =>
  rowsOf(matrix)[row]?.[column] ?? NaN;

const randomStates = (seed: number, count: number): State[] => {
  const chance = seeded(seed);
  return Array.from({ length: count }, () => randomlyMasked(chance));
};

const told = ({ mask, inputs, switches }: State): string =>
  JSON.stringify({ mask, T: inputs.q?.rows, S: inputs.k?.rows, switches });

describe('the set of five tokens, drawn', () => {
  const file = golden('attention_check') as Record<
    'Q' | 'K' | 'V' | 'causal_weights_rounded2',
    GoldenTensor
  > & { causal: Record<'weights' | 'output', GoldenTensor> };

  /** As the element draws it: q, k and v from one stream, in the order of the lesson. */
  const drawn = () => drawnState(after([{ type: 'set', set: 'tensors' }]), lesson);

  it('from seed 0 is that of the document, to the last bit', () => {
    const { inputs, pending, seed } = drawn();
    assert.deepEqual([pending, seed], [false, 0]);
    assert.deepEqual(setOf(lesson, 'tensors')?.draws, ['q', 'k', 'v']);
    same(inputs.q, fromGolden(file.Q), 'Q');
    same(inputs.k, fromGolden(file.K), 'K');
    same(inputs.v, fromGolden(file.V), 'V');
  });

  it('has the causal weights that the document prints, with two decimals', () => {
    const { weights, output } = new AttentionComputation(engine, drawn()).results.taps;
    const rounded = weights?.data.map((x) => x.toFixed(2));
    const printed = values(file.causal_weights_rounded2).map((x) => x.toFixed(2));
    assert.deepEqual(rounded, printed);
    // PyTorch adds in another order: sums of 16 products, then of 5.
    near(weights?.data ?? [], values(file.causal.weights), 32 * ulp, 'weights');
    near(output?.data ?? [], values(file.causal.output), 64 * ulp, 'output');
  });
});

describe('the computation under a mask', () => {
  it('is the engine’s with that mask, for any rule, flips, padding, NaN and scale', () => {
    const kinds = new Set<string>();
    for (const state of randomStates(1, 400)) {
      const cells = openCells(state);
      const [q, k, v] = tensorsOf(state);
      const steps = engine.attention(q, k, v, { mask: maskTensor(cells), ...scaleOf(state) });
      const { taps, sums } = new AttentionComputation(engine, state).results;
      for (const tap of ['scores', 'scaled', 'masked', 'weights', 'output'] as const) {
        same(taps[tap], steps[tap], `${tap} of ${told(state)}`);
      }
      assert.deepEqual(sums, [...engine.sumRows(steps.weights).data]);
      kinds.add(`${state.mask?.rule ?? ''} ${state.mask?.poison ? 'NaN' : ''}`);
      if (cells.some((row) => !row.includes(true))) kinds.add('an empty row');
    }
    assert.equal(kinds.size, 9, [...kinds].join());
  });

  it('is the engine’s own causal attention where the rule is causal, from either corner', () => {
    const chance = seeded(2);
    for (const [rule, causalAlignment] of [
      ['causal', 'upper-left'],
      ['lower-right', 'lower-right'],
    ] as const) {
      for (let keys = 1; keys <= 8; keys++) {
        const queries = 1 + chance.below(keys);
        const start = sized(chance, { queries, keys, depth: 4, width: 3 });
        const state = reduce(
          start,
          { type: 'mask', mask: { rule, window: 2, flips: [], padding: [], poison: false } },
          lesson,
        );
        const steps = engine.attention(...tensorsOf(state), { causal: true, causalAlignment });
        const { taps } = new AttentionComputation(engine, state).results;
        same(taps.masked, steps.masked, rule);
        same(taps.output, steps.output, rule);
      }
    }
  });

  it('knows the same without the mask, and what the mask takes away', () => {
    let some = 0;
    for (const state of randomStates(3, 200)) {
      const cells = openCells(state);
      const steps = engine.attention(...tensorsOf(state), scaleOf(state));
      const { variants } = new AttentionComputation(engine, state).results;
      for (const tap of ['scores', 'scaled', 'weights', 'output'] as const) {
        same(variants?.open[tap], steps[tap], `${tap} of ${told(state)}`);
      }
      same(variants?.open.masked, steps.scaled, 'nothing is masked');
      const open = rowsOf(variants?.open.weights);
      const removed = open.map((row, i) =>
        row.reduce((sum, x, j) => sum + (cells[i]?.[j] ? 0 * x : x), 0),
      );
      // At most eight weights below 1, added in some order.
      near(variants?.removed ?? [], removed, 8 * ulp, told(state));
      some += removed.filter((x) => x > 0).length;
    }
    assert.ok(some > 200);
  });

  it('has NaN of the padding nowhere but in the rows that hold it, and in their scores', () => {
    let seen = 0;
    for (const state of randomStates(4, 400)) {
      const { mask } = state;
      if (!mask?.poison) continue;
      seen++;
      const { taps, sums, variants } = new AttentionComputation(engine, state).results;
      const clean = new AttentionComputation(
        engine,
        reduce(state, { type: 'poison', on: false }, lesson),
      ).results;
      for (const tap of ['masked', 'weights', 'output'] as const) {
        assert.deepEqual(taps[tap], clean.taps[tap], `${tap} of ${told(state)}`);
        assert.ok(!taps[tap]?.data.some(Number.isNaN));
      }
      assert.deepEqual(sums, clean.sums);
      assert.deepEqual(variants?.decoded, clean.variants?.decoded);
      rowsOf(taps.scores).forEach((row) => {
        row.forEach((x, j) => {
          assert.equal(Number.isNaN(x), mask.padding.includes(j));
        });
      });
      for (const tap of ['k', 'v'] as const) {
        rowsOf(taps[tap]).forEach((row, token) => {
          const hurt = mask.padding.includes(token);
          if (hurt) assert.ok(row.every(Number.isNaN));
          else assert.deepEqual(row, rowsOf(state.inputs[tap])[token]);
        });
      }
    }
    assert.ok(seen > 80, String(seen));
  });
});

describe('one token at a time', () => {
  it('gives the rows of all at once, to the last bit, under every rule that looks back', () => {
    const chance = seeded(5);
    const rules: Action[] = [
      { type: 'rule', rule: 'causal' },
      { type: 'rule', rule: 'lower-right' },
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((window): Action => ({
        type: 'mask',
        mask: { rule: 'window', window, flips: [], padding: [], poison: false },
      })),
    ];
    for (let keys = 1; keys <= 8; keys++) {
      for (let queries = 1; queries <= keys; queries++) {
        for (const rule of rules) {
          const [depth, width] = [1 + chance.below(16), 1 + chance.below(16)];
          const state = reduce(sized(chance, { queries, keys, depth, width }), rule, lesson);
          const { taps, variants } = new AttentionComputation(engine, state).results;
          assert.deepEqual(variants?.decoded.output, taps.output, told(state));
        }
      }
    }
  });

  it('is a call with the keys so far, whatever the mask; what was not there is no number', () => {
    let different = 0;
    for (const state of randomStates(6, 200)) {
      const { taps, variants } = new AttentionComputation(engine, state).results;
      rowsOf(variants?.decoded.output).forEach((row, i) => {
        assert.deepEqual(row, [...alone(state, i).output.data], told(state));
      });
      rowsOf(variants?.decoded.weights).forEach((row, i) => {
        row.forEach((x, j) => {
          assert.equal(Number.isNaN(x), j >= keysSoFar(state, i), told(state));
        });
      });
      const looksAhead = openCells(state).some((row, i) =>
        row.some((on, j) => on && j >= keysSoFar(state, i)),
      );
      const equal = JSON.stringify(variants?.decoded.output) === JSON.stringify(taps.output);
      if (!looksAhead) assert.ok(equal, told(state));
      if (!equal) different++;
    }
    assert.ok(different > 20, 'masks that look ahead make a difference');
  });
});

describe('a question about masked numbers', () => {
  const stepOf = (id: string) => {
    const step = lesson.steps.find((each) => each.id === id);
    assert.ok(step);
    return step;
  };
  const solved = (state: State, id: string, row: number, column: number) =>
    new AttentionComputation(engine, state).solve(stepOf(id), {
      id,
      kind: stepOf(id).ask?.row?.kind ?? 'number',
      cell: { row, column },
      tolerance: 0.006,
      shows: 'row',
    });

  it('has the cell as its answer, and knows what comes of two mistakes with the mask', () => {
    for (const state of randomStates(7, 60)) {
      if (state.mask?.poison) continue; // without the mask, NaN is everywhere
      const cells = openCells(state);
      const [q, k, v] = tensorsOf(state);
      const open = engine.attention(q, k, v, scaleOf(state)).weights;
      const { taps, variants } = new AttentionComputation(engine, state).results;
      const columns = v.shape[1] ?? 0;
      cells.forEach((may, row) => {
        const softmax = solved(state, 'softmax', row, 0);
        assert.equal(softmax.value, entry(taps.weights, row, 0));
        const renormalise = softmax.alternatives.filter(
          ({ misconception }) => misconception === 'forgot_renormalise',
        );
        assert.deepEqual(
          renormalise.map(({ value }) => value),
          [entry(variants?.open.weights, row, 0)],
        );
        const output = solved(state, 'output', row, 0);
        assert.equal(output.value, entry(taps.output, row, 0));
        const late = output.alternatives.filter(
          ({ misconception }) => misconception === 'masked_after_softmax',
        );
        const sum = may.reduce(
          (total, on, j) =>
            total +
            (on ? (open.data[row * may.length + j] ?? NaN) * (v.data[j * columns] ?? NaN) : 0),
          0,
        );
        // Values within 2, weights that add up to 1 at most.
        near(
          late.map(({ value }) => value),
          [sum],
          16 * ulp,
          told(state),
        );
      });
    }
  });

  it('about cells has those that the mask covers', () => {
    for (const state of randomStates(8, 60)) {
      openCells(state).forEach((may, row) => {
        const covered = may.flatMap((on, column) => (on ? [] : [column]));
        const { columns, alternatives } = solved(state, 'mask', row, 0);
        assert.deepEqual(columns, covered, told(state));
        const own = keysSoFar(state, row) - 1;
        const mistakes = may.flatMap((on, value) =>
          on && value <= own
            ? [{ value, misconception: value < own ? 'covers_past' : 'covers_itself' }]
            : [],
        );
        assert.deepEqual(alternatives, mistakes, told(state));
      });
    }
  });

  it('about rows has those that see everything, and none that loses weight', () => {
    for (const state of randomStates(9, 200)) {
      if (state.mask?.poison) continue;
      const { variants } = new AttentionComputation(engine, state).results;
      const { columns } = solved(state, 'leak', 0, 0);
      openCells(state).forEach((may, row) => {
        if (!may.includes(false)) assert.ok(columns.includes(row), told(state));
        if ((variants?.removed[row] ?? 0) > 0.01) assert.ok(!columns.includes(row), told(state));
      });
    }
  });
});
