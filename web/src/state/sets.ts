// The sets of numbers that a lesson comes with.
import { frozenMatrix, inputTaps } from './inputs.ts';
import type { Inputs } from './inputs.ts';
import type { DataSet, Lesson, Matrix } from './lesson.ts';
import type { LessonText } from './lesson-text.ts';
import type { TapName } from '../../../wasm/engine/types.ts';
import type { State } from './types.ts';

/** The first is the one that a lesson begins with. */
export const setsOf = (lesson: Lesson): readonly DataSet[] => [
  { id: lesson.set ?? 'own', inputs: lesson.inputs },
  ...(lesson.sets ?? []),
];

export const setOf = (lesson: Lesson, id: string): DataSet | undefined =>
  setsOf(lesson).find((set) => set.id === id);

/** Whether the engine draws numbers of the set in hand, so that a seed says them all. */
export const isDrawn = (lesson: Lesson, { set }: Pick<State, 'set'>): boolean =>
  setOf(lesson, set)?.draws !== undefined;

/** What a set starts with; drawn numbers are zeros until the engine has drawn them. */
export function inputsOfSet(lesson: Lesson, { inputs }: DataSet): Inputs {
  const start: Partial<Record<TapName, Matrix>> = {};
  for (const tap of inputTaps(lesson)) {
    const matrix = inputs[tap];
    if (matrix) start[tap] = frozenMatrix(matrix, matrix.data.map(Math.fround));
  }
  return Object.freeze(start);
}

export const contentOfSet = (
  lesson: Lesson,
  set: DataSet,
): Pick<State, 'set' | 'inputs' | 'seed' | 'pending'> => ({
  set: set.id,
  inputs: inputsOfSet(lesson, set),
  seed: set.draws ? (set.seed ?? 0) : null,
  pending: set.draws !== undefined,
});

/** The tokens of a set, where it has words of its own. */
export const wordsOf = (text: LessonText, { set }: Pick<State, 'set'>): readonly string[] =>
  text.sets?.[set]?.tokens ?? text.tokens;
