// Writes what a caller may leave out.
import { ALIGNMENT, CAUSAL, HAS_SCALE, type Channel } from './channel.ts';
import { QkvError, shown } from './error.ts';
import type { Names } from './names.ts';
import type { AttentionOptions, Tensor } from './types.ts';

const OPTIONS: ReadonlySet<string> = new Set([
  'scale',
  'causal',
  'causalAlignment',
  'mask',
  'bias',
] satisfies (keyof AttentionOptions)[]);

export function putOptions(channel: Channel, names: Names, options: unknown): void {
  if (typeof options !== 'object' || options === null) {
    throw new QkvError('bad_option', `options is ${shown(options)}: an object`, {
      argument: 'options',
    });
  }
  for (const key in options) {
    if (!OPTIONS.has(key)) {
      throw new QkvError('bad_option', `'${key}' is no option: ${[...OPTIONS].join(', ')}`, {
        argument: key,
      });
    }
  }
  const { scale, causal = false, causalAlignment, mask, bias } = options as AttentionOptions;
  if (typeof (causal as unknown) !== 'boolean') {
    throw new QkvError('bad_option', `causal is ${shown(causal)}: true or false`, {
      argument: 'causal',
    });
  }
  channel.put(CAUSAL, causal ? 1 : 0);
  putAlignment(channel, names, 'causalAlignment', causalAlignment);
  putOptionalNumber(channel, 'scale', scale, 'bad_scale');
  putOptionalTensor(channel, 3, 'mask', mask);
  putOptionalTensor(channel, 4, 'bias', bias);
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
