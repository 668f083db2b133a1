// The chapters, in order: one for each folder beside this file, as set-up and build find them.
import { folders } from '#chapters';
import type { LessonText } from '../src/state/lesson-text.ts';
import type { Lesson } from '../src/state/lesson.ts';
import type { Locale } from '../src/state/types.ts';

export interface Chapter {
  readonly lesson: Lesson;
  readonly text: Readonly<Record<Locale, LessonText>>;
}

function inOrder(found: readonly Chapter[]): readonly [Chapter, ...Chapter[]] {
  const [first, ...rest] = [...found].sort((a, b) => a.lesson.chapter - b.lesson.chapter);
  if (!first) throw new RangeError('there is no lesson');
  return [first, ...rest];
}

export const chapters = inOrder(folders);

export const lessons: readonly Lesson[] = chapters.map((chapter) => chapter.lesson);
