import type { IntegerTensor, Tensor } from '../types.ts';

/** By default the document's run of its Transformer. */
export interface TrainingOptions {
  readonly model?: 'transformer' | 'lstm';
  /** Different digits; default 10. */
  readonly vocabulary?: number;
  /** Digits in a sequence; default 10. */
  readonly length?: number;
  /** Default 32. */
  readonly width?: number;
  /** Of the Transformer, a divisor of the width; default 1. */
  readonly heads?: number;
  /** Of the Transformer; default 1. */
  readonly layers?: number;
  /** Between the Transformer's linear layers (64), or the LSTM's state in each direction (48). */
  readonly hidden?: number;
  /** Sequences in a step; default 64. */
  readonly batch?: number;
  /** Of the parameters and of the batches; default 0. */
  readonly seed?: number | bigint;
  /** Numbers of the batches' stream that another run has drawn before; default 0. */
  readonly skippedDraws?: number;
  /** Default 2000, drawn from seed 99. */
  readonly testSequences?: number;
  readonly testSeed?: number | bigint;
  /** Default adam. */
  readonly optimizer?: 'adam' | 'adamw' | 'sgd';
  /** Default 0.003. */
  readonly learningRate?: number;
  readonly beta1?: number; // 0.9
  readonly beta2?: number; // 0.999
  readonly epsilon?: number; // 1e-8
  readonly weightDecay?: number; // 0
  readonly momentum?: number; // of sgd, 0
  /** Gradients longer than this together are shortened to it; default 0: never. */
  readonly clipNorm?: number;
  /** Steps over which the learning rate rises; default 0. */
  readonly warmUp?: number;
  /** The step at which half a cosine has brought it down to finalPart of itself; default 0: constant. */
  readonly cosineEnd?: number;
  readonly finalPart?: number; // 0
  /** Where it is done; default 1500. */
  readonly steps?: number;
  /** Sequences of the test set on which marks are scored; default 200. */
  readonly scored?: number;
  /** Whether it waits for resume(); default false. */
  readonly paused?: boolean;
  /** Steps a second at most; default as many as there can be. */
  readonly speed?: number;
  /** The worker's script and its .wasm; default beside this module. */
  readonly workerUrl?: string | URL;
  readonly wasmUrl?: string | URL;
}

export type TrainingState =
  | 'starting'
  | 'running'
  | 'paused'
  /** All steps are done. */
  | 'done'
  /** The loss is no number any more. */
  | 'diverged'
  /** stop() was called: nothing can be asked any more. */
  | 'stopped'
  /** The worker died: nothing can be asked any more. */
  | 'failed';

export interface TrainingScore {
  readonly digitsRight: number;
  readonly digits: number;
  readonly sequencesRight: number;
  readonly sequences: number;
}

/** What is recorded at steps 0, 5, 10 … 200, 210 … 500, 525 … and where advance() or the last step ends. */
export interface TrainingMark {
  readonly step: number;
  /** On the first sequences of the test set, as many as `scored`. */
  readonly score: TrainingScore;
  /** The first sequence of the test set, and what the network says to it. */
  readonly sample: Int32Array; // (T)
  readonly predicted: Int32Array; // (T)
  /** The attention of that: (layers, H, T, T); null where the network has none. */
  readonly attention: Tensor | null;
}

export interface TrainingProgress {
  readonly state: TrainingState;
  /** Steps done. */
  readonly step: number;
  /** Of the steps since the last progress: the loss before each, and the length of its gradient. */
  readonly losses: Float32Array;
  readonly gradientNorms: Float32Array;
  /** Those since the last progress. */
  readonly marks: readonly TrainingMark[];
  /** On the whole test set, when it pauses or is done. */
  readonly score: TrainingScore | null;
  readonly stepsPerSecond: number;
  /** How many numbers the network learns. */
  readonly parameters: number;
}

export interface TrainingPrediction {
  /** By whose parameters. */
  readonly step: number;
  readonly digits: IntegerTensor; // (N, T)
  readonly probabilities: Tensor; // (N·T, V)
  /** Of the first sequence: (layers, H, T, T); null where the network has none. */
  readonly attention: Tensor | null;
}

/**
 * A network in training, in a worker of its own. Iterating gives its progress, at most once a frame,
 * until it is done, diverged or stopped; leaving the loop stops it. The first has the mark of step 0,
 * also while it is paused; a loop that begins when nobody listened is told first what was said last.
 * When the worker dies the loop throws engine_failed.
 */
export interface Training extends AsyncIterable<TrainingProgress> {
  readonly state: TrainingState;
  readonly step: number;
  /** Once the worker has begun. */
  readonly ready: Promise<void>;
  pause(): Promise<void>;
  /** Goes on, also beyond the steps that were asked for: as many more. */
  resume(): Promise<void>;
  /** So many steps, then paused; asked again before that, so many more. */
  advance(steps?: number): Promise<void>;
  /** Steps a second at most; Infinity for all there can be. */
  setSpeed(stepsPerSecond: number): Promise<void>;
  /** From the beginning, with other options where they are given; paused unless it was running. */
  reset(options?: TrainingOptions): Promise<void>;
  /** Ends the worker. */
  stop(): void;
  /**
   * Of digits (N, T) or (T), by the parameters of the present step, or of the mark at the step that is
   * asked for. Where none was kept there it is the nearest before: 64 MB are kept, of more marks every
   * second, but always the first and the newest; reset() and load() forget all.
   */
  predict(
    digits: Tensor | readonly number[] | readonly (readonly number[])[],
    options?: { readonly step?: number },
  ): Promise<TrainingPrediction>;
  /** As a safetensors file, with PyTorch's names. */
  weights(): Promise<Uint8Array<ArrayBuffer>>;
  /** The same with all that training goes on from. */
  save(): Promise<Uint8Array<ArrayBuffer>>;
  /** What weights() or save() gave, or another program with these names. Damaged files are refused. */
  load(file: Uint8Array): Promise<void>;
}
