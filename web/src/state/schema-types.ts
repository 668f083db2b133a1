// What a parameter of an address is.
import type { Lesson } from './lesson.ts';
import type { Base, ProblemKind, State } from './types.ts';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  /** The texts that it takes. */
  readonly syntax: string;
  /** It says something within the lesson: not taken when the address names a lesson we lack. */
  readonly ofLesson: boolean;
  /** The text that absence stands for; null where absence has a meaning of its own. */
  default(lesson: Lesson, base: Base): string | null;
  /** null: left out. */
  print(state: State, lesson: Lesson): string | null;
  /** The state with this parameter taken up, or why it cannot be. */
  parse(text: string, state: State, lesson: Lesson): State | ProblemKind;
}

export type Migration = (parameters: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

export interface Schema {
  readonly version: number;
  /** In the order in which they are written and taken up. */
  readonly parameters: readonly Parameter[];
  /** From the version that is the key to the next one. */
  readonly migrations: Readonly<Record<number, Migration>>;
}
