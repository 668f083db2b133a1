// The engine behind one figure: loading it, asking it, and losing it.
import { QkvError } from '../../../wasm/engine/index.ts';
import type { CellArithmetic, Engine, ErrorCode, TapName } from '../../../wasm/engine/index.ts';
import type { Lesson, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import type { State } from '../state/types.ts';
import { computationOf } from './computation.ts';
import type { Computation, Given } from './computation.ts';
import { drawFriendly, drawNormal } from './draw.ts';
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
        if (this.#loading === loading) this.fail(error);
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

  /** The same for numbers that no figure shows. */
  computeApart(lesson: Lesson, given: Given): Computation['results'] | null {
    const engine = this.#engine;
    return engine && this.#ask(() => computationOf(engine, lesson, given).results);
  }

  solve(step: Step, question: Question, state: State): Solution | null {
    const computation = this.#computation;
    return computation && this.#ask(() => computation.solve(step, question, state));
  }

  /** null while there is no engine to draw them. */
  drawFriendly(seed: number, inputs: State['inputs']): State['inputs'] | null {
    const engine = this.#engine;
    return engine && this.#ask(() => drawFriendly(engine, seed, inputs));
  }

  drawNormal(
    seed: number,
    inputs: State['inputs'],
    taps: readonly TapName[],
  ): State['inputs'] | null {
    const engine = this.#engine;
    return engine && this.#ask(() => drawNormal(engine, seed, inputs, taps));
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
      this.fail(error);
      return null;
    }
  }

  /** What it keeps is lost with it: the next one who asks loads anew. */
  fail(error: unknown): void {
    if (this.#loading) forget(this.#loading);
    this.#loading = null;
    this.#engine = null;
    this.#computation = null;
    this.#earlier = null;
    this.failure = failureOf(error);
  }
}
