// What the rows of a figure, or of a sheet, are called.
import type { LessonText } from '../state/lesson-text.ts';
import type { Lesson } from '../state/lesson.ts';
import { tokenOfQuery } from '../state/mask.ts';
import { namesOf } from '../state/names.ts';
import { wordsOf } from '../state/sets.ts';
import type { State } from '../state/types.ts';
import type { View } from '../views/index.ts';

export function labelsOf(
  lesson: Lesson,
  words: LessonText,
  state: State,
): Pick<View, 'tokens' | 'queries' | 'tokensOfQueries'> {
  const tokens = namesOf(lesson, state, wordsOf(words, state));
  const queries = Array.from({ length: state.inputs.q?.rows ?? tokens.length }, (_, row) =>
    tokenOfQuery(state, row),
  );
  return {
    tokens,
    queries: queries.map((token) => tokens[token] ?? ''),
    tokensOfQueries: queries,
  };
}
