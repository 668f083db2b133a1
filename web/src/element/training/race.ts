// Two networks side by side, and the playhead that both are shown at.
import type { Engine } from '../../../../wasm/engine/types.ts';
import { Contestant } from './contestant.ts';
import type { ContestantHost } from './contestant.ts';

/** What both are made of: knobs of the lesson. */
export interface Settings {
  readonly seed: number;
  readonly rate: number;
  readonly width: number;
  readonly heads: number;
  readonly layers: number;
  readonly length: number;
  readonly batch: number;
}

/** Test sequences that a mark is scored on: few, so that marks cost little beside the steps. */
const scored = 200;

/** The document's: digits, and the width of what its networks have inside. */
export const vocabulary = 10;
export const hidden = { transformer: 64, lstm: 48 } as const;

/** The document's too. */
export const testSet = { sequences: 2000, seed: 99 } as const;

export class Race {
  readonly transformer: Contestant;
  readonly lstm: Contestant;
  readonly steps: number;

  constructor(
    engine: Engine,
    { seed, rate, width, heads, layers, length, batch }: Settings,
    steps: number,
    host: ContestantHost,
  ) {
    this.steps = steps;
    const shared = { seed, learningRate: rate, width, length, batch, vocabulary, steps, scored };
    const test = { testSequences: testSet.sequences, testSeed: testSet.seed };
    this.transformer = new Contestant(
      engine,
      { ...shared, ...test, model: 'transformer', heads, layers, hidden: hidden.transformer },
      host,
    );
    // The document draws the second network's batches after those of the first.
    const skippedDraws = steps * batch * length;
    this.lstm = new Contestant(
      engine,
      { ...shared, ...test, model: 'lstm', hidden: hidden.lstm, skippedDraws },
      host,
    );
  }

  get both(): readonly [Contestant, Contestant] {
    return [this.transformer, this.lstm];
  }

  get ready(): boolean {
    return this.both.every(({ ready }) => ready);
  }

  /** How far both have come; where both have lost their numbers there is nothing further to see. */
  get trained(): number {
    const [first, second] = this.both;
    if (first.diverged !== null && second.diverged !== null) {
      return Math.max(first.diverged, second.diverged);
    }
    return Math.min(first.trained, second.trained);
  }

  get over(): boolean {
    return this.trained >= this.steps || this.both.every(({ diverged }) => diverged !== null);
  }

  aim(goal: number, speed: number): void {
    for (const each of this.both) each.aim(goal, speed);
  }

  stop(): void {
    for (const each of this.both) each.stop();
  }
}
