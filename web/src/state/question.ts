// What is asked about the next cell of a result.
import type { QuestionKind } from './lesson.ts';
import { cellAt, cellCount, resultShape, shownCount } from './progress.ts';
import { currentStep } from './reducer.ts';
import type { Cell, State } from './types.ts';
import type { Lesson } from './lesson.ts';

export interface Question {
  /** Of the lesson's texts and of answers that are reported: 'softmax-choice'. */
  readonly id: string;
  readonly kind: QuestionKind;
  readonly cell: Cell;
  /** Of a number. */
  readonly tolerance: number;
}

/** null while everything is shown, and where the next cell is none that is asked about. */
export function questionOf(lesson: Lesson, state: State): Question | null {
  const step = currentStep(lesson, state);
  const shape = resultShape(lesson, state, step);
  const count = shownCount(lesson, state, step);
  if (!step.ask || !state.predict || !shape || count >= cellCount(lesson, state, step)) return null;
  const cell = cellAt(shape, count);
  const asked = (cell.column === 0 ? step.ask.row : undefined) ?? step.ask.cell;
  if (!asked) return null;
  const tolerance = asked.kind === 'number' ? asked.tolerance : 0;
  return Object.freeze({ id: `${step.id}-${asked.kind}`, kind: asked.kind, cell, tolerance });
}

/** How many cells are shown once the question is answered: marking is about a row, the rest about a cell. */
export function countAfter(lesson: Lesson, state: State, { kind, cell }: Question): number {
  const shape = resultShape(lesson, state, currentStep(lesson, state));
  const columns = shape?.columns ?? 0;
  return cell.row * columns + (kind === 'mark' ? columns : cell.column + 1);
}
