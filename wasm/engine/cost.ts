import type { Channel } from './channel.ts';
import { notAnExtent } from './check.ts';
import { QkvError, shown } from './error.ts';
import { checkHeads, checkKeys } from './options.ts';
import type { MultiHeadCost, MultiHeadExtents } from './types.ts';

const KEYS: ReadonlySet<string> = new Set([
  'T',
  'S',
  'D',
  'Dc',
  'joined',
  'Dout',
  'heads',
  'biases',
] satisfies (keyof MultiHeadExtents)[]);

/** Asks the core what a call of multiHead takes. */
export function takeCost(channel: Channel, extents: MultiHeadExtents): MultiHeadCost {
  checkKeys('extents', extents, KEYS);
  const { T, S = T, D, Dc = D, joined = D, Dout = D, heads, biases = false } = extents;
  for (const [argument, value] of Object.entries({ T, S, D, Dc, joined, Dout })) {
    if (typeof (value as unknown) !== 'number' || (value | 0) !== value) {
      throw notAnExtent(argument, value);
    }
  }
  if (typeof (biases as unknown) !== 'boolean') {
    throw new QkvError('bad_option', `biases is ${shown(biases)}: true or false`, {
      argument: 'biases',
    });
  }
  const count = checkHeads(heads);
  const { module } = channel;
  channel.begin();
  channel.run(() => module.multiHeadCost(T, S, D, Dc, joined, Dout, count, biases));
  return {
    parameters: channel.takeScalar(0),
    multiplications: {
      projections: channel.takeScalar(1),
      scores: channel.takeScalar(2),
      mix: channel.takeScalar(3),
      output: channel.takeScalar(4),
      total: channel.takeScalar(5),
    },
    scoreNumbers: channel.takeScalar(6),
  };
}
