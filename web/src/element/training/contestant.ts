// One of the two networks: its training in a worker, and what has been recorded of it.
import type {
  Engine,
  Training,
  TrainingMark,
  TrainingOptions,
  TrainingPrediction,
  TrainingProgress,
  TrainingScore,
} from '../../../../wasm/engine/types.ts';
import type { Contestant as Drawn, Mark } from '../../views/training/index.ts';

export interface ContestantHost {
  changed(): void;
  failed(error: unknown): void;
}

const shares = (step: number, score: TrainingScore): Mark => ({
  step,
  digits: score.digitsRight / score.digits,
  sequences: score.sequencesRight / score.sequences,
});

export class Contestant {
  /** Test sequences behind the shares of a mark. */
  readonly scored: number;
  readonly #training: Training;
  readonly #host: ContestantHost;
  readonly #losses: number[] = [];
  readonly #norms: number[] = [];
  readonly #marks: TrainingMark[] = [];
  readonly #shares: Mark[] = [];
  /** On the whole test set, at the end. */
  #final: { readonly step: number; readonly score: TrainingScore } | null = null;
  #diverged: number | null = null;
  #pace: number | null = null;
  #parameters = 0;
  /** Where it is to run to, and the steps a second that it may take; the worker may lag behind. */
  #goal = 0;
  #speed = Infinity;
  /** What the worker has been told. */
  #aimed = 0;
  #told = Infinity;
  #steering = false;
  readonly #end: number;

  constructor(
    engine: Engine,
    options: TrainingOptions & { readonly steps: number; readonly scored: number },
    host: ContestantHost,
  ) {
    this.#host = host;
    this.#end = options.steps;
    this.scored = options.scored;
    this.#training = engine.train('reverse', { ...options, paused: true });
    this.#listen().catch((error: unknown) => {
      host.failed(error);
    });
  }

  /** Whether it has said what it does untrained. */
  get ready(): boolean {
    return this.#marks.length > 0;
  }

  /** Steps done; after a loss that is no number as many as can be asked for. */
  get trained(): number {
    return this.#diverged === null ? this.#training.step : this.#end;
  }

  get diverged(): number | null {
    return this.#diverged;
  }

  get sample(): readonly number[] {
    return Array.from(this.#marks[0]?.sample ?? []);
  }

  /** Runs up to there, as fast as it may; where it has been already, it rests. */
  aim(goal: number, speed: number): void {
    this.#goal = goal;
    this.#speed = speed;
    if (!this.#steering) {
      this.#steering = true;
      this.#steer().then(
        () => {
          this.#steering = false;
        },
        (error: unknown) => {
          this.#steering = false;
          if (this.#training.state !== 'stopped') this.#host.failed(error);
        },
      );
    }
  }

  stop(): void {
    this.#training.stop();
  }

  /** The last mark up to a step. */
  markAt(step: number): TrainingMark | null {
    return this.#marks.filter((mark) => mark.step <= step).at(-1) ?? null;
  }

  /** What it says to a sequence with the weights of a mark. */
  ask(digits: readonly number[], step: number): Promise<TrainingPrediction> {
    return this.#training.predict(digits, { step });
  }

  /** Whether the shares up to a step end with those of the whole test set. */
  finished(at: number): boolean {
    return this.#final !== null && at >= this.#final.step;
  }

  /** Of how many sequences those are. */
  get finalSequences(): number {
    return this.#final?.score.sequences ?? this.scored;
  }

  drawn(at: number, said: readonly number[] | null): Drawn {
    const marks = this.#shares.filter(({ step }) => step <= at);
    const final =
      this.#final && at >= this.#final.step ? shares(this.#final.step, this.#final.score) : null;
    return {
      losses: this.#losses,
      marks: final ? [...marks.filter(({ step }) => step < final.step), final] : marks,
      said,
      parameters: this.#parameters,
      pace: this.#pace,
      diverged: this.#diverged,
    };
  }

  /** For a file: of each step the loss before it and the length of its gradient. */
  get records(): {
    readonly losses: readonly number[];
    readonly norms: readonly number[];
    readonly shares: readonly Mark[];
  } {
    return { losses: this.#losses, norms: this.#norms, shares: this.#shares };
  }

  async #listen(): Promise<void> {
    for await (const progress of this.#training) this.#take(progress);
  }

  #take(progress: TrainingProgress): void {
    this.#parameters = progress.parameters;
    for (const loss of progress.losses) this.#losses.push(loss);
    for (const norm of progress.gradientNorms) this.#norms.push(norm);
    for (const mark of progress.marks) {
      this.#marks.push(mark);
      this.#shares.push(shares(mark.step, mark.score));
    }
    // Held back by a speed, it says nothing of how fast it is.
    if (this.#told === Infinity && progress.stepsPerSecond > 0) {
      this.#pace = 1000 / progress.stepsPerSecond;
    }
    if (progress.state === 'diverged') this.#diverged = progress.step;
    if (progress.score && progress.state === 'done') {
      this.#final = { step: progress.step, score: progress.score };
    }
    this.#host.changed();
  }

  /** One word to the worker after the other, until it does what is wanted. */
  async #steer(): Promise<void> {
    const training = this.#training;
    await training.ready;
    for (;;) {
      if (this.#diverged !== null || training.step >= this.#end) return;
      if (this.#speed !== this.#told) {
        this.#told = this.#speed;
        await training.setSpeed(this.#speed);
      } else if (this.#goal !== this.#aimed) {
        const goal = this.#goal;
        if (training.state === 'running') await training.pause();
        this.#aimed = goal;
        if (goal > training.step) await training.advance(goal - training.step);
      } else return;
    }
  }
}
