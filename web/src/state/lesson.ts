// A lesson is data: ids, taps, switches, focus targets and text keys. The stage draws any of them.
import type { AxisName, TapName } from '../../../wasm/engine/types.ts';

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
}

export type SwitchName = 'scale' | 'mask';

export interface Lesson {
  readonly id: string;
  /** Editable inputs and their defaults. */
  readonly inputs: Readonly<Partial<Record<TapName, Matrix>>>;
  /** Names of the tokens, per axis that counts tokens; the same words in every language's text. */
  readonly tokenAxes: readonly AxisName[];
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  readonly steps: readonly Step[];
}
