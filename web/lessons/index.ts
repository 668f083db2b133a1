// The chapters, in order.
import type { LessonText } from '../src/state/lesson-text.ts';
import type { Lesson } from '../src/state/lesson.ts';
import type { Locale } from '../src/state/types.ts';
import { lesson as attentionByHand } from './attention-by-hand/lesson.ts';
import { text as attentionByHandEn } from './attention-by-hand/text/en.ts';
import { text as attentionByHandHans } from './attention-by-hand/text/zh-Hans.ts';
import { text as attentionByHandHant } from './attention-by-hand/text/zh-Hant.ts';

export interface Chapter {
  readonly lesson: Lesson;
  readonly text: Readonly<Record<Locale, LessonText>>;
}

export const chapters: readonly [Chapter, ...Chapter[]] = [
  {
    lesson: attentionByHand,
    text: {
      'zh-Hant': attentionByHandHant,
      'zh-Hans': attentionByHandHans,
      en: attentionByHandEn,
    },
  },
];

export const lessons: readonly Lesson[] = chapters.map((chapter) => chapter.lesson);
