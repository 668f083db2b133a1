// The engine behind one figure: loading it, asking it, and losing it.
import { QkvError } from '../../../wasm/engine/index.ts';
import type { CellArithmetic, Engine, ErrorCode, TapName } from '../../../wasm/engine/index.ts';
import type { Lesson, Matrix, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import type { State } from '../state/types.ts';
import { computationOf } from './computation.ts';
import type { Computation, Given } from './computation.ts';
import type { Solution } from './judge.ts';
import { forget, sharedEngine } from './shared-engine.ts';

export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
}

const failureOf = (error: unknown): Failure =>
  error instanceof QkvError
    ? { code: error.code, message: error.message }
    : { code: 'engine_failed', message: String(error) };

export class Power {
  failure: Failure | null = null;
  #loading: Promise<Engine> | null = null;
  #engine: Engine | null = null;
  #lesson: Lesson | null = null;
  #computation: Computation | null = null;
  /** Of the numbers before the last change. */
  #earlier: Computation | null = null;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Loads the engine unless it is there or on its way. */
  start(): void {
    if (this.#loading) return;
    const loading = sharedEngine();
    this.#loading = loading;
    loading.then(
      (engine) => {
        if (this.#loading === loading) {
          this.#engine = engine;
          this.failure = null;
        }
        this.#changed();
      },
      (error: unknown) => {
        if (this.#loading === loading) this.#fail(error);
        this.#changed();
      },
    );
  }

  retry(): void {
    this.failure = null;
    this.start();
    this.#changed();
  }

  /** null while there is no engine to ask. */
  compute(lesson: Lesson, state: State): Computation['results'] | null {
    if (this.#lesson !== lesson) {
      this.#lesson = lesson;
      this.#computation = null;
      this.#earlier = null;
    }
    if (this.#computation?.covers(state)) return this.#computation.results;
    const engine = this.#engine;
    if (!engine || state.pending) return null;
    return this.#ask(() => {
      this.#computation = computationOf(engine, lesson, state);
      return this.#computation.results;
    });
  }

  /** The same for the numbers before the last change, to show what it did. */
  computeEarlier(lesson: Lesson, given: Given): Computation['results'] | null {
    if (this.#earlier?.covers(given)) return this.#earlier.results;
    const engine = this.#engine;
    if (!engine) return null;
    return this.#ask(() => {
      this.#earlier = computationOf(engine, lesson, given);
      return this.#earlier.results;
    });
  }

  solve(step: Step, question: Question, state: State): Solution | null {
    const computation = this.#computation;
    return computation && this.#ask(() => computation.solve(step, question, state));
  }

  /**
   * Hand-friendly numbers from PyTorch's stream of the seed: mostly 0, 1 and 2, now and then −1.
   * null while there is no engine to draw them.
   */
  drawFriendly(seed: number, inputs: State['inputs']): State['inputs'] | null {
    const engine = this.#engine;
    if (!engine) return null;
    const friendly = [0, 0, 0, 1, 1, 1, 2, 2, 2, -1];
    return this.#ask(() => {
      const generator = engine.generator(seed);
      try {
        const drawn = Object.entries(inputs).map(([tap, { rows, columns }]) => {
          const { data } = generator.randint(0, friendly.length, [rows, columns]);
          const matrix: Matrix = { rows, columns, data: [...data].map((at) => friendly[at] ?? 0) };
          return [tap, matrix] as const;
        });
        return Object.fromEntries(drawn);
      } finally {
        generator.free();
      }
    });
  }

  /** The named inputs anew, in that order, as torch.randn gives them after torch.manual_seed(seed). */
  drawNormal(
    seed: number,
    inputs: State['inputs'],
    taps: readonly TapName[],
  ): State['inputs'] | null {
    const engine = this.#engine;
    if (!engine) return null;
    return this.#ask(() => {
      const generator = engine.generator(seed);
      try {
        const drawn = taps.flatMap((tap) => {
          const matrix = inputs[tap];
          if (!matrix) return [];
          const { rows, columns } = matrix;
          const { data } = generator.randn([rows, columns]);
          return [[tap, { rows, columns, data: [...data] }] as const];
        });
        return { ...inputs, ...Object.fromEntries(drawn) };
      } finally {
        generator.free();
      }
    });
  }

  explain(step: Step, state: State): CellArithmetic | null {
    const computation = this.#computation;
    if (!computation?.covers(state)) return null;
    return this.#ask(() => computation.explain(step, state));
  }

  #ask<T>(question: () => T): T | null {
    try {
      return question();
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  #fail(error: unknown): void {
    if (this.#loading) forget(this.#loading);
    this.#loading = null;
    this.#engine = null;
    this.#computation = null;
    this.#earlier = null;
    this.failure = failureOf(error);
  }
}
