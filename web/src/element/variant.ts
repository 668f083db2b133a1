// One variant of a sheet: the numbers of a seed in the sizes of the figure, and what comes of them.
import type { LessonText } from '../state/lesson-text.ts';
import type { Lesson } from '../state/lesson.ts';
import { stateOnPaper } from '../state/on-paper.ts';
import { reduce } from '../state/reducer.ts';
import type { State } from '../state/types.ts';
import type { Variant } from '../views/index.ts';
import { labelsOf } from './labels.ts';
import type { Power } from './power.ts';

/** null where there is no engine to ask. */
export function variantOf(
  lesson: Lesson,
  words: LessonText,
  state: State,
  seed: number,
  power: Pick<Power, 'drawFriendly' | 'computeApart'>,
  linkTo: (state: State) => string,
): Variant | null {
  const start = stateOnPaper(lesson, state);
  const inputs = power.drawFriendly(seed, start.inputs);
  const drawn = inputs && reduce(start, { type: 'numbers', inputs, seed }, lesson);
  const results = drawn && power.computeApart(lesson, drawn);
  if (!results) return null;
  return { seed, state: drawn, results, link: linkTo(drawn), ...labelsOf(lesson, words, drawn) };
}
