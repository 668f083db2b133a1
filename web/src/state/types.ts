// The state of one figure, and everything that can happen to it.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { AxisId, Matrix, SwitchName } from './lesson.ts';
import type { Allow } from './limits.ts';
import type { MaskChoice, MaskRule } from './mask.ts';

export const locales = ['zh-Hant', 'zh-Hans', 'en'] as const;
export type Locale = (typeof locales)[number];

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** What the surroundings choose for a reader who has chosen nothing. */
export interface Base {
  readonly locale: Locale;
  readonly theme: Theme;
  /** Lessons that the reader has walked to their last step, by id, in that order. */
  readonly done?: readonly string[];
  readonly allow?: Allow;
  readonly present?: boolean;
}

/** A cell of a tap; from 0. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

/** The four moves of a softmax, in order. */
export const softmaxParts = ['max', 'exp', 'sum', 'divide'] as const;
export type SoftmaxPart = (typeof softmaxParts)[number];

/** What undo brings back. */
export type Content = Pick<
  State,
  | 'set'
  | 'inputs'
  | 'names'
  | 'seed'
  | 'pending'
  | 'switches'
  | 'mask'
  | 'heads'
  | 'knobs'
  | 'digits'
>;

/** Frozen through and through; made by initialState, reduce and decodeState alone. */
export interface State extends Base {
  readonly done: readonly string[];
  /** What the reader may change; scripts of the page may do everything. */
  readonly allow: Allow;
  /** For a class: results are hidden until the clicker reveals them. */
  readonly present: boolean;
  readonly lesson: string;
  readonly step: string;
  /** The set of numbers that the reader began with. */
  readonly set: string;
  /** Every editable input, edited or not; numbers are finite float32 values. */
  readonly inputs: Readonly<Partial<Record<TapName, Matrix>>>;
  readonly switches: Readonly<Partial<Record<SwitchName, boolean>>>;
  /** null in a lesson whose mask is a switch, or that has none. */
  readonly mask: MaskChoice | null;
  /** 1 in a lesson without heads; it divides the joined width of the heads. */
  readonly heads: number;
  /** The head that is shown in full, from 0. */
  readonly head: number;
  /** Which of the results of the step is inspected; null: the one that it makes first. */
  readonly on: TapName | null;
  /** The inspected cell of the current step's result; null for a step without one. */
  readonly cell: Cell | null;
  /** What the reader calls the tokens; null, or nothing, where the lesson's own word stands. */
  readonly names: readonly (string | null)[];
  /** The inputs were drawn from this seed, and not changed since. */
  readonly seed: number | null;
  /** They are still to be drawn from it: until then the inputs are zeros that nobody sees. */
  readonly pending: boolean;
  /** By the id of the knob; none in a lesson without knobs. */
  readonly knobs: Readonly<Record<string, number>>;
  /** A sequence of the reader's own for a trained network; empty: that of the lesson. */
  readonly digits: readonly number[];
  /** Results hold back the cells that a question is about. */
  readonly predict: boolean;
  /** How many cells of a step's result are shown, row by row; Infinity: all, whatever the size. */
  readonly shown: Readonly<Record<string, number>>;
  /** The move of the softmax in hand; null: all of them. */
  readonly part: SoftmaxPart | null;
  /** Whether the cell was chosen by click or key, so that hovering does not move it. */
  readonly pinned: boolean;
}

export type Action =
  | { readonly type: 'go'; readonly step: string }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }
  | { readonly type: 'switch'; readonly name: SwitchName; readonly on: boolean }
  | { readonly type: 'set'; readonly set: string }
  /** Other numbers of the same set: of one that the engine draws, or only where they came from. */
  | { readonly type: 'seed'; readonly seed: number }
  /** What the engine has drawn for the set and the seed in hand. */
  | { readonly type: 'drawn'; readonly seed: number; readonly inputs: State['inputs'] }
  | { readonly type: 'heads'; readonly count: number }
  | { readonly type: 'head'; readonly head: number }
  | { readonly type: 'rule'; readonly rule: MaskRule | 'padding' }
  | { readonly type: 'flip'; readonly cell: Cell }
  | { readonly type: 'pad'; readonly token: number; readonly on: boolean }
  | { readonly type: 'poison'; readonly on: boolean }
  | { readonly type: 'window'; readonly size: number }
  /** The whole mask, as an address says. */
  | { readonly type: 'mask'; readonly mask: MaskChoice }
  | {
      readonly type: 'edit';
      readonly tap: TapName;
      readonly cell: Cell;
      readonly value: number;
      /** Edits of one gesture are undone together. */
      readonly gesture?: number;
    }
  /** One input anew; every axis that it has takes its size. */
  | { readonly type: 'put'; readonly tap: TapName; readonly matrix: Matrix }
  /** All inputs anew, of the sizes that they have. */
  | { readonly type: 'numbers'; readonly inputs: State['inputs']; readonly seed: number | null }
  | { readonly type: 'resize'; readonly axis: AxisId; readonly size: number }
  /** An empty text gives the lesson's own word back. */
  | { readonly type: 'name'; readonly token: number; readonly text: string }
  /** A knob that changes what is computed; an experiment begins anew. */
  | { readonly type: 'setting'; readonly id: string; readonly value: number }
  /** A knob that says where the reader looks. */
  | { readonly type: 'look'; readonly id: string; readonly value: number }
  /** Empty: those of the lesson. */
  | { readonly type: 'digits'; readonly digits: readonly number[] }
  | { readonly type: 'predict'; readonly on: boolean }
  /** The present step's result, shown up to a number of cells. */
  | { readonly type: 'reveal'; readonly count: number }
  /** Of several steps, as an address says. */
  | { readonly type: 'progress'; readonly shown: Readonly<Record<string, number>> }
  | { readonly type: 'part'; readonly part: SoftmaxPart | null }
  /** Play begins: a result that is not half way starts over. */
  | { readonly type: 'play' }
  /** A beat of play: the next move, cell or step. */
  | { readonly type: 'advance' }
  | { readonly type: 'content'; readonly content: Content }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | {
      readonly type: 'inspect';
      readonly cell: Cell;
      readonly pin: boolean;
      /** Of several results the one that it lies in, and the head. */
      readonly tap?: TapName;
      readonly head?: number;
    }
  | { readonly type: 'unpin' }
  /** As an address says. */
  | { readonly type: 'done'; readonly lessons: readonly string[] }
  | { readonly type: 'allow'; readonly allow: Allow }
  | { readonly type: 'present'; readonly on: boolean }
  /** Reveals the result of the step, then walks on; back, it hides it and walks back. */
  | { readonly type: 'clicker'; readonly by: 1 | -1 }
  | { readonly type: 'locale'; readonly locale: Locale }
  | { readonly type: 'theme'; readonly theme: Theme }
  | { readonly type: 'restore'; readonly state: State }
  /** To the lesson as it comes, or to what the reader began with. */
  | { readonly type: 'reset'; readonly to?: Content };

/** Why a part of an address was not taken. */
export const problemKinds = [
  'too_long', // the whole address is longer than any that we write
  'missing', // an address without its schema version
  'newer_version', // written by a later QKV Lab
  'unsupported_version', // so old that no migration is left
  'unknown_parameter',
  'duplicate', // only the first one counts
  'bad_encoding', // a broken percent sequence
  'bad_value', // not among the values that the parameter takes
  'bad_number',
  'out_of_range', // beyond float32, or a cell outside the result
  'wrong_shape', // a matrix of other rows and columns than the lesson's
  'conflict', // against the step that the same address names
] as const;
export type ProblemKind = (typeof problemKinds)[number];

export interface Problem {
  /** A name of the schema, never text from the address; null where no parameter is to blame. */
  readonly parameter: string | null;
  readonly kind: ProblemKind;
}
