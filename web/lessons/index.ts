// The lessons, in order: one for each folder beside this file, as set-up and build find them. Their words
// are loaded one language at a time.
import { folders } from '#chapters/lessons';
import type { Lesson } from '../src/state/lesson.ts';
import { inOrder } from './order.ts';

export const lessons: readonly [Lesson, ...Lesson[]] = inOrder(folders, ({ chapter }) => chapter);
