import {
  CAUSAL,
  COLUMN,
  HAS_SCALE,
  LONG_REQUEST,
  MATRIX,
  ROW,
  TAP,
  type Channel,
} from './channel.ts';
import { isFloat32Array } from './check.ts';
import { takeCost } from './cost.ts';
import { QkvError, shown } from './error.ts';
import { ChannelGenerator } from './generator.ts';
import type { Names } from './names.ts';
import {
  putAlignment,
  putHeads,
  putMultiHead,
  putOptionalNumber,
  putOptionalTensor,
  putOptions,
} from './options.ts';
import { MultiHead, Steps, callOf, isOfHeads } from './steps.ts';
import { WorkerStudy } from './train/study.ts';
import { WorkerTraining } from './train/training.ts';
import type {
  AttentionOptions,
  AttentionSteps,
  AxisName,
  CellArithmetic,
  Engine,
  EngineInfo,
  Generator,
  MultiHeadCost,
  MultiHeadExtents,
  MultiHeadOptions,
  MultiHeadSteps,
  MultiHeadWeights,
  SkipReason,
  SoftmaxSteps,
  Study,
  StudyOptions,
  TapName,
  Tensor,
  Term,
  Training,
  TrainingOptions,
} from './types.ts';

export class ChannelEngine implements Engine {
  readonly info: EngineInfo;
  readonly taps: readonly TapName[];
  readonly #channel: Channel;
  readonly #names: Names;

  constructor(channel: Channel, names: Names) {
    const { module } = channel;
    this.#channel = channel;
    this.#names = names;
    this.taps = names.taps;
    this.info = Object.freeze({
      version: module.version(),
      simd: module.fastBuild() ? 'relaxed' : 'simd128',
      lanes: module.lanes(),
    });
  }

  attention(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): AttentionSteps {
    const channel = this.#attentionRequest(q, k, v, options);
    channel.run(channel.module.attention);
    return new Steps(this, channel);
  }

  attend(q: Tensor, k: Tensor, v: Tensor, options?: AttentionOptions): Tensor {
    const channel = this.#attentionRequest(q, k, v, options);
    channel.run(channel.module.attend);
    return channel.takeTensor(0);
  }

  multiHead(x: Tensor, weights: MultiHeadWeights, options: MultiHeadOptions): MultiHeadSteps {
    const channel = this.#channel;
    channel.begin(LONG_REQUEST);
    channel.putTensor(0, 'x', x);
    putMultiHead(channel, this.#names, weights, options);
    channel.run(channel.module.multiHead);
    return new MultiHead(this, channel, options.heads);
  }

  multiHeadCost(extents: MultiHeadExtents): MultiHeadCost {
    return takeCost(this.#channel, extents);
  }

  splitHeads(x: Tensor, heads: number): Tensor {
    const { module } = this.#channel;
    return this.#intoHeads(x, heads, module.splitHeads);
  }

  mergeHeads(x: Tensor): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    channel.run(channel.module.mergeHeads);
    return channel.takeTensor(0);
  }

  reshapeWithoutTranspose(x: Tensor, heads: number): Tensor {
    const { module } = this.#channel;
    return this.#intoHeads(x, heads, module.reshapeWithoutTranspose);
  }

  explain(
    result: AttentionSteps | MultiHeadSteps,
    tap: TapName,
    row: number,
    column: number,
    leading?: readonly number[],
  ): CellArithmetic {
    const tapNumber = this.#names.taps.indexOf(tap);
    if (tapNumber < 0) throw unknownTap(tap);
    const channel = this.#channel;
    const { request, heads } = callOf(result, this);
    const shape = channel.restore(request);
    const stack = heads === undefined ? shape.slice(0, -2) : isOfHeads(tap) ? [heads] : [];
    channel.put(TAP, tapNumber);
    channel.putInteger(ROW, 'row', row);
    channel.putInteger(COLUMN, 'column', column);
    channel.put(MATRIX, matrixOf(leading, stack));
    const { module } = channel;
    channel.run(heads === undefined ? module.explain : module.explainMultiHead);
    return this.#takeCell(tap);
  }

  explainSoftmax(row: Tensor | readonly number[] | Float32Array): SoftmaxSteps {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'row', asTensor(row));
    channel.run(channel.module.explainSoftmax);
    const steps = this.#takeSoftmax(0);
    channel.end();
    return steps;
  }

  softmax(x: Tensor): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    channel.run(channel.module.softmax);
    return channel.takeTensor(0);
  }

  layerNorm(x: Tensor, gamma: Tensor, beta: Tensor, eps?: number): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    channel.putTensor(1, 'gamma', gamma);
    channel.putTensor(2, 'beta', beta);
    putOptionalNumber(channel, 'eps', eps, 'bad_range');
    channel.run(channel.module.layerNorm);
    return channel.takeTensor(0);
  }

  linear(x: Tensor, w: Tensor, b?: Tensor): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    channel.putTensor(1, 'w', w);
    putOptionalTensor(channel, 2, 'b', b);
    channel.run(channel.module.linear);
    return channel.takeTensor(0);
  }

  sumRows(x: Tensor): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    channel.run(channel.module.sumRows);
    return channel.takeTensor(0);
  }

  causalMask(T: number, S: number, alignment?: 'upper-left' | 'lower-right'): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putInteger(ROW, 'T', T);
    channel.putInteger(COLUMN, 'S', S);
    putAlignment(channel, this.#names, 'alignment', alignment);
    channel.run(channel.module.causalMask);
    return channel.takeTensor(0);
  }

  positionalEncoding(T: number, D: number): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putInteger(ROW, 'T', T);
    channel.putInteger(COLUMN, 'D', D);
    channel.run(channel.module.positionalEncoding);
    return channel.takeTensor(0);
  }

  generator(seed: number | bigint): Generator {
    return new ChannelGenerator(this.#channel, seed);
  }

  train(task: 'reverse', options: TrainingOptions = {}): Training {
    if ((task as unknown) !== 'reverse') {
      throw new QkvError('bad_option', `${shown(task)} is no task: reverse`, { argument: 'task' });
    }
    return new WorkerTraining(options);
  }

  study(subject: 'scale', options: StudyOptions = {}): Study {
    if ((subject as unknown) !== 'scale') {
      throw new QkvError('bad_option', `${shown(subject)} is no subject: scale`, {
        argument: 'subject',
      });
    }
    return new WorkerStudy(options);
  }

  axes(tap: TapName): readonly [AxisName, AxisName] {
    const axes = this.#names.tapAxes.get(tap);
    if (axes === undefined) throw unknownTap(tap);
    return axes;
  }

  #attentionRequest(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    options: AttentionOptions | undefined,
  ): Channel {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'q', q);
    channel.putTensor(1, 'k', k);
    channel.putTensor(2, 'v', v);
    if (options === undefined) {
      channel.put(HAS_SCALE, 0);
      channel.put(CAUSAL, 0);
      channel.putAbsent(3);
      channel.putAbsent(4);
    } else {
      putOptions(channel, this.#names, options);
    }
    return channel;
  }

  #intoHeads(x: Tensor, heads: number, call: () => number): Tensor {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'x', x);
    putHeads(channel, heads);
    channel.run(call);
    return channel.takeTensor(0);
  }

  #takeCell(tap: TapName): CellArithmetic {
    const channel = this.#channel;
    const packed = channel.takeTensor(0, false).data;
    const terms: Term[] = [];
    for (let i = 0; i < packed.length; i += 4) {
      const [left, right, product, skipped] = packed.subarray(i, i + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      terms.push({ left, right, product, skipped: skipped === 1 });
    }
    const cell: CellArithmetic = {
      tap,
      terms,
      total: channel.takeScalar(0),
      ...(tap === 'scaled' && { divisor: channel.takeScalar(1) }),
      ...(tap === 'masked'
        ? {
            bias: channel.takeScalar(2),
            skip: this.#names.skips[channel.takeSkip()] as SkipReason,
          }
        : channel.takeBiased() && { bias: channel.takeScalar(2) }),
      ...(tap === 'weights' && { softmax: this.#takeSoftmax(1) }),
    };
    channel.end();
    return cell;
  }

  #takeSoftmax(first: number): SoftmaxSteps {
    const channel = this.#channel;
    return {
      max: channel.takeScalar(3),
      shifted: channel.takeTensor(first, false).data,
      exponentials: channel.takeTensor(first + 1, false).data,
      sum: channel.takeScalar(4),
      weights: channel.takeTensor(first + 2, false).data,
    };
  }
}

function unknownTap(tap: unknown): QkvError {
  return new QkvError('bad_option', `${shown(tap)} is no tap`, { argument: 'tap' });
}

function asTensor(row: Tensor | readonly number[] | Float32Array): Tensor {
  if (isFloat32Array(row)) return { shape: [row.length], data: row };
  if (!Array.isArray(row)) return row as Tensor;
  const data = Float32Array.from(row as readonly number[]);
  return { shape: [data.length], data };
}

/** Which of the stacked matrices the leading indices pick. */
function matrixOf(leading: readonly number[] | undefined, extents: readonly number[]): number {
  if (leading === undefined) return 0;
  const detail = { argument: 'leading', expected: extents };
  if (!Array.isArray(leading) || leading.length !== extents.length) {
    throw new QkvError('bad_rank', `leading picks one of (${extents.join(', ')})`, {
      ...detail,
      given: Array.isArray(leading) ? leading : [],
    });
  }
  return extents.reduce((matrix, extent, axis) => {
    const index: unknown = leading[axis];
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= extent) {
      throw new QkvError(
        'bad_range',
        `leading is (${leading.join(', ')}), out of (${extents.join(', ')})`,
        { ...detail, given: leading },
      );
    }
    return matrix * extent + (index as number);
  }, 0);
}
