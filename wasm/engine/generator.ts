import { ROW, type Channel } from './channel.ts';
import { seedOf } from './check.ts';
import { QkvError, shown } from './error.ts';
import type { Generator, IntegerTensor, Tensor } from './types.ts';

interface Held {
  readonly channel: Channel;
  readonly handle: number;
}

const collected = new FinalizationRegistry<Held>(({ channel, handle }) => {
  channel.destroyGenerator(handle);
});

// randint's results are int32.
const LOWEST = -(2 ** 31);
const HIGHEST = 2 ** 31; // exclusive

function checkNumber(argument: string, value: unknown): void {
  if (typeof value !== 'number') {
    throw new QkvError('bad_range', `${argument} is ${shown(value)}: a number`, { argument });
  }
}

function checkBound(argument: string, value: unknown): void {
  if (!Number.isInteger(value) || (value as number) < LOWEST || (value as number) > HIGHEST) {
    throw new QkvError(
      'bad_range',
      `${argument} is ${shown(value)}: a whole number, and the results must fit 32 bits`,
      {
        argument,
        expected: [LOWEST, HIGHEST],
        given: typeof value === 'number' ? [value] : [],
      },
    );
  }
}

export class ChannelGenerator implements Generator {
  static {
    // Younger than WebAssembly SIMD.
    if (typeof Symbol.dispose === 'symbol') {
      const dispose = function (this: ChannelGenerator): void {
        this.free();
      };
      Object.defineProperty(this.prototype, Symbol.dispose, { value: dispose });
    }
  }
  declare [Symbol.dispose]: () => void;

  readonly #channel: Channel;
  readonly #handle: number;
  #freed = false;

  constructor(channel: Channel, seed: unknown) {
    channel.begin();
    channel.putScalar(0, seedOf('seed', seed));
    channel.run(channel.module.createGenerator);
    this.#channel = channel;
    this.#handle = channel.takeGenerator();
    collected.register(this, { channel, handle: this.#handle }, this);
  }

  rand(shape: readonly number[]): Tensor {
    const channel = this.#begin();
    channel.putShape(0, 'shape', shape);
    channel.run(channel.module.rand);
    return channel.takeTensor(0);
  }

  randn(shape: readonly number[]): Tensor {
    const channel = this.#begin();
    channel.putShape(0, 'shape', shape);
    channel.run(channel.module.randn);
    return channel.takeTensor(0);
  }

  uniform(shape: readonly number[], low: number, high: number): Tensor {
    checkNumber('low', low);
    checkNumber('high', high);
    const channel = this.#begin();
    channel.putShape(0, 'shape', shape);
    channel.putScalar(0, low);
    channel.putScalar(1, high);
    channel.run(channel.module.uniform);
    return channel.takeTensor(0);
  }

  randint(low: number, high: number, shape: readonly number[]): IntegerTensor {
    checkBound('low', low);
    checkBound('high', high);
    const channel = this.#begin();
    channel.putShape(0, 'shape', shape);
    channel.putScalar(0, low);
    channel.putScalar(1, high);
    channel.run(channel.module.randint);
    return channel.takeIntegers(0);
  }

  randperm(n: number): IntegerTensor {
    const channel = this.#begin();
    channel.putInteger(ROW, 'n', n);
    channel.run(channel.module.randperm);
    return channel.takeIntegers(0);
  }

  free(): void {
    if (this.#freed) return;
    this.#freed = true;
    collected.unregister(this);
    this.#channel.destroyGenerator(this.#handle);
  }

  #begin(): Channel {
    if (this.#freed) {
      throw new QkvError('bad_option', 'this generator was freed', { argument: 'generator' });
    }
    const channel = this.#channel;
    channel.begin();
    channel.putGenerator(this.#handle);
    return channel;
  }
}
