// From a state to everything that the views draw: each question to the engine is asked once.
import { tensor } from '../../../wasm/engine/index.ts';
import type {
  AttentionSteps,
  CellArithmetic,
  Engine,
  TapName,
  Tensor,
} from '../../../wasm/engine/index.ts';
import type { Matrix, Step } from '../state/lesson.ts';
import type { State } from '../state/types.ts';
import type { Results } from '../views/index.ts';

const resultTaps = ['scores', 'scaled', 'masked', 'weights', 'output'] as const;

const rowsOf = ({ rows, columns, data }: Matrix): number[][] =>
  Array.from({ length: rows }, (_, row) => data.slice(row * columns, (row + 1) * columns));

function matrixOf({ shape, data }: Tensor): Matrix {
  const [rows = 0, columns = 0] = shape;
  return Object.freeze({ rows, columns, data: Object.freeze([...data]) });
}

function input(state: State, tap: TapName): Tensor {
  const matrix = state.inputs[tap];
  if (!matrix) throw new RangeError(`lesson ${state.lesson} has no input ${tap}`);
  return tensor(rowsOf(matrix));
}

export class Computation {
  readonly results: Results;
  readonly #engine: Engine;
  readonly #steps: AttentionSteps;
  readonly #inputs: State['inputs'];
  readonly #switches: State['switches'];
  readonly #explained = new Map<string, CellArithmetic>();

  constructor(engine: Engine, state: State) {
    this.#engine = engine;
    this.#inputs = state.inputs;
    this.#switches = state.switches;
    this.#steps = engine.attention(input(state, 'q'), input(state, 'k'), input(state, 'v'), {
      causal: state.switches.mask,
      ...(state.switches.scale ? {} : { scale: 1 }),
    });
    this.results = Object.freeze({
      taps: Object.freeze(
        Object.fromEntries(resultTaps.map((tap) => [tap, matrixOf(this.#steps[tap])])),
      ),
      sums: Object.freeze([...engine.sumRows(this.#steps.weights).data]),
    });
  }

  /** Whether it answers for this state too. */
  covers(state: State): boolean {
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
}
