// The figure of scores and their size without a page: its axis of doublings, what questions hold back,
// what is right and what wrong answers come to, and what is handed out.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { StudyRow } from '../../wasm/engine/types.ts';
import { lesson } from '../../web/lessons/why-sqrt-d/lesson.ts';
import { solve } from '../../web/src/element/scaling/solve.ts';
import { judgeChoice, judgeNumber } from '../../web/src/element/judge.ts';
import { questionOf } from '../../web/src/state/question.ts';
import { currentStep, initialState, reduce } from '../../web/src/state/reducer.ts';
import { locales } from '../../web/src/state/types.ts';
import type { Action, State } from '../../web/src/state/types.ts';
import { seenOf } from '../../web/src/views/scaling/curves.ts';
import { curvesText, tableText } from '../../web/src/views/scaling/handing.ts';
import { limitOf, spreadLimit } from '../../web/src/views/scaling/held.ts';
import { program } from '../../web/src/views/scaling/program.ts';
import { observations, places } from '../../web/src/views/scaling/facts.ts';
import { provenance } from '../../web/src/views/scaling/provenance.ts';
import { plots } from '../../web/src/views/scaling/plots.ts';
import { table } from '../../web/src/views/scaling/table.ts';
import { curves } from '../../web/src/views/scaling/curves.ts';
import { ownSample, quantities, tableSample, versions } from '../../web/src/views/scaling/scene.ts';
import type { Scene } from '../../web/src/views/scaling/scene.ts';
import {
  doubled,
  mostWidth,
  placeOf,
  stepped,
  widthAt,
} from '../../web/src/views/scaling/widths.ts';
import { base } from './support/states.ts';
import { markupOf, viewOf, wordsIn } from './support/view.ts';

const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, lesson), initialState(lesson, base));

const statistics = (largest: number, entropy: number, gradient: number) => ({
  ...{ largest, entropy, gradient },
  largestCounts: Int32Array.of(1, 2, 3, 4),
});

/** Near to what the document prints. */
const row = (width: number, root: number, variance: number, at: number): StudyRow => ({
  ...{ width, root, variance },
  scaledVariance: variance / width,
  dotCounts: Int32Array.of(0, 3, 3, 0),
  unscaled: statistics(
    [0.5263, 0.8735, 0.9545][at] ?? 0,
    [1.29, 0.322, 0.11][at] ?? 0,
    [0.3416, 0.1535, 0.0616][at] ?? 0,
  ),
  scaled: statistics([0.3426, 0.36, 0.3607][at] ?? 0, 1.72, 0.365),
});

const rows = [row(4, 2, 3.98, 0), row(64, 8, 64.42, 1), row(512, 22.627, 498.16, 2)] as const;

const unheard = new Proxy({} as Scene['requests'], { get: () => () => undefined });

const scene = (more: Partial<Scene> = {}): Scene => ({
  ...{ seed: 0, width: 4, row: rows[0], fresh: true, sample: tableSample, table: rows },
  progress: { drawn: 20_880_000, draws: 20_880_000, running: false, stopped: false },
  curves: [row(2, 1.414, 2, 0), ...rows],
  growing: false,
  evenEntropy: 2.0794,
  pointed: null,
  requests: unheard,
  ...more,
});

describe('an axis of doublings', () => {
  it('has every d at a place that leads back to it, powers of two at whole numbers', () => {
    for (let width = 1; width <= mostWidth; width++) assert.equal(widthAt(placeOf(width)), width);
    assert.deepEqual([1, 2, 4, 64, 512, 1024].map(placeOf), [0, 1, 2, 6, 9, 10]);
    assert.deepEqual([-1, 0, 10, 11].map(widthAt), [1, 1, 1024, 1024]);
  });

  it('is walked by keys from end to end and back, over every mark', () => {
    for (const by of [1, -1] as const) {
      const seen = [by > 0 ? 1 : mostWidth];
      for (;;) {
        const last = seen.at(-1) ?? 0;
        const next = stepped(last, by);
        if (next === last) break;
        assert.ok(by > 0 ? next > last : next < last, `${last} to ${next}`);
        seen.push(next);
      }
      assert.ok(seen.length < 160, String(seen.length));
      for (const mark of [1, 2, 4, 16, 31, 64, 512, 1024])
        assert.ok(seen.includes(mark), String(mark));
    }
    assert.deepEqual([doubled(4, 1), doubled(5, 1), doubled(5, -1), doubled(4, -1)], [8, 8, 4, 2]);
    assert.deepEqual([doubled(1024, 1), doubled(1, -1), stepped(1000, 1)], [1024, 1, 1024]);
  });
});

describe('what questions hold back', () => {
  const limits = (state: State) =>
    quantities.map((each) => versions.map((version) => limitOf(lesson, state, each, version)));

  it('is all that lies beyond the rows that are shown', () => {
    const start = after();
    assert.deepEqual(limits(start), [
      [4, 0],
      [4, 4],
      [4, 4],
      [4, 4],
    ]);
    assert.equal(spreadLimit(lesson, start), 63);
    const first = after({ type: 'go', step: 'variance' }, { type: 'reveal', count: 2 });
    assert.deepEqual(limits(first)[0], [64, 0]);
    assert.equal(spreadLimit(lesson, first), 511);
    const all = after({ type: 'go', step: 'variance' }, { type: 'reveal', count: 3 });
    assert.deepEqual(limits(all)[0], [Infinity, Infinity]);
    assert.equal(spreadLimit(lesson, all), Infinity);
  });

  it('goes cell by cell, and one quantity does not tell of another', () => {
    const half = after({ type: 'go', step: 'largest' }, { type: 'reveal', count: 3 });
    assert.deepEqual(limits(half)[1], [64, 4]);
    assert.deepEqual(limits(half)[2], [64, 4], 'entropy tells of the largest weight');
    const told = after({ type: 'go', step: 'entropy' }, { type: 'reveal', count: 6 });
    assert.deepEqual(limits(told)[2], [4, 4]);
  });

  it('is nothing where nothing is asked, and everything before a class', () => {
    const open = after({ type: 'predict', on: false });
    assert.ok(
      limits(open)
        .flat()
        .every((limit) => limit === Infinity),
    );
    const before = after({ type: 'present', on: true });
    assert.ok(
      limits(before)
        .flat()
        .every((limit) => limit === 0),
    );
    assert.equal(spreadLimit(lesson, before), 63, 'what is never asked may be seen');
  });

  it('stands in no drawing, no label, no sentence and no file', () => {
    for (const id of lesson.steps.map((step) => step.id)) {
      const state = after({ type: 'go', step: id });
      const view = viewOf(state, null);
      const now = scene({ width: 64, row: rows[1] });
      const drawn = [plots, table, curves, provenance].map((part) => markupOf(part(view, now)));
      const text = [...drawn, tableText(view, rows), curvesText(view, now.curves)].join(' ');
      for (const secret of [
        '64.4',
        '498',
        '0.87',
        '0.95',
        '1.01',
        '0.15',
        '0.06',
        '0.11',
        '0.322',
      ]) {
        const found = new RegExp(`(?<!\\d)${secret.replace('.', '\\.')}(?!\\d)`);
        assert.doesNotMatch(text, found, id);
      }
      assert.ok(!text.includes('class="spread"') && !text.includes('class="mass"'), id);
      for (const version of versions) {
        assert.ok(
          seenOf(view, now, 'largest', version).every(({ width }) => width <= 4),
          id,
        );
      }
    }
  });
});

describe('an answer', () => {
  const asked = (step: string, shown: number) => {
    const state = after({ type: 'go', step }, { type: 'reveal', count: shown });
    const question = questionOf(lesson, state);
    assert.ok(question, step);
    const solution = solve(currentStep(lesson, state), question, rows, 8);
    assert.ok(solution, step);
    return { question, solution };
  };

  it('about the variance may be d itself, and tells what a wrong one came of', () => {
    for (const [shown, width, root] of [
      [1, 64, 8],
      [2, 512, 22.6],
    ] as const) {
      const { question, solution } = asked('variance', shown);
      const judged = (given: number) => judgeNumber(question, solution, given);
      assert.ok(judged(width).correct, String(width));
      assert.equal(judged(root).misconception, 'root_of_width');
      assert.equal(judged(1).misconception, 'unchanged_by_width');
      assert.equal(judged(4).misconception, 'unchanged_by_width');
      assert.equal(judged(width * width).misconception, 'width_squared');
      assert.deepEqual(judged(width * 1.2), { correct: false, misconception: null });
    }
  });

  it('about a largest weight knows an even share, all of it, and the other column', () => {
    const unscaled = asked('largest', 2);
    const scaled = asked('largest', 3);
    const judged = ({ question, solution }: typeof scaled, given: number) =>
      judgeNumber(question, solution, given);
    assert.ok(judged(unscaled, 0.9).correct && judged(scaled, 0.34).correct, 'near is right');
    assert.equal(judged(unscaled, 0.53).misconception, 'unchanged_by_width');
    assert.equal(judged(unscaled, 1).misconception, 'takes_all');
    assert.equal(judged(scaled, 0.125).misconception, 'even_share');
    assert.equal(judged(scaled, 0.87).misconception, 'forgot_root');
  });

  it('about entropy and gradient is the column that has more', () => {
    assert.deepEqual(asked('entropy', 4).solution.columns, [1]);
    const { solution } = asked('gradient', 2);
    assert.deepEqual(judgeChoice(solution, 1), { correct: true, misconception: null });
    assert.equal(judgeChoice(solution, 0).misconception, 'sharp_is_steep');
  });

  it('cannot be judged before its row is there', () => {
    const state = after({ type: 'go', step: 'variance' });
    const question = questionOf(lesson, state);
    assert.ok(question, 'asked');
    assert.equal(solve(currentStep(lesson, state), question, [rows[0], null, null], 8), null);
  });
});

describe('the figure in words', () => {
  it('has a sentence without a hole for every number, in every language', () => {
    for (const locale of locales) {
      for (const { id } of lesson.steps) {
        const state = after(
          { type: 'locale', locale },
          { type: 'predict', on: false },
          { type: 'go', step: id },
        );
        const view = viewOf(state, null);
        const said = observations(view, scene()).map(wordsIn);
        assert.ok(said.length >= 1 && said.every((each) => each.length > 5), `${locale} ${id}`);
        assert.ok(Object.keys(places(view)).includes('width'), id);
        for (const quantity of quantities) {
          for (const version of versions) {
            const pointed = { quantity, version, width: 64, of: 'table' } as const;
            const words = wordsIn(provenance(view, scene({ pointed })));
            if (quantity === 'variance' && version === 'scaled') continue;
            assert.match(words, /8,000|10,000/, `${locale} ${quantity}`);
            assert.ok(words.includes('64'), words);
          }
        }
      }
    }
  });

  it('names the sample of the d in hand, and of a curve beside the table', () => {
    const view = viewOf(after({ type: 'predict', on: false }), null);
    const own = wordsIn(provenance(view, scene({ width: 100, sample: ownSample })));
    assert.ok(own.includes('2,000') && own.includes('100'), own);
    const pointed = { quantity: 'largest', version: 'unscaled', width: 2, of: 'curves' } as const;
    assert.match(wordsIn(provenance(view, scene({ pointed }))), /^0\.5263 .*8,000/);
  });
});

describe('what is handed out', () => {
  it('holds the table and the curves as numbers', () => {
    const view = viewOf(after({ type: 'predict', on: false }), null);
    const lines = tableText(view, rows)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    assert.deepEqual(
      lines.map((line) => line.length),
      [8, 8, 8, 8],
    );
    assert.deepEqual(lines[1]?.slice(0, 4), ['4', '3.98', '0.5263', '0.3426']);
    assert.equal(curvesText(view, scene().curves).split('\r\n')[1]?.split(',')[0], '2');
  });

  it('is a program that draws in the order of the document from the seed in hand', () => {
    const text = program(viewOf(after(), null), scene({ seed: 7 }));
    const at = (part: string) => {
      const found = text.indexOf(part);
      assert.ok(found >= 0, part);
      return found;
    };
    const order = [
      'torch.manual_seed(7)',
      'range(3)',
      'torch.randn(5, 16)',
      'for d in (4, 64, 512)',
      'torch.randn(10000, d)',
      'k = torch.randn(10000, d)',
      'torch.randn(1000, 8, d)',
      'torch.randn(1000, d, 8)',
    ].map(at);
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
  });

  it('is Python in every language', () => {
    for (const locale of locales) {
      const text = program(viewOf(after({ type: 'locale', locale }), null), scene());
      const read = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
        input: text,
        encoding: 'utf8',
        env: { ...process.env, PYTHONUTF8: '1' },
      });
      assert.equal(read.status, 0, `${locale}: ${read.stderr}`);
    }
  });
});
