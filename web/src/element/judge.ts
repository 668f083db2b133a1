// Whether an answer is right, and what a wrong one tells. Compares with numbers of the engine.
import type { Misconception } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';

export interface Alternative {
  readonly value: number;
  readonly misconception: Misconception;
}

/** What the engine says about the row or cell in question. */
export interface Solution {
  /** The cell; of a row the columns that are right: any one of a choice, all of a marking. */
  readonly value: number;
  readonly columns: readonly number[];
  /** Numbers, or columns of a choice or a marking, that wrong answers come to. */
  readonly alternatives: readonly Alternative[];
}

export interface Judgement {
  readonly correct: boolean;
  readonly misconception: Misconception | null;
}

const right: Judgement = { correct: true, misconception: null };

/** Half a per cent of a large number is as good as two decimals of a small one. */
const near = (given: number, value: number, { tolerance, share = 0.005 }: Question): boolean =>
  Math.abs(given - value) <= Math.max(tolerance, Math.abs(value) * share);

export function judgeNumber(
  question: Question,
  { value, alternatives }: Solution,
  given: number,
): Judgement {
  if (near(given, value, question)) return right;
  const found = alternatives.find((each) => near(given, each.value, question));
  return { correct: false, misconception: found?.misconception ?? null };
}

export function judgeChoice({ columns, alternatives }: Solution, given: number): Judgement {
  if (columns.includes(given)) return right;
  const found = alternatives.find(({ value }) => value === given);
  return { correct: false, misconception: found?.misconception ?? null };
}

export function judgeMarks(
  { columns, alternatives }: Solution,
  given: readonly number[],
): Judgement {
  if (given.length === columns.length && given.every((each) => columns.includes(each)))
    return right;
  const found = alternatives.find(({ value }) => given.includes(value));
  return { correct: false, misconception: found?.misconception ?? null };
}
