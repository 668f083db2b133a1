// What follows from a state before anything is computed.
import type { LessonText } from '../state/lesson-text.ts';
import type { Lesson } from '../state/lesson.ts';
import { namesOf } from '../state/names.ts';
import { indexOf, resultShape } from '../state/progress.ts';
import { currentStep } from '../state/reducer.ts';
import type { State } from '../state/types.ts';

/** The names that stand at the rows. */
export const tokenNames = (
  lesson: Lesson,
  state: State,
  { tokens }: LessonText,
): readonly string[] => namesOf(lesson, state, tokens);

/** Whether the inspected cell is among the shown ones. */
export function withinShown(lesson: Lesson, state: State, shown: number): boolean {
  const shape = resultShape(lesson, state, currentStep(lesson, state));
  return shape !== null && state.cell !== null && indexOf(shape, state.cell) < shown;
}
