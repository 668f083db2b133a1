// What a page and its training worker say to each other.
import type { ErrorCode, ErrorDetail, IntegerTensor, Tensor } from '../types.ts';
import type { StudyProgress } from './study-types.ts';
import type { TrainingMark, TrainingPrediction, TrainingScore, TrainingState } from './types.ts';

export interface Plan {
  /** Every one of the trainer's options, under the names that the binding gives them. */
  readonly settings: Readonly<Record<string, number>>;
  /** Stops there. */
  readonly steps: number;
  /** Sequences of the test set that a mark is scored on. */
  readonly scored: number;
  /** Runs at once. */
  readonly running: boolean;
}

/** Weights and whatever else training goes on from. */
export interface Checkpoint {
  readonly parameters: readonly { readonly name: string; readonly value: Tensor }[];
  readonly optimizer: {
    readonly steps: number;
    readonly m: Tensor;
    readonly v: Tensor;
    readonly words: IntegerTensor;
    readonly used: number;
  } | null;
}

export interface Question {
  readonly digits: Tensor;
  /** Null for the present one. */
  readonly step: number | null;
}

/** Each is answered once, with this result. */
export interface Results {
  start: { readonly module: WebAssembly.Module; readonly plan: Plan };
  reset: Plan;
  run: null;
  pause: null;
  advance: number;
  speed: number;
  predict: Question;
  save: boolean;
  load: Checkpoint;
  study: { readonly module: WebAssembly.Module; readonly plan: StudyPlan };
}

export interface StudyPlan {
  readonly seed: number;
  readonly skippedDraws: number;
  readonly widths: readonly number[];
  readonly pairs: number;
  readonly groups: number;
  readonly keys: number;
}

export interface Answers {
  start: null;
  reset: null;
  run: null;
  pause: null;
  advance: null;
  speed: null;
  predict: TrainingPrediction;
  save: Checkpoint;
  load: null;
  study: null;
}

export type RequestName = keyof Results;
export type Request = {
  [Name in RequestName]: {
    readonly id: number;
    readonly name: Name;
    readonly given: Results[Name];
  };
}[RequestName];

export interface PlainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly detail: ErrorDetail;
}

export interface Report {
  readonly state: TrainingState;
  readonly step: number;
  readonly losses: Float32Array;
  readonly gradientNorms: Float32Array;
  readonly marks: readonly TrainingMark[];
  readonly score: TrainingScore | null;
  /** Over the last half second; 0 while nothing moves. */
  readonly stepsPerSecond: number;
  readonly parameters: number;
}

export type Message =
  | { readonly kind: 'ready' }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'study'; readonly progress: StudyProgress }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: PlainError }
  /** Nothing can be asked of this worker any more. */
  | { readonly kind: 'failure'; readonly error: PlainError };
