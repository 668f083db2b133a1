// The sheet on paper: as many blanks as cells, answers that are the engine's, a page for each variant,
// and nothing in it but words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TapName } from '../../wasm/engine/types.ts';
import type { Step } from '../../web/src/state/lesson.ts';
import { isByHand, mostByHand, stateOnPaper } from '../../web/src/state/on-paper.ts';
import { seedAfter } from '../../web/src/state/seed.ts';
import { visibleSteps } from '../../web/src/state/reducer.ts';
import { shapeOf } from '../../web/src/state/shape.ts';
import { locales } from '../../web/src/state/types.ts';
import type { Action } from '../../web/src/state/types.ts';
import { decodeState } from '../../web/src/state/url.ts';
import type { Sheet, Variant } from '../../web/src/views/index.ts';
import {
  cellsIn,
  chapterOf,
  everyChapter,
  keys,
  letterOf,
  papers,
  plain,
  sheetDocument,
  sheetOf,
  stateAfter,
  stepsIn,
} from './support/sheets.ts';

const made = ({ makes, also = [] }: Step): readonly TapName[] => (makes ? [makes, ...also] : []);

/** Between the projections and their concatenation every head has matrices of its own. */
const ofHeads: readonly TapName[] = [
  'q',
  'k',
  'v',
  'scores',
  'scaled',
  'masked',
  'weights',
  'output',
];

const steps = ({ lesson, asked }: Sheet, { state }: Variant): readonly Step[] =>
  visibleSteps(lesson, state).filter(({ id }) => asked.includes(id));

function cellCount({ lesson }: Sheet, { state }: Variant, step: Step): number {
  const counts = made(step).map((tap) => {
    const shape = shapeOf(lesson, state.inputs, tap, state.heads);
    assert.ok(shape, tap);
    const times = lesson.heads !== undefined && ofHeads.includes(tap) ? state.heads : 1;
    return times * shape.rows * shape.columns;
  });
  return counts.reduce((sum, each) => sum + each, 0);
}

/** The numbers that a step makes, in the order in which they are drawn. */
function numbers({ results }: Variant, step: Step): readonly number[] {
  const taps = step.variant ? results.variants?.[step.variant] : undefined;
  return made(step).flatMap((tap) => {
    const heads = results.heads?.flatMap(({ taps: own }) => own[tap]?.data ?? []) ?? [];
    return heads.length > 0 ? heads : ((taps ?? results.taps)[tap]?.data ?? []);
  });
}

/** Every number of a sheet, rounded as it stands there. */
function assertAnswers(sheet: Sheet, variant: Variant, key: string): void {
  for (const step of steps(sheet, variant)) {
    const shown = cellsIn(stepsIn(key).get(step.id) ?? '', 'answer');
    const values = numbers(variant, step);
    assert.equal(shown.length, values.length, step.id);
    for (const [at, text] of shown.entries()) {
      const value = values[at] ?? NaN;
      const decimals = (text.split('.')[1] ?? '').length;
      const written =
        value === -Infinity ? '−∞' : (value === 0 ? 0 : value).toFixed(decimals).replace('-', '−');
      assert.equal(text, written, `${step.id} ${at}`);
      const exact = Math.fround(Number(text.replace('−', '-'))) === value;
      assert.ok(
        exact || decimals >= 2 || value === -Infinity,
        `${step.id} ${at}: ${text} of ${value}`,
      );
    }
  }
}

/** What a reader may have made of a lesson before printing. */
const choices: readonly (readonly [id: string, actions: readonly Action[]])[] = [
  ['attention-by-hand', [{ type: 'switch', name: 'mask', on: true }]],
  ['attention-by-hand', [{ type: 'switch', name: 'scale', on: false }]],
  [
    'attention-by-hand',
    [
      { type: 'resize', axis: 'tokens', size: 6 },
      { type: 'resize', axis: 'depth', size: 2 },
    ],
  ],
  ['causal-mask', [{ type: 'rule', rule: 'lower-right' }]],
  [
    'causal-mask',
    [
      { type: 'rule', rule: 'window' },
      { type: 'flip', cell: { row: 0, column: 2 } },
      { type: 'pad', token: 1, on: true },
      { type: 'poison', on: true },
    ],
  ],
  ['many-heads', [{ type: 'heads', count: 4 }]],
  ['many-heads', [{ type: 'heads', count: 1 }]],
];

for (const chapter of everyChapter) {
  for (const locale of locales) {
    it(`${chapter.lesson.id} in ${locale} has a blank for every cell, and its answer`, () => {
      const sheet = sheetOf(chapter, stateAfter(chapter, [], locale), [1, 2, 3]);
      const html = sheetDocument(sheet);
      assert.equal(papers(html).length, 3);
      assert.equal(keys(html).length, 3);
      for (const [index, variant] of sheet.variants.entries()) {
        const [paper = '', key = ''] = [papers(html)[index], keys(html)[index]];
        const ids = steps(sheet, variant).map(({ id }) => id);
        assert.ok(ids.length > 0);
        assert.deepEqual([...stepsIn(paper).keys()], ids);
        assert.deepEqual([...stepsIn(key).keys()], ids);
        for (const step of steps(sheet, variant)) {
          const body = stepsIn(paper).get(step.id) ?? '';
          const blanks = cellsIn(body, 'blank');
          assert.deepEqual(blanks, Array(cellCount(sheet, variant, step)).fill(''), step.id);
          assert.ok(body.includes('<math'), `${step.id} says its formula`);
          assert.ok(plain(body).includes(chapter.text[locale].steps[step.id]?.name ?? '?'));
        }
        for (const page of [paper, key]) {
          assert.ok(plain(page).startsWith(chapter.text[locale].title));
          assert.ok(page.includes(letterOf(index)));
          assert.match(plain(page), new RegExp(`\\b${variant.seed}\\b`));
        }
        assertAnswers(sheet, variant, key);
      }
      assert.match(html, new RegExp(`^<!doctype html>\\n<html lang="${locale}">`));
    });
  }
}

for (const [id, actions] of choices) {
  it(`${id} after ${actions.map((action) => Object.values(action).join(' ')).join(', ')}`, () => {
    const chapter = chapterOf(id);
    const sheet = sheetOf(chapter, stateAfter(chapter, actions), [5]);
    const html = sheetDocument(sheet);
    const [variant] = sheet.variants;
    assert.ok(variant);
    for (const step of steps(sheet, variant)) {
      const blanks = cellsIn(stepsIn(papers(html)[0] ?? '').get(step.id) ?? '', 'blank');
      assert.equal(blanks.length, cellCount(sheet, variant, step), step.id);
    }
    assertAnswers(sheet, variant, keys(html)[0] ?? '');
    assert.ok(!html.includes('NaN') && !html.includes('undefined'));
  });
}

describe('the numbers of a sheet', () => {
  it('are those of the seed, small and whole, and the same for ever', () => {
    for (const chapter of everyChapter) {
      const state = stateAfter(chapter);
      const [first, again, other] = [7, 7, 8].map((seed) =>
        sheetDocument(sheetOf(chapter, state, [seed])),
      );
      assert.equal(first, again);
      assert.notDeepEqual(cellsIn(first ?? '', 'given'), cellsIn(other ?? '', 'given'));
      assert.notDeepEqual(cellsIn(first ?? '', 'answer'), cellsIn(other ?? '', 'answer'));
      for (const text of cellsIn((first ?? '').split('data-step')[0] ?? '', 'given')) {
        assert.ok(['−1', '0', '1', '2'].includes(text), text);
      }
    }
  });

  it('do not depend on how many variants there are', () => {
    const chapter = chapterOf('many-heads');
    const papersOf = (seeds: number[]) =>
      papers(sheetDocument(sheetOf(chapter, stateAfter(chapter), seeds)));
    const given = (paper = '') => cellsIn(paper, 'given');
    assert.deepEqual(given(papersOf([3, 4])[1]), given(papersOf([4])[0]));
  });

  it('are what the page shows at the address on the sheet', () => {
    for (const [id, actions] of [
      ...choices,
      ...everyChapter.map(({ lesson }) => [lesson.id, []] as const),
    ]) {
      const chapter = chapterOf(id);
      const [variant] = sheetOf(chapter, stateAfter(chapter, actions, 'zh-Hans'), [9]).variants;
      assert.ok(variant);
      const { state, problems } = decodeState(
        new URL(variant.link).hash,
        everyChapter.map(({ lesson }) => lesson),
        { locale: 'en', theme: 'auto' },
      );
      assert.deepEqual(problems, []);
      for (const key of ['inputs', 'switches', 'mask', 'heads', 'locale', 'seed'] as const) {
        assert.deepEqual(state[key], variant.state[key], `${id} ${key}`);
      }
      assert.equal(state.seed, 9);
      assert.deepEqual(state.shown, {}, 'what is asked is not shown');
    }
  });

  it('follow each other around the end of the seeds', () => {
    assert.deepEqual([seedAfter(1, 0), seedAfter(1, 29), seedAfter(2 ** 32 - 1, 1)], [1, 30, 0]);
  });
});

describe('sizes for a hand', () => {
  it('are kept where they are small, and are the lesson’s own where not', () => {
    const large: readonly (readonly [string, Action])[] = [
      ['attention-by-hand', { type: 'resize', axis: 'tokens', size: mostByHand + 1 }],
      ['attention-by-hand', { type: 'resize', axis: 'width', size: 8 }],
      ['causal-mask', { type: 'set', set: 'tensors' }],
      ['many-heads', { type: 'set', set: 'sentence' }],
      ['many-heads', { type: 'set', set: 'random' }],
    ];
    for (const [id, action] of large) {
      const chapter = chapterOf(id);
      const { lesson } = chapter;
      const off: Action = { type: 'switch', name: 'scale', on: false };
      const state = stateAfter(chapter, [off, action]);
      assert.equal(isByHand(lesson, state), false, id);
      const { inputs, switches, heads } = stateOnPaper(lesson, state);
      assert.deepEqual(inputs, stateAfter(chapter).inputs, id);
      assert.equal(heads, stateAfter(chapter).heads);
      assert.equal(switches.scale, false, 'a switch has no size');
    }
    const masked = chapterOf('causal-mask');
    const state = stateAfter(masked, [
      { type: 'set', set: 'tensors' },
      { type: 'rule', rule: 'window' },
      { type: 'flip', cell: { row: 0, column: 2 } },
      { type: 'flip', cell: { row: 4, column: 0 } },
    ]);
    const { mask } = stateOnPaper(masked.lesson, state);
    assert.equal(mask?.rule, 'window');
    assert.deepEqual(mask.flips, [{ row: 0, column: 2 }], 'what has no place is left out');
    for (const [id, actions] of choices) {
      const chapter = chapterOf(id);
      const state = stateAfter(chapter, actions);
      const kept = stateOnPaper(chapter.lesson, state);
      assert.equal(isByHand(chapter.lesson, state), true);
      assert.deepEqual(kept.inputs, state.inputs, id);
      assert.deepEqual([kept.heads, kept.switches], [state.heads, state.switches]);
      assert.deepEqual(
        kept.mask && { ...kept.mask, poison: false },
        state.mask && { ...state.mask, poison: false },
      );
      assert.notEqual(kept.mask?.poison, true);
    }
  });

  it('of drawn numbers are the lesson’s own even where they are small', () => {
    const chapter = chapterOf('causal-mask');
    const actions: Action[] = [{ type: 'set', set: 'tensors' }];
    const drawn = stateAfter(chapter, actions);
    const small = { ...drawn, inputs: stateAfter(chapter).inputs };
    assert.equal(isByHand(chapter.lesson, small), false);
  });

  it('that are wide are broken into bands, and no cell is lost', () => {
    const sample = chapterOf('sample');
    const wide = (rows: number, columns: number) => ({
      rows,
      columns,
      data: Array.from({ length: rows * columns }, () => 1),
    });
    const lesson = { ...sample.lesson, inputs: { q: wide(2, 23), k: wide(2, 23), v: wide(2, 12) } };
    const chapter = { ...sample, lesson };
    const sheet = sheetOf(chapter, stateAfter(chapter), [1], { key: false });
    const html = sheetDocument(sheet);
    for (const [row = ''] of html.matchAll(/<tr>[\s\S]*?<\/tr>/g)) {
      assert.ok((row.match(/<td/g) ?? []).length <= 11, row);
    }
    assert.equal(cellsIn(html, 'given').length, 2 * 23 + 23 * 2 + 2 * 12);
    assert.equal(cellsIn(html, 'blank').length, 4 + 4 + 2 * 12);
    const columns = [...html.matchAll(/<th scope="col"><bdi>(\d+)<\/bdi>/g)].map(([, n]) =>
      Number(n),
    );
    const all = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    assert.deepEqual(columns, [...all(23), ...all(12), ...all(12)]);
  });
});

describe('what is asked', () => {
  it('is chosen step by step, and what is not asked is there to calculate with', () => {
    const chapter = chapterOf('attention-by-hand');
    const state = stateAfter(chapter, [{ type: 'switch', name: 'mask', on: true }]);
    const lent = (...asked: string[]) => {
      const sheet = sheetOf(chapter, state, [1], { asked });
      const [variant] = sheet.variants;
      const [paper = ''] = papers(sheetDocument(sheet));
      const found = stepsIn(paper);
      assert.deepEqual([...found.keys()], asked);
      assert.ok(variant);
      return asked.map((id) => cellsIn(found.get(id) ?? '', 'given').length);
    };
    assert.deepEqual(lent('scores', 'scale', 'mask', 'softmax', 'output'), [0, 0, 0, 0, 0]);
    assert.deepEqual(lent('softmax'), [9]);
    assert.deepEqual(lent('scores', 'mask', 'output'), [0, 9, 9]);
    const decoded = sheetOf(chapterOf('causal-mask'), stateAfter(chapterOf('causal-mask')), [1], {
      asked: ['output', 'leak', 'decode'],
    });
    const found = stepsIn(papers(sheetDocument(decoded))[0] ?? '');
    const counts = [...found.values()].map((body) => cellsIn(body, 'given').length);
    assert.deepEqual(counts, [9, 9, 0], 'the same weights once, those without the mask besides');
  });

  it('has no key where none is wanted', () => {
    const chapter = chapterOf('sample');
    const html = sheetDocument(sheetOf(chapter, stateAfter(chapter), [1, 2], { key: false }));
    assert.equal(papers(html).length, 2);
    assert.equal(keys(html).length, 0);
    assert.deepEqual(cellsIn(html, 'answer'), []);
  });

  it('of a mask are the cells that it covers, crossed out in the key alone', () => {
    const chapter = chapterOf('causal-mask');
    const html = sheetDocument(sheetOf(chapter, stateAfter(chapter), [1]));
    const [paper = '', key = ''] = [papers(html)[0], keys(html)[0]];
    assert.ok(!paper.includes('class="crossed"'));
    const crossed = [...(stepsIn(key).get('mask') ?? '').matchAll(/<td( class="crossed")?>/g)];
    assert.deepEqual(
      crossed
        .slice(-9)
        .map(([, on]) => (on ? 'x' : '.'))
        .join(''),
      '.xx..x...',
    );
  });

  it('says scores are scaled where no step of the lesson does so, once', () => {
    const roots = (id: string, actions: Action[] = []) => {
      const chapter = chapterOf(id);
      const [paper = ''] = papers(
        sheetDocument(sheetOf(chapter, stateAfter(chapter, actions), [1])),
      );
      return paper.split('<msqrt>').length - 1;
    };
    for (const id of ['attention-by-hand', 'causal-mask', 'many-heads', 'sample']) {
      assert.equal(roots(id), 1, id);
    }
    assert.equal(roots('causal-mask', [{ type: 'switch', name: 'scale', on: false }]), 0);
  });
});

describe('the document', () => {
  it('has hostile names as words, and nothing that runs or is fetched', () => {
    const chapter = chapterOf('attention-by-hand');
    const hostile = ['</title><b>', '<img src=x>', '"onx=1&lt;'];
    const state = stateAfter(
      chapter,
      hostile.map((text, token) => ({ type: 'name', token, text })),
    );
    const html = sheetDocument(sheetOf(chapter, state, [1, 2]));
    for (const name of hostile) assert.ok(!html.includes(name), name);
    assert.ok(html.includes('&lt;img src=x&gt;') && html.includes('&quot;onx=1&amp;lt;'));
    const tags = new Set([...html.matchAll(/<([a-z!0-9]+)/g)].map(([, name]) => name));
    for (const name of ['script', 'img', 'link', 'iframe', 'base', 'form', 'object']) {
      assert.ok(!tags.has(name), name);
    }
    assert.ok(!/<[^>]*\son\w+=/.test(html) && !/<[^>]*\s(src|action|style)=/.test(html));
  });

  it('names thirty variants apart', () => {
    const letters = Array.from({ length: 30 }, (_, at) => letterOf(at));
    assert.deepEqual([letters[0], letters[25], letters[26], letters[29]], ['A', 'Z', 'AA', 'AD']);
    assert.equal(new Set(letters).size, 30);
  });

  it('leads to no page where it was made without one', () => {
    const chapter = chapterOf('sample');
    const sheet = sheetOf(chapter, stateAfter(chapter), [1]);
    const variants = sheet.variants.map((variant) => ({ ...variant, link: '#v=1&"x' }));
    const html = sheetDocument({ ...sheet, variants });
    assert.ok(!html.includes('href') && html.includes('#v=1&amp;&quot;x'));
  });
});
