// The engine behind one figure: loading it, asking it, and losing it.
import { QkvError } from '../../../wasm/engine/index.ts';
import type { CellArithmetic, Engine, ErrorCode } from '../../../wasm/engine/index.ts';
import type { Step } from '../state/lesson.ts';
import type { State } from '../state/types.ts';
import { Computation } from './computation.ts';
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
  #computation: Computation | null = null;
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
  compute(state: State): Computation['results'] | null {
    if (this.#computation?.covers(state)) return this.#computation.results;
    const engine = this.#engine;
    if (!engine) return null;
    return this.#ask(() => {
      this.#computation = new Computation(engine, state);
      return this.#computation.results;
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
    this.failure = failureOf(error);
  }
}
