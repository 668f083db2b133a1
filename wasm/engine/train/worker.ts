// The program of a training worker, in browsers and in Node.
import createModule, { type MainModule as TrainModule } from '#train-glue';
import { Channel } from '../channel.ts';
import { QkvError } from '../error.ts';
import { link, type CreateModule } from '../link.ts';
import { readNames } from '../names.ts';
import type { Message, PlainError, Request } from './protocol.ts';
import { Runner } from './runner.ts';
import { runStudy } from './student.ts';
import type { StudyProgress } from './study-types.ts';
import { Trainer } from './trainer.ts';

interface Port {
  post(message: Message): void;
  listen(hear: (request: Request) => void): void;
}

/** Node has no worker's global scope; no import of its modules, which bundlers would follow. */
function portOfHost(): Port {
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const parent = process?.getBuiltinModule?.('node:worker_threads').parentPort;
  if (parent) {
    return {
      post: (message) => {
        parent.postMessage(message);
      },
      listen: (hear) => parent.on('message', hear),
    };
  }
  return {
    post: (message) => {
      globalThis.postMessage(message);
    },
    listen: (hear) => {
      globalThis.addEventListener('message', ({ data }: MessageEvent<Request>) => {
        hear(data);
      });
    },
  };
}

const plain = (error: unknown): PlainError =>
  error instanceof QkvError
    ? { code: error.code, message: error.message, detail: error.detail }
    : {
        code: 'engine_failed',
        message: String(error),
        detail: { argument: '', expected: [], given: [] },
      };

const port = portOfHost();

/** Milliseconds: half of the time with a slice of 8. */
const REST = 8;

/** Lets the other messages be heard. */
function turnOfHost(): () => Promise<void> {
  // Node reads a channel that is written to meanwhile a thousand times before it looks at another.
  const { setImmediate } = globalThis as { setImmediate?: (then: () => void) => void };
  if (setImmediate) {
    return () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
  // Two workers would leave a page on two cores none for itself: each rests a while after its slice.
  const { hardwareConcurrency } = globalThis.navigator;
  if (hardwareConcurrency <= 2) {
    return () =>
      new Promise((resolve) => {
        setTimeout(resolve, REST);
      });
  }
  // Timers are slowed down in pages that nobody sees, and late by milliseconds in others.
  const turns = new MessageChannel();
  const waiting: (() => void)[] = [];
  turns.port1.onmessage = () => {
    waiting.shift()?.();
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      turns.port2.postMessage(null);
    });
}
const turn = turnOfHost();

let runner: Runner | undefined;

async function open(
  compiled: WebAssembly.Module,
): Promise<{ channel: Channel; module: TrainModule }> {
  const { module, memory } = await link(createModule as CreateModule<TrainModule>, compiled);
  // The train module has all that a core module has.
  return { channel: new Channel(module, memory, readNames(module).codes), module };
}

async function start(compiled: WebAssembly.Module): Promise<Runner> {
  const { channel, module } = await open(compiled);
  return new Runner(new Trainer(channel, module), {
    report: (report) => {
      port.post({ kind: 'report', report });
    },
    fail: (error) => {
      port.post({ kind: 'failure', error: plain(error) });
    },
    turn,
  });
}

async function answer(request: Request): Promise<unknown> {
  if (request.name === 'start') {
    runner = await start(request.given.module);
    runner.begin(request.given.plan);
    return null;
  }
  if (request.name === 'study') {
    const { channel, module } = await open(request.given.module);
    const report = (progress: StudyProgress): void => {
      port.post({ kind: 'study', progress });
    };
    await runStudy(channel, module, request.given.plan, report, turn);
    return null;
  }
  if (!runner) throw new QkvError('engine_failed', 'the worker was not started');
  switch (request.name) {
    case 'reset':
      runner.begin(request.given);
      return null;
    case 'run':
      runner.run();
      return null;
    case 'pause':
      runner.pause();
      return null;
    case 'advance':
      runner.advance(request.given);
      return null;
    case 'speed':
      runner.setSpeed(request.given);
      return null;
    case 'predict':
      return runner.predict(request.given);
    case 'save':
      return runner.save(request.given);
    case 'load':
      runner.load(request.given);
      return null;
  }
}

port.listen((request) => {
  answer(request).then(
    (value) => {
      port.post({ kind: 'answer', id: request.id, value });
    },
    (error: unknown) => {
      const told = plain(error);
      if (told.code === 'engine_failed') port.post({ kind: 'failure', error: told });
      else port.post({ kind: 'refusal', id: request.id, error: told });
    },
  );
});
port.post({ kind: 'ready' });
