// What every view is drawn from: frozen values, words, and requests. Views hold nothing themselves.
import type { CellArithmetic, ErrorCode, TapName } from '../../../wasm/engine/types.ts';
import type { UiText } from '../i18n/ui-text.ts';
import type { MatrixTextProblem } from '../render/matrix-text.ts';
import type { ParseProblem } from '../render/format.ts';
import type { LessonText } from '../state/lesson-text.ts';
import type { Lesson, Matrix, Misconception, Step } from '../state/lesson.ts';
import { shapeOf } from '../state/shape.ts';
import { permits } from '../state/limits.ts';
import type { Allow, Permission } from '../state/limits.ts';
import type { Question } from '../state/question.ts';
import type { Action, Cell, Locale, State } from '../state/types.ts';
import type { Live } from './live.ts';

/** Everything that the engine computed for the present inputs and switches. */
export interface Results {
  readonly taps: Readonly<Partial<Record<TapName, Matrix>>>;
  /** Of each row of weights, unrounded. */
  readonly sums: readonly number[];
  /** null where the mask is no matter of the lesson. */
  readonly variants: {
    /** Without the mask. */
    readonly open: Taps;
    /** One query at a time; NaN where a key was not there yet. */
    readonly decoded: Taps;
    /** The weight that each row's covered cells would have without the mask. */
    readonly removed: readonly number[];
  } | null;
  /** Of each head; null in a lesson without heads. */
  readonly heads: readonly HeadResults[] | null;
  /** The same queries, keys and values in one head. */
  readonly whole: Taps | null;
  /** The queries cut the wrong way: read as heads in the order of memory. */
  readonly mistaken: readonly Matrix[] | null;
  /** What each possible number of heads takes. */
  readonly costs: readonly HeadCost[] | null;
}

export interface HeadResults {
  readonly taps: Taps;
  readonly sums: readonly number[];
}

export interface HeadCost {
  readonly heads: number;
  readonly parameters: number;
  readonly multiplications: number;
  /** Numbers in the score matrices of all heads. */
  readonly scores: number;
}

/** Of all heads together: they are compared with each other and share the ends of their scales. */
export type Values = Readonly<Partial<Record<TapName, readonly number[]>>>;

export type Taps = Readonly<Partial<Record<TapName, Matrix>>>;

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

/** A field is open over a token's name. */
export interface Naming {
  readonly token: number;
  readonly text: string;
}

/** A drawn place. */
export interface Peek {
  readonly tap: TapName;
  readonly row: number;
  readonly column: number;
}

/** The question in hand, and what the reader has done about it. */
export interface Quiz {
  readonly question: Question;
  readonly typed: string;
  /** Columns of the row that are marked. */
  readonly marks: readonly number[];
  readonly verdict: Verdict | null;
}

/** A number, or columns of the row. */
export type Answered = number | readonly number[];

export type Verdict =
  | { readonly kind: 'unclear' }
  /** Of the question before, whose cell is shown now. */
  | { readonly kind: 'right'; readonly answer: Answered }
  | { readonly kind: 'wrong'; readonly misconception: Misconception | null };

/** How the density of a figure lets a number be written. */
export interface Writing {
  /** In em of the figure. */
  readonly room: number;
  readonly digits: number;
  /** Without the zero before the point. */
  readonly bare: boolean;
}

export const panels = ['numbers', 'settings', 'share', 'print', 'teacher'] as const;
export type PanelId = (typeof panels)[number];

export type PasteProblem =
  | MatrixTextProblem
  | {
      readonly problem: 'wrong_size';
      readonly rows: number;
      readonly columns: number;
    };

/** The field for pasting a matrix. */
export interface Pasting {
  readonly tap: TapName;
  readonly text: string;
  readonly problem: PasteProblem | null;
}

export const copies = ['link', 'frame', 'element', 'numpy', 'pytorch', 'csv', 'latex'] as const;
export type CopyId = (typeof copies)[number];
export const pictures = ['svg', 'png'] as const;
export type PictureId = (typeof pictures)[number];

/** What came of the last copy or export. */
export type Delivery =
  | { readonly kind: 'copied'; readonly what: CopyId }
  | { readonly kind: 'refused'; readonly what: CopyId; readonly text: string }
  /** A file, by its name. */
  | { readonly kind: 'saved'; readonly name: string }
  | { readonly kind: 'failed'; readonly name: string };

/** A file to hand out: a picture of the stage or, by its selector, of a part of it; or a text. */
export type HandedFile =
  | { readonly name: string; readonly picture: PictureId; readonly part?: string }
  | { readonly name: string; readonly text: () => string; readonly type: string };

/** The sheet that the panel for printing makes. */
export interface Plan {
  readonly variants: number;
  /** Of the first variant. */
  readonly seed: number;
  /** Steps that can be asked, and the ids of those that are: one at least. */
  readonly steps: readonly Step[];
  readonly asked: readonly string[];
  readonly key: boolean;
  /** The numbers in hand are not for a hand to work out: the lesson's own sizes stand in. */
  readonly resized: boolean;
  /** What came of it. */
  readonly outcome: 'saved' | 'refused' | 'missing' | null;
}

export const mostVariants = 30;

/** What stood before the last change, for showing what it did. */
export interface Before {
  readonly inputs: State['inputs'];
  readonly results: Results | null;
}

export const controlLevels = ['full', 'steps', 'none'] as const;
export type Controls = (typeof controlLevels)[number];

export const chapterModes = ['shown', 'hidden'] as const;
export type Chapters = (typeof chapterModes)[number];

export interface ChapterLink {
  readonly lesson: string;
  readonly title: string;
  /** Walked to its last step. */
  readonly done: boolean;
}

export interface View {
  readonly lesson: Lesson;
  readonly state: State;
  readonly steps: readonly Step[];
  readonly step: Step;
  /** null until the engine has answered, and while it cannot. */
  readonly results: Results | null;
  /** The values of every matrix of the scene, for the ends of colour scales. */
  readonly values: Values;
  readonly arithmetic: CellArithmetic | null;
  readonly failure: ErrorCode | null;
  /** The figure of a lesson that matrices do not make. */
  readonly live: Live | null;
  /** The language that was asked for and whose words did not load. */
  readonly missing: Locale | null;
  readonly editing: Editing | null;
  readonly problem: EditProblem | null;
  readonly naming: Naming | null;
  /** Names of the tokens: of the keys and values. */
  readonly tokens: readonly string[];
  /** Names of the queries, and the tokens that they are. */
  readonly queries: readonly string[];
  readonly tokensOfQueries: readonly number[];
  /** How many cells of the step's result are shown. */
  readonly shown: number;
  readonly quiz: Quiz | null;
  /** The answer that was right last, where nothing more is asked. */
  readonly praise: Answered | null;
  readonly before: Before | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly playing: boolean;
  readonly panel: PanelId | null;
  readonly pasting: Pasting;
  readonly delivery: Delivery | null;
  /** null while its panel is shut. */
  readonly plan: Plan | null;
  /** The matrix that is copied as CSV or LaTeX, by the tap of its slot. */
  readonly chosen: TapName;
  /** What whoever gets the link may change. */
  readonly handed: Allow;
  readonly link: string;
  /** Lines for a course page. */
  readonly frame: string;
  readonly element: string;
  readonly tables: boolean;
  /** A cell whose number has no room in it, and is read under its matrix. */
  readonly peek: Peek | null;
  /** Covered by whoever presents. */
  readonly blank: boolean;
  /** Said to a screen reader. */
  readonly announcement: string;
  /** Where the tab stop of a matrix lies, in its drawn rows and columns. */
  readonly stops: Readonly<Partial<Record<TapName, Cell>>>;
  readonly drawerOpen: boolean;
  /** Part of the address that the state came from could not be read. */
  readonly damaged: boolean;
  readonly theme: 'light' | 'dark';
  readonly writing: Writing;
  readonly controls: Controls;
  readonly chapters: Chapters;
  readonly chapterLinks: readonly ChapterLink[];
  readonly text: UiText;
  readonly words: LessonText;
  readonly requests: Requests;
}

/** What stands around a lesson, also while there are no words of it. */
export type Frame = Pick<
  View,
  | 'lesson'
  | 'state'
  | 'drawerOpen'
  | 'theme'
  | 'controls'
  | 'chapters'
  | 'chapterLinks'
  | 'text'
  | 'requests'
>;

/** What matrices and formulas are named by: of a figure, and of a sheet of paper. */
export type Scenery = Pick<
  View,
  'lesson' | 'state' | 'step' | 'results' | 'text' | 'tokens' | 'queries' | 'tokensOfQueries'
>;

export interface Requests {
  dispatch(action: Action): void;
  openLesson(lesson: string): void;
  toggleDrawer(open: boolean): void;
  dismiss(): void;
  retry(): void;
  retryText(): void;
  type(text: string): void;
  /** Takes what was typed; `leave` closes the field even where it cannot be taken. */
  commit(leave: boolean): void;
  cancel(): void;
  play(): void;
  present(on: boolean): void;
  cover(on: boolean): void;
  openPanel(panel: PanelId | null): void;
  /** Opens the field over a token's name; what is typed into it; taken or dropped. */
  rename(token: number): void;
  typeName(text: string): void;
  /** `leave`: the focus is elsewhere already. */
  endName(take: boolean, leave: boolean): void;
  typeAnswer(text: string): void;
  submitAnswer(): void;
  goToAnswer(): void;
  choose(column: number): void;
  mark(column: number): void;
  showAnswer(): void;
  forgetChange(): void;
  showTables(on: boolean): void;
  peek(at: Peek | null): void;
  drawNumbers(seed: number): void;
  typeMatrix(text: string): void;
  pasteInto(tap: TapName): void;
  applyMatrix(): void;
  hand(allow: Allow): void;
  chooseMatrix(tap: TapName): void;
  copy(what: CopyId): void;
  save(file: HandedFile): void;
  planSheet(change: Partial<Pick<Plan, 'variants' | 'seed' | 'asked' | 'key'>>): void;
  printSheet(): void;
  saveSheet(): void;
}

/** Whether it is the reader's to change in this figure. */
export const may = ({ controls, state }: Pick<View, 'controls' | 'state'>, what: Permission) =>
  controls !== 'none' && permits(state.allow, what);

export const at = (matrix: Matrix, row: number, column: number): number =>
  matrix.data[row * matrix.columns + column] ?? NaN;

/**
 * A matrix of the scene: inputs are known before the engine has loaded, unless it draws them. A step
 * that shows a variant of the results shows all of it.
 */
export function matrixOf(
  { state, results, step }: Scenery,
  tap: TapName,
  head = state.head,
): Matrix | undefined {
  const variant = step.variant && results?.variants?.[step.variant][tap];
  const input = state.pending ? undefined : state.inputs[tap];
  return variant ?? inResults(results, tap, head) ?? input;
}

/** Of a head what it has for itself. */
export const inResults = (
  results: Results | null | undefined,
  tap: TapName,
  head: number,
): Matrix | undefined => results?.heads?.[head]?.taps[tap] ?? results?.taps[tap];

/** How many components a query has. */
export const depthOf = ({ lesson, state }: View): number =>
  shapeOf(lesson, state.inputs, 'q', state.heads)?.columns ?? 0;

/** The sums of the rows of weights. */
export const sumsOf = ({ results, state }: View): readonly number[] =>
  results?.heads?.[state.head]?.sums ?? results?.sums ?? [];
