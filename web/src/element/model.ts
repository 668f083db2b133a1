// What every model of a lesson answers: its results, their arithmetic, and what is right.
import type { CellArithmetic, TapName, Tensor } from '../../../wasm/engine/index.ts';
import type { Matrix, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import type { Content, State } from '../state/types.ts';
import { at } from '../views/view.ts';
import type { Results } from '../views/index.ts';
import type { Alternative, Solution } from './judge.ts';
import { tensorOf } from './tensors.ts';

/** What numbers depend on. */
export type Given = Pick<Content, 'inputs' | 'switches' | 'mask' | 'heads'>;

/** What is in hand: no number depends on it, but what is asked about them does. */
export type InHand = Pick<State, 'cell' | 'head' | 'on'>;

export interface Computation {
  readonly results: Results;
  /** Whether it answers for this state too. */
  covers(given: Given): boolean;
  /** The arithmetic of the cell in hand; null for a step without a result. */
  explain(step: Step, state: InHand): CellArithmetic | null;
  /** What is right about a question, and the numbers that wrong answers come to. */
  solve(step: Step, question: Question, state: InHand): Solution;
}

export function inputOf({ inputs }: Given, tap: TapName): Tensor {
  const matrix = inputs[tap];
  if (!matrix) throw new RangeError(`there is no input ${tap}`);
  return tensorOf(matrix);
}

/** The largest of a row, any of them where several are; wrong is who looks down the column. */
export function chosenOf(result: Matrix, row: number): Solution {
  const columns = Array.from({ length: result.columns }, (_, index) => index);
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
