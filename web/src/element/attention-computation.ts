// Attention from queries, keys and values, with whatever mask the reader made.
import { tensor } from '../../../wasm/engine/index.ts';
import type {
  AttentionSteps,
  CellArithmetic,
  Engine,
  TapName,
  Tensor,
} from '../../../wasm/engine/index.ts';
import type { Matrix, OperationKind, Step, Variant } from '../state/lesson.ts';
import { allowed, tokenOfQuery } from '../state/mask.ts';
import type { Question } from '../state/question.ts';
import type { State } from '../state/types.ts';
import { at } from '../views/view.ts';
import type { Results } from '../views/index.ts';
import { chosenOf, inputOf } from './model.ts';
import type { Computation, Given } from './model.ts';
import type { Alternative, Solution } from './judge.ts';
import { entry, firstRows, frozen, matrixOf, rowOf, rowTensor, transposed } from './tensors.ts';

const resultTaps = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;

export const tapsOf = (steps: AttentionSteps): Partial<Record<TapName, Matrix>> =>
  Object.fromEntries(resultTaps.map((tap) => [tap, matrixOf(steps[tap])]));

/** The padding's rows full of NaN, where the reader wants to see that it reaches nothing. */
function poisoned(matrix: Tensor, { mask }: Given): Tensor {
  if (!mask?.poison) return matrix;
  const columns = matrix.shape[1] ?? 0;
  const data = matrix.data.map((x, at) =>
    mask.padding.includes(Math.floor(at / columns)) ? NaN : x,
  );
  return { shape: matrix.shape, data };
}

export class AttentionComputation implements Computation {
  readonly results: Results;
  readonly #engine: Engine;
  readonly #given: Given;
  /** As the engine gets them: NaN in the padding where the reader wants to see it there. */
  readonly #q: Tensor;
  readonly #k: Tensor;
  readonly #v: Tensor;
  readonly #steps: AttentionSteps;
  #open: AttentionSteps | null = null;
  readonly #decoded = new Map<number, AttentionSteps>();
  readonly #explained = new Map<string, CellArithmetic>();

  constructor(engine: Engine, given: Given) {
    this.#engine = engine;
    const { inputs, switches, mask, heads } = given;
    this.#given = { inputs, switches, mask, heads };
    this.#q = inputOf(given, 'q');
    this.#k = poisoned(inputOf(given, 'k'), given);
    this.#v = poisoned(inputOf(given, 'v'), given);
    this.#steps = this.#attention();
    this.results = Object.freeze({
      taps: Object.freeze({
        ...tapsOf(this.#steps),
        ...(given.mask?.poison ? { k: matrixOf(this.#k), v: matrixOf(this.#v) } : {}),
      }),
      sums: Object.freeze([...engine.sumRows(this.#steps.weights).data]),
      variants: this.#variants(),
      heads: null,
      whole: null,
      mistaken: null,
      costs: null,
    });
  }

  /** Whether it answers for this state too. */
  covers({ inputs, switches, mask }: Given): boolean {
    const given = this.#given;
    return inputs === given.inputs && switches === given.switches && mask === given.mask;
  }

  /** The same matrices without the mask, and one query at a time; only where the mask is in hand. */
  #variants(): Results['variants'] {
    if (!this.#given.mask) return null;
    const open = this.#withoutMask();
    const rows = this.#q.shape[0] ?? 0;
    const decoded = Array.from({ length: rows }, (_, row) => this.#decode(row));
    const keys = this.#k.shape[0] ?? 0;
    const widths = this.#v.shape[1] ?? 0;
    // What a query has not seen when its turn came is no weight at all: nothing stands there.
    const weights = decoded.flatMap(({ weights: { data } }) => [
      ...data,
      ...Array.from({ length: keys - data.length }, () => NaN),
    ]);
    return Object.freeze({
      open: Object.freeze({ ...tapsOf(open), masked: matrixOf(open.scaled) }),
      decoded: Object.freeze({
        weights: frozen(rows, keys, weights),
        output: frozen(
          rows,
          widths,
          decoded.flatMap(({ output: { data } }) => [...data]),
        ),
      }),
      removed: Object.freeze([...this.#removed(open).data]),
    });
  }

  /** The weight that the covered keys of each query would have without the mask. */
  #removed({ weights }: AttentionSteps): Tensor {
    const covered = Float32Array.from(allowed(this.#given).flat(), (may) => (may ? 0 : 1));
    const rows = weights.shape[0] ?? 0;
    const sums = Array.from({ length: rows }, (_, row) => {
      const each = rowTensor(rowOf({ shape: weights.shape, data: covered }, row));
      return this.#engine.linear(rowTensor(rowOf(weights, row)), each).data[0] ?? NaN;
    });
    return { shape: [rows], data: Float32Array.from(sums) };
  }

  #withoutMask(): AttentionSteps {
    this.#open ??= this.#engine.attention(this.#q, this.#k, this.#v, this.#scale());
    return this.#open;
  }

  /** Query `row` alone, with the keys that there are when its turn comes. */
  #decode(row: number): AttentionSteps {
    const known = this.#decoded.get(row);
    if (known) return known;
    const keys = this.#k.shape[0] ?? 0;
    const count = Math.min(keys, tokenOfQuery(this.#given, row) + 1);
    const may = allowed(this.#given)[row] ?? [];
    const answer = this.#engine.attention(
      rowTensor(rowOf(this.#q, row)),
      firstRows(this.#k, count),
      firstRows(this.#v, count),
      { ...this.#scale(), mask: tensor([may.slice(0, count).map(Number)]) },
    );
    this.#decoded.set(row, answer);
    return answer;
  }

  explain({ makes, variant }: Step, { cell }: State): CellArithmetic | null {
    if (!makes || !cell) return null;
    const key = `${makes} ${variant ?? ''} ${cell.row} ${cell.column}`;
    const known = this.#explained.get(key);
    if (known) return known;
    const steps = this.#stepsOf(variant, cell.row);
    const row = variant === 'decoded' ? 0 : cell.row;
    const answer = this.#engine.explain(steps, makes, row, cell.column);
    this.#explained.set(key, answer);
    return answer;
  }

  #stepsOf(variant: Variant | undefined, row: number): AttentionSteps {
    if (variant === 'open') return this.#withoutMask();
    return variant === 'decoded' ? this.#decode(row) : this.#steps;
  }

  #scale(): { readonly scale?: number } {
    return this.#given.switches.scale === false ? { scale: 1 } : {};
  }

  #attention(options: { readonly scale?: number } = this.#scale()): AttentionSteps {
    const { mask, switches } = this.#given;
    const covered = mask
      ? { mask: tensor(allowed(this.#given).map((row) => row.map(Number))) }
      : { causal: switches.mask === true };
    return this.#engine.attention(this.#q, this.#k, this.#v, { ...covered, ...options });
  }

  /** What is right about a question, and the numbers that wrong answers come to. */
  solve({ kind: operation, makes }: Step, { kind, cell }: Question): Solution {
    const { row, column } = cell;
    const result = makes && this.results.taps[makes];
    if (!makes || !result) throw new RangeError('a step without a result has no question');
    const columns = Array.from({ length: result.columns }, (_, index) => index);
    if (kind === 'mark') {
      const covered = columns.filter((index) => {
        const { skip } = this.#engine.explain(this.#steps, makes, row, index);
        return skip !== undefined && skip !== 'none';
      });
      const own = tokenOfQuery(this.#given, row);
      const alternatives = columns.flatMap((value): Alternative[] => {
        if (value > own || covered.includes(value)) return [];
        return [{ value, misconception: value < own ? 'covers_past' : 'covers_itself' }];
      });
      return { value: NaN, columns: covered, alternatives };
    }
    if (kind === 'unchanged') {
      const rows = Array.from({ length: result.rows }, (_, index) => index);
      const same = rows.filter((index) =>
        columns.every((each) =>
          Object.is(at(result, index, each), entry(this.#withoutMask().output, index, each)),
        ),
      );
      return { value: NaN, columns: same, alternatives: [] };
    }
    if (kind === 'choice') return chosenOf(result, row);
    return {
      value: at(result, row, column),
      columns: [],
      alternatives: this.#alternatives(operation, row, column),
    };
  }

  #alternatives(kind: OperationKind, row: number, column: number): readonly Alternative[] {
    const { scores, scaled, masked, weights } = this.#steps;
    const unscaled = () => this.#attention({ scale: 1 });
    const v = this.#v;
    const open = () => this.#withoutMask();
    const mixed = (shares: Float32Array) =>
      entry(this.#engine.linear(rowTensor(shares), transposed(v)), 0, column);
    const down = () => transposed(this.#engine.softmax(transposed(masked)));
    const exponentials = () => this.#engine.explainSoftmax(rowOf(masked, row)).exponentials;
    switch (kind) {
      case 'product':
        return [{ value: entry(scores, column, row), misconception: 'row_for_column' }];
      case 'scale': {
        const depth = this.#given.inputs.k?.columns ?? 1;
        const byDepth = this.#attention({ scale: 1 / depth }).scaled;
        return [
          { value: entry(scores, row, column), misconception: 'forgot_root' },
          { value: entry(byDepth, row, column), misconception: 'divided_by_d' },
          { value: entry(scaled, column, row), misconception: 'row_for_column' },
        ];
      }
      case 'softmax':
        return [
          { value: exponentials()[column] ?? NaN, misconception: 'forgot_divide' },
          { value: this.#exponential(entry(masked, row, column)), misconception: 'forgot_divide' },
          { value: entry(down(), row, column), misconception: 'wrong_direction' },
          ...this.#ifMasked(() => ({
            value: entry(open().weights, row, column),
            misconception: 'forgot_renormalise',
          })),
          { value: entry(unscaled().weights, row, column), misconception: 'forgot_root' },
          { value: entry(weights, column, row), misconception: 'row_for_column' },
        ];
      case 'mix':
        return [
          { value: mixed(exponentials()), misconception: 'forgot_divide' },
          { value: mixed(rowOf(down(), row)), misconception: 'wrong_direction' },
          ...this.#ifMasked(() => ({
            value: mixed(this.#coveredAfter(row)),
            misconception: 'masked_after_softmax',
          })),
          { value: entry(unscaled().output, row, column), misconception: 'forgot_root' },
          // Fewer queries than keys leave a column too short to mix with.
          ...(weights.shape[0] === weights.shape[1]
            ? [
                {
                  value: mixed(rowOf(transposed(weights), row)),
                  misconception: 'row_for_column' as const,
                },
              ]
            : []),
        ];
      default:
        return [];
    }
  }

  #ifMasked(alternative: () => Alternative): readonly Alternative[] {
    const { mask, switches } = this.#given;
    return mask || switches.mask ? [alternative()] : [];
  }

  /** Weights of all keys, and only then the covered ones set to 0. */
  #coveredAfter(row: number): Float32Array {
    const may = allowed(this.#given)[row] ?? [];
    return rowOf(this.#withoutMask().weights, row).map((x, at) => (may[at] ? x : 0));
  }

  /** e to the power x, without the maximum subtracted: of −|x|, which is in range, or one over it. */
  #exponential(x: number): number {
    const [, power = NaN] = this.#engine.explainSoftmax([0, -Math.abs(x)]).exponentials;
    return x > 0 ? 1 / power : power;
  }
}
