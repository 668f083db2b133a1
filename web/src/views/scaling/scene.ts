// What the figure of scores and their size is drawn from: frozen values, and requests.
import type { StudyRow } from '../../../../wasm/engine/types.ts';

/** What is measured, by the ids of the steps that ask about it. */
export const quantities = ['variance', 'largest', 'entropy', 'gradient'] as const;
export type Quantity = (typeof quantities)[number];

/** The scores as they are, and divided by √d; columns of a step's cells in this order. */
export const versions = ['unscaled', 'scaled'] as const;
export type Version = (typeof versions)[number];

/** How much is drawn for a number. */
export interface Sample {
  readonly pairs: number;
  readonly groups: number;
  readonly keys: number;
}

/** A number that is pointed at. */
export interface Pointed {
  readonly quantity: Quantity;
  readonly version: Version;
  readonly width: number;
  readonly of: 'table' | 'curves';
}

export interface Progress {
  readonly drawn: number;
  readonly draws: number;
  readonly running: boolean;
  /** By the reader, before its end. */
  readonly stopped: boolean;
}

export interface Scene {
  readonly seed: number;
  /** d in hand, and the numbers that are drawn: those of the d before until its own are there. */
  readonly width: number;
  readonly row: StudyRow | null;
  /** They are those of the d and the seed in hand. */
  readonly fresh: boolean;
  /** How much was drawn for them. */
  readonly sample: Sample;
  /** By the widths of the document; null: still to come. */
  readonly table: readonly (StudyRow | null)[];
  readonly progress: Progress;
  /** Of increasing width. */
  readonly curves: readonly StudyRow[];
  /** More of them is on its way. */
  readonly growing: boolean;
  /** ln 8; NaN before anything is there. */
  readonly evenEntropy: number;
  readonly pointed: Pointed | null;
  readonly requests: SceneRequests;
}

export interface SceneRequests {
  /** d, by the slider, the field, a row or a curve. */
  turn(width: number): void;
  point(at: Pointed | null): void;
  /** A cell of the step in hand, by its row and column. */
  choose(row: number, column: number): void;
  stop(): void;
  run(): void;
  seed(value: number): void;
}

/** Of the document: a table of its own widths, from as many draws. */
export const tableWidths: readonly number[] = [4, 64, 512];
export const tableSample: Sample = { pairs: 10_000, groups: 1000, keys: 8 };
/** What the document draws before, for other purposes. */
export const drawnBefore = 240;
/** Of any other d: so many that it follows the slider. */
export const ownSample: Sample = { pairs: 2000, groups: 200, keys: 8 };
/** Rows for the curves as many as in the table; of pairs the fewest that there can be, which nobody sees. */
export const curveSample: Sample = { pairs: 16, groups: 1000, keys: 8 };
export const curveWidths: readonly number[] = [1, 2, 8, 16, 32, 128, 256, 1024];

export const valueOf = (row: StudyRow, quantity: Quantity, version: Version): number =>
  quantity === 'variance'
    ? version === 'scaled'
      ? row.scaledVariance
      : row.variance
    : row[version][quantity];
