/// <reference lib="esnext.disposable" preserve="true" />
import type { MainModule } from '#glue';
import type { Study, StudyOptions } from './train/study-types.ts';
import type { Training, TrainingOptions } from './train/types.ts';

export type * from './train/study-types.ts';
export type * from './train/types.ts';

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

export interface MultiHeadWeights {
  readonly wq: Tensor; // (D', D)
  readonly wk: Tensor; // (D', Dc)
  readonly wv: Tensor; // (D', Dc)
  readonly wo: Tensor; // (Dout, D')
  readonly bq?: Tensor; // (D')
  readonly bk?: Tensor; // (D')
  readonly bv?: Tensor; // (D')
  readonly bo?: Tensor; // (Dout)
}

/** The default scale is 1/sqrt(Dh); mask and bias are (T,S) or (H,T,S), leading extents may be 1. */
export interface MultiHeadOptions extends AttentionOptions {
  /** At least 1; divides D'. */
  readonly heads: number;
  /** (S, Dc); default x itself. */
  readonly context?: Tensor;
}

/** One head: its columns of the projections, Dh of them, and the five steps of attention. */
export interface HeadSteps extends AttentionSteps {
  readonly q: Tensor; // (T, Dh)
  readonly k: Tensor; // (S, Dh)
  readonly v: Tensor; // (S, Dh)
  // scores, scaled, masked and weights are (T, S), output is (T, Dh)
}

/** Every step; the taps that explain takes have other names where a head has the same. */
export interface MultiHeadSteps {
  readonly q: Tensor; // (T, D'), tap projected_q
  readonly k: Tensor; // (S, D'), tap projected_k
  readonly v: Tensor; // (S, D'), tap projected_v
  readonly heads: readonly HeadSteps[];
  readonly concat: Tensor; // (T, D')
  readonly output: Tensor; // (T, Dout), tap result
}

/** What `multiHeadCost` takes. */
export interface MultiHeadExtents {
  readonly T: number;
  /** Default T. */
  readonly S?: number;
  readonly D: number;
  /** Default D. */
  readonly Dc?: number;
  /** D', the width of all heads together; default D. */
  readonly joined?: number;
  /** Default D. */
  readonly Dout?: number;
  readonly heads: number;
  /** Whether bq, bk, bv and bo are counted; default false. */
  readonly biases?: boolean;
}

/** Exact below 2^53. */
export interface MultiHeadCost {
  /** D'·D + 2·D'·Dc + Dout·D'; with biases 3·D' + Dout more. */
  readonly parameters: number;
  /** One per product of a sum; those by the scale are left out. */
  readonly multiplications: {
    readonly projections: number; // T·D·D' + 2·S·Dc·D'
    readonly scores: number; // T·S·D', whatever the heads
    readonly mix: number; // T·S·D'
    readonly output: number; // T·D'·Dout
    readonly total: number;
  };
  /** Held in each of scores, scaled, masked and weights: H·T·S. */
  readonly scoreNumbers: number;
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
  /**
   * scores: q·k per component; scaled: score·scale; output: weight·value per key; projections and
   * result: input·weight per component. Else empty: q, k, v and concat only move numbers.
   */
  readonly terms: readonly Term[];
  readonly total: number;
  /** scaled only: what the score is divided by, 1/scale. */
  readonly divisor?: number;
  /** masked: added to the scaled score, 0 where there is none. Projections and result that have one. */
  readonly bias?: number;
  /** masked only. */
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
  multiHead(x: Tensor, weights: MultiHeadWeights, options: MultiHeadOptions): MultiHeadSteps;
  multiHeadCost(extents: MultiHeadExtents): MultiHeadCost;
  /** (T, H·Dh) → (H, T, Dh): head h takes columns h·Dh … (h+1)·Dh − 1. */
  splitHeads(x: Tensor, heads: number): Tensor;
  /** The way back: (H, T, Dh) → (T, H·Dh). */
  mergeHeads(x: Tensor): Tensor;
  /** The common mistake: (T, H·Dh) read as (H, T, Dh) in the order of the memory. */
  reshapeWithoutTranspose(x: Tensor, heads: number): Tensor;
  /**
   * The arithmetic of one cell of a result of this engine's `attention` or `multiHead`; `leading`
   * picks the head, or batch and head, of a stacked result (default all 0). Of `multiHead` the taps
   * are those of a head, with `[head]`, and projected_q, projected_k, projected_v, concat, result.
   */
  explain(
    result: AttentionSteps | MultiHeadSteps,
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
  /**
   * Trains a network on a task, in a worker of its own, which stop() ends: reverse gives sequences of
   * digits back in reverse.
   */
  train(task: 'reverse', options?: TrainingOptions): Training;
  /**
   * Runs an experiment in a worker of its own. scale: what becomes of softmax as vectors grow longer,
   * with scores as they are and divided by √d.
   */
  study(subject: 'scale', options?: StudyOptions): Study;
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
