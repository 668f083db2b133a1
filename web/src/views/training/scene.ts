// What the figure of two networks in training is drawn from: frozen values, and requests.
import type { Matrix } from '../../state/lesson.ts';

/** How one of the two is doing, up to the playhead. */
export interface Contestant {
  /** Losses before each step, from step 1 on; the first `Scene.at` of them are drawn. */
  readonly losses: ArrayLike<number>;
  /** At marks up to the playhead, in order, on the first test sequences. */
  readonly marks: readonly Mark[];
  /** What it says to the sequence, at the last mark; null while that is being asked. */
  readonly said: readonly number[] | null;
  readonly parameters: number;
  /** Milliseconds of a step, measured; null before it has run. */
  readonly pace: number | null;
  /** Its loss became no number at this step; null: it did not. */
  readonly diverged: number | null;
}

/** Shares of all that were right, from 0 to 1. */
export interface Mark {
  readonly step: number;
  readonly digits: number;
  readonly sequences: number;
}

/** What is drawn by itself: the table with the curves, which say the same; of the map every third row. */
export const mapParts = ['map 0', 'map 1', 'map 2'] as const;
export type Part = 'curves' | 'task' | (typeof mapParts)[number];

/** How often each part has been drawn anew: it stays as it is for as long as its number does. */
export type Turns = Readonly<Record<Part, number>>;

export interface Scene {
  readonly turns: Turns;
  /** Where the playhead stands, how far both have trained, and where they end. */
  readonly at: number;
  readonly trained: number;
  readonly most: number;
  /** The mark that sequence, answers and map are of: the last one up to the playhead. */
  readonly mark: number;
  readonly running: boolean;
  readonly transformer: Contestant;
  readonly lstm: Contestant;
  /** Of how many test sequences the shares are, and that of the final score. */
  readonly scored: number;
  /** Digits that go in, and what should come out. */
  readonly sequence: readonly number[];
  readonly target: readonly number[];
  /** The sequence is the reader's own. */
  readonly own: boolean;
  /** The attention of the layer and head in hand at the mark, output rows over input columns; null while it is being asked. */
  readonly attention: Matrix | null;
  /** A setting is not the lesson's own. */
  readonly changed: boolean;
  /** ln of how many different digits there are: the loss of guessing. */
  readonly guessing: number;
  /** The mean weight on the anti-diagonal at the mark; null without a map. */
  readonly diagonal: number | null;
  readonly requests: SceneRequests;
}

export interface SceneRequests {
  /** Run or pause. */
  play(): void;
  /** One step of training, or one mark back. */
  nudge(by: 1 | -1): void;
  /** Moves the playhead, where it can only go as far as has been trained: beyond, it trains up to there. */
  scrub(at: number): void;
  /** A knob that looks: row, head, layer, speed. */
  look(id: string, value: number): void;
  set(id: string, value: number): void;
  /** Whether what was typed could be taken: digits alone, as many as the length. Empty: the lesson's sequence. */
  digits(text: string): boolean;
  /** All settings as the document has them, and train to the end. */
  document(): void;
  /** Trains again from the beginning. */
  again(): void;
}

/** How large the curves are drawn, in sixteenths of an em of the figure: measured after a drawing. */
export interface CurvesSize {
  readonly width: number;
  readonly height: number;
}

/** Numbers as files; made when somebody asks for them. */
export interface SceneFiles {
  curves(): string;
  map(): string;
}
