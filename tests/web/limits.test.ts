// What students may change: each permission hides what it is about and nothing else, and refuses the rest.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AttentionComputation } from '../../web/src/element/attention-computation.ts';
import { elementCode, frameCode } from '../../web/src/render/embed-codes.ts';
import { allowOf, allowText, mayDo, permissions } from '../../web/src/state/limits.ts';
import type { Permission } from '../../web/src/state/limits.ts';
import { canTravel, contentOf } from '../../web/src/state/history.ts';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import { createStore } from '../../web/src/state/store.ts';
import { locales } from '../../web/src/state/types.ts';
import type { Action, Locale, State } from '../../web/src/state/types.ts';
import { decodeState, encodeState } from '../../web/src/state/url.ts';
import { figure } from '../../web/src/views/figure.ts';
import type { PanelId } from '../../web/src/views/view.ts';
import { engine } from '../wasm/support/engine.ts';
import { computed } from './support/many_heads.ts';
import { base, lessons, matrix, walk } from './support/states.ts';
import { chapterOf, markupOf, uiTexts, viewOf } from './support/view.ts';

/** The markup of a figure whose reader may change so much. */
function drawn(at: At, allow: readonly Permission[] | null, locale: Locale = 'en'): string {
  const { lesson, text } = chapterOf(at.lesson ?? 'attention-by-hand');
  const begun = initialState(lesson, { locale, theme: 'auto', allow: allow && allowOf(allow) });
  const state = reduce(begun, { type: 'go', step: at.step ?? 'inputs' }, lesson);
  const { results } = lesson.model ? computed(state) : new AttentionComputation(engine, state);
  const chapterLinks = [{ lesson: lesson.id, title: text[locale].title, done: false }];
  return markupOf(figure(viewOf(state, results, { panel: at.panel ?? null, chapterLinks })));
}

interface At {
  readonly lesson?: string;
  readonly step?: string;
  readonly panel?: PanelId;
}

/** Where each permission shows, and what is drawn with it alone. Every word must be here. */
const shows: Readonly<Record<Permission, readonly (readonly [At, RegExp])[]>> = {
  numbers: [
    [{}, /data-panel=numbers/],
    [{}, /role="grid"[^>]*aria-readonly=false/],
    [{}, /"tool reset"/],
    [{}, /Click any cell/],
    [{ panel: 'numbers' }, /<textarea/],
  ],
  sizes: [
    [{}, /class="stepper"/],
    [{}, /data-axis=depth/],
  ],
  names: [[{}, /Rename “/]],
  switches: [
    [{ step: 'scale' }, /data-switch=scale/],
    [{ step: 'scale' }, /data-switch=mask/],
    [{ panel: 'settings' }, /divide by the square root/],
    [{ panel: 'settings', lesson: 'many-heads' }, /wrong reshape/],
  ],
  mask: [
    [{ lesson: 'causal-mask', step: 'mask' }, /class="mask-maker"/],
    [{ lesson: 'causal-mask', step: 'mask' }, /Padding: /],
    [{ lesson: 'causal-mask', step: 'mask' }, /class="mask-strip"/],
  ],
  heads: [[{ lesson: 'many-heads' }, /class="segments"/]],
  sets: [
    [{ lesson: 'causal-mask' }, /class="picker set"/],
    [{ lesson: 'many-heads' }, /class="picker set"/],
  ],
  lessons: [
    [{}, /<nav/],
    [{}, /Open contents/],
  ],
  predict: [
    [{ step: 'scores' }, /Show me/],
    [{ step: 'scores' }, /role="slider"/],
    [{ step: 'scores' }, /arrow-button play/],
    [{ panel: 'settings' }, /Predict first/],
    [{}, /tool presenter/],
  ],
  language: [[{}, /class="languages"/]],
  theme: [[{}, /class="tool theme"/]],
  export: [
    [{}, /data-panel=share/],
    [{ panel: 'share' }, /Copy link/],
  ],
};

describe('a permission', () => {
  const others = (what: Permission) => permissions.filter((each) => each !== what);

  it('is sampled here, each one', () => {
    assert.deepEqual(Object.keys(shows), [...permissions]);
  });

  for (const what of permissions) {
    it(`${what}: shows what it is about, and without it nothing of that is drawn`, () => {
      for (const [at, mark] of shows[what]) {
        const said = `${mark.source} in ${JSON.stringify(at)}`;
        const there = (allow: readonly Permission[] | null) => mark.test(drawn(at, allow));
        assert.ok(there(null), `${said}, without limits`);
        assert.ok(there([what]), `${said}, alone`);
        assert.ok(!there(others(what)), `${said}, with all others`);
        assert.ok(!there([]), `${said}, with nothing`);
      }
    });
  }

  it('leaves walking, pointing, answering and the note for teachers to everyone', () => {
    for (const locale of locales) {
      const markup = drawn({ step: 'scores' }, [], locale);
      const text = uiTexts[locale];
      for (const words of [text.previous, text.next, text.exercise.check, text.teacher.open]) {
        assert.ok(markup.includes(words), `${locale}: ${words}`);
      }
      assert.equal((markup.match(/class="stop[ "]|data-step=/g) ?? []).length >= 5, true);
      for (const words of [text.reset, text.undo, text.share.title, text.openChapters]) {
        assert.ok(!markup.includes(words), `${locale}: ${words}`);
      }
    }
  });

  it('has a name in every language, and the share panel a box for it where there are no limits', () => {
    for (const locale of locales) {
      const { limits } = uiTexts[locale];
      const panel = drawn({ panel: 'share' }, null, locale);
      for (const what of permissions) assert.ok(panel.includes(limits.of[what]), what);
      assert.equal(new Set(Object.values(limits.of)).size, permissions.length);
      assert.ok(!drawn({ panel: 'share' }, ['export'], locale).includes(limits.title), locale);
    }
  });
});

const start = initialState(walk, base);
const limited = (...allow: Permission[]): State =>
  reduce(start, { type: 'allow', allow: allowOf(allow) }, walk);

/** What a reader's hand may want, by what it takes. */
const wanted: Readonly<Record<string, readonly Action[]>> = {
  numbers: [
    { type: 'edit', tap: 'q', cell: { row: 0, column: 0 }, value: 7 },
    { type: 'put', tap: 'q', matrix: walk.inputs.q ?? matrix() },
    { type: 'numbers', inputs: start.inputs, seed: 1 },
    { type: 'seed', seed: 3 },
    { type: 'reset' },
  ],
  sizes: [{ type: 'resize', axis: 'tokens', size: 2 }],
  names: [{ type: 'name', token: 0, text: 'x' }],
  switches: [{ type: 'switch', name: 'scale', on: false }],
  mask: [
    { type: 'rule', rule: 'none' },
    { type: 'flip', cell: { row: 0, column: 0 } },
    { type: 'pad', token: 0, on: true },
    { type: 'poison', on: true },
    { type: 'window', size: 2 },
  ],
  heads: [{ type: 'heads', count: 2 }],
  sets: [{ type: 'set', set: 'drawn' }],
  predict: [
    { type: 'predict', on: false },
    { type: 'reveal', count: 9 },
    { type: 'play' },
    { type: 'advance' },
    { type: 'present', on: true },
  ],
  language: [{ type: 'locale', locale: 'zh-Hant' }],
  theme: [{ type: 'theme', theme: 'dark' }],
};

describe('the reader’s hand', () => {
  it('may do what is allowed, and nothing else', () => {
    for (const [what, actions] of Object.entries(wanted)) {
      for (const action of actions) {
        for (const allowed of permissions) {
          const may = mayDo(limited(allowed), action);
          assert.equal(may, allowed === what, `${action.type} with ${allowed}`);
        }
        assert.ok(mayDo(start, action), `${action.type} without limits`);
        assert.ok(!mayDo(limited(), action), `${action.type} with nothing`);
      }
    }
  });

  it('walks and points whatever the limits are', () => {
    const free: readonly Action[] = [
      { type: 'next' },
      { type: 'previous' },
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: { row: 0, column: 0 }, pin: true },
      { type: 'unpin' },
      { type: 'head', head: 0 },
      { type: 'present', on: false },
    ];
    for (const action of free) assert.ok(mayDo(limited(), action), action.type);
  });

  it('plays and slides where no question holds anything back', () => {
    const shown = reduce(limited(), { type: 'predict', on: false }, walk);
    for (const type of ['play', 'advance'] as const) assert.ok(mayDo(shown, { type }), type);
    assert.ok(mayDo(shown, { type: 'reveal', count: 2 }), 'reveal');
  });

  it('pastes a matrix of another size only where sizes may change', () => {
    const other: Action = { type: 'put', tap: 'q', matrix: matrix([1, 2], [3, 4]) };
    assert.ok(!mayDo(limited('numbers'), other), 'the size would change');
    assert.ok(mayDo(limited('numbers', 'sizes'), other), 'both are allowed');
  });

  it('takes back no change that it could not have made', () => {
    const store = createStore(walk, limited('names'));
    const may = () => canTravel(store.history.past, store.state.allow);
    assert.ok(!may(), 'nothing to take back');
    store.dispatch({ type: 'name', token: 0, text: 'x' });
    assert.ok(may(), 'a name');
    store.dispatch({ type: 'switch', name: 'scale', on: false }); // by a script of the page
    assert.ok(!may(), 'a switch');
    store.dispatch({ type: 'undo' });
    assert.ok(may(), 'the name again');
    assert.ok(!canTravel(store.history.future, store.state.allow), 'nor makes it again');
  });

  it('resets to what it began with, its step and its limits included', () => {
    const given = reduce(limited('numbers'), { type: 'switch', name: 'mask', on: true }, walk);
    const edited = [
      { type: 'go', step: 'mask' } as const,
      { type: 'edit', tap: 'q', cell: { row: 0, column: 0 }, value: 9 } as const,
    ].reduce((state, action) => reduce(state, action, walk), given);
    const back = reduce(edited, { type: 'reset', to: contentOf(given) }, walk);
    assert.deepEqual(contentOf(back), contentOf(given));
    assert.deepEqual([back.step, back.allow], ['mask', ['numbers']]);
  });
});

describe('limits in an address', () => {
  const read = (text: string) => decodeState(text, lessons, base);

  it('are none in an older one, whatever stood before', () => {
    const { state, problems } = decodeState('v=1&lesson=walk', lessons, limited());
    assert.deepEqual([state.allow, problems], [null, []]);
    assert.doesNotMatch(encodeState(start, walk), /allow/);
  });

  it('tolerate the words of a newer one', () => {
    const { state, problems } = read('v=1&allow=numbers,telepathy');
    assert.deepEqual([state.allow, problems], [['numbers'], []]);
    assert.deepEqual(read('v=1&allow=telepathy').state.allow, []);
  });

  it('say nothing and everything in words', () => {
    assert.match(encodeState(limited(), walk), /&allow=none/);
    assert.deepEqual(read('v=1&allow=none').state.allow, []);
    assert.equal(read(`v=1&allow=${permissions.join()}`).state.allow, null);
    assert.deepEqual(
      [allowText(null, ' '), allowText([], ' '), allowText(['numbers', 'sizes'], ' ')],
      ['all', 'none', 'numbers sizes'],
    );
  });

  it('outlast another lesson', () => {
    const next = lessons[1];
    assert.ok(next, 'a second lesson');
    assert.deepEqual(initialState(next, limited('names')).allow, ['names']);
  });
});

describe('lines for a course page', () => {
  const embedding = {
    base: 'https://example.org/a&b/',
    attributes: [
      ['lesson', 'attention-by-hand'],
      ['allow', 'numbers sizes'],
    ] as const,
    state: 'v=1&names=%22',
    title: 'QKV Lab: "x" <y>',
  };

  it('carry attributes, state and limits, and break out of no quotation mark', () => {
    assert.equal(
      frameCode(embedding),
      '<iframe src="https://example.org/a&amp;b/frame.html?lesson=attention-by-hand&amp;allow=numbers+sizes#v=1&amp;names=%22" title="QKV Lab: &quot;x&quot; &lt;y>" width="100%" height="640" frameborder="0" allow="clipboard-write; fullscreen"></iframe>',
    );
    assert.equal(
      elementCode(embedding),
      '<script type="module" src="https://example.org/a&amp;b/qkv-lab.js"></script>\n<qkv-lab lesson="attention-by-hand" allow="numbers sizes" state="v=1&amp;names=%22"></qkv-lab>',
    );
  });

  it('are short where there is nothing more to say', () => {
    const plain = { ...embedding, base: '', state: '' };
    assert.match(frameCode(plain), /src="frame\.html\?lesson=[^#"]*" /);
    assert.doesNotMatch(elementCode(plain), / state=/);
  });
});
