import { compile, type Source } from '../compile.ts';
import carried from '#carried';
import { isTensor } from '../check.ts';
import { QkvError } from '../error.ts';
import { readTensors, writeTensors } from '../safetensors.ts';
import { tensor } from '../tensor.ts';
import type { Tensor } from '../types.ts';
import { checkpointOf, fileOf } from './checkpoint.ts';
import { errorOf, wasmFile } from './failure.ts';
import { launch, type WorkerPort } from './launch.ts';
import type { Answers, Message, Request, RequestName, Results } from './protocol.ts';
import { planOf, speedOf, stepOf } from './settings.ts';
import { Stream } from './stream.ts';
import type {
  Training,
  TrainingOptions,
  TrainingPrediction,
  TrainingProgress,
  TrainingState,
} from './types.ts';

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

const ended: ReadonlySet<TrainingState> = new Set(['done', 'diverged', 'stopped', 'failed']);
const over: ReadonlySet<TrainingState> = new Set(['stopped', 'failed']);

export class WorkerTraining implements Training {
  readonly ready: Promise<void>;
  #state: TrainingState = 'starting';
  #step = 0;
  #options: TrainingOptions;
  readonly #port: Promise<WorkerPort>;
  #failure: QkvError | null = null;
  #next = 0;
  readonly #waiting = new Map<number, Waiting>();
  readonly #streams = new Set<Stream<TrainingProgress>>();
  /** What was said last, if nobody heard it. */
  #missed: TrainingProgress | null = null;

  /** Throws bad_option and bad_seed. */
  constructor(options: TrainingOptions) {
    const plan = planOf(options);
    const speed = options.speed === undefined ? null : speedOf(options.speed);
    this.#options = options;
    const source: Source = options.wasmUrl ?? carried?.wasm ?? wasmFile;
    const port = launch(options.workerUrl, {
      hear: (message) => {
        this.#hear(message);
      },
      fail: (cause) => {
        this.#fail(new QkvError('engine_failed', `the training worker died: ${String(cause)}`));
      },
    });
    this.#port = port;
    this.ready = (async () => {
      try {
        const [module] = await Promise.all([compile(source), port]);
        await this.#send('start', {
          module,
          plan: speed === null ? plan : { ...plan, running: false },
        });
        if (speed !== null) {
          await this.#send('speed', speed);
          if (plan.running) await this.#send('run', null);
        }
      } catch (error) {
        const known = error instanceof QkvError ? error : null;
        this.#fail(
          known ??
            new QkvError(
              'load_failed',
              `training could not begin: ${String(error)}`,
              {},
              { cause: error },
            ),
        );
        throw this.#failure ?? error;
      }
    })();
    // Whoever does not wait for it hears of it by the loop, or by the next call.
    this.ready.catch(() => undefined);
  }

  get state(): TrainingState {
    return this.#state;
  }

  get step(): number {
    return this.#step;
  }

  async pause(): Promise<void> {
    await this.#ask('pause', null);
  }

  async resume(): Promise<void> {
    await this.#ask('run', null);
  }

  async advance(steps = 1): Promise<void> {
    if (!Number.isSafeInteger(steps) || steps < 1) {
      throw new QkvError('bad_option', `steps is ${steps}: a whole number, at least 1`, {
        argument: 'steps',
        given: [steps],
      });
    }
    await this.#ask('advance', steps);
  }

  async setSpeed(stepsPerSecond: number): Promise<void> {
    await this.#ask('speed', speedOf(stepsPerSecond));
  }

  async reset(options?: TrainingOptions): Promise<void> {
    const plan = planOf(options ?? this.#options);
    const running = this.#state === 'running' && options?.paused !== true;
    await this.#ask('reset', { ...plan, running });
    this.#options = options ?? this.#options;
  }

  stop(): void {
    if (over.has(this.#state)) return;
    this.#end('stopped', new QkvError('bad_option', 'this training was stopped'));
    for (const stream of this.#streams) stream.end();
    this.#streams.clear();
  }

  async predict(
    digits: Tensor | readonly number[] | readonly (readonly number[])[],
    options: { readonly step?: number } = {},
  ): Promise<TrainingPrediction> {
    const given = isTensor(digits) ? digits : tensor(digits);
    return this.#ask('predict', { digits: given, step: stepOf(options) });
  }

  async weights(): Promise<Uint8Array<ArrayBuffer>> {
    return writeTensors(fileOf(await this.#ask('save', false)));
  }

  async save(): Promise<Uint8Array<ArrayBuffer>> {
    return writeTensors(fileOf(await this.#ask('save', true)));
  }

  async load(file: Uint8Array): Promise<void> {
    const { parameters } = await this.#ask('save', false);
    await this.#ask('load', checkpointOf(readTensors(file), parameters));
  }

  async *[Symbol.asyncIterator](): AsyncIterator<TrainingProgress> {
    if (this.#failure && this.#state === 'failed') throw this.#failure;
    if (this.#state === 'stopped') return;
    const stream = new Stream<TrainingProgress>();
    if (this.#missed) stream.push(this.#missed);
    this.#missed = null;
    this.#streams.add(stream);
    try {
      for await (const progress of stream) {
        yield progress;
        if (ended.has(progress.state)) return;
      }
    } finally {
      this.#streams.delete(stream);
      // Left in the middle: nobody looks any more.
      if (!ended.has(this.#state)) this.stop();
    }
  }

  async #ask<Name extends RequestName>(name: Name, given: Results[Name]): Promise<Answers[Name]> {
    this.#checkAlive();
    await this.ready;
    return this.#send(name, given);
  }

  async #send<Name extends RequestName>(name: Name, given: Results[Name]): Promise<Answers[Name]> {
    const port = await this.#port;
    this.#checkAlive(); // it may have ended meanwhile
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      port.post({ id, name, given } as Request);
    });
  }

  #checkAlive(): void {
    if (this.#failure) throw this.#failure;
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'report':
        if (over.has(this.#state)) return;
        this.#state = message.report.state;
        this.#step = message.report.step;
        for (const stream of this.#streams) stream.push(message.report);
        this.#missed = this.#streams.size === 0 ? message.report : null;
        return;
      case 'answer':
        this.#waiting.get(message.id)?.resolve(message.value as never);
        this.#waiting.delete(message.id);
        return;
      case 'refusal':
        this.#waiting.get(message.id)?.reject(errorOf(message.error));
        this.#waiting.delete(message.id);
        return;
      case 'failure':
        this.#fail(errorOf(message.error));
        return;
      case 'study':
      case 'ready':
        return;
    }
  }

  #fail(error: QkvError): void {
    if (over.has(this.#state)) return;
    this.#end('failed', error);
    for (const stream of this.#streams) stream.fail(error);
    this.#streams.clear();
  }

  #end(state: TrainingState, error: QkvError): void {
    this.#state = state;
    this.#failure = error;
    this.#port.then(
      (port) => {
        port.terminate();
      },
      () => undefined,
    );
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
