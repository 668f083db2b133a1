// From a state to everything that the views draw: each question to the engine is asked once.
import { tensor } from '../../../wasm/engine/index.ts';
import type {
  AttentionSteps,
  CellArithmetic,
  Engine,
  TapName,
  Tensor,
} from '../../../wasm/engine/index.ts';
import type { Matrix, OperationKind, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import type { Content, State } from '../state/types.ts';
import { at } from '../views/index.ts';
import type { Results } from '../views/index.ts';
import type { Alternative, Solution } from './judge.ts';

const resultTaps = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;

const rowsOf = ({ rows, columns, data }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns));

function matrixOf({ shape, data }: Tensor): Matrix {
  const [rows = 0, columns = 0] = shape;
  return Object.freeze({ rows, columns, data: Object.freeze([...data]) });
}

/** What numbers depend on. */
export type Given = Pick<Content, 'inputs' | 'switches'>;

function input({ inputs }: Given, tap: TapName): Tensor {
  const matrix = inputs[tap];
  if (!matrix) throw new RangeError(`there is no input ${tap}`);
  return tensor(rowsOf(matrix));
}

const transposed = ({ shape: [rows = 0, columns = 0], data }: Tensor): Tensor => ({
  shape: [columns, rows],
  data: Float32Array.from(
    data,
    (_, index) => data[(index % rows) * columns + Math.floor(index / rows)] ?? NaN,
  ),
});

const entry = ({ shape, data }: Tensor, row: number, column: number): number =>
  data[row * (shape[1] ?? 0) + column] ?? NaN;

const rowTensor = (row: Float32Array): Tensor => ({ shape: [1, row.length], data: row });
const rowOf = ({ shape, data }: Tensor, row: number): Float32Array => {
  const columns = shape[1] ?? 0;
  return data.slice(row * columns, (row + 1) * columns);
};

export class Computation {
  readonly results: Results;
  readonly #engine: Engine;
  readonly #steps: AttentionSteps;
  readonly #inputs: State['inputs'];
  readonly #switches: State['switches'];
  readonly #explained = new Map<string, CellArithmetic>();

  constructor(engine: Engine, given: Given) {
    this.#engine = engine;
    this.#inputs = given.inputs;
    this.#switches = given.switches;
    this.#steps = this.#attention(given.switches.scale ? {} : { scale: 1 });
    this.results = Object.freeze({
      taps: Object.freeze(
        Object.fromEntries(resultTaps.map((tap) => [tap, matrixOf(this.#steps[tap])])),
      ),
      sums: Object.freeze([...engine.sumRows(this.#steps.weights).data]),
    });
  }

  /** Whether it answers for this state too. */
  covers(state: Given): boolean {
    return state.inputs === this.#inputs && state.switches === this.#switches;
  }

  explain({ makes }: Step, { cell }: State): CellArithmetic | null {
    if (!makes || !cell) return null;
    const key = `${makes} ${cell.row} ${cell.column}`;
    const known = this.#explained.get(key);
    if (known) return known;
    const answer = this.#engine.explain(this.#steps, makes, cell.row, cell.column);
    this.#explained.set(key, answer);
    return answer;
  }

  #attention(options: { readonly scale?: number }): AttentionSteps {
    const given = { inputs: this.#inputs, switches: this.#switches };
    return this.#engine.attention(input(given, 'q'), input(given, 'k'), input(given, 'v'), {
      causal: this.#switches.mask,
      ...options,
    });
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
      return { value: NaN, columns: covered, alternatives: [] };
    }
    if (kind === 'choice') {
      const largest = (values: readonly number[]) =>
        values.flatMap((value, index) => (value >= Math.max(...values) ? [index] : []));
      const across = columns.map((index) => at(result, row, index));
      const down = columns.map((index) => at(result, index, row));
      const turned = largest(down).map((value): Alternative => ({
        value,
        misconception: 'row_for_column',
      }));
      return { value: NaN, columns: largest(across), alternatives: turned };
    }
    return {
      value: at(result, row, column),
      columns: [],
      alternatives: this.#alternatives(operation, row, column),
    };
  }

  #alternatives(kind: OperationKind, row: number, column: number): readonly Alternative[] {
    const { scores, scaled, masked, weights } = this.#steps;
    const unscaled = () => this.#attention({ scale: 1 });
    const v = input({ inputs: this.#inputs, switches: this.#switches }, 'v');
    const mixed = (shares: Float32Array) =>
      entry(this.#engine.linear(rowTensor(shares), transposed(v)), 0, column);
    const down = () => transposed(this.#engine.softmax(transposed(masked)));
    const exponentials = () => this.#engine.explainSoftmax(rowOf(masked, row)).exponentials;
    switch (kind) {
      case 'product':
        return [{ value: entry(scores, column, row), misconception: 'row_for_column' }];
      case 'scale': {
        const depth = this.#inputs.k?.columns ?? 1;
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
          { value: entry(unscaled().weights, row, column), misconception: 'forgot_root' },
          { value: entry(weights, column, row), misconception: 'row_for_column' },
        ];
      case 'mix':
        return [
          { value: mixed(exponentials()), misconception: 'forgot_divide' },
          { value: mixed(rowOf(down(), row)), misconception: 'wrong_direction' },
          { value: entry(unscaled().output, row, column), misconception: 'forgot_root' },
          { value: mixed(rowOf(transposed(weights), row)), misconception: 'row_for_column' },
        ];
      default:
        return [];
    }
  }

  /** e to the power x, without the maximum subtracted: of −|x|, which is in range, or one over it. */
  #exponential(x: number): number {
    const [, power = NaN] = this.#engine.explainSoftmax([0, -Math.abs(x)]).exponentials;
    return x > 0 ? 1 / power : power;
  }
}
