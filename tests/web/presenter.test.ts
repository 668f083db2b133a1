// Presenter mode: what a clicker does to the state, and what is left of the figure on a projector.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters } from '../../web/lessons/chapters.ts';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { cellCount, shownCount } from '../../web/src/state/progress.ts';
import { questionOf } from '../../web/src/state/question.ts';
import { currentStep, initialState, reduce, visibleSteps } from '../../web/src/state/reducer.ts';
import { locales } from '../../web/src/state/types.ts';
import type { State } from '../../web/src/state/types.ts';
import { decodeState, encodeState } from '../../web/src/state/url.ts';
import type { Lesson } from '../../web/src/state/lesson.ts';
import { figure } from '../../web/src/views/figure.ts';
import { engine } from '../wasm/support/engine.ts';
import { computed } from './support/many_heads.ts';
import { base, lessons, walk } from './support/states.ts';
import { markupOf, standIn, uiTexts, viewOf } from './support/view.ts';

const presenting = (lesson: Lesson): State =>
  reduce(initialState(lesson, base), { type: 'present', on: true }, lesson);
const click = (state: State, lesson: Lesson, by: 1 | -1 = 1): State =>
  reduce(state, { type: 'clicker', by }, lesson);

/** The step, and how much of its result is seen. */
const seen = (state: State, lesson: Lesson): string => {
  const step = currentStep(lesson, state);
  const all = cellCount(lesson, state, step);
  const count = shownCount(lesson, state, step);
  return `${step.id} ${all === 0 ? '-' : count === all ? 'all' : String(count)}`;
};

describe('a clicker', () => {
  for (const lesson of [...lessons, ...chapters.map((chapter) => chapter.lesson)]) {
    it(`reveals every result of ${lesson.id} after its question, walks on, and back the same way`, () => {
      let state = presenting(lesson);
      const expected = visibleSteps(lesson, state).flatMap((step) =>
        cellCount(lesson, state, step) === 0
          ? [`${step.id} -`]
          : [`${step.id} 0`, `${step.id} all`],
      );
      const way = [seen(state, lesson)];
      for (let next = click(state, lesson); next !== state; next = click(state, lesson)) {
        state = next;
        way.push(seen(state, lesson));
        assert.ok(way.length < 60, 'it ends');
      }
      assert.deepEqual(way, expected);
      const back = [seen(state, lesson)];
      for (let next = click(state, lesson, -1); next !== state; next = click(state, lesson, -1)) {
        state = next;
        back.push(seen(state, lesson));
        assert.ok(back.length < 60, 'it ends');
      }
      assert.deepEqual(back, [...expected].reverse());
    });
  }

  it('asks about the first cell, and explains that one', () => {
    const asked = reduce(presenting(walk), { type: 'go', step: 'scores' }, walk);
    assert.deepEqual(questionOf(walk, asked)?.cell, { row: 0, column: 0 });
    const revealed = click(asked, walk);
    assert.equal(questionOf(walk, revealed), null);
    assert.deepEqual(revealed.cell, { row: 0, column: 0 });
  });

  it('has hidden nothing that the class has seen, once presenting is over', () => {
    const revealed = click(reduce(presenting(walk), { type: 'go', step: 'scores' }, walk), walk);
    const after = reduce(revealed, { type: 'present', on: false }, walk);
    assert.equal(seen(after, walk), 'scores all');
    const hidden = reduce(presenting(walk), { type: 'go', step: 'scores' }, walk);
    const over = reduce(hidden, { type: 'present', on: false }, walk);
    assert.equal(
      seen(over, walk),
      seen(reduce(initialState(walk, base), { type: 'go', step: 'scores' }, walk), walk),
    );
  });

  it('is remembered by the address, and by another lesson; an older address knows nothing of it', () => {
    const revealed = click(reduce(presenting(walk), { type: 'go', step: 'scores' }, walk), walk);
    const text = encodeState(revealed, walk);
    assert.match(text, /&present=1&shown=scores\.all/);
    assert.equal(seen(decodeState(text, lessons, base).state, walk), 'scores all');
    assert.equal(decodeState('v=1&lesson=walk', lessons, revealed).state.present, false);
    const next = lessons[1];
    assert.ok(next, 'a second lesson');
    assert.equal(initialState(next, revealed).present, true);
  });
});

describe('on a projector', () => {
  function drawn(id: string, step: string, locale: State['locale'], shown: boolean): string {
    const lesson = chapters.map((chapter) => chapter.lesson).find((each) => each.id === id);
    assert.ok(lesson, id);
    const begun = initialState(lesson, { locale, theme: 'auto', present: true });
    const at = reduce(begun, { type: 'go', step }, lesson);
    const state = shown ? click(at, lesson) : at;
    if (lesson.figure) return markupOf(figure(viewOf(state, null, { live: standIn })));
    const { results } = lesson.model ? computed(state) : new AttentionComputation(engine, state);
    return markupOf(figure(viewOf(state, results)));
  }

  it('stand the figure, the names of the steps, the question, and a way out, in every language', () => {
    for (const locale of locales) {
      const text = uiTexts[locale];
      for (const { lesson, text: words } of chapters) {
        for (const { id, makes, cells } of lesson.steps) {
          const hidden = drawn(lesson.id, id, locale, false);
          const said = `${locale} ${lesson.id} ${id}`;
          for (const chrome of [
            '<nav',
            '"languages"',
            'data-panel=',
            '"slider"',
            '<input id="answer"',
          ]) {
            assert.ok(!hidden.includes(chrome), `${said}: ${chrome}`);
          }
          for (const name of [
            text.present.leave,
            text.next,
            words[locale].steps[id]?.name ?? '?',
          ]) {
            assert.ok(hidden.includes(name), `${said}: ${name}`);
          }
          if (!makes && !cells) continue;
          const asks = (markup: string) => /class="question"/.test(markup);
          const asked = lesson.steps.find((step) => step.id === id)?.ask !== undefined;
          assert.ok(!asks(drawn(lesson.id, id, locale, true)), `${said}: answered`);
          if (
            asked &&
            !/unchanged/.test(JSON.stringify(lesson.steps.find((step) => step.id === id)))
          ) {
            assert.ok(asks(hidden), `${said}: asked`);
          }
        }
      }
    }
  });
});
