// What every view is drawn from: frozen values, words, and requests. Views hold nothing themselves.
import type { CellArithmetic, ErrorCode, TapName } from '../../../wasm/engine/types.ts';
import type { UiText } from '../i18n/ui-text.ts';
import type { ParseProblem } from '../render/format.ts';
import type { LessonText } from '../state/lesson-text.ts';
import type { Lesson, Matrix, Step } from '../state/lesson.ts';
import type { Action, Cell, Locale, State } from '../state/types.ts';

/** Everything that the engine computed for the present inputs and switches. */
export interface Results {
  readonly taps: Readonly<Partial<Record<TapName, Matrix>>>;
  /** Of each row of weights, unrounded. */
  readonly sums: readonly number[];
}

/** A field is open over a cell. */
export interface Editing {
  readonly tap: TapName;
  readonly cell: Cell;
  readonly text: string;
  /** It opened with the old number, which the first key replaces. */
  readonly whole: boolean;
}

/** Why the last thing typed was not taken, shown at its cell. */
export interface EditProblem {
  readonly tap: TapName;
  readonly cell: Cell;
  readonly problem: ParseProblem;
}

export const controlLevels = ['full', 'steps', 'none'] as const;
export type Controls = (typeof controlLevels)[number];

export const chapterModes = ['shown', 'hidden'] as const;
export type Chapters = (typeof chapterModes)[number];

export interface ChapterLink {
  readonly lesson: string;
  readonly title: string;
}

export interface View {
  readonly lesson: Lesson;
  readonly state: State;
  readonly steps: readonly Step[];
  readonly step: Step;
  /** null until the engine has answered, and while it cannot. */
  readonly results: Results | null;
  readonly arithmetic: CellArithmetic | null;
  readonly failure: ErrorCode | null;
  readonly editing: Editing | null;
  readonly problem: EditProblem | null;
  /** Where the tab stop of a matrix lies, in its drawn rows and columns. */
  readonly stops: Readonly<Partial<Record<TapName, Cell>>>;
  readonly drawerOpen: boolean;
  /** Part of the address that the state came from could not be read. */
  readonly damaged: boolean;
  readonly theme: 'light' | 'dark';
  /** Cells are too narrow for three decimals. */
  readonly narrow: boolean;
  readonly controls: Controls;
  readonly chapters: Chapters;
  readonly chapterLinks: readonly ChapterLink[];
  readonly text: UiText;
  readonly words: LessonText;
  readonly languageNames: Readonly<Record<Locale, string>>;
  readonly requests: Requests;
}

export interface Requests {
  dispatch(action: Action): void;
  openLesson(lesson: string): void;
  toggleDrawer(open: boolean): void;
  dismiss(): void;
  retry(): void;
  type(text: string): void;
  /** Takes what was typed; `leave` closes the field even where it cannot be taken. */
  commit(leave: boolean): void;
  cancel(): void;
}

export const at = (matrix: Matrix, row: number, column: number): number =>
  matrix.data[row * matrix.columns + column] ?? NaN;

/** A matrix of the scene: inputs are known before the engine has loaded. */
export const matrixOf = ({ state, results }: View, tap: TapName): Matrix | undefined =>
  state.inputs[tap] ?? results?.taps[tap];

/** The values of every matrix of the scene, for the ends of colour scales. */
export const valuesOf = ({
  state,
  results,
}: View): Readonly<Partial<Record<TapName, readonly number[]>>> =>
  Object.fromEntries(
    Object.entries({ ...results?.taps, ...state.inputs }).map(([tap, { data }]) => [tap, data]),
  );
