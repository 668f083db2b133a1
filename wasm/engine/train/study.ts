import carried from '#carried';
import { seedOf } from '../check.ts';
import { compile } from '../compile.ts';
import { QkvError, shown } from '../error.ts';
import { errorOf, wasmFile } from './failure.ts';
import { launch, type WorkerPort } from './launch.ts';
import type { StudyPlan } from './protocol.ts';
import { Stream } from './stream.ts';
import type { Study, StudyOptions, StudyProgress } from './study-types.ts';

function countOf(name: string, value: unknown, most: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > most) {
    throw new QkvError(
      'bad_option',
      `${name} is ${shown(value)}: a whole number, at most ${most}`,
      {
        argument: name,
        expected: [0, most],
        given: typeof value === 'number' ? [value] : [],
      },
    );
  }
  return value as number;
}

const known: ReadonlySet<string> = new Set([
  'seed',
  'skippedDraws',
  'widths',
  'pairs',
  'groups',
  'keys',
  'workerUrl',
  'wasmUrl',
] satisfies (keyof StudyOptions)[]);

function planOf(options: StudyOptions): StudyPlan {
  const other = Object.keys(options).find((name) => !known.has(name));
  if (other !== undefined) {
    throw new QkvError('bad_option', `'${other}' is no option`, { argument: other });
  }
  const { widths = [4, 64, 512] } = options;
  if (!Array.isArray(widths)) {
    throw new QkvError('bad_option', `widths is ${shown(widths)}: an array`, {
      argument: 'widths',
    });
  }
  return {
    seed: seedOf('seed', options.seed ?? 0),
    skippedDraws: countOf('skippedDraws', options.skippedDraws ?? 240, 2 ** 40),
    widths: widths.map((width: unknown) => countOf('widths', width, 65_536)),
    pairs: countOf('pairs', options.pairs ?? 10_000, 1_000_000),
    groups: countOf('groups', options.groups ?? 1000, 1_000_000),
    keys: countOf('keys', options.keys ?? 8, 1024),
  };
}

export class WorkerStudy implements Study {
  readonly #stream = new Stream<StudyProgress>();
  readonly #port: Promise<WorkerPort>;
  #ended = false;

  /** Throws bad_option and bad_seed; what the core refuses is thrown by the loop. */
  constructor(options: StudyOptions) {
    const plan = planOf(options);
    this.#port = launch(options.workerUrl, {
      hear: (message) => {
        if (message.kind === 'study') this.#stream.push(message.progress);
        else if (message.kind === 'answer') this.#end(null);
        else if (message.kind !== 'report' && message.kind !== 'ready') {
          this.#end(errorOf(message.error));
        }
      },
      fail: (cause) => {
        this.#end(new QkvError('engine_failed', `the worker died: ${String(cause)}`));
      },
    });
    Promise.all([compile(options.wasmUrl ?? carried?.wasm ?? wasmFile), this.#port]).then(
      ([module, port]) => {
        if (!this.#ended) port.post({ id: 0, name: 'study', given: { module, plan } });
      },
      (error: unknown) => {
        this.#end(
          error instanceof QkvError
            ? error
            : new QkvError(
                'load_failed',
                `the study could not begin: ${String(error)}`,
                {},
                { cause: error },
              ),
        );
      },
    );
  }

  stop(): void {
    this.#end(null);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<StudyProgress> {
    try {
      yield* this.#stream;
    } finally {
      this.stop();
    }
  }

  #end(error: QkvError | null): void {
    if (this.#ended) return;
    this.#ended = true;
    if (error) this.#stream.fail(error);
    else this.#stream.end();
    this.#port.then(
      (port) => {
        port.terminate();
      },
      () => undefined,
    );
  }
}
