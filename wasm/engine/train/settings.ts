// Options as the trainer takes them: a number each, under the names of the binding's enum.
import { seedOf } from '../check.ts';
import { QkvError, shown } from '../error.ts';
import type { Plan } from './protocol.ts';
import type { TrainingOptions } from './types.ts';

type Setting = Exclude<
  keyof TrainingOptions,
  'steps' | 'scored' | 'paused' | 'speed' | 'workerUrl' | 'wasmUrl'
>;

const models = ['transformer', 'lstm'] as const;
const optimizers = ['adam', 'adamw', 'sgd'] as const;

/** Whole numbers, which the trainer judges; real numbers; seeds; names by their place. */
const kinds: Record<Setting, 'count' | 'number' | 'seed' | readonly string[]> = {
  model: models,
  vocabulary: 'count',
  length: 'count',
  width: 'count',
  heads: 'count',
  layers: 'count',
  hidden: 'count',
  batch: 'count',
  seed: 'seed',
  skippedDraws: 'count',
  testSequences: 'count',
  testSeed: 'seed',
  optimizer: optimizers,
  learningRate: 'number',
  beta1: 'number',
  beta2: 'number',
  epsilon: 'number',
  weightDecay: 'number',
  momentum: 'number',
  clipNorm: 'number',
  warmUp: 'count',
  cosineEnd: 'count',
  finalPart: 'number',
};

const others: ReadonlySet<string> = new Set([
  'steps',
  'scored',
  'paused',
  'speed',
  'workerUrl',
  'wasmUrl',
] satisfies Exclude<keyof TrainingOptions, Setting>[]);

const refusal = (name: string, value: unknown, wanted: string): QkvError =>
  new QkvError('bad_option', `${name} is ${shown(value)}: ${wanted}`, {
    argument: name,
    given: typeof value === 'number' ? [value] : [],
  });

function numberOf(name: Setting, value: unknown): number {
  const kind = kinds[name];
  if (typeof kind === 'object') {
    const place = kind.indexOf(value as string);
    if (place < 0) throw refusal(name, value, kind.join(', '));
    return place;
  }
  if (kind === 'seed') return seedOf(name, value);
  if (kind === 'count' && (!Number.isSafeInteger(value) || (value as number) < 0)) {
    throw refusal(name, value, 'a whole number');
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw refusal(name, value, 'a finite number');
  }
  // Beyond any setting; within what the binding takes as a count of 32 bits, but for draws.
  return name === 'skippedDraws' ? value : Math.min(value, 2 ** 31 - 1);
}

function countOf(name: 'steps' | 'scored' | 'step', value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least) {
    throw refusal(name, value, `a whole number, at least ${least}`);
  }
  return value;
}

function checkObject(options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw refusal('options', options, 'an object');
  }
}

const unknown = (name: string): QkvError =>
  new QkvError('bad_option', `'${name}' is no option`, { argument: name });

/** Throws bad_option and bad_seed for what no trainer could mean; the rest is the trainer's to refuse. */
export function planOf(options: TrainingOptions): Plan {
  checkObject(options);
  const settings: Record<string, number> = {};
  // The document's LSTM is narrower within than its Transformer.
  if (options.model === 'lstm') settings.hidden = 48;
  for (const [name, value] of Object.entries(options)) {
    if (others.has(name) || value === undefined) continue;
    if (!Object.hasOwn(kinds, name)) throw unknown(name);
    // The binding cannot call an option 'length': its enum is a function.
    settings[name === 'length' ? 'sequenceLength' : name] = numberOf(name as Setting, value);
  }
  return {
    settings,
    steps: countOf('steps', options.steps ?? 1500, 1),
    scored: countOf('scored', options.scored ?? 200, 0),
    running: options.paused !== true,
  };
}

/** Of predict's options; null for the present one. */
export function stepOf(options: { readonly step?: number }): number | null {
  checkObject(options);
  const other = Object.keys(options).find((name) => name !== 'step');
  if (other !== undefined) throw unknown(other);
  return options.step === undefined ? null : countOf('step', options.step, 0);
}

export function speedOf(speed: unknown): number {
  if (typeof speed !== 'number' || !(speed > 0)) {
    throw refusal('speed', speed, 'steps a second, more than 0');
  }
  return speed;
}
