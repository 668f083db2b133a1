// How many heads there are, and which of them is in hand.
import { axisOf, sizeOf } from './inputs.ts';
import type { Lesson } from './lesson.ts';
import { setOf } from './sets.ts';
import type { State } from './types.ts';

type Counted = Pick<State, 'inputs' | 'heads' | 'head'>;

/** The width of all heads together; 1 in a lesson without heads. */
export function joinedWidth(lesson: Lesson, inputs: State['inputs']): number {
  const axis = lesson.heads === undefined ? undefined : axisOf(lesson, 'joined');
  return axis ? sizeOf(inputs, axis) : 1;
}

/** The numbers of heads that there can be: the divisors of the joined width. */
export function headCounts(lesson: Lesson, inputs: State['inputs']): readonly number[] {
  const width = joinedWidth(lesson, inputs);
  return Array.from({ length: width }, (_, at) => at + 1).filter((count) => width % count === 0);
}

/** So many heads if the width allows it, else the most below; the head in hand stays while it is there. */
export function withHeads(
  lesson: Lesson,
  { inputs, head }: Counted,
  wanted: number,
): Pick<State, 'heads' | 'head'> {
  const possible = headCounts(lesson, inputs).filter((count) => count <= wanted);
  const heads = possible.at(-1) ?? 1;
  return { heads, head: Math.min(head, heads - 1) };
}

/** What a set begins with. */
export const headsOfSet = (lesson: Lesson, set: string): number =>
  setOf(lesson, set)?.heads ?? lesson.heads ?? 1;
