// A lesson is data: ids, taps, switches, focus targets and text keys. The stage draws any of them.
import type { TapName } from '../../../wasm/engine/types.ts';

/** A matrix of float32 values, row-major. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: readonly number[];
}

/** The identity that colours a matrix and names its letter. */
export type Identity = 'q' | 'k' | 'v' | 's' | 'a' | 'o';

export type OperationKind = 'input' | 'product' | 'scale' | 'mask' | 'softmax' | 'mix';

export interface Step {
  readonly id: string;
  readonly kind: OperationKind;
  /** Taps that this step reads, in reading order, and the one that it makes (none for inputs). */
  readonly reads: readonly TapName[];
  readonly makes?: TapName;
  /** Present only while this switch is on; going to the step by name turns it on. */
  readonly needs?: SwitchName;
  /** The result cell that is inspected when the step is entered; [row, column] from 0. */
  readonly focus?: readonly [number, number];
  readonly ask?: Ask;
}

/** What is asked about the next cell of a result that is not shown yet. */
export interface Ask {
  /** The row whose first cell is asked about when the step is entered; from the end where negative. */
  readonly from: number;
  /** At the first cell of a row; where absent, `cell` is asked there too. */
  readonly row?: RowQuestion;
  /** At every other cell. */
  readonly cell?: NumberQuestion;
}

/** The value of the cell itself. */
export interface NumberQuestion {
  readonly kind: 'number';
  /** How far off an answer may be and still count. */
  readonly tolerance: number;
}

/** choice: which column holds the largest of the row. mark: which cells of the row are covered. */
export interface RowQuestion {
  readonly kind: 'choice' | 'mark';
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
] as const;
export type Misconception = (typeof misconceptions)[number];

export type QuestionKind = (NumberQuestion | RowQuestion)['kind'];

export type SwitchName = 'scale' | 'mask';

/** An extent that the reader can change, and every input that has it. */
export interface InputAxis {
  readonly id: AxisId;
  readonly most: number;
  /** The first one is where addresses say the size. */
  readonly extents: readonly [Extent, ...Extent[]];
}

export type AxisId = 'tokens' | 'depth' | 'width';

export interface Extent {
  readonly tap: TapName;
  readonly dimension: 'rows' | 'columns';
}

export interface Lesson {
  readonly id: string;
  /** Editable inputs and their defaults. */
  readonly inputs: Readonly<Partial<Record<TapName, Matrix>>>;
  readonly axes: readonly InputAxis[];
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  readonly steps: readonly Step[];
}
