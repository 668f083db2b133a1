// The words around every lesson. Sentences that only a screen reader says stand beside the visible ones.

export interface UiText {
  readonly language: string;
  readonly languages: string;
  readonly chapters: string;
  readonly openChapters: string;
  readonly closeChapters: string;
  readonly toDark: string;
  readonly toLight: string;
  readonly figure: string;
  readonly steps: string;
  readonly previous: string;
  readonly next: string;
  readonly position: string;
  readonly keysHint: string;
  readonly reset: string;
  readonly lookHere: string;
  readonly dismiss: string;
  readonly damaged: string;
  readonly loading: string;
  readonly legend: string;
  readonly formula: { readonly label: string; readonly if: string; readonly local: string };
  readonly switch: {
    readonly scale: string;
    readonly mask: string;
    readonly scaleLabel: string;
    readonly maskLabel: string;
  };
  /** Under a matrix. */
  readonly name: {
    readonly q: string;
    readonly k: string;
    readonly v: string;
    readonly scores: string;
    readonly scaled: string;
    readonly unscaled: string;
    readonly masked: string;
    readonly weights: string;
    readonly output: string;
  };
  /** Of a grid, for a screen reader. */
  readonly matrix: {
    readonly input: string;
    readonly transposed: string;
    readonly result: string;
    readonly ghost: string;
  };
  /** Of a cell, for a screen reader: (token, token), (token, dimension), (dimension, token). */
  readonly cell: {
    readonly tokens: string;
    readonly dimension: string;
    readonly transposed: string;
    readonly masked: string;
  };
  readonly edit: {
    readonly label: string;
    readonly sign: string;
    readonly problem: {
      readonly empty: string;
      readonly not_a_number: string;
      readonly too_large: string;
      readonly too_long: string;
      readonly zero_denominator: string;
    };
  };
  /** The context line above the arithmetic of a cell. */
  readonly inspector: {
    readonly label: string;
    readonly product: string;
    readonly scaled: string;
    readonly unscaled: string;
    readonly covered: string;
    readonly coveredWhy: string;
    readonly open: string;
    readonly openWhy: string;
    readonly softmax: string;
    readonly mix: string;
    readonly max: string;
  };
  readonly failure: {
    readonly simd_missing: string;
    readonly load_failed: string;
    readonly engine_failed: string;
    readonly advice: {
      readonly simd_missing: string;
      readonly load_failed: string;
      readonly engine_failed: string;
    };
    readonly retry: string;
    readonly readOn: string;
  };
}
