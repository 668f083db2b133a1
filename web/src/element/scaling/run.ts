// One study at a time in a worker: a new one ends the one before.
import type { Engine, Study, StudyOptions, StudyProgress } from '../../../../wasm/engine/index.ts';

export interface Listener {
  hear(progress: StudyProgress): void;
  done?(): void;
}

export class Run {
  readonly #engine: () => Promise<Engine>;
  readonly #failed: (error: unknown) => void;
  #study: Study | null = null;
  /** Of the run in hand; what comes of an earlier one is nobody's any more. */
  #number = 0;
  running = false;

  constructor(engine: () => Promise<Engine>, failed: (error: unknown) => void) {
    this.#engine = engine;
    this.#failed = failed;
  }

  start(options: StudyOptions, listener: Listener): void {
    this.end();
    this.running = true;
    const number = this.#number;
    this.#follow(number, options, listener).catch((error: unknown) => {
      if (number !== this.#number) return;
      this.end();
      this.#failed(error);
    });
  }

  end(): void {
    this.#number++;
    this.#study?.stop();
    this.#study = null;
    this.running = false;
  }

  async #follow(number: number, options: StudyOptions, listener: Listener): Promise<void> {
    const engine = await this.#engine();
    if (number !== this.#number) return;
    const study = engine.study('scale', options);
    this.#study = study;
    for await (const progress of study) {
      if (number !== this.#number) return;
      listener.hear(progress);
    }
    if (number !== this.#number) return;
    this.end();
    listener.done?.();
  }
}
