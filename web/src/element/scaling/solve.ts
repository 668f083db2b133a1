// What is right, and what wrong answers come to: all of it numbers of the study.
import type { StudyRow } from '../../../../wasm/engine/index.ts';
import type { Step } from '../../state/lesson.ts';
import type { Question } from '../../state/question.ts';
import { versions } from '../../views/scaling/scene.ts';
import type { Alternative, Solution } from '../judge.ts';

/** null while the row, or the one that it is compared with, is not drawn. */
export function solve(
  { id }: Step,
  { cell: { row, column } }: Question,
  table: readonly (StudyRow | null)[],
  keys: number,
): Solution | null {
  const [now, first] = [table[row], table[0]];
  if (!now || !first) return null;
  const version = versions[column] ?? 'unscaled';
  switch (id) {
    case 'variance':
      return number(now.variance, [
        { value: now.root, misconception: 'root_of_width' },
        { value: 1, misconception: 'unchanged_by_width' },
        { value: first.variance, misconception: 'unchanged_by_width' },
        { value: now.width * now.width, misconception: 'width_squared' },
      ]);
    case 'largest':
      return number(now[version].largest, [
        ...(version === 'scaled'
          ? ([{ value: now.unscaled.largest, misconception: 'forgot_root' }] as const)
          : []),
        { value: 1 / keys, misconception: 'even_share' },
        { value: 1, misconception: 'takes_all' },
        ...(version === 'unscaled'
          ? ([{ value: first.unscaled.largest, misconception: 'unchanged_by_width' }] as const)
          : []),
      ]);
    case 'entropy':
    case 'gradient': {
      const best = now.scaled[id] >= now.unscaled[id] ? 1 : 0;
      return {
        value: now[versions[best]][id],
        columns: now.scaled[id] === now.unscaled[id] ? [0, 1] : [best],
        alternatives:
          id === 'gradient' ? [{ value: 1 - best, misconception: 'sharp_is_steep' }] : [],
      };
    }
    default:
      return null;
  }
}

const number = (value: number, alternatives: readonly Alternative[]): Solution => ({
  value,
  columns: [],
  alternatives,
});
