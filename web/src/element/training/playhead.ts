// Where the figure stands in the run, and how it gets on: by the clock, as far as has been trained.

/** Steps a second at which what has been recorded is shown again where nothing holds it back. */
const fastest = 1500;
/** A frame that comes later than this, in seconds, is one that nobody saw. */
const longestFrame = 0.25;

export class Playhead {
  /** Between whole steps it has a part of one. */
  #at = 0;
  #playing = false;
  #time = 0;

  get at(): number {
    return Math.floor(this.#at);
  }

  get playing(): boolean {
    return this.#playing;
  }

  play(now: number): void {
    this.#playing = true;
    this.#time = now;
  }

  pause(): void {
    this.#playing = false;
  }

  put(at: number): void {
    this.#at = at;
  }

  /** A frame later: on by the speed in steps a second (0: no limit), no further than has been trained. */
  tick(now: number, speed: number, trained: number): void {
    const passed = Math.min(longestFrame, Math.max(0, (now - this.#time) / 1000));
    this.#time = now;
    if (!this.#playing) return;
    const next = this.#at + passed * (speed === 0 ? fastest : speed);
    this.#at = Math.max(this.#at, Math.min(next, trained));
  }
}
