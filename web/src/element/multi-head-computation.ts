// Multi-head attention: projections, every head, and what comes of them together.
import type {
  AttentionSteps,
  CellArithmetic,
  Engine,
  HeadSteps,
  MultiHeadSteps,
  TapName,
  Tensor,
} from '../../../wasm/engine/index.ts';
import type { Matrix, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import { at } from '../views/view.ts';
import type { HeadResults, Results } from '../views/index.ts';
import { tapsOf } from './attention-computation.ts';
import { chosenOf, inputOf } from './model.ts';
import type { Computation, Given, InHand } from './model.ts';
import type { Alternative, Solution } from './judge.ts';
import { entry, frozen, matrixOf, rowOf, rowTensor, transposed, widened } from './tensors.ts';

const weightTaps = { wq: 'w_q', wk: 'w_k', wv: 'w_v', wo: 'w_o' } as const;

/** Taps that each head has for itself. */
const headTaps: ReadonlySet<TapName> = new Set([
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'masked',
  'weights',
  'output',
]);

export class MultiHeadComputation implements Computation {
  readonly results: Results;
  readonly #engine: Engine;
  readonly #given: Given;
  readonly #steps: MultiHeadSteps;
  /** The same projections, not cut. */
  readonly #whole: MultiHeadSteps;
  readonly #explained = new Map<string, CellArithmetic>();

  constructor(engine: Engine, given: Given) {
    const { inputs, switches, mask, heads } = given;
    this.#engine = engine;
    this.#given = { inputs, switches, mask, heads };
    this.#steps = this.#compute(heads);
    this.#whole = heads === 1 ? this.#steps : this.#compute(1);
    const [whole] = this.#whole.heads;
    this.results = Object.freeze({
      taps: Object.freeze({
        projected_q: matrixOf(this.#steps.q),
        projected_k: matrixOf(this.#steps.k),
        projected_v: matrixOf(this.#steps.v),
        concat: matrixOf(this.#steps.concat),
        result: matrixOf(this.#steps.output),
      }),
      sums: Object.freeze([]),
      variants: null,
      heads: Object.freeze(this.#steps.heads.map((head) => this.#resultsOf(head))),
      whole: whole ? Object.freeze(tapsOf(whole)) : null,
      mistaken: Object.freeze(stack(engine.reshapeWithoutTranspose(this.#steps.q, heads))),
      costs: Object.freeze(this.#costs()),
    });
  }

  covers({ inputs, switches, mask, heads }: Given): boolean {
    const given = this.#given;
    return (
      inputs === given.inputs &&
      switches === given.switches &&
      mask === given.mask &&
      heads === given.heads
    );
  }

  explain({ makes }: Step, { cell, head, on }: InHand): CellArithmetic | null {
    const tap = on ?? makes;
    if (!tap || !cell) return null;
    const key = `${tap} ${head} ${cell.row} ${cell.column}`;
    const known = this.#explained.get(key);
    if (known) return known;
    const leading = headTaps.has(tap) ? [head] : [];
    const answer = this.#engine.explain(this.#steps, tap, cell.row, cell.column, leading);
    this.#explained.set(key, answer);
    return answer;
  }

  solve(step: Step, { kind, cell }: Question, { head }: InHand): Solution {
    const { row, column } = cell;
    const result = step.makes && this.#matrix(step.makes, head);
    if (!result) throw new RangeError('a step without a result has no question');
    if (kind === 'choice') return chosenOf(result, row);
    return {
      value: at(result, row, column),
      columns: [],
      alternatives: this.#alternatives(step.kind, head, row, column),
    };
  }

  #compute(heads: number, options: { readonly scale?: number } = this.#scale()): MultiHeadSteps {
    const weights = Object.fromEntries(
      Object.entries(weightTaps).map(([name, tap]) => [name, inputOf(this.#given, tap)]),
    ) as Record<keyof typeof weightTaps, Tensor>;
    return this.#engine.multiHead(inputOf(this.#given, 'x'), weights, { heads, ...options });
  }

  #scale(): { readonly scale?: number } {
    return this.#given.switches.scale === false ? { scale: 1 } : {};
  }

  /** With zeros in the columns of the other heads: the same scores, and the root of the whole width. */
  #asWideAsAll({ q, k, v }: HeadSteps): AttentionSteps {
    const width = this.#steps.q.shape[1] ?? 0;
    return this.#engine.attention(widened(q, width), widened(k, width), v);
  }

  #resultsOf(head: HeadSteps): HeadResults {
    const { q, k, v } = head;
    return Object.freeze({
      taps: Object.freeze({ q: matrixOf(q), k: matrixOf(k), v: matrixOf(v), ...tapsOf(head) }),
      sums: Object.freeze([...this.#engine.sumRows(head.weights).data]),
    });
  }

  #matrix(tap: TapName, head: number): Matrix | undefined {
    const { heads, taps } = this.results;
    return heads?.[head]?.taps[tap] ?? taps[tap];
  }

  /** What each possible number of heads takes. */
  #costs(): NonNullable<Results['costs']> {
    const { x, w_q: wq, w_o: wo } = this.#given.inputs;
    const [T, D, joined, Dout] = [x?.rows ?? 0, x?.columns ?? 0, wq?.rows ?? 0, wo?.rows ?? 0];
    return Array.from({ length: joined }, (_, at) => at + 1)
      .filter((heads) => joined % heads === 0)
      .map((heads) => {
        const cost = this.#engine.multiHeadCost({ T, D, joined, Dout, heads });
        return {
          heads,
          parameters: cost.parameters,
          multiplications: cost.multiplications.total,
          scores: cost.scoreNumbers,
        };
      });
  }

  #alternatives(
    kind: Step['kind'],
    head: number,
    row: number,
    column: number,
  ): readonly Alternative[] {
    const steps = this.#steps;
    const own = steps.heads[head];
    const [whole] = this.#whole.heads;
    if (!own || !whole) return [];
    const others = (tap: 'scores' | 'weights'): readonly Alternative[] =>
      steps.heads
        .filter((each) => each !== own)
        .map((each) => ({ value: entry(each[tap], row, column), misconception: 'other_head' }));
    const notTransposed = (x: Tensor, tap: TapName): readonly Alternative[] => {
      const w = inputOf(this.#given, tap);
      if (w.shape[0] !== x.shape[1]) return [];
      const value = entry(this.#engine.linear(rowTensor(rowOf(x, row)), transposed(w)), 0, column);
      return [{ value, misconception: 'weights_not_transposed' }];
    };
    switch (kind) {
      case 'project':
        return notTransposed(inputOf(this.#given, 'x'), 'w_q');
      case 'split': {
        const wrong = this.results.mistaken?.[head];
        return wrong ? [{ value: at(wrong, row, column), misconception: 'forgot_transpose' }] : [];
      }
      case 'product':
        return [
          { value: entry(own.scores, column, row), misconception: 'row_for_column' },
          { value: entry(whole.scores, row, column), misconception: 'whole_score' },
          ...others('scores'),
        ];
      case 'softmax': {
        const byWhole = this.#asWideAsAll(own);
        const unscaled = this.#compute(this.#given.heads, { scale: 1 }).heads[head];
        const { exponentials } = this.#engine.explainSoftmax(rowOf(own.masked, row));
        const down = transposed(this.#engine.softmax(transposed(own.masked)));
        return [
          { value: exponentials[column] ?? NaN, misconception: 'forgot_divide' },
          {
            value: entry(byWhole.weights, row, column),
            misconception: 'root_of_whole',
          },
          {
            value: entry(unscaled?.weights ?? own.weights, row, column),
            misconception: 'forgot_root',
          },
          { value: entry(down, row, column), misconception: 'wrong_direction' },
          { value: entry(own.weights, column, row), misconception: 'row_for_column' },
          ...others('weights'),
        ];
      }
      case 'mix': {
        const mixed = (shares: Float32Array) =>
          entry(this.#engine.linear(rowTensor(shares), transposed(own.v)), 0, column);
        const { exponentials } = this.#engine.explainSoftmax(rowOf(own.masked, row));
        return [
          { value: mixed(exponentials), misconception: 'forgot_divide' },
          { value: mixed(rowOf(transposed(own.weights), row)), misconception: 'row_for_column' },
        ];
      }
      case 'combine':
        return notTransposed(steps.concat, 'w_o');
      default:
        return [];
    }
  }
}

/** (H, T, Dh) as H matrices. */
function stack({ shape: [heads = 0, rows = 0, columns = 0], data }: Tensor): Matrix[] {
  return Array.from({ length: heads }, (_, head) =>
    frozen(rows, columns, [...data.slice(head * rows * columns, (head + 1) * rows * columns)]),
  );
}
