// What is asked about the next cell of a result.
import type { QuestionKind } from './lesson.ts';
import { hasUnchanged } from './mask.ts';
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
  readonly share?: number;
  /** What an answer shows. */
  readonly shows: 'cell' | 'row' | 'all';
}

/** null while everything is shown, and where the next cell is none that is asked about. */
export function questionOf(lesson: Lesson, state: State): Question | null {
  const step = currentStep(lesson, state);
  const shape = resultShape(lesson, state, step);
  const count = shownCount(lesson, state, step);
  if (!step.ask || !state.predict || !shape || count >= cellCount(lesson, state, step)) return null;
  const cell = cellAt(shape, count);
  const asked = (cell.column === 0 ? step.ask.row : undefined) ?? step.ask.cell;
  if (!asked || (asked.kind === 'unchanged' && !hasUnchanged(state))) return null;
  const { tolerance, share } = asked.kind === 'number' ? asked : { tolerance: 0 };
  const wholeRow = asked.kind === 'mark' || !step.ask.cell;
  const shows = asked.kind === 'unchanged' ? 'all' : wholeRow ? 'row' : 'cell';
  return Object.freeze({
    id: `${step.id}-${asked.kind}`,
    kind: asked.kind,
    cell,
    tolerance,
    ...(share === undefined ? {} : { share }),
    shows,
  });
}

/** How many cells are shown once the question is answered. */
export function countAfter(lesson: Lesson, state: State, { shows, cell }: Question): number {
  if (shows === 'all') return Infinity;
  const shape = resultShape(lesson, state, currentStep(lesson, state));
  const columns = shape?.columns ?? 0;
  return cell.row * columns + (shows === 'row' ? columns : cell.column + 1);
}
