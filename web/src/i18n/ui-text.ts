// The words around every lesson. Sentences that only a screen reader says stand beside the visible ones.

export interface UiText {
  readonly languages: string;
  readonly chapters: string;
  /** A chapter that has been walked to its end, for a screen reader. */
  readonly chapterDone: string;
  readonly openChapters: string;
  readonly closeChapters: string;
  readonly toDark: string;
  readonly toLight: string;
  readonly figure: string;
  readonly steps: string;
  readonly previous: string;
  readonly next: string;
  readonly position: string;
  readonly play: string;
  readonly pause: string;
  readonly keysStep: string;
  readonly keysSpace: string;
  readonly keysPlay: string;
  /** The slider over the cells of a step. */
  readonly cells: string;
  readonly cellsShown: string;
  readonly undo: string;
  readonly redo: string;
  readonly reset: string;
  readonly lookHere: string;
  readonly dismiss: string;
  readonly damaged: string;
  readonly legend: string;
  readonly formula: {
    readonly label: string;
    readonly if: string;
    readonly covered: string;
    readonly withoutMask: string;
    readonly local: string;
  };
  readonly switch: {
    readonly scale: string;
    readonly mask: string;
    readonly mistakeLabel: string;
    readonly scaleLabel: string;
    readonly maskLabel: string;
  };
  /** Where the reader makes the mask: its presets, the padding, the width of a window. */
  readonly mask: {
    readonly preset: string;
    readonly own: string;
    readonly none: string;
    readonly causal: string;
    readonly 'lower-right': string;
    readonly window: string;
    readonly padding: string;
    readonly byHand: string;
    readonly pad: string;
    readonly width: string;
    readonly wider: string;
    readonly narrower: string;
    readonly poison: string;
    readonly poisonLabel: string;
  };
  /** How many heads, which one, and what they cost. */
  readonly heads: {
    readonly count: string;
    readonly so: string;
    readonly each: string;
    readonly head: string;
    /** A symbol with its head, for a screen reader. */
    readonly of: string;
    readonly parameters: string;
    readonly multiplications: string;
    readonly scores: string;
  };
  /** Under a matrix. */
  readonly name: {
    readonly x: string;
    readonly w: string;
    readonly concat: string;
    readonly mistake: string;
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
    readonly weights: string;
    readonly masked: string;
    readonly hidden: string;
    readonly absent: string;
    readonly asked: string;
    readonly marked: string;
    readonly was: string;
  };
  readonly edit: {
    readonly label: string;
    readonly sign: string;
    /** What the fields for names and numbers are for. */
    readonly token: string;
    readonly rename: string;
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
    readonly leak: string;
    readonly decode: string;
    readonly coveredShort: string;
    readonly openShort: string;
    /** Before the weights without the mask, and before their part that is covered. */
    readonly without: string;
    readonly removed: string;
    readonly withMask: string;
    readonly atOnce: string;
    readonly sameBits: string;
    readonly different: string;
    readonly project: string;
    readonly split: string;
    readonly concat: string;
    readonly combine: string;
    readonly heads: string;
    readonly parts: string;
    readonly part: {
      readonly max: string;
      readonly exp: string;
      readonly sum: string;
      readonly divide: string;
    };
  };
  /** What the last change did. */
  readonly change: {
    readonly cell: string;
    readonly many: string;
    readonly results: string;
    readonly none: string;
  };
  readonly exercise: {
    readonly title: string;
    readonly cell: string;
    readonly row: string;
    readonly answer: string;
    readonly check: string;
    readonly show: string;
    readonly right: string;
    readonly wrong: string;
    readonly unclear: string;
    readonly choose: string;
    readonly mark: string;
    readonly none: string;
  };
  readonly size: {
    readonly tokens: string;
    readonly queries: string;
    readonly depth: string;
    readonly width: string;
    readonly model: string;
    readonly joined: string;
    readonly out: string;
    readonly more: string;
    readonly fewer: string;
  };
  readonly numbers: {
    readonly title: string;
    readonly fresh: string;
    readonly freshWhy: string;
    readonly set: string;
    readonly drawnWhy: string;
    readonly seed: string;
    readonly paste: string;
    readonly pasteWhy: string;
    /** Where sizes are not the reader's to change. */
    readonly pasteFixed: string;
    readonly into: string;
    readonly apply: string;
    readonly problem: {
      readonly empty: string;
      readonly too_long: string;
      readonly ragged: string;
      readonly not_a_number: string;
      readonly too_large: string;
      readonly zero_denominator: string;
      readonly unbalanced: string;
      readonly too_deep: string;
      readonly wrong_size: string;
      readonly fixed_size: string;
    };
  };
  readonly settings: {
    readonly title: string;
    readonly predict: string;
    readonly tables: string;
  };
  readonly share: {
    readonly title: string;
    readonly link: string;
    readonly copy: { readonly link: string; readonly frame: string; readonly element: string };
    readonly copyAs: string;
    readonly export: string;
    readonly matrix: string;
    readonly copied: string;
    readonly refused: string;
    readonly saved: string;
    readonly failed: string;
  };
  readonly present: {
    readonly enter: string;
    readonly leave: string;
    /** Said to a screen reader, of the cover too. */
    readonly on: string;
    readonly off: string;
    readonly blank: string;
    readonly uncovered: string;
  };
  /** What whoever gets the link may change; words as they stand in `allow`. */
  readonly limits: {
    readonly title: string;
    readonly why: string;
    readonly all: string;
    readonly none: string;
    readonly some: string;
    readonly of: {
      readonly numbers: string;
      readonly sizes: string;
      readonly names: string;
      readonly switches: string;
      readonly mask: string;
      readonly heads: string;
      readonly sets: string;
      readonly lessons: string;
      readonly predict: string;
      readonly language: string;
      readonly theme: string;
      readonly export: string;
    };
  };
  /** Comments in the programs that are copied; each one line. */
  readonly program: {
    readonly title: string;
    /** In place of the others where there are heads. */
    readonly heads: {
      readonly comments: {
        readonly project: string;
        readonly split: string;
        readonly heads: string;
        readonly concat: string;
        readonly result: string;
      };
    };
    readonly comments: {
      readonly inputs: string;
      readonly printing: string;
      readonly product: string;
      readonly scores: string;
      readonly scaled: string;
      readonly unscaled: string;
      readonly masked: string;
      readonly covered: string;
      readonly empty: string;
      readonly unseen: string;
      readonly weights: string;
      readonly output: string;
      readonly check: string;
    };
    readonly names: {
      readonly scores: string;
      readonly scaled: string;
      readonly unscaled: string;
      readonly masked: string;
      readonly weights: string;
      readonly sums: string;
      readonly output: string;
    };
  };
  /** The panel that makes a sheet of calculations to do by hand. */
  readonly print: {
    readonly title: string;
    readonly variants: string;
    readonly seed: string;
    readonly why: string;
    readonly large: string;
    readonly steps: string;
    readonly key: string;
    readonly print: string;
    readonly save: string;
    readonly saved: string;
    readonly refused: string;
  };
  /** On that sheet. */
  readonly sheet: {
    readonly variant: string;
    readonly seed: string;
    readonly name: string;
    readonly date: string;
    readonly given: string;
    readonly answers: string;
    readonly cross: string;
    readonly link: string;
  };
  readonly teacher: {
    readonly open: string;
    readonly shows: string;
    readonly mistakes: string;
    readonly time: string;
  };
  readonly tables: {
    readonly title: string;
  };
  readonly close: string;
  /** Said to a screen reader, seen by nobody. */
  readonly said: {
    readonly step: string;
    readonly paused: string;
    readonly finished: string;
    readonly undone: string;
    readonly redone: string;
    readonly nothingToUndo: string;
    readonly nothingToRedo: string;
    readonly renamed: string;
    readonly resized: string;
    readonly dimensions: string;
  };
  readonly failure: {
    /** Its words alone did not load. */
    readonly lesson: string;
    readonly simd_missing: string;
    readonly load_failed: string;
    readonly engine_failed: string;
    readonly advice: {
      readonly simd_missing: string;
      readonly engine_failed: string;
    };
    readonly readOn: string;
  };
}
