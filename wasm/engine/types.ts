/// <reference lib="esnext.disposable" preserve="true" />
import type { MainModule } from '#glue';

/** Row-major float32; rank 0 to 4. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

type Row = readonly number[] | Float32Array | Float64Array | Int32Array;

/** What `tensor` takes: numbers in one to four levels of arrays, the innermost may be typed. */
export type NestedNumbers =
  Row | readonly Row[] | readonly (readonly Row[])[] | readonly (readonly (readonly Row[])[])[];

export interface IntegerTensor {
  readonly shape: readonly number[];
  readonly data: Int32Array;
}

/** Names of intermediate tensors: the keys of the core's enum, exported through the binding. */
export type TapName = keyof MainModule['Tap'];
/** What an axis counts, likewise from the core. */
export type AxisName = keyof MainModule['Axis'];
/** Why a cell is masked, likewise from the core. */
export type SkipReason = keyof MainModule['SkipReason'];
/** The core's own codes and the three that only the engine around it can raise. */
export type ErrorCode =
  keyof MainModule['ErrorCode'] | 'load_failed' | 'simd_missing' | 'engine_failed';

export interface ErrorDetail {
  /** The argument at fault, such as `k`; empty where it is none. */
  readonly argument: string;
  readonly expected: readonly number[];
  readonly given: readonly number[];
}

export interface AttentionOptions {
  /** Any finite number; default 1/sqrt(Dk). */
  readonly scale?: number;
  readonly causal?: boolean;
  readonly causalAlignment?: 'upper-left' | 'lower-right';
  /** (T,S), (H,T,S) or (B,H,T,S); nonzero = may attend; NaN refused. */
  readonly mask?: Tensor;
  /** The same shapes; added to the scaled scores; −∞ = skip. */
  readonly bias?: Tensor;
}

export interface AttentionSteps {
  readonly scores: Tensor; // (…, T, S)
  readonly scaled: Tensor; // (…, T, S)
  readonly masked: Tensor; // (…, T, S)
  readonly weights: Tensor; // (…, T, S)
  readonly output: Tensor; // (…, T, Dv)
}

export interface SoftmaxSteps {
  readonly max: number;
  readonly shifted: Float32Array;
  readonly exponentials: Float32Array;
  readonly sum: number;
  readonly weights: Float32Array;
}

export interface Term {
  readonly left: number;
  readonly right: number;
  readonly product: number;
  /** Masked: the term takes no part in the total. */
  readonly skipped: boolean;
}

/** The arithmetic of one cell; `total` has the bits of the cell. */
export interface CellArithmetic {
  readonly tap: TapName;
  /** scores: q·k per component; scaled: score·scale; output: weight·value per key; else empty. */
  readonly terms: readonly Term[];
  readonly total: number;
  /** scaled only: what the score is divided by, 1/scale. */
  readonly divisor?: number;
  /** masked only. */
  readonly bias?: number;
  readonly skip?: SkipReason;
  /** weights only: the whole row. */
  readonly softmax?: SoftmaxSteps;
}

/** PyTorch's CPU streams. Holds memory of the engine: freed by hand, or when it is collected. */
export interface Generator extends Disposable {
  rand(shape: readonly number[]): Tensor;
  randn(shape: readonly number[]): Tensor;
  uniform(shape: readonly number[], low: number, high: number): Tensor;
  randint(low: number, high: number, shape: readonly number[]): IntegerTensor;
  randperm(n: number): IntegerTensor;
  /** Gives the memory back; every later call is refused. `using` does the same. */
  free(): void;
}

export interface EngineInfo {
  readonly version: string;
  readonly simd: 'simd128' | 'relaxed';
  /** float32 lanes of one vector register. */
  readonly lanes: number;
}

export interface Engine {
  readonly info: EngineInfo;
  attention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionSteps;
  attend(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): Tensor;
  /**
   * The arithmetic of one cell of a result of this engine's `attention`; `leading` picks the head,
   * or batch and head, of a stacked result (default all 0).
   */
  explain(
    result: AttentionSteps,
    tap: TapName,
    row: number,
    column: number,
    leading?: readonly number[],
  ): CellArithmetic;
  explainSoftmax(row: Tensor | readonly number[] | Float32Array): SoftmaxSteps;
  softmax(x: Tensor): Tensor;
  layerNorm(x: Tensor, gamma: Tensor, beta: Tensor, eps?: number): Tensor;
  linear(x: Tensor, w: Tensor, b?: Tensor): Tensor;
  /** Sums over the last axis: (…, N) → (…). */
  sumRows(x: Tensor): Tensor;
  causalMask(T: number, S: number, alignment?: 'upper-left' | 'lower-right'): Tensor;
  positionalEncoding(T: number, D: number): Tensor;
  /** seed: a safe integer or a bigint; its low 32 bits count. */
  generator(seed: number | bigint): Generator;
  /** What the last two axes of a tap count, rows first. */
  axes(tap: TapName): readonly [AxisName, AxisName];
  readonly taps: readonly TapName[];
}

export interface EngineOptions {
  /** The .wasm file; default beside this module, under the name of its build. */
  readonly wasmUrl?: string | URL;
  /**
   * Default simd128: the same bits everywhere. relaxed: multiply-add in one rounding, refused where
   * the host lacks it. auto: relaxed where there is such, else simd128.
   */
  readonly simd?: 'auto' | 'relaxed' | 'simd128';
}
