import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TapName } from '../../wasm/engine/types.ts';
import { writeChapters } from '../../wasm/toolchain/chapters.mjs';
import { chapters } from '../../web/lessons/chapters.ts';
import { lessons } from '../../web/lessons/index.ts';
import type { Chapter } from '../../web/lessons/chapters.ts';
import { initialState, reduce, visibleSteps } from '../../web/src/state/reducer.ts';
import { resultShape } from '../../web/src/state/progress.ts';
import { contains, shapeOf } from '../../web/src/state/shape.ts';
import { locales } from '../../web/src/state/types.ts';
import { decodeState, encodeState } from '../../web/src/state/url.ts';
import { lesson as sample } from '../lessons/sample/lesson.ts';
import { text as en } from '../lessons/sample/text/en.ts';
import { text as hans } from '../lessons/sample/text/zh-Hans.ts';
import { text as hant } from '../lessons/sample/text/zh-Hant.ts';
import { absolute, filesUnder, read } from './support/files.ts';
import { seeded } from './support/random.ts';
import { assertValid, base, randomStates } from './support/states.ts';

/** The names of an enum of the core: the home of what TapName and AxisName derive from. */
function namesOf(type: string): readonly string[] {
  const body = new RegExp(`enum class ${type} : int \\{([^}]*)\\}`).exec(
    read('core/include/qkv/trace.hpp'),
  )?.[1];
  return (body ?? '').replace(/\/\/.*/g, '').match(/\w+/g) ?? [];
}

const taps = namesOf('Tap');
const axes = namesOf('Axis');

const foldersUnder = (place: string): readonly string[] =>
  filesUnder(place).flatMap((path) => /([^/]+)\/lesson\.ts$/.exec(path)?.[1] ?? []);

describe('the list of lessons', () => {
  it('has every folder of lessons once, by chapter', () => {
    const ids = lessons.map(({ id }) => id);
    assert.deepEqual([...ids].sort(), foldersUnder('web/lessons'));
    assert.deepEqual(
      chapters.map(({ lesson }) => lesson),
      lessons,
    );
    const places = lessons.map(({ chapter }) => chapter);
    assert.deepEqual(
      places,
      [...new Set(places)].sort((a, b) => a - b),
    );
    assert.ok(taps.includes('scores') && axes.includes('query'), 'the enums of the core were read');
  });

  it('is written from the folders, and from further ones where they are named', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qkv-chapters-'));
    try {
      const listed = async (...more: string[]) => {
        const target = await writeChapters({ more, target: join(folder, 'chapters') });
        const named = (file: string, what: string) =>
          [
            ...readFileSync(join(target, file), 'utf8').matchAll(
              new RegExp(`^import \\{.*/([^/]+)/${what}\\.ts"`, 'gm'),
            ),
          ].map(([, name]) => name);
        const found = named('lessons.ts', 'lesson');
        assert.deepEqual(named('all.ts', 'lesson'), found);
        const texts = locales.flatMap((locale) => [
          `text-${locale}.ts`,
          ...found.map((id) => `text-${locale}-${id ?? ''}.ts`),
        ]);
        const lists = ['all.ts', 'lessons.ts', 'loaders.ts'];
        assert.deepEqual(readdirSync(target).sort(), [...lists, ...texts].sort());
        const loaded = readFileSync(join(target, 'loaders.ts'), 'utf8').matchAll(/'\.\/(.*)'/g);
        assert.deepEqual([...loaded].map(([, name]) => name).sort(), texts.sort());
        return found;
      };
      const own = foldersUnder('web/lessons');
      assert.deepEqual(await listed(), own);
      assert.deepEqual(await listed(absolute('tests/lessons')), [...own, 'sample']);
      assert.deepEqual(await listed(), own, 'and not of what was named before');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** What holds of ours holds of any. */
const extra: Chapter = { lesson: sample, text: { 'zh-Hant': hant, 'zh-Hans': hans, en } };

for (const { lesson, text } of [...chapters, extra]) {
  const inputs = Object.keys(lesson.inputs);
  const shape = (tap: TapName) => shapeOf(lesson, lesson.inputs, tap);

  describe(`lesson ${lesson.id}`, () => {
    it('has ids that an address carries as they are', () => {
      const ids = lesson.steps.map(({ id }) => id);
      for (const id of [lesson.id, ...ids]) assert.match(id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      assert.equal(new Set(ids).size, ids.length);
    });

    it('names taps and axes of the core', () => {
      for (const { reads, makes } of lesson.steps) {
        for (const tap of [...reads, ...(makes ? [makes] : [])]) assert.ok(taps.includes(tap), tap);
      }
      for (const tap of inputs) assert.ok(taps.includes(tap), tap);
    });

    it('reads only what it has been given or has made before, and makes nothing twice', () => {
      const known = [...inputs];
      for (const { reads, makes, also, variant, id } of lesson.steps) {
        for (const tap of reads) assert.ok(known.includes(tap), `${id} reads ${tap}`);
        if (variant) assert.ok(makes && known.includes(makes), `${id} varies what is there`);
        else if (makes) {
          assert.ok(!known.includes(makes), `${id} makes ${makes} again`);
          known.push(makes, ...(also ?? []));
        }
      }
    });

    it('has inputs of full rows, in float32', () => {
      for (const matrix of Object.values(lesson.inputs)) {
        assert.ok(matrix.rows > 0 && matrix.columns > 0);
        assert.equal(matrix.data.length, matrix.rows * matrix.columns);
        assert.ok(matrix.data.every((x) => Number.isFinite(x) && Object.is(Math.fround(x), x)));
      }
    });

    it('focuses on a cell of each result', () => {
      for (const step of lesson.steps) {
        const { focus, id } = step;
        const result = resultShape(lesson, initialState(lesson, base), step);
        assert.equal(focus === undefined, result === null, id);
        if (!focus) continue;
        assert.ok(result && contains(result, { row: focus[0], column: focus[1] }), id);
      }
    });

    it('has a text for each step and a name for each token', () => {
      for (const locale of locales) {
        const words = text[locale];
        assert.deepEqual(
          Object.keys(words.steps),
          lesson.steps.map(({ id }) => id),
          locale,
        );
        assert.equal(words.covers === undefined, lesson.mask === undefined, 'what a mask covers');
        for (const tap of ['q', 'k', 'v'] as const) {
          if (inputs.includes(tap)) assert.ok(words.tokens.length >= (shape(tap)?.rows ?? 0));
        }
      }
    });

    it('has axes that its inputs agree on, and a word for every token that there can be', () => {
      for (const axis of lesson.axes) {
        const sizes = axis.extents.map(({ tap, dimension }) => lesson.inputs[tap]?.[dimension]);
        assert.equal(new Set(sizes).size, 1, axis.id);
        assert.ok((sizes[0] ?? 0) >= 1 && (sizes[0] ?? 0) <= axis.most);
      }
      const seen = lesson.axes.flatMap(({ extents }) =>
        extents.map(({ tap, dimension }) => `${tap} ${dimension}`),
      );
      assert.equal(new Set(seen).size, seen.length, 'an extent has one axis');
      for (const locale of locales) {
        assert.equal(text[locale].tokens.length, lesson.axes[0]?.most ?? 0, locale);
        assert.equal(new Set(text[locale].tokens).size, text[locale].tokens.length, locale);
      }
    });

    it('puts every input and switch into the address', () => {
      const start = initialState(lesson, base);
      const plain = encodeState(start, lesson);
      assert.equal(inputs.length > 0, lesson.figure === undefined, 'an experiment has no matrices');
      for (const tap of inputs) {
        const edit = {
          type: 'edit',
          tap: tap as TapName,
          cell: { row: 0, column: 0 },
          value: -7.5,
        } as const;
        const address = encodeState(reduce(start, edit, lesson), lesson);
        assert.ok(address.startsWith(`${plain}&`) && address.includes('-7.5'), tap);
      }
    });

    it('has knobs that an experiment can turn, and puts every one into the address', () => {
      assert.equal(lesson.knobs !== undefined, lesson.figure !== undefined);
      const start = initialState(lesson, base);
      for (const { id, start: at, least, most, choices, real, below, looks } of lesson.knobs ??
        []) {
        assert.ok(at >= least && at <= most && (choices?.includes(at) ?? true), id);
        if (below !== undefined) continue;
        const others = choices ?? [real ? most : at + 1];
        const value = others.find((each) => each !== at) ?? NaN;
        const type = looks ? 'look' : 'setting';
        const turned = reduce(start, { type, id, value }, lesson);
        assert.equal(turned.knobs[id], value, id);
        assert.match(encodeState(turned, lesson), new RegExp(`[=,]${id}\\.${value}(&|,|$)`));
      }
      for (const locale of locales) {
        const { training, scaling } = text[locale];
        assert.equal(training !== undefined, lesson.figure === 'training', locale);
        assert.equal(scaling !== undefined, lesson.figure === 'scaling', locale);
      }
    });

    it('keeps every promise of a state, and comes back from its address', () => {
      for (let seed = 1; seed <= 50; seed++) {
        const states = randomStates(seeded(seed), lesson, initialState(lesson, base), 40);
        for (const state of states) {
          assertValid(state, lesson);
          const pinned = state.cell
            ? reduce(state, { type: 'inspect', cell: state.cell, pin: true }, lesson)
            : state;
          const back = decodeState(encodeState(pinned, lesson), [...lessons, sample], base);
          // A cell that is not shown yet cannot be pinned, and what is not pinned is not written.
          const { cell } = pinned.pinned ? pinned : back.state;
          assert.deepEqual(back, { state: { ...pinned, cell }, problems: [] });
        }
      }
    });
  });
}

describe('attention-by-hand', () => {
  interface Golden {
    readonly tokens: readonly string[];
    readonly Q: { readonly shape: readonly number[]; readonly data: readonly number[] };
    readonly K: Golden['Q'];
    readonly V: Golden['Q'];
    readonly f32: { readonly base: Readonly<Record<string, Golden['Q']>> };
  }
  const golden = JSON.parse(read('tests/golden/three_token.json')) as Golden;
  const chapter = chapters.find(({ lesson }) => lesson.id === 'attention-by-hand');
  assert.ok(chapter);
  const { lesson, text } = chapter;

  it('begins with the numbers and the tokens of the document', () => {
    for (const [tap, name] of [
      ['q', 'Q'],
      ['k', 'K'],
      ['v', 'V'],
    ] as const) {
      const { shape, data } = golden[name];
      assert.deepEqual(lesson.inputs[tap], { rows: shape[0], columns: shape[1], data });
    }
    assert.deepEqual(text['zh-Hant'].tokens.slice(0, 3), golden.tokens);
    assert.deepEqual(lesson.switches, { scale: true, mask: false });
  });

  it('makes results of the shapes that the document prints', () => {
    for (const tap of ['scores', 'scaled', 'weights', 'output'] as const) {
      const shape = shapeOf(lesson, lesson.inputs, tap);
      assert.deepEqual([shape?.rows, shape?.columns], golden.f32.base[tap]?.shape, tap);
    }
  });

  it('walks from the inputs to the output, over the mask when it is on', () => {
    const start = initialState(lesson, base);
    const ids = (on: boolean) =>
      visibleSteps(lesson, reduce(start, { type: 'switch', name: 'mask', on }, lesson)).map(
        ({ id }) => id,
      );
    assert.deepEqual(ids(false), ['inputs', 'scores', 'scale', 'softmax', 'output']);
    assert.deepEqual(ids(true), ['inputs', 'scores', 'scale', 'mask', 'softmax', 'output']);
  });
});
