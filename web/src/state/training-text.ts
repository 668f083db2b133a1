// What is written in the figure of two networks in training.

export interface TrainingText {
  /** Names of the two networks. */
  readonly transformer: string;
  readonly lstm: string;
  /** For a screen reader. */
  readonly formula: { readonly label: string; readonly loss: string };
  readonly task: {
    readonly title: string;
    readonly own: string;
    readonly width: string;
    readonly input: string;
    readonly target: string;
    /** For a screen reader. */
    readonly said: string;
    readonly wrong: string;
  };
  readonly score: {
    readonly tested: string;
    readonly digits: string;
    readonly sequences: string;
    readonly parameters: string;
    readonly pace: string;
  };
  readonly curves: {
    readonly loss: string;
    readonly better: string;
    readonly sequences: string;
    readonly guessing: string;
    /** For a screen reader: the whole, and one of the two in it. */
    readonly described: string;
    readonly each: string;
  };
  readonly map: {
    readonly title: string;
    readonly axes: string;
    readonly grid: string;
    readonly cell: string;
    readonly output: string;
    readonly input: string;
    readonly layer: string;
    readonly head: string;
  };
  /** What the chosen output looks at, digit by digit. */
  readonly reads: {
    readonly digit: string;
    readonly spread: string;
    readonly right: string;
    readonly wrong: string;
    readonly hidden: string;
    /** How phrases, and numbers, are listed. */
    readonly phrases: string;
    readonly list: string;
  };
  readonly bar: {
    readonly train: string;
    readonly one: string;
    readonly again: string;
    readonly range: string;
    readonly of: string;
    readonly at: string;
    readonly speed: string;
    readonly most: string;
  };
  readonly settings: {
    readonly seed: string;
    readonly rate: string;
    readonly width: string;
    readonly heads: string;
    readonly layers: string;
    readonly length: string;
    readonly batch: string;
    readonly why: string;
    readonly digits: string;
    readonly digitsWhy: string;
    readonly digitsWrong: string;
    readonly document: string;
    readonly documentWhy: string;
  };
  /** Of a table of all steps. */
  readonly columns: {
    readonly step: string;
    readonly loss: string;
    readonly gradient: string;
    readonly digits: string;
    readonly sequences: string;
  };
  readonly program: {
    readonly title: string;
    readonly comments: {
      readonly settings: string;
      readonly batches: string;
      readonly positions: string;
      readonly layer: string;
      readonly transformer: string;
      readonly lstm: string;
      readonly train: string;
      readonly score: string;
      readonly attention: string;
    };
    readonly printed: {
      readonly step: string;
      readonly loss: string;
      readonly parameters: string;
      readonly digits: string;
      readonly sequences: string;
      readonly diagonal: string;
    };
  };
  readonly files: { readonly curves: string; readonly map: string };
  readonly notice: {
    readonly guessing: string;
    readonly start: string;
    readonly even: string;
    readonly diagonal: string;
    readonly solved: string;
    readonly both: string;
    readonly none: string;
    readonly product: string;
    readonly document: string;
    readonly diverged: string;
  };
}
