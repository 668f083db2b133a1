// What both networks say to a sequence of the reader's own at each mark, asked once.
import type { TrainingPrediction } from '../../../../wasm/engine/types.ts';
import type { Race } from './race.ts';

interface Answer {
  readonly transformer: TrainingPrediction;
  readonly lstm: TrainingPrediction;
}

export class Answers {
  readonly #race: Race;
  readonly #digits: readonly number[];
  /** By the mark; null where nothing will come. */
  readonly #known = new Map<number, Answer | null>();
  readonly #changed: () => void;
  /** One question at a time, so that a playhead that runs leaves none behind. */
  #asking = false;

  constructor(race: Race, digits: readonly number[], changed: () => void) {
    this.#race = race;
    this.#digits = digits;
    this.#changed = changed;
  }

  get digits(): readonly number[] {
    return this.#digits;
  }

  /** null until they have answered; the next drawing comes with the answer. */
  at(step: number, ofLstm: number): Answer | null {
    const known = this.#known.get(step);
    if (known !== undefined) return known;
    if (!this.#asking) {
      this.#asking = true;
      const { transformer, lstm } = this.#race;
      Promise.all([transformer.ask(this.#digits, step), lstm.ask(this.#digits, ofLstm)]).then(
        ([first, second]) => {
          this.#asking = false;
          this.#known.set(step, { transformer: first, lstm: second });
          this.#changed();
        },
        () => {
          // The race is over, or another has begun: its own failure is told there.
          this.#asking = false;
          this.#known.set(step, null);
        },
      );
    }
    // Until then what they said last is nearer than nothing.
    const last = [...this.#known.keys()].filter((each) => each <= step).at(-1);
    return last === undefined ? null : (this.#known.get(last) ?? null);
  }
}
