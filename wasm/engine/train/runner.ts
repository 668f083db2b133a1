// The loop of a training worker: slices of steps, between which it listens.
import { QkvError } from '../error.ts';
import { History } from './history.ts';
import type { Checkpoint, Plan, Question, Report } from './protocol.ts';
import { joined, type Trainer } from './trainer.ts';
import type { TrainingMark, TrainingPrediction, TrainingScore, TrainingState } from './types.ts';

/** Milliseconds of work between two looks at what has been asked. */
const SLICE = 8;
/** Milliseconds between two reports: a frame. */
const FRAME = 16;
/** Over which the speed is told. */
const WINDOW = 500;

/** Bytes of parameters at marks. */
const KEPT = 64 * 2 ** 20;

/** Steps at which what a network does is recorded: closer together while more happens. */
export const nextMark = (step: number): number => {
  const apart = step < 200 ? 5 : step < 500 ? 10 : 25;
  return (Math.floor(step / apart) + 1) * apart;
};

export interface RunnerHost {
  readonly report: (report: Report) => void;
  /** For what goes wrong between two requests. */
  readonly fail: (error: unknown) => void;
  /** Lets what has been asked meanwhile be heard. */
  readonly turn: () => Promise<void>;
}

export class Runner {
  readonly #trainer: Trainer;
  readonly #host: RunnerHost;
  #plan!: Plan;
  #state: TrainingState = 'starting';
  #until = 0;
  /** That is where an advance ends. */
  #advancing = false;
  #speed = Infinity;
  /** Where the steps of the present speed are counted from. */
  #origin = { time: 0, step: 0 };
  #recent: { readonly time: number; readonly step: number }[] = [];
  #looping = false;
  #losses: Float32Array[] = [];
  #norms: Float32Array[] = [];
  #marks: TrainingMark[] = [];
  readonly #history = new History(KEPT);
  #reported = 0;
  #parameters = 0;

  constructor(trainer: Trainer, host: RunnerHost) {
    this.#trainer = trainer;
    this.#host = host;
  }

  /** From the beginning. */
  begin(plan: Plan): void {
    this.#trainer.create(plan.settings);
    this.#plan = plan;
    this.#until = plan.steps;
    this.#losses = [];
    this.#norms = [];
    this.#marks = [];
    this.#history.clear();
    this.#mark();
    this.#state = 'paused';
    if (plan.running) this.run();
    else this.#tell(null);
  }

  run(): void {
    if (this.#state === 'diverged') return;
    this.#aim();
    this.#go();
  }

  advance(steps: number): void {
    if (this.#state === 'diverged') return;
    const from = this.#runs() && this.#advancing ? this.#until : this.#trainer.step;
    this.#until = from + steps;
    this.#advancing = true;
    this.#go();
  }

  pause(): void {
    if (this.#state === 'running') this.#rest('paused');
  }

  setSpeed(stepsPerSecond: number): void {
    this.#speed = stepsPerSecond;
    this.#count();
  }

  predict({ digits, step }: Question): TrainingPrediction {
    const trainer = this.#trainer;
    if (step === null || step === trainer.step) return trainer.predict(digits);
    const kept = step < trainer.step ? this.#history.at(step) : undefined;
    if (kept) return trainer.predictBy(kept, digits);
    const expected = [this.#history.first, trainer.step];
    throw new QkvError('bad_option', `step is ${step}: from ${expected.join(' to ')}`, {
      argument: 'step',
      expected,
      given: [step],
    });
  }

  save(everything: boolean): Checkpoint {
    return this.#trainer.save(everything);
  }

  load(checkpoint: Checkpoint): void {
    this.#trainer.load(checkpoint);
    if (this.#state === 'diverged') this.#state = 'paused';
    this.#aim();
    this.#count();
    this.#history.clear();
    this.#mark();
    this.#tell(null);
  }

  #mark(): void {
    const trainer = this.#trainer;
    const values = trainer.values();
    this.#parameters = values.length;
    this.#marks.push(trainer.mark(this.#plan.scored));
    this.#history.add({ step: trainer.step, values });
  }

  /** To the end that was planned; from there as far again. */
  #aim(): void {
    const { steps } = this.#plan;
    this.#until = this.#trainer.step < steps ? steps : this.#trainer.step + steps;
    this.#advancing = false;
  }

  #count(): void {
    const here = { time: performance.now(), step: this.#trainer.step };
    this.#origin = here;
    this.#recent = [here];
  }

  #go(): void {
    if (this.#state === 'running') return;
    this.#state = 'running';
    this.#count();
    this.#tell(null);
    if (!this.#looping) this.#loop().catch(this.#host.fail);
  }

  async #loop(): Promise<void> {
    this.#looping = true;
    while (this.#runs()) {
      const wait = this.#slice();
      if (this.#runs()) {
        if (performance.now() - this.#reported >= FRAME) this.#tell(null);
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        else await this.#host.turn();
      }
    }
    this.#looping = false;
  }

  #runs(): boolean {
    return this.#state === 'running';
  }

  /** Some milliseconds of steps; how long to wait for the next. */
  #slice(): number {
    const trainer = this.#trainer;
    const end = performance.now() + SLICE;
    while (performance.now() < end) {
      const { time, step } = this.#origin;
      const due =
        this.#speed === Infinity
          ? Infinity
          : step + Math.floor(((performance.now() - time) * this.#speed) / 1000);
      if (trainer.step >= due) return 1000 / this.#speed;
      this.#advance(Math.min(this.#until, due, nextMark(trainer.step), trainer.step + 4));
      if (!this.#runs()) return 0;
    }
    return 0;
  }

  #advance(to: number): void {
    const trainer = this.#trainer;
    const { losses, gradientNorms } = trainer.train(to - trainer.step);
    this.#losses.push(losses);
    this.#norms.push(gradientNorms);
    const ended = trainer.step >= this.#until;
    const diverged = !Number.isFinite(losses.at(-1));
    if (ended || diverged || nextMark(trainer.step - 1) === trainer.step) {
      this.#mark();
    }
    if (diverged) this.#rest('diverged');
    else if (ended) this.#rest(trainer.step >= this.#plan.steps ? 'done' : 'paused');
  }

  #rest(state: TrainingState): void {
    this.#state = state;
    this.#tell(this.#trainer.score(0x7fffffff));
  }

  #tell(score: TrainingScore | null): void {
    const now = performance.now();
    const { step } = this.#trainer;
    this.#recent.push({ time: now, step });
    while (this.#recent.length > 2 && now - (this.#recent[1]?.time ?? now) > WINDOW) {
      this.#recent.shift();
    }
    const first = this.#recent[0] ?? { time: now, step };
    const passed = (now - first.time) / 1000;
    this.#host.report({
      state: this.#state,
      step,
      losses: joined(this.#losses),
      gradientNorms: joined(this.#norms),
      marks: this.#marks,
      score,
      stepsPerSecond: this.#state === 'running' && passed > 0 ? (step - first.step) / passed : 0,
      parameters: this.#parameters,
    });
    this.#losses = [];
    this.#norms = [];
    this.#marks = [];
    this.#reported = now;
  }
}
