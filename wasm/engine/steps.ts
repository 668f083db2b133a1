// Results that remember the request that they came from, for explain.
import type { Channel } from './channel.ts';
import { QkvError } from './error.ts';
import type { Recording } from './recorder.ts';
import type {
  AttentionSteps,
  Engine,
  HeadSteps,
  MultiHeadSteps,
  TapName,
  Tensor,
} from './types.ts';

interface Call {
  readonly request: Recording;
  /** Of a call of multiHead alone. */
  readonly heads?: number;
}

/** The five steps of attention. */
export class Steps implements AttentionSteps {
  readonly scores: Tensor;
  readonly scaled: Tensor;
  readonly masked: Tensor;
  readonly weights: Tensor;
  readonly output: Tensor;
  readonly #engine: Engine;
  readonly #request: Recording;

  constructor(engine: Engine, channel: Channel) {
    this.#engine = engine;
    this.#request = channel.record();
    this.scores = channel.takeTensor(0, false);
    this.scaled = channel.takeTensor(1, false);
    this.masked = channel.takeTensor(2, false);
    this.weights = channel.takeTensor(3, false);
    this.output = channel.takeTensor(4);
  }

  static callOf(result: object, engine: Engine): Call | undefined {
    return #request in result && result.#engine === engine
      ? { request: result.#request }
      : undefined;
  }
}

// Which result of the core holds which stack of the heads.
const STACKS = {
  q: 3,
  k: 4,
  v: 5,
  scores: 6,
  scaled: 7,
  masked: 8,
  weights: 9,
  output: 10,
} satisfies Record<keyof HeadSteps, number>;

/** Whether each head has this tap for itself. */
export const isOfHeads = (tap: TapName): boolean => Object.hasOwn(STACKS, tap);

/** Every step of multi-head attention. */
export class MultiHead implements MultiHeadSteps {
  readonly q: Tensor;
  readonly k: Tensor;
  readonly v: Tensor;
  readonly heads: readonly HeadSteps[];
  readonly concat: Tensor;
  readonly output: Tensor;
  readonly #engine: Engine;
  readonly #request: Recording;
  readonly #count: number;

  constructor(engine: Engine, channel: Channel, count: number) {
    this.#engine = engine;
    this.#request = channel.record();
    this.#count = count;
    this.q = channel.takeTensor(0, false);
    this.k = channel.takeTensor(1, false);
    this.v = channel.takeTensor(2, false);
    this.heads = Array.from({ length: count }, (_, head) => ({
      q: channel.takeMatrix(STACKS.q, head),
      k: channel.takeMatrix(STACKS.k, head),
      v: channel.takeMatrix(STACKS.v, head),
      scores: channel.takeMatrix(STACKS.scores, head),
      scaled: channel.takeMatrix(STACKS.scaled, head),
      masked: channel.takeMatrix(STACKS.masked, head),
      weights: channel.takeMatrix(STACKS.weights, head),
      output: channel.takeMatrix(STACKS.output, head),
    }));
    this.concat = channel.takeTensor(11, false);
    this.output = channel.takeTensor(12);
  }

  static callOf(result: object, engine: Engine): Call | undefined {
    return #request in result && result.#engine === engine
      ? { request: result.#request, heads: result.#count }
      : undefined;
  }
}

/** The call that a result came from, as long as it is the very object that this engine gave. */
export function callOf(result: unknown, engine: Engine): Call {
  const call =
    typeof result === 'object' && result !== null
      ? (Steps.callOf(result, engine) ?? MultiHead.callOf(result, engine))
      : undefined;
  if (call === undefined) {
    throw new QkvError(
      'bad_option',
      'explain takes a result of the same engine’s attention or multiHead',
      { argument: 'result' },
    );
  }
  return call;
}
