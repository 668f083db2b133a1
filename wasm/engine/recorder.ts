/** A copy of a request with its data. */
export interface Recording {
  readonly words: Int32Array;
  readonly at: number;
  readonly length: number;
}

// JavaScript allocates arrays above 64 bytes slowly, so recordings up to here share blocks.
const SHORT = 256;
const BLOCK = 1 << 13;

export class Recorder {
  // The block that the next short recording goes to, and how much of it is taken.
  #block = new Int32Array(0);
  #taken = BLOCK;

  copy(words: Int32Array, from: number, length: number): Recording {
    if (length > SHORT) return { words: words.slice(from, from + length), at: 0, length };
    if (this.#taken + length > BLOCK) {
      this.#block = new Int32Array(BLOCK);
      this.#taken = 0;
    }
    const block = this.#block;
    const at = this.#taken;
    for (let i = 0; i < length; i++) block[at + i] = words[from + i] as number;
    this.#taken += length;
    return { words: block, at, length };
  }
}
