// What the lesson of the causal mask says is true of the mask in hand, whichever that is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { maskParts, maskRules } from '../../web/src/state/mask.ts';
import type { MaskPart } from '../../web/src/state/mask.ts';
import { locales } from '../../web/src/state/types.ts';
import { formula } from '../../web/src/views/formula.ts';
import { rich, terms } from '../../web/src/views/symbols.ts';
import type { View } from '../../web/src/views/view.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { engine } from '../wasm/support/engine.ts';
import { exercise } from '../../web/src/views/exercise.ts';
import { observations } from '../../web/src/views/facts.ts';
import { note } from '../../web/src/views/note.ts';
import { after, keysSoFar, text } from './support/masks.ts';
import { viewOf, wordsIn } from './support/view.ts';

const seenAt = (step: string, ...actions: readonly Action[]): View => {
  const state = after([{ type: 'predict', on: false }, ...actions, { type: 'go', step }]);
  return viewOf(state, new AttentionComputation(engine, state).results);
};

const sizes = (queries: number): Action => ({ type: 'resize', axis: 'queries', size: queries });

describe('the formula of one token at a time', () => {
  /** The keys in its sum, for query i of T and S keys. */
  const edges: Readonly<Record<string, (i: number, T: number, S: number) => number>> = {
    'j≤i': (i) => i,
    'j≤i+S−T': (i, T, S) => i + S - T,
  };
  const edgeOf = (view: View): string =>
    /∑(j≤[^α]*)α/.exec(wordsIn(formula(view)).replaceAll(' ', ''))?.[1] ?? '';
  const shape = ({ inputs }: State) => [inputs.q?.rows ?? NaN, inputs.k?.rows ?? NaN] as const;

  for (const rule of maskRules) {
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

describe('the sentences about the mask', () => {
  const padding: Action = { type: 'pad', token: 1, on: true };
  const flip: Action = { type: 'flip', cell: { row: 0, column: 2 } };
  /** What is laid over the rule, and the parts that are to be told of it. */
  const over: readonly (readonly [string, readonly Action[], readonly MaskPart[]])[] = [
    ['as it is', [], []],
    ['with padding', [padding], ['padding']],
    ['with a cell by hand', [flip], ['byHand']],
    ['with both', [padding, flip], ['padding', 'byHand']],
    ['taken away again', [padding, flip, flip, { ...padding, on: false }], []],
  ];
  const told = (view: View, said: string): MaskPart[] =>
    maskParts.filter((part) =>
      said.includes(wordsIn(rich(view.words.covers?.[part] ?? '', terms))),
    );

  for (const locale of locales) {
    it(`tell of the parts of the mask in hand and of no other, in ${locale}`, () => {
      for (const rule of maskRules) {
        for (const [what, actions, more] of over) {
          const expected = rule === 'none' && more.length > 0 ? more : [rule, ...more];
          const mask: readonly Action[] = [
            { type: 'locale', locale },
            { type: 'rule', rule },
            ...actions,
          ];
          const explained = seenAt('mask', ...mask);
          assert.deepEqual(told(explained, wordsIn(note(explained))), expected, `${rule} ${what}`);
          const asked = seenAt('mask', ...mask, { type: 'predict', on: true });
          assert.equal(asked.quiz?.question.kind, 'mark');
          const hint = wordsIn(exercise(asked, asked.quiz));
          assert.deepEqual(told(asked, hint), expected, `hint: ${rule} ${what}`);
        }
      }
    });

    it(`name a rule nowhere else in that step, in ${locale}`, () => {
      const { steps, questions, notice } = text[locale];
      const { asymmetric, symmetric } = notice?.product ?? {};
      const ever = [steps.mask, questions['mask-mark'], notice?.mask, asymmetric, symmetric];
      assert.doesNotMatch(JSON.stringify(ever), /causal|window|因果|視窗|窗口|\{j\} >/);
    });
  }

  it('say that a query sees nothing but itself only where that is so', () => {
    const alone = (...actions: Action[]): boolean => {
      const view = seenAt('mask', ...actions);
      const said = wordsIn(observations(view));
      return said.includes(
        wordsIn(rich(text.en.notice?.mask?.first ?? '', { first: view.queries[0] ?? '' })),
      );
    };
    const flips = (...columns: number[]) =>
      columns.map((column): Action => ({ type: 'flip', cell: { row: 0, column } }));
    const lower: Action = { type: 'rule', rule: 'lower-right' };
    assert.equal(alone(), true);
    assert.equal(alone({ type: 'rule', rule: 'none' }), false);
    assert.equal(alone(lower, sizes(2)), false);
    // The first query is the second token here.
    assert.equal(alone(lower, sizes(2), ...flips(0)), true);
    assert.equal(alone(lower, sizes(2), ...flips(1)), false, 'it sees the first token alone');
  });

  it('promise of two scores what the mask does', () => {
    const kept = /The mask will keep only the second/;
    for (const [rule, said] of [
      ['none', false],
      ['causal', true],
      ['window', true],
    ] as const) {
      const view = seenAt('scores', { type: 'rule', rule });
      assert.equal(kept.test(wordsIn(observations(view))), said, rule);
    }
  });
});
