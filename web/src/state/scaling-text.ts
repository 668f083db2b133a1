// What is written in the figure of scores and their size. {qk} is the product, {d} and {rootD} as in all lessons.

export interface ScalingText {
  /** √d where it is spoken, or written in one line. */
  readonly root: string;
  /** Of the slider and the field beside it. */
  readonly width: string;
  readonly widthIs: string;
  /** The scores as they are, and divided. */
  readonly unscaled: string;
  readonly scaled: string;
  /** What is measured: of the table, the curves, and the files. */
  readonly variance: string;
  readonly largest: string;
  readonly entropy: string;
  readonly gradient: string;
  /** Over the plots of the d in hand. */
  readonly dots: string;
  readonly weights: string;
  /** A number beside its plot. */
  readonly mean: {
    readonly variance: string;
    readonly largest: string;
    readonly entropy: string;
    readonly gradient: string;
  };
  readonly histogram: string;
  /** Over the curves, and the curve in words. */
  readonly curves: string;
  readonly curve: string;
  readonly table: string;
  /** A cell of it in words. */
  readonly cell: string;
  /** A number of each row. */
  readonly three: string;
  /** In place of what a question holds back. */
  readonly held: string;
  readonly coming: string;
  readonly progress: string;
  readonly stop: string;
  readonly run: string;
  readonly finished: string;
  readonly stopped: string;
  /** An answer that cannot be judged before the table is there. */
  readonly wait: string;
  /** What a number is the mean of, or the variance. */
  readonly said: {
    readonly dots: string;
    readonly variance: string;
    readonly largest: string;
    readonly entropy: string;
    readonly gradient: string;
    readonly unscaled: string;
    readonly scaled: string;
  };
  readonly seed: string;
  readonly document: string;
  readonly again: string;
  readonly files: {
    readonly table: string;
    readonly curves: string;
    readonly plots: string;
    readonly before: string;
  };
  /** True of the numbers whatever they are. */
  readonly notice: {
    readonly drawn: string;
    readonly move: string;
    readonly variance: string;
    readonly divided: string;
    readonly largest: string;
    readonly even: string;
    readonly entropy: string;
    readonly gradient: string;
    readonly learn: string;
  };
}
