// Play: one beat after another until the lesson ends or someone takes over.

/** Milliseconds between beats: time to see a cell, and where it comes from. */
const beat = 900;

export interface PlayerHost {
  /** The next move; whether there was one. */
  advance(): boolean;
  /** Whether anything of the figure is in view. */
  onScreen(): boolean;
  changed(): void;
}

export class Player {
  readonly #host: PlayerHost;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: PlayerHost) {
    this.#host = host;
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  start(): void {
    if (this.playing) return;
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'hidden' || !this.#host.onScreen()) return; // nobody sees it
      if (!this.#host.advance()) this.stop();
    }, beat);
    this.#host.changed();
  }

  stop(): void {
    if (!this.playing) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#host.changed();
  }
}
