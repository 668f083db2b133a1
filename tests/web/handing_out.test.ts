// What is handed out from a figure says whose it is, and of which matrix.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TapName } from '../../wasm/engine/types.ts';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { locales } from '../../web/src/state/types.ts';
import { opener } from '../../web/src/views/panels.ts';
import { programOf } from '../../web/src/views/programs.ts';
import type { View } from '../../web/src/views/view.ts';
import { engine } from '../wasm/support/engine.ts';
import { computed } from './support/many_heads.ts';
import { clicksIn, markupOf, matrixChapters, viewOf, wordsIn } from './support/view.ts';

function seen(state: State, more: Partial<View> = {}): View {
  const heads = state.heads > 1;
  const { results } = heads ? computed(state) : new AttentionComputation(engine, state);
  return viewOf(state, results, more);
}

describe('a program that is copied', () => {
  for (const { lesson, text } of matrixChapters) {
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

describe('the matrix that is chosen for copying', () => {
  /** The buttons of the panel: what is pressed among the matrices, and what is offered of it. */
  function panel(view: View) {
    const markup = markupOf(opener(view, 'share')).replace(/<details[^]*?<\/details>/g, '');
    const buttons = markup.match(/<button[^]*?<\/button>/g) ?? [];
    const pressed = buttons.filter(
      (each) => each.includes('aria-pressed="true"') || each.includes('aria-pressed=true'),
    );
    const offered = buttons.map(wordsIn).filter((each) => /^Copy .* as CSV$/.test(each));
    return { pressed: pressed.map(wordsIn), offered };
  }

  for (const { lesson } of matrixChapters) {
    it(`keeps a name, and is what it is called, in every step of ${lesson.id}`, () => {
      const start = reduce(
        initialState(lesson, { locale: 'en', theme: 'auto' }),
        { type: 'predict', on: false },
        lesson,
      );
      const masked: Action = { type: 'switch', name: 'mask', on: true };
      const state = 'mask' in lesson.switches ? reduce(start, masked, lesson) : start;
      const asked: TapName[] = [];
      const first = seen(state, {
        panel: 'share',
        requests: new Proxy({} as View['requests'], {
          get: (_, name) => (tap: TapName) => {
            if (name === 'chooseMatrix') asked.push(tap);
          },
        }),
      });
      clicksIn(opener(first, 'share')).forEach((click) => {
        click();
      });
      assert.ok(asked.length > 5, asked.join());
      for (const chosen of asked) {
        for (const { id, kind } of lesson.steps) {
          const view = seen(reduce(state, { type: 'go', step: id }, lesson), {
            chosen,
            panel: 'share',
          });
          const { pressed, offered } = panel(view);
          const where = `${chosen} in ${id}`;
          assert.equal(pressed.length, 1, where);
          assert.deepEqual(offered, [`Copy ${pressed[0] ?? ''} as CSV`], where);
          const covered = programOf(view, 'csv').includes('-inf');
          assert.equal(covered, pressed[0]?.endsWith('+ M'), where);
          if (kind === 'softmax' && chosen === 'scaled') {
            assert.equal(covered, lesson.id !== 'many-heads', where);
          }
        }
      }
    });
  }
});
