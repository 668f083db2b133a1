/** By default the document's table. */
export interface StudyOptions {
  /** Default 0; its low 32 bits count. */
  readonly seed?: number | bigint;
  /** Numbers that the document draws before: default 240. */
  readonly skippedDraws?: number;
  /** Default 4, 64, 512. */
  readonly widths?: readonly number[];
  /** Of q and k for the variance, a multiple of 16; default 10000. */
  readonly pairs?: number;
  /** Of scores (n, n), even; default 1000. */
  readonly groups?: number;
  /** n, a multiple of 8; default 8. */
  readonly keys?: number;
  /** The worker's script and its .wasm; default beside this module. */
  readonly workerUrl?: string | URL;
  readonly wasmUrl?: string | URL;
}

/** Means over all rows of softmax. */
export interface SoftmaxStatistics {
  /** The largest weight of a row; 1/n where nothing is preferred. */
  readonly largest: number;
  /** −Σ a·ln a; ln n where nothing is preferred. */
  readonly entropy: number;
  /** The root of Σ (∂a_i/∂s_j)². */
  readonly gradient: number;
  /** How many largest weights lie in each of 40 bins of [0, 1]. */
  readonly largestCounts: Int32Array;
}

export interface StudyRow {
  readonly width: number;
  /** √d. */
  readonly root: number;
  /** Of q·k, and of q·k/√d. */
  readonly variance: number;
  readonly scaledVariance: number;
  /** How many q·k/√d lie in each of 40 bins of [−4, 4]; those beyond in the outermost. */
  readonly dotCounts: Int32Array;
  readonly unscaled: SoftmaxStatistics;
  readonly scaled: SoftmaxStatistics;
}

export interface StudyProgress {
  /** Random numbers drawn so far, and of the whole study. */
  readonly drawn: number;
  readonly draws: number;
  /** ln n: of a row in which nothing is preferred. */
  readonly evenEntropy: number;
  /** Of the widths that are done, in order. */
  readonly rows: readonly StudyRow[];
}

/** An experiment in a worker of its own; iterating gives its progress until it is done. Leaving the loop stops it. */
export interface Study extends AsyncIterable<StudyProgress> {
  stop(): void;
}
