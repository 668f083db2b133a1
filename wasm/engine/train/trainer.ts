// The trainer of the core, within its worker.
import type { MainModule as TrainModule } from '#train-glue';
import { ROW, type Channel } from '../channel.ts';
import type { IntegerTensor, Tensor } from '../types.ts';
import type { Recorded } from './history.ts';
import { QkvError } from '../error.ts';
import type { Checkpoint } from './protocol.ts';
import type { TrainingMark, TrainingPrediction, TrainingScore } from './types.ts';

/** The glue's module, its methods as the plain functions that they are. */
export type Module = { readonly [Name in keyof TrainModule]: TrainModule[Name] };

export const joined = (lists: readonly Float32Array[]): Float32Array => {
  const all = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
};

export class Trainer {
  readonly #channel: Channel;
  readonly #module: Module;
  #sample!: IntegerTensor;
  step = 0;

  constructor(channel: Channel, module: Module) {
    this.#channel = channel;
    this.#module = module;
  }

  create(settings: Readonly<Record<string, number>>): void {
    const { TrainerOption } = this.#module;
    for (const [name, value] of Object.entries(settings)) {
      this.#module.trainerOption(TrainerOption[name as keyof typeof TrainerOption], value);
    }
    this.#channel.begin();
    this.#channel.run(this.#module.createTrainer);
    this.step = 0;
    this.#begin(1);
    this.#channel.run(this.#module.trainerTest);
    this.#sample = this.#channel.takeIntegers(0);
  }

  /** Fewer losses than steps where one is no number. */
  train(steps: number): { readonly losses: Float32Array; readonly gradientNorms: Float32Array } {
    const channel = this.#begin(steps);
    channel.run(this.#module.trainSteps);
    this.step = channel.takeScalar(0);
    const losses = channel.takeTensor(0, false).data;
    return { losses, gradientNorms: channel.takeTensor(1).data };
  }

  score(sequences: number): TrainingScore {
    const channel = this.#begin(sequences);
    channel.run(this.#module.evaluateTrainer);
    const [digitsRight, digits, sequencesRight, all] = [0, 1, 2, 3].map((i) =>
      channel.takeScalar(i),
    ) as [number, number, number, number];
    channel.end();
    return { digitsRight, digits, sequencesRight, sequences: all };
  }

  mark(scored: number): TrainingMark {
    const { shape, data: sample } = this.#sample;
    const { digits, attention } = this.predict({ shape, data: Float32Array.from(sample) });
    const score = this.score(scored);
    return { step: this.step, score, sample, predicted: digits.data, attention };
  }

  predict(ids: Tensor): TrainingPrediction {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'digits', ids);
    channel.run(this.#module.trainerPredict);
    const probabilities = channel.takeTensor(1, false);
    const digits = channel.takeIntegers(0);
    const length = this.#sample.data.length;
    channel.begin();
    channel.putTensor(0, 'digits', { shape: [length], data: ids.data.subarray(0, length) });
    channel.run(this.#module.trainerAttention);
    const maps = channel.takeTensor(0);
    const attention = maps.data.length > 0 ? maps : null;
    return { step: this.step, digits, probabilities, attention };
  }

  /** By parameters of that step, and back to its own: training goes on as if nothing had been asked. */
  predictBy({ step, values }: Recorded, ids: Tensor): TrainingPrediction {
    const own = this.values();
    this.#put(values);
    try {
      return { ...this.predict(ids), step };
    } finally {
      this.#putBack(own);
    }
  }

  /** All parameters, one after the other. */
  values(): Float32Array {
    return joined(this.save(false).parameters.map(({ value }) => value.data));
  }

  save(everything: boolean): Checkpoint {
    const parameters = Array.from({ length: this.#module.parameterCount() }, (_, i) => {
      const channel = this.#begin(i);
      channel.run(this.#module.trainerParameter);
      return { name: this.#module.parameterName(i), value: channel.takeTensor(0) };
    });
    if (!everything) return { parameters, optimizer: null };
    const channel = this.#begin(0);
    channel.run(this.#module.trainerState);
    const [steps, used] = [channel.takeScalar(0), channel.takeScalar(1)] as [number, number];
    const m = channel.takeTensor(0, false);
    const v = channel.takeTensor(1, false);
    return { parameters, optimizer: { steps, m, v, words: channel.takeIntegers(2), used } };
  }

  /** parameters in the order of the trainer's own. */
  load({ parameters, optimizer }: Checkpoint): void {
    this.#put(joined(parameters.map(({ value }) => value.data)), optimizer);
    if (optimizer) this.step = optimizer.steps;
  }

  /** Without an optimizer's state both it and the batches stay where they are. */
  #put(values: Float32Array, optimizer: Checkpoint['optimizer'] = null): void {
    const channel = this.#channel;
    channel.begin();
    channel.putTensor(0, 'values', { shape: [values.length], data: values });
    if (optimizer) {
      channel.putScalar(0, optimizer.steps);
      channel.putScalar(1, optimizer.used);
      channel.putTensor(1, 'm', optimizer.m);
      channel.putTensor(2, 'v', optimizer.v);
      channel.putTensor(3, 'words', halvesOf(optimizer.words));
    } else {
      channel.putAbsent(1);
    }
    channel.run(this.#module.restoreTrainer);
    channel.end();
  }

  /** A network left with other parameters must not be trained any further. */
  #putBack(own: Float32Array): void {
    try {
      this.#put(own);
    } catch (cause) {
      throw new QkvError('engine_failed', 'the parameters are lost', {}, { cause });
    }
  }

  #begin(row: number): Channel {
    this.#channel.begin();
    this.#channel.put(ROW, row);
    return this.#channel;
  }
}

/** Words of 32 bits as two numbers each, which float32 holds exactly. */
function halvesOf({ data }: IntegerTensor): Tensor {
  const halves = new Float32Array(2 * data.length);
  data.forEach((word, i) => {
    halves[2 * i] = word >>> 16;
    halves[2 * i + 1] = word & 0xffff;
  });
  return { shape: [halves.length], data: halves };
}
