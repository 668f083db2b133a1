// The parameters at steps that were recorded, within so much memory.

export interface Recorded {
  readonly step: number;
  readonly values: Float32Array;
}

export class History {
  readonly #bytes: number;
  #kept: Recorded[] = [];
  #added = 0;
  /** One is kept of so many, and the newest beside them. */
  #apart = 1;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  clear(): void {
    this.#kept = [];
    this.#added = 0;
    this.#apart = 1;
  }

  /** Steps rise. Where memory is full every second is dropped, and never the first. */
  add(recorded: Recorded): void {
    // The newest before it may have been kept for nothing but that.
    if ((this.#added - 1) % this.#apart !== 0) this.#kept.pop();
    this.#kept.push(recorded);
    this.#added++;
    const most = Math.max(2, Math.floor(this.#bytes / recorded.values.byteLength));
    while (this.#kept.length > most) {
      this.#apart *= 2;
      this.#kept = this.#kept.filter((_, i, { length }) => i % 2 === 0 || i === length - 1);
    }
  }

  /** The step of the first. */
  get first(): number {
    return this.#kept[0]?.step ?? NaN;
  }

  /** The newest that is not after that step. */
  at(step: number): Recorded | undefined {
    return this.#kept.filter((each) => each.step <= step).at(-1);
  }
}
