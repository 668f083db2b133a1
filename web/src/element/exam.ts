// The question in hand: what the reader typed, chose or marked, and what became of it.
import type { Question } from '../state/question.ts';
import { parseNumber } from '../views/index.ts';
import type { Answered, Quiz, Verdict } from '../views/index.ts';
import { judgeChoice, judgeMarks, judgeNumber } from './judge.ts';
import type { Judgement, Solution } from './judge.ts';

export interface Answer {
  readonly exercise: string;
  readonly given: Answered;
  readonly expected: Answered;
  readonly correct: boolean;
}

export interface ExamHost {
  /** null when there is no engine, or nothing is asked. */
  solve(): { readonly question: Question; readonly solution: Solution } | null;
  answered(answer: Answer, question: Question): void;
  changed(): void;
}

export class Exam {
  readonly #host: ExamHost;
  #key = '';
  #typed = '';
  #marks: readonly number[] = [];
  #verdict: Verdict | null = null;
  /** For the next question to begin with. */
  #praise: Verdict | null = null;

  constructor(host: ExamHost) {
    this.#host = host;
  }

  /** What is drawn of a question; another one begins with nothing typed. */
  quiz(question: Question | null): Quiz | null {
    if (!question) return null;
    const key = `${question.id} ${question.cell.row} ${question.cell.column}`;
    if (key !== this.#key) {
      this.#key = key;
      this.#clear();
      this.#verdict = this.#praise;
    }
    this.#praise = null;
    return { question, typed: this.#typed, marks: this.#marks, verdict: this.#verdict };
  }

  /** What was right last, until it is said beside the next question or the step is left. */
  get praise(): Answered | null {
    return this.#praise?.kind === 'right' ? this.#praise.answer : null;
  }

  leave(): void {
    this.#praise = null;
  }

  /** Another state: nothing was typed into it. */
  forget(): void {
    this.#key = '';
    this.#praise = null;
  }

  /** Other numbers: what was said of the answer need not be true of them. */
  numbersChanged(): void {
    this.#verdict = null;
    this.#praise = null;
  }

  type(text: string): void {
    this.#typed = text;
    this.#verdict = null;
    this.#host.changed();
  }

  mark(column: number): void {
    const marks = this.#marks.includes(column)
      ? this.#marks.filter((each) => each !== column)
      : [...this.#marks, column];
    this.#marks = marks.sort((a, b) => a - b);
    this.#verdict = null;
    this.#host.changed();
  }

  submit(): void {
    const asked = this.#host.solve();
    if (!asked) return;
    const { question, solution } = asked;
    if (question.kind === 'mark') {
      this.#settle(question, judgeMarks(solution, this.#marks), this.#marks, solution);
      return;
    }
    const given = parseNumber(this.#typed);
    if (typeof given === 'number') {
      this.#settle(question, judgeNumber(question, solution, given), given, solution);
    } else {
      this.#verdict = { kind: 'unclear' };
      this.#host.changed();
    }
  }

  choose(column: number): void {
    const asked = this.#host.solve();
    if (!asked) return;
    this.#settle(asked.question, judgeChoice(asked.solution, column), column, asked.solution);
  }

  #settle(
    question: Question,
    { correct, misconception }: Judgement,
    given: Answer['given'],
    { value, columns }: Solution,
  ): void {
    this.#verdict = correct ? null : { kind: 'wrong', misconception };
    const expected = question.kind === 'number' ? value : columns;
    this.#praise = correct ? { kind: 'right', answer: expected } : null;
    this.#host.answered({ exercise: question.id, given, expected, correct }, question);
    this.#host.changed();
  }

  #clear(): void {
    this.#typed = '';
    this.#marks = [];
    this.#verdict = null;
  }
}
