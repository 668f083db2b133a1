// What is handed out from a figure says whose it is, and of which matrix.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters } from '../../web/lessons/index.ts';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { initialState } from '../../web/src/state/reducer.ts';
import type { State } from '../../web/src/state/types.ts';
import { locales } from '../../web/src/state/types.ts';
import { programOf } from '../../web/src/views/programs.ts';
import type { View } from '../../web/src/views/view.ts';
import { engine } from '../wasm/support/engine.ts';
import { computed } from './support/many_heads.ts';
import { viewOf } from './support/view.ts';

function seen(state: State, more: Partial<View> = {}): View {
  const heads = state.heads > 1;
  const { results } = heads ? computed(state) : new AttentionComputation(engine, state);
  return viewOf(state, results, more);
}

describe('a program that is copied', () => {
  for (const { lesson, text } of chapters) {
    it(`begins with the title of its lesson: ${lesson.id}`, () => {
      for (const locale of locales) {
        const state = initialState(lesson, { locale, theme: 'auto' });
        for (const library of ['numpy', 'pytorch'] as const) {
          const [first = ''] = programOf(seen(state), library).split('\n');
          assert.ok(first.startsWith(`# ${text[locale].title}`), `${locale} ${library}: ${first}`);
        }
      }
    });
  }
});
