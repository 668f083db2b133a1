// What the lesson of the causal mask says is true of the mask in hand, whichever that is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { formula } from '../../web/src/views/formula.ts';
import type { View } from '../../web/src/views/view.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { engine } from '../wasm/support/engine.ts';
import { after, keysSoFar } from './support/masks.ts';
import { viewOf, wordsIn } from './support/view.ts';

const seenAt = (step: string, ...actions: readonly Action[]): View => {
  const state = after([{ type: 'predict', on: false }, ...actions, { type: 'go', step }]);
  return viewOf(state, new AttentionComputation(engine, state).results);
};

const sizes = (queries: number): Action => ({ type: 'resize', axis: 'queries', size: queries });
const rules = ['none', 'causal', 'lower-right', 'window'] as const;

describe('the formula of one token at a time', () => {
  /** The keys in its sum, for query i of T and S keys. */
  const edges: Readonly<Record<string, (i: number, T: number, S: number) => number>> = {
    'j≤i': (i) => i,
    'j≤i+S−T': (i, T, S) => i + S - T,
  };
  const edgeOf = (view: View): string =>
    /∑(j≤[^α]*)α/.exec(wordsIn(formula(view)).replaceAll(' ', ''))?.[1] ?? '';
  const shape = ({ inputs }: State) => [inputs.q?.rows ?? NaN, inputs.k?.rows ?? NaN] as const;

  for (const rule of rules) {
    it(`sums over the keys that there are: ${rule}`, () => {
      for (const queries of [1, 2, 3]) {
        const view = seenAt('decode', { type: 'rule', rule }, sizes(queries));
        const [T, S] = shape(view.state);
        assert.deepEqual([T, S], [queries, 3]);
        const edge = edges[edgeOf(view)];
        assert.ok(edge, `${rule}, ${queries} queries: ${wordsIn(formula(view))}`);
        for (let i = 1; i <= T; i++) {
          assert.equal(edge(i, T, S), keysSoFar(view.state, i - 1), `query ${i} of ${T}`);
        }
      }
    });
  }
});
