// The lessons with their words in every language, for tests and tools; no page imports it.
import { folders } from '#chapters/all';
import type { LessonText } from '../src/state/lesson-text.ts';
import type { Lesson } from '../src/state/lesson.ts';
import type { Locale } from '../src/state/types.ts';
import { inOrder } from './order.ts';

export interface Chapter {
  readonly lesson: Lesson;
  readonly text: Readonly<Record<Locale, LessonText>>;
}

export const chapters: readonly [Chapter, ...Chapter[]] = inOrder(
  folders,
  ({ lesson }) => lesson.chapter,
);
