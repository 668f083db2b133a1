// What a module carries within itself where no file lies beside it: in a single file, and in the module
// of notebooks, the bundler puts another module in the place of this one.
export interface Carried {
  /** The core with its trainer, which serves both. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** The script of a training worker. */
  readonly worker: string;
}

const carried: Carried | null = null;
export default carried as Carried | null;
