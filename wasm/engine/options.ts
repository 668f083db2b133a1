// Writes what a caller may leave out.
import { ALIGNMENT, CAUSAL, HAS_SCALE, HEADS, type Channel } from './channel.ts';
import { QkvError, shown } from './error.ts';
import type { Names } from './names.ts';
import type { AttentionOptions, MultiHeadOptions, MultiHeadWeights, Tensor } from './types.ts';

const ATTENTION = [
  'scale',
  'causal',
  'causalAlignment',
  'mask',
  'bias',
] as const satisfies (keyof AttentionOptions)[];
const OPTIONS: ReadonlySet<string> = new Set(ATTENTION);
const MULTI_HEAD_OPTIONS: ReadonlySet<string> = new Set([
  'heads',
  'context',
  ...ATTENTION,
] satisfies (keyof MultiHeadOptions)[]);
const WEIGHTS = ['wq', 'wk', 'wv', 'wo'] as const;
const BIASES = ['bq', 'bk', 'bv', 'bo'] as const;
const LAYER: ReadonlySet<string> = new Set([
  ...WEIGHTS,
  ...BIASES,
] satisfies (keyof MultiHeadWeights)[]);

export function putOptions(channel: Channel, names: Names, options: unknown): void {
  checkKeys('options', options, OPTIONS);
  putAttentionOptions(channel, names, options as AttentionOptions, 3);
}

/** The weights and biases, then what may be left out. */
export function putMultiHead(
  channel: Channel,
  names: Names,
  weights: unknown,
  options: unknown,
): void {
  checkKeys('weights', weights, LAYER);
  checkKeys('options', options, MULTI_HEAD_OPTIONS);
  const given = weights as MultiHeadWeights;
  WEIGHTS.forEach((name, i) => {
    channel.putTensor(1 + i, name, given[name]);
  });
  BIASES.forEach((name, i) => {
    putOptionalTensor(channel, 5 + i, name, given[name]);
  });
  const { heads, context } = options as MultiHeadOptions;
  putHeads(channel, heads);
  putOptionalTensor(channel, 9, 'context', context);
  putAttentionOptions(channel, names, options as MultiHeadOptions, 10);
}

/** Which whole numbers will do is the core's to say. */
export function putHeads(channel: Channel, heads: unknown): void {
  channel.put(HEADS, checkHeads(heads));
}

export function checkHeads(heads: unknown): number {
  if (typeof heads !== 'number' || (heads | 0) !== heads) {
    throw new QkvError('bad_option', `heads is ${shown(heads)}: a whole number, at least 1`, {
      argument: 'heads',
      expected: [1],
      given: typeof heads === 'number' ? [heads] : [],
    });
  }
  return heads;
}

/** An object with no other keys than these. */
export function checkKeys(argument: string, value: unknown, keys: ReadonlySet<string>): void {
  if (typeof value !== 'object' || value === null) {
    throw new QkvError('bad_option', `${argument} is ${shown(value)}: an object`, { argument });
  }
  for (const key in value) {
    if (!keys.has(key)) {
      throw new QkvError('bad_option', `'${key}' is none of ${[...keys].join(', ')}`, {
        argument: key,
      });
    }
  }
}

// mask and bias are the arguments from first on.
function putAttentionOptions(
  channel: Channel,
  names: Names,
  { scale, causal = false, causalAlignment, mask, bias }: AttentionOptions,
  first: number,
): void {
  if (typeof (causal as unknown) !== 'boolean') {
    throw new QkvError('bad_option', `causal is ${shown(causal)}: true or false`, {
      argument: 'causal',
    });
  }
  channel.put(CAUSAL, causal ? 1 : 0);
  putAlignment(channel, names, 'causalAlignment', causalAlignment);
  putOptionalNumber(channel, 'scale', scale, 'bad_scale');
  putOptionalTensor(channel, first, 'mask', mask);
  putOptionalTensor(channel, first + 1, 'bias', bias);
}

export function putAlignment(
  channel: Channel,
  { alignments }: Names,
  argument: string,
  alignment: unknown = 'upper-left',
): void {
  const value = alignments.get(alignment);
  if (value === undefined) {
    throw new QkvError(
      'bad_option',
      `${argument} is ${shown(alignment)}: ${[...alignments.keys()].join(' or ')}`,
      { argument },
    );
  }
  channel.put(ALIGNMENT, value);
}

export function putOptionalTensor(
  channel: Channel,
  slot: number,
  argument: string,
  tensor: Tensor | undefined,
): void {
  if (tensor === undefined) channel.putAbsent(slot);
  else channel.putTensor(slot, argument, tensor);
}

export function putOptionalNumber(
  channel: Channel,
  argument: string,
  value: number | undefined,
  code: 'bad_scale' | 'bad_range',
): void {
  channel.put(HAS_SCALE, value === undefined ? 0 : 1);
  if (value === undefined) return;
  if (typeof (value as unknown) !== 'number') {
    throw new QkvError(code, `${argument} is ${shown(value)}: a number`, { argument });
  }
  channel.putScalar(0, value);
}
