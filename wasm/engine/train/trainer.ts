// The trainer of the core, within its worker.
import type { MainModule as TrainModule } from '#train-glue';
import { ROW, type Channel } from '../channel.ts';
import type { IntegerTensor, Tensor } from '../types.ts';
import type { Checkpoint, Prediction } from './protocol.ts';
import type { TrainingMark, TrainingScore } from './types.ts';

/** The glue's module, its methods as the plain functions that they are. */
export type Module = { readonly [Name in keyof TrainModule]: TrainModule[Name] };

export class Trainer {
  readonly #channel: Channel;
  readonly #module: Module;
  #sample!: Tensor;
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
    const { shape, data } = this.#test(1);
    this.#sample = { shape, data: Float32Array.from(data) };
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
    const { digits, attention } = this.predict(this.#sample);
    return { step: this.step, score: this.score(scored), predicted: digits.data, attention };
  }

  predict(ids: Tensor): Prediction {
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
    const attention = channel.takeTensor(0);
    return { digits, probabilities, attention: attention.data.length > 0 ? attention : null };
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
    const channel = this.#channel;
    const size = parameters.reduce((sum, { value }) => sum + value.data.length, 0);
    const values = new Float32Array(size);
    let at = 0;
    for (const { value } of parameters) {
      values.set(value.data, at);
      at += value.data.length;
    }
    channel.begin();
    channel.putTensor(0, 'values', { shape: [size], data: values });
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
    if (optimizer) this.step = optimizer.steps;
  }

  #test(sequences: number): IntegerTensor {
    const channel = this.#begin(sequences);
    channel.run(this.#module.trainerTest);
    return channel.takeIntegers(0);
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
