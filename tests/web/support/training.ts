// An engine whose networks learn by counting: what a race makes of them, without a worker.
import type {
  Engine,
  Training,
  TrainingMark,
  TrainingOptions,
  TrainingPrediction,
  TrainingProgress,
  TrainingState,
} from '../../../wasm/engine/types.ts';

const every = 5;

/** It does a step when it is told to, and says what its numbers are made of. */
export class FakeTraining implements Training {
  readonly ready = Promise.resolve();
  readonly asked: string[] = [];
  readonly options: TrainingOptions;
  state: TrainingState = 'paused';
  step = 0;
  /** The step whose loss is no number. */
  broken = Infinity;
  #until = 0;
  #waiting: TrainingProgress[] = [];
  #wake: () => void = () => undefined;
  #over = false;
  #failure: Error | null = null;

  constructor(options: TrainingOptions) {
    this.options = options;
    this.#tell([], [this.#mark()]);
  }

  get #length(): number {
    return this.options.length ?? 10;
  }

  /** So many steps, as far as it has been told to go. */
  run(count: number): void {
    const losses: number[] = [];
    const marks: TrainingMark[] = [];
    while (count-- > 0 && this.state === 'running') {
      this.step++;
      const lost = this.step === this.broken;
      losses.push(lost ? NaN : 2.3 / this.step);
      const ended = this.step >= this.#until;
      if (lost) this.state = 'diverged';
      else if (ended) this.state = this.step >= (this.options.steps ?? 0) ? 'done' : 'paused';
      if (ended || lost || this.step % every === 0) marks.push(this.#mark());
    }
    this.#tell(losses, marks);
  }

  die(): void {
    this.#failure = new Error('the worker died');
    this.state = 'failed';
    this.#wake();
  }

  #mark(): TrainingMark {
    const n = this.#length;
    const right = Math.min(100, this.step);
    return {
      step: this.step,
      score: { digitsRight: right, digits: 100, sequencesRight: right / 2, sequences: 50 },
      sample: Int32Array.from({ length: n }, (_, i) => i % 10),
      predicted: Int32Array.from({ length: n }, () => this.step % 10),
      attention:
        this.options.model === 'lstm'
          ? null
          : { shape: [1, 1, n, n], data: new Float32Array(n * n).fill(1 / n) },
    };
  }

  #tell(losses: readonly number[], marks: readonly TrainingMark[]): void {
    const rests = this.state === 'done' || this.state === 'diverged';
    this.#waiting.push({
      state: this.state,
      step: this.step,
      losses: Float32Array.from(losses),
      gradientNorms: Float32Array.from(losses, () => 1),
      marks,
      score: rests ? { digitsRight: 950, digits: 1000, sequencesRight: 61, sequences: 100 } : null,
      stepsPerSecond: this.state === 'running' ? 500 : 0,
      parameters: this.options.model === 'lstm' ? 32_778 : 9194,
    });
    this.#wake();
  }

  pause(): Promise<void> {
    this.asked.push('pause');
    if (this.state === 'running') {
      this.state = 'paused';
      this.#tell([], []);
    }
    return Promise.resolve();
  }
  resume(): Promise<void> {
    return this.advance((this.options.steps ?? 0) - this.step);
  }
  advance(steps = 1): Promise<void> {
    this.asked.push(`advance ${steps}`);
    this.#until = this.step + steps;
    this.state = 'running';
    return Promise.resolve();
  }
  setSpeed(stepsPerSecond: number): Promise<void> {
    this.asked.push(`speed ${stepsPerSecond}`);
    return Promise.resolve();
  }
  reset(): Promise<void> {
    throw new Error('nobody resets');
  }
  stop(): void {
    this.asked.push('stop');
    this.state = 'stopped';
    this.#over = true;
    this.#wake();
  }
  predict(digits: unknown, { step = this.step } = {}): Promise<TrainingPrediction> {
    this.asked.push(`predict ${String(digits)} at ${step}`);
    if (step > this.step) return Promise.reject(new Error('beyond'));
    const n = this.#length;
    const said = { shape: [n], data: Int32Array.from({ length: n }, () => step % 10) };
    const probabilities = { shape: [n, 10], data: new Float32Array(10 * n) };
    return Promise.resolve({ step, digits: said, probabilities, attention: null });
  }
  weights(): Promise<never> {
    throw new Error('nobody asks');
  }
  save(): Promise<never> {
    throw new Error('nobody asks');
  }
  load(): Promise<never> {
    throw new Error('nobody asks');
  }

  async *[Symbol.asyncIterator](): AsyncIterator<TrainingProgress> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const next = this.#waiting.shift();
      if (next) yield next;
      if (this.#over || next?.state === 'done' || next?.state === 'diverged') return;
      if (!next) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

export function fakeEngine(): { readonly engine: Engine; readonly made: readonly FakeTraining[] } {
  const made: FakeTraining[] = [];
  const train = (_task: string, options: TrainingOptions = {}): Training => {
    const training = new FakeTraining(options);
    made.push(training);
    return training;
  };
  return { engine: { train } as unknown as Engine, made };
}

/** Everything that waits has been heard. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
