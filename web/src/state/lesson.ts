// A lesson is data: ids, taps, switches, focus targets and text keys. The stage draws any of them.
import type { TapName } from '../../../wasm/engine/types.ts';

/** A matrix of float32 values, row-major. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: readonly number[];
}

/** The identity that colours a matrix and names its letter. */
export type Identity = 'x' | 'q' | 'k' | 'v' | 's' | 'a' | 'o';

/**
 * project: inputs times weights; split: the columns of a projection shared out among heads; concat
 * and combine: the heads' outputs side by side, and that times weights. leak: the output as it would be without the mask, against the one with it. decode: the output as it
 * comes one token at a time. watch: an experiment of a figure that is drawn by a script of its own.
 */
export type OperationKind =
  | 'input'
  | 'project'
  | 'split'
  | 'product'
  | 'scale'
  | 'mask'
  | 'softmax'
  | 'mix'
  | 'leak'
  | 'decode'
  | 'concat'
  | 'combine'
  | 'watch';

/** Results of the same matrices computed another way: without the mask; one query at a time. */
export const variants = ['open', 'decoded'] as const;
export type Variant = (typeof variants)[number];

export interface Step {
  readonly id: string;
  readonly kind: OperationKind;
  /** Taps that this step reads, in reading order, and the one that it makes (none for inputs). */
  readonly reads: readonly TapName[];
  readonly makes?: TapName;
  /** Results of the same shape that it makes beside that one, cell by cell with it. */
  readonly also?: readonly TapName[];
  /** What it makes is a variant of what an earlier step has made. */
  readonly variant?: Variant;
  /** Present only while this switch is on; going to the step by name turns it on. */
  readonly needs?: SwitchName;
  /** The result cell that is inspected when the step is entered; [row, column] from 0. */
  readonly focus?: readonly [number, number];
  readonly ask?: Ask;
  /** Of an experiment: rows and columns of what it shows one by one, where there is such. */
  readonly cells?: readonly [number, number];
  /** Of an experiment that runs: where the knob `at` stands when the step is entered. */
  readonly at?: number;
}

/** What is asked about the next cell of a result that is not shown yet. */
export interface Ask {
  /** The row whose first cell is asked about when the step is entered; from the end where negative. */
  readonly from: number;
  /** At the first cell of a row; where absent, `cell` is asked there too. */
  readonly row?: RowQuestion | NumberQuestion;
  /** At every other cell; where absent, the answer to `row` shows the whole row. */
  readonly cell?: NumberQuestion;
}

/** The value of the cell itself. */
export interface NumberQuestion {
  readonly kind: 'number';
  /** How far off an answer may be and still count. */
  readonly tolerance: number;
  /** The same as a share of the value, where that is more; default half a per cent. */
  readonly share?: number;
}

/**
 * choice: which column holds the largest of the row. mark: which cells of the row are covered.
 * unchanged: which row is the same without the mask; its answer shows everything.
 */
export interface RowQuestion {
  readonly kind: 'choice' | 'mark' | 'unchanged';
}

/** A wrong answer that tells how it came about; the engine gives the numbers to compare with. */
export const misconceptions = [
  'forgot_root', // took the scores before they were divided by √d
  'divided_by_d', // by d itself
  'row_for_column', // the cell across the diagonal
  'wrong_direction', // softmax down the column
  'forgot_divide', // the exponential, not yet divided by the sum
  'covers_past', // the mask laid over what came before
  'covers_itself', // the mask laid over the diagonal too
  'masked_after_softmax', // weights of all, the covered ones set to 0 and nothing shared out anew
  'forgot_renormalise', // the weight with the covered cells still in the sum
  'root_of_whole', // divided by the root of the whole width instead of that of a head
  'whole_score', // all components, where a head has only its own
  'other_head', // the same cell of another head
  'forgot_transpose', // columns read as heads in the order of memory
  'weights_not_transposed', // W where Wᵀ stands
  'digit_rate', // how many digits are right, where all of a sequence have to be
  'same_place', // the input at the place of the output, where it stands mirrored
  'share_for_percent', // 0.1 where 10 is asked
  'root_of_width', // √d where d stands: the standard deviation
  'width_squared', // d² where d stands
  'unchanged_by_width', // as if d made no difference
  'even_share', // as if no key were preferred
  'takes_all', // as if one key had all the weight
  'sharp_is_steep', // took the sharper softmax for the one with the larger gradient
] as const;
export type Misconception = (typeof misconceptions)[number];

export type QuestionKind = (NumberQuestion | RowQuestion)['kind'];

/** mistake: the wrong way of making heads is drawn beside the right one. */
export type SwitchName = 'scale' | 'mask' | 'mistake';

/** An extent that the reader can change, and every input that has it. */
export interface InputAxis {
  readonly id: AxisId;
  readonly most: number;
  /** No longer than this axis, which grows with it and takes it along when it shrinks. */
  readonly within?: AxisId;
  /** The first one is where addresses say the size. */
  readonly extents: readonly [Extent, ...Extent[]];
}

/** model: the width of X; joined: that of all heads together; out: that of the result. */
export type AxisId = 'tokens' | 'queries' | 'depth' | 'width' | 'model' | 'joined' | 'out';

export interface Extent {
  readonly tap: TapName;
  readonly dimension: 'rows' | 'columns';
}

/** A set of numbers that the reader can choose. */
export interface DataSet {
  readonly id: string;
  /** Every input of the lesson; of those that are drawn only the sizes count. */
  readonly inputs: Inputs;
  /** Inputs that the engine draws in this order, as PyTorch's randn does after manual_seed(seed). */
  readonly draws?: readonly TapName[];
  readonly seed?: number;
  /** In place of the lesson's own. */
  readonly heads?: number;
}

type Inputs = Readonly<Partial<Record<TapName, Matrix>>>;

/** A number that the reader sets beside the matrices. */
export interface Knob {
  readonly id: string;
  readonly start: number;
  /** These, or all from the least to the most. */
  readonly choices?: readonly number[];
  readonly least: number;
  readonly most: number;
  /** Not only whole numbers. */
  readonly real?: true;
  /** Less than this knob. */
  readonly below?: string;
  /** It says where the reader looks, and changes nothing. */
  readonly looks?: true;
}

/** Figures that no matrices make: each is drawn by a script that comes with the first of its lessons. */
export const figures = ['training', 'scaling'] as const;
export type FigureName = (typeof figures)[number];

export interface Lesson {
  readonly id: string;
  /** Its place among the chapters. */
  readonly chapter: number;
  /** Editable inputs and their defaults. */
  readonly inputs: Inputs;
  /** What these numbers are called where there are further sets. */
  readonly set?: string;
  readonly sets?: readonly DataSet[];
  readonly axes: readonly InputAxis[];
  readonly switches: Readonly<Partial<Record<SwitchName, boolean>>>;
  /** How the results come of the inputs; attention where nothing is said. */
  readonly model?: 'attention' | 'multi-head';
  /** How many heads it begins with, of a lesson that has heads. */
  readonly heads?: number;
  /** The mask is the reader's to change; it begins so. */
  readonly mask?: 'none' | 'causal';
  readonly figure?: FigureName;
  readonly knobs?: readonly Knob[];
  readonly steps: readonly Step[];
}
