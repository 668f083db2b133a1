// How arrays and errors cross: the scratch area, the request and the reply of
// wasm/bindings/exchange.hpp, word by word. Change the two together.
import type { CoreModule } from './core.ts';
import { isTensor, notAnExtent } from './check.ts';
import { QkvError, shown } from './error.ts';
import { Recorder, type Recording } from './recorder.ts';
import type { ErrorCode, IntegerTensor, Tensor } from './types.ts';

// Words of 32 bits. The request:
const SCALARS = 0; // doubles
export const HAS_SCALE = 4;
export const CAUSAL = 5;
export const ALIGNMENT = 6;
export const TAP = 7;
export const ROW = 8;
export const COLUMN = 9;
export const MATRIX = 10;
const GENERATOR = 11;
export const HEADS = 12;
const ARGUMENTS = 13;
const REQUEST_WORDS = 88; // of twelve arguments, the most
// Where the data of a call of up to five begins: what is recorded with a result stays short.
const SHORT_REQUEST = 44;
export const LONG_REQUEST = REQUEST_WORDS;
// The reply:
const SKIP = 14;
const BIASED = 15;
const OVERSIZED = 16;
const RESULTS = 17;
// Both: rank, four extents, where the data is.
const BLOCK_WORDS = 6;
const AT = 5;
const MAX_RANK = 4;

// Up to here a loop copies faster than a call of Float32Array.set.
const FEW_WORDS = 32;

export class Channel {
  readonly module: CoreModule;
  readonly #memory: WebAssembly.Memory;
  readonly #maxElements: number;
  readonly #codes: readonly ErrorCode[];
  readonly #reply: number;
  #dead = false;
  #cause: unknown;
  // Views of the whole memory; growth detaches them, which their length tells.
  #words!: Int32Array;
  #floats!: Float32Array;
  #doubles!: Float64Array;
  // First word of the request, words that the scratch area has, words in use.
  #base = 0;
  #capacity = 0;
  #used = SHORT_REQUEST;
  readonly #recorder = new Recorder();

  constructor(module: CoreModule, memory: WebAssembly.Memory, codes: readonly ErrorCode[]) {
    this.module = module;
    this.#memory = memory;
    this.#codes = codes;
    this.#maxElements = module.maxElements();
    this.#reply = module.replyAddress() >> 2;
    this.#refresh();
  }

  /** Starts a request, of more than five arguments where its data begins later. Every call begins here. */
  begin(data = SHORT_REQUEST): void {
    if (this.#dead) throw this.#failure();
    if (this.#capacity < REQUEST_WORDS) this.#grow(REQUEST_WORDS);
    this.#used = data;
  }

  put(word: number, value: number): void {
    this.#words[this.#base + word] = value;
  }

  putScalar(index: number, value: number): void {
    this.#doubles[((this.#base + SCALARS) >> 1) + index] = value;
  }

  /** A count or an index, of any sign: the core judges its range. */
  putInteger(word: number, argument: string, value: unknown): void {
    if (typeof value !== 'number' || (value | 0) !== value) throw notAnExtent(argument, value);
    this.put(word, value);
  }

  putGenerator(handle: number): void {
    this.put(GENERATOR, handle);
  }

  putAbsent(slot: number): void {
    this.#words[this.#base + ARGUMENTS + slot * BLOCK_WORDS] = -1;
  }

  putTensor(slot: number, argument: string, tensor: Tensor): void {
    if (!isTensor(tensor)) {
      throw new QkvError(
        'bad_option',
        `${argument} is ${shown(tensor)}: a tensor is {shape: number[], data: Float32Array}`,
        { argument },
      );
    }
    const { shape, data } = tensor;
    const size = this.putShape(slot, argument, shape);
    const length = data.length;
    if (length !== size) {
      throw new QkvError(
        'shape_mismatch',
        `${argument} holds ${length} numbers, its shape (${shape.join(', ')}) makes ${size}`,
        { argument, expected: [size], given: [length] },
      );
    }
    if (this.#used + length > this.#capacity) this.#grow(this.#used + length);
    const at = this.#base + this.#used;
    this.#words[this.#base + ARGUMENTS + slot * BLOCK_WORDS + AT] = this.#used;
    this.#used += length;
    if (length <= FEW_WORDS) {
      const floats = this.#floats;
      for (let i = 0; i < length; i++) floats[at + i] = data[i] as number;
    } else {
      this.#floats.set(data, at);
    }
  }

  /** The number of elements. */
  putShape(slot: number, argument: string, shape: readonly number[]): number {
    if (!Array.isArray(shape)) {
      throw new QkvError('bad_option', `${argument} is ${shown(shape)}: a shape is an array`, {
        argument,
      });
    }
    const rank = shape.length;
    if (rank > MAX_RANK) {
      throw new QkvError(
        'bad_rank',
        `${argument} has ${rank} axes (${shape.join(', ')}): at most ${MAX_RANK}`,
        { argument, expected: [MAX_RANK], given: [rank] },
      );
    }
    const words = this.#words;
    const block = this.#base + ARGUMENTS + slot * BLOCK_WORDS;
    words[block] = rank;
    let size = 1;
    for (let axis = 0; axis < rank; axis++) {
      const extent: unknown = shape[axis];
      if (typeof extent !== 'number' || (extent | 0) !== extent || extent < 0) {
        throw notAnExtent(argument, extent);
      }
      words[block + 1 + axis] = extent;
      size *= extent;
    }
    if (size > this.#maxElements) {
      throw new QkvError(
        'too_large',
        `${argument} (${shape.join(', ')}) would hold ${size} numbers: at most ${this.#maxElements}`,
        { argument, expected: [this.#maxElements], given: [size] },
      );
    }
    return size;
  }

  /** Runs a function of the module on the request. */
  run(call: () => number): void {
    let status: number;
    try {
      status = call();
    } catch (cause) {
      // Nothing can be trusted any more: the core was left in the middle of its work.
      this.#dead = true;
      this.#cause = cause;
      throw this.#failure();
    }
    if (this.#floats.length === 0) this.#refresh();
    if (status !== 0) throw this.#refusal(status);
  }

  /** Results are copies; the last one taken ends the call. */
  takeTensor(result: number, last = true): Tensor {
    const block = this.#reply + RESULTS + result * BLOCK_WORDS;
    const data = this.#copy(this.#floats, this.#at(block), this.#size(block));
    const tensor = { shape: this.#shape(block), data };
    if (last) this.end();
    return tensor;
  }

  /** One matrix of a stacked result (H, R, C). */
  takeMatrix(result: number, index: number): Tensor {
    const block = this.#reply + RESULTS + result * BLOCK_WORDS;
    const shape = this.#shape(block).slice(1) as [number, number];
    const size = shape[0] * shape[1];
    return { shape, data: this.#copy(this.#floats, this.#at(block) + index * size, size) };
  }

  takeIntegers(result: number): IntegerTensor {
    const block = this.#reply + RESULTS + result * BLOCK_WORDS;
    const data = this.#copy(this.#words, this.#at(block), this.#size(block));
    const tensor = { shape: this.#shape(block), data };
    this.end();
    return tensor;
  }

  takeScalar(index: number): number {
    return this.#doubles[(this.#reply >> 1) + index] as number;
  }

  takeSkip(): number {
    return this.#words[this.#reply + SKIP] as number;
  }

  takeBiased(): boolean {
    return this.#words[this.#reply + BIASED] === 1;
  }

  takeGenerator(): number {
    return this.#words[this.#base + GENERATOR] as number;
  }

  /** Ends a call: gives back what one huge call made the module hold. */
  end(): void {
    if (this.#words[this.#reply + OVERSIZED] === 1) this.#release();
  }

  record(): Recording {
    return this.#recorder.copy(this.#words, this.#base, this.#used);
  }

  /** Puts a recorded request back and tells the shape of its first argument. */
  restore({ words, at, length }: Recording): number[] {
    this.begin();
    if (length > this.#capacity) this.#grow(length);
    this.#words.set(words.subarray(at, at + length), this.#base);
    this.#used = length;
    return this.#shape(this.#base + ARGUMENTS);
  }

  /** For a generator that nobody can reach any more. */
  destroyGenerator(handle: number): void {
    if (!this.#dead) this.module.destroyGenerator(handle);
  }

  #refresh(): void {
    const buffer = this.#memory.buffer;
    this.#words = new Int32Array(buffer);
    this.#floats = new Float32Array(buffer);
    this.#doubles = new Float64Array(buffer);
  }

  #grow(words: number): void {
    this.run(() => this.module.reserve(words));
    this.#locate();
  }

  #locate(): void {
    this.#base = this.module.requestAddress() >> 2;
    this.#capacity = this.module.capacity();
  }

  #release(): void {
    this.module.release();
    this.#locate();
  }

  #shape(block: number): number[] {
    const words = this.#words;
    switch (words[block]) {
      case 1:
        return [words[block + 1] as number];
      case 2:
        return [words[block + 1] as number, words[block + 2] as number];
      default:
        return [...words.subarray(block + 1, block + 1 + (words[block] as number))];
    }
  }

  #at(block: number): number {
    return this.#words[block + AT] as number;
  }

  #copy<T extends Float32Array | Int32Array>(view: T, at: number, size: number): T {
    try {
      return view.slice(at, at + size) as T;
    } catch (cause) {
      this.end();
      throw new QkvError('out_of_memory', `no memory for a copy of ${size} numbers`, {}, { cause });
    }
  }

  #size(block: number): number {
    const words = this.#words;
    const rank = words[block] as number;
    let size = 1;
    for (let axis = 1; axis <= rank; axis++) size *= words[block + axis] as number;
    return size;
  }

  #refusal(status: number): QkvError {
    const { module } = this;
    const detail = {
      argument: module.errorArgument(),
      expected: Array.from({ length: module.errorExpectedCount() }, (_, i) =>
        module.errorExpected(i),
      ),
      given: Array.from({ length: module.errorGivenCount() }, (_, i) => module.errorGiven(i)),
    };
    const error = new QkvError(this.#codes[status - 1] as ErrorCode, module.errorMessage(), detail);
    this.end();
    return error;
  }

  #failure(): QkvError {
    return new QkvError(
      'engine_failed',
      'the engine has failed and must be loaded anew',
      {},
      { cause: this.#cause },
    );
  }
}
