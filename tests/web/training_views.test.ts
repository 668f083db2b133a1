// The figure of training without a page: what is drawn of a scene, and what a question holds back.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { bar } from '../../web/src/views/training/bar.ts';
import { curves } from '../../web/src/views/training/curves.ts';
import { observations } from '../../web/src/views/training/observations.ts';
import { choices, places } from '../../web/src/views/training/places.ts';
import { sharesByDigit } from '../../web/src/views/training/reads.ts';
import type { Contestant, Mark, Scene } from '../../web/src/views/training/scene.ts';
import { stage } from '../../web/src/views/training/stage.ts';
import type { View } from '../../web/src/views/view.ts';
import { base } from './support/states.ts';
import { chapterOf, markupOf, viewOf, wordsIn } from './support/view.ts';

const { lesson, text } = chapterOf('reverse-digits');
const start = initialState(lesson, { ...base, locale: 'en' });
const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, lesson), start);
const at = (step: string, ...more: Action[]): State => after({ type: 'go', step }, ...more);
const answered: Action = { type: 'reveal', count: 1 };
const row = (value: number): Action => ({ type: 'look', id: 'row', value });
const view = (state: State, more: Partial<View> = {}): View => viewOf(state, null, more);

const sequence = [1, 9, 1, 0, 1, 8, 2, 8, 5, 0];
const target = [...sequence].reverse();

const marks = (...all: [step: number, digits: number, sequences: number][]): readonly Mark[] =>
  all.map(([step, digits, sequences]) => ({ step, digits, sequences }));

const contestant = (more: Partial<Contestant>): Contestant => ({
  losses: Array.from({ length: 1500 }, (_, step) => 2.3 / (1 + step / 50)),
  marks: marks([0, 0.1, 0]),
  said: target,
  parameters: 9194,
  pace: 3,
  diverged: null,
  ...more,
});

/** Output i looks at input `looks(i)` with 0.7; the rest is even. */
const attention = (looks: (output: number) => number) => ({
  rows: 10,
  columns: 10,
  data: Array.from({ length: 100 }, (_, cell) =>
    cell % 10 === looks(Math.floor(cell / 10)) ? 0.7 : 0.3 / 9,
  ),
});

const unheard = new Proxy({} as Scene['requests'], { get: () => () => undefined });

const scene = (more: Partial<Scene> = {}): Scene => ({
  turns: { curves: 0, task: 0, 'map 0': 0, 'map 1': 0, 'map 2': 0 },
  ...{ at: 0, trained: 0, most: 1500, mark: 0, running: false, scored: 200 },
  transformer: contestant({}),
  lstm: contestant({ parameters: 32778, said: [0, 5, 8, 2, 8, 1, 0, 1, 1, 1] }),
  ...{ sequence, target, own: false, changed: false, guessing: 2.302585, diagonal: 0.7 },
  attention: attention((output) => 9 - output),
  requests: unheard,
  ...more,
});

const ended = scene({
  ...{ at: 1500, trained: 1500, mark: 1500, scored: 2000 },
  transformer: contestant({ marks: marks([0, 0.1, 0], [700, 1, 1], [1500, 1, 1]) }),
  lstm: contestant({
    parameters: 32778,
    marks: marks([0, 0.1, 0], [700, 0.63, 0.01], [1000, 0.84, 0.2], [1500, 0.95, 0.609]),
  }),
});

const solved = scene({
  ...{ at: 250, trained: 250, mark: 250 },
  transformer: contestant({ marks: marks([0, 0.1, 0], [250, 1, 1]) }),
  lstm: contestant({ marks: marks([0, 0.1, 0], [250, 0.34, 0]) }),
});

/** The cells of a row of the map as a screen reader has them. */
const cellsOf = (markup: string, output: number): string[] =>
  [...markup.matchAll(/aria-label=([^<>]*?)\s+data-share=/g)]
    .map(([, label = '']) => label)
    .filter((label) => label.startsWith(`output ${output} `));

describe('the stage of training', () => {
  it('names every digit, marks what is wrong by a cross, and has both scores', () => {
    const words = wordsIn(stage(view(at('end', answered)), ended, null));
    for (const part of ['1500', '9,194', '32,778', '60.9%', '95.0%', 'LSTM']) {
      assert.ok(words.includes(part), part);
    }
    const crosses = (markup: string) => markup.split('class="cross"').length - 1;
    assert.equal(crosses(markupOf(stage(view(start), scene(), null))), 1);
  });

  it('has a cell for every pair, with one tab stop, in the row in hand', () => {
    for (const length of [2, 10]) {
      const short = scene({
        sequence: sequence.slice(0, length),
        target: target.slice(-length),
        attention: { rows: length, columns: length, data: Array<number>(length ** 2).fill(0.5) },
      });
      const markup = markupOf(stage(view(at('diagonal')), short, null));
      assert.equal(markup.split('role="gridcell"').length - 1, length ** 2);
      assert.equal(markup.split('tabindex=0').length - 1, 1);
    }
  });

  it('draws without a map while it is being asked', () => {
    const waiting = scene({
      ...{ attention: null, diagonal: null },
      transformer: contestant({ said: null }),
      lstm: contestant({ said: null, pace: null }),
    });
    const words = wordsIn(stage(view(at('diagonal')), waiting, null));
    assert.doesNotMatch(words, /NaN|undefined/);
  });
});

describe('predict first', () => {
  const score = (state: State, drawn: Scene) =>
    /<table[\s\S]*<\/table>/.exec(markupOf(stage(view(state), drawn, null)))?.[0] ?? '';

  it('hides how many digits are right before any training, of both networks', () => {
    const open = scene({
      transformer: contestant({ marks: marks([0, 0.094, 0]) }),
      lstm: contestant({ marks: marks([0, 0.102, 0]) }),
    });
    assert.doesNotMatch(score(start, open), /9\.4%|10\.2%/);
    assert.equal(score(start, open).match(/>\?</g)?.length, 2);
    assert.match(score(at('guess', answered), open), /9\.4%[\s\S]*10\.2%/);
    const presented = after({ type: 'predict', on: false }, { type: 'present', on: true });
    assert.doesNotMatch(score(presented, open), /9\.4%/);
  });

  it('hides row 0 of the map, its ring, its strings and its sentence', () => {
    const hidden = markupOf(stage(view(at('solved', row(0))), scene(), null));
    const shown = markupOf(stage(view(at('solved', row(0), answered)), scene(), null));
    assert.ok(
      cellsOf(hidden, 0).every((label) => label.endsWith(': ?')),
      cellsOf(hidden, 0)[0],
    );
    assert.equal(cellsOf(hidden, 0).length, 10);
    assert.ok(
      cellsOf(hidden, 1).every((label) => !label.includes('?')),
      'row 1 is open',
    );
    assert.ok(
      cellsOf(shown, 0).some((label) => label.endsWith(': 0.70')),
      'row 0 is shown',
    );
    const strings = (markup: string) => markup.match(/d=M/g)?.length ?? 0;
    assert.equal(strings(hidden), strings(shown) - 1);
    assert.match(
      wordsIn(stage(view(at('solved', row(0))), scene(), null)),
      /looks most at input \?/,
    );
  });

  it('hides how many sequences the LSTM has right, and its curve from the milestone before', () => {
    const closed = view(at('end'));
    assert.doesNotMatch(markupOf(stage(closed, ended, null)), /60\.9%|0\.609/);
    assert.match(score(at('end'), ended), /95\.0%[\s\S]*>\?</);
    const lines = (each: View) =>
      [...markupOf(curves(each, ended, null)).matchAll(/class=lstm d=(\S+ [^/]*)/g)].map(
        ([, path = '']) => path,
      );
    const [, secret = ''] = lines(closed);
    const [, open = ''] = lines(view(at('end', answered)));
    assert.ok(open.startsWith(secret.trim()) && open.length > secret.length, `${secret} ${open}`);
    assert.equal(secret.split('L').length, 2, 'two marks up to the milestone');
  });

  it('tells nothing of it in what there is to notice', () => {
    const said = (state: State) => wordsIn(observations(view(state), ended).flat());
    assert.doesNotMatch(said(at('end')), /60\.9/);
    assert.match(said(at('end', answered)), /60\.9/);
  });
});

describe('what there is to notice', () => {
  const said = (state: State, drawn: Scene): string =>
    wordsIn(observations(view(state), drawn).map((sentence) => [sentence, ' ']));

  it('is ln 10 beside the measured losses at the start', () => {
    const words = said(at('guess', answered), scene());
    assert.match(words, /ln 10 ≈ 2\.30; measured: Transformer 2\.30, BiLSTM 2\.30/);
    assert.match(words, /largest weight is 0\.70.* 0\.10/);
    const unmeasured = contestant({ losses: [] });
    const before = scene({ transformer: unmeasured, lstm: unmeasured });
    assert.match(said(at('guess', answered), before), /ln 10 ≈ 2\.30\./);
  });

  it('is who has all sequences right, and the document’s result at its settings alone', () => {
    const words = said(at('end', answered), ended);
    assert.match(words, /100\.0%.*95\.0%.*61\.1%/);
    assert.doesNotMatch(said(at('end', answered), { ...ended, changed: true }), /61\.1%/);
    assert.doesNotMatch(said(at('follow'), { ...ended, at: 700 }), /61\.1%/);
    assert.match(
      said(at('solved', answered), solved),
      /On 200 tests the Transformer has every sequence all right, the BiLSTM 0\.0%/,
    );
  });

  it('says what 95 % of digits come to in a sequence of ten', () => {
    const words = said(at('follow'), { ...ended, at: 1400 });
    assert.match(words, /95\.0% of digits right, 60\.9% of sequences.*power of 10: 59\.9%/);
  });

  it('begins with a network that has diverged', () => {
    const wild = scene({ at: 300, lstm: contestant({ diverged: 91 }) });
    assert.match(said(at('diagonal'), wild), /^The loss of the BiLSTM is no number from step 91/);
  });

  it('is at most two sentences', () => {
    for (const each of [ended, scene(), { ...ended, at: 700 }]) {
      assert.ok(observations(view(at('end', answered)), each).length <= 2, String(each.at));
    }
  });
});

describe('what a row looks at', () => {
  it('is added up by digit: two equal neighbours outvote the right one', () => {
    const data = Array<number>(100).fill(0);
    // Output 3 should say the 2 of input 6; both 8s are beside it.
    [
      [5, 0.24],
      [6, 0.42],
      [7, 0.25],
      [8, 0.07],
    ].forEach(([input = 0, weight = 0]) => {
      data[30 + input] = weight;
    });
    const shares = sharesByDigit(scene({ attention: { rows: 10, columns: 10, data } }), 3);
    assert.deepEqual(
      shares.map(({ digit, inputs }) => [digit, inputs]),
      [
        [8, [5, 7]],
        [2, [6]],
      ],
    );
    assert.ok(Math.abs((shares[0]?.weight ?? 0) - 0.49) < 1e-12, String(shares[0]?.weight));
  });

  it('is nothing where attention is even', () => {
    const even = { rows: 10, columns: 10, data: Array<number>(100).fill(0.01) };
    assert.deepEqual(sharesByDigit(scene({ attention: even }), 3), []);
  });
});

describe('the bar of training', () => {
  it('has a stop for every step, and says where it is', () => {
    const markup = markupOf(bar(view(at('diagonal')), scene({ at: 140 })));
    for (const { id } of lesson.steps) assert.ok(markup.includes(`data-step=${id}`), id);
    assert.equal(markup.split('aria-current=step').length - 1, 1);
    assert.match(markup, /aria-valuetext=step 140 of 1500, Diagonal/);
  });

  it('keeps play, one step and the track where less can be operated', () => {
    for (const more of [{ controls: 'steps' as const }, {}]) {
      const state = 'controls' in more ? start : after({ type: 'present', on: true });
      const markup = markupOf(bar(view(state, more), scene({ trained: 5 })));
      for (const part of ['button play', 'button next', 'type="range"']) {
        assert.ok(markup.includes(part), part);
      }
      assert.doesNotMatch(markup, /again|speeds/);
    }
  });
});

describe('questions of training', () => {
  it('have every place that their sentences name, in every language', () => {
    const filled = places(view(start), scene());
    for (const words of Object.values(text)) {
      const sentences = [
        ...Object.values(words.questions).flatMap(({ question = '', hint }) => [question, hint]),
        ...Object.values(words.misconceptions),
      ];
      for (const [, name = ''] of sentences.join(' ').matchAll(/\{(\w+)\}/g)) {
        assert.ok(name in filled, name);
      }
    }
  });

  it('choose among the places of the sequence', () => {
    assert.deepEqual(choices(scene({ sequence: [4, 2] })), ['0', '1']);
  });
});
