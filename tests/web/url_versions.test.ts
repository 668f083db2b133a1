import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lesson } from '../../web/src/state/lesson.ts';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import { addressSchema } from '../../web/src/state/schema.ts';
import type { Schema } from '../../web/src/state/schema-types.ts';
import { contentOfSet, setOf } from '../../web/src/state/sets.ts';
import type { ProblemKind, State } from '../../web/src/state/types.ts';
import { decodeState, encodeState, longestAddress } from '../../web/src/state/url.ts';
import { seeded } from './support/random.ts';
import { assertValid, base, lessons, randomStates, walk } from './support/states.ts';

const start = initialState(walk, base);
const decode = (text: string, schema?: Schema) => decodeState(text, lessons, base, schema);

describe('versions', () => {
  // A past in which the language was called l, and before that a number.
  const schema: Schema = {
    ...addressSchema,
    version: 3,
    migrations: {
      1: (old) => new Map([...old, ['l', old.get('l') === '2' ? 'zh-Hant' : 'en']]),
      2: (old) => new Map([...old].map(([name, text]) => [name === 'l' ? 'lang' : name, text])),
    },
  };

  it('brings an old address to the present, one version at a time', () => {
    const state = reduce(start, { type: 'locale', locale: 'zh-Hant' }, walk);
    const expected = { state, problems: [] };
    assert.deepEqual(decode('v=1&l=2', schema), expected);
    assert.deepEqual(decode('v=2&l=zh-Hant', schema), expected);
    assert.deepEqual(decode('v=3&lang=zh-Hant', schema), expected);
    assert.deepEqual(decode('v=3&l=zh-Hant', schema).problems, [
      { parameter: null, kind: 'unknown_parameter' },
    ]);
  });

  it('refuses what is newer, or too old for any migration', () => {
    const refused = (text: string, kind: ProblemKind, by: Schema) => {
      assert.deepEqual(decode(text, by), { state: start, problems: [{ parameter: 'v', kind }] });
    };
    refused('v=4&lang=zh-Hant', 'newer_version', schema);
    refused('v=2&lang=zh-Hant', 'newer_version', addressSchema);
    refused('v=1&l=2', 'unsupported_version', { ...schema, migrations: {} });
  });

  it('has a migration for every version that was ever written', () => {
    assert.deepEqual(
      Object.keys(addressSchema.migrations),
      Array.from({ length: addressSchema.version - 1 }, (_, n) => String(n + 1)),
    );
  });
});

function contentOfDrawn(lesson: Lesson, state: State): Pick<State, 'inputs' | 'pending'> {
  const set = setOf(lesson, state.set);
  return set?.draws && state.seed !== null ? contentOfSet(lesson, set) : state;
}

describe('round trips', () => {
  it('brings back any state; a cell that is not pinned returns to the step’s own', () => {
    for (const lesson of lessons) {
      for (let seed = 1; seed <= 150; seed++) {
        const states = randomStates(seeded(seed), lesson, initialState(lesson, base), 40);
        for (const state of states) {
          const text = encodeState(state, lesson);
          assert.match(text, /^[A-Za-z0-9=&,;._%-]+$/, 'nothing that a fragment would escape');
          const { state: back, problems } = decode(text);
          assert.deepEqual(problems, []);
          assertValid(back, lesson);
          // What a seed says is drawn again, by whoever has an engine.
          const { inputs, pending } = contentOfDrawn(lesson, state);
          const { cell, on } = state.pinned ? state : back;
          assert.deepEqual(back, { ...state, inputs, pending, cell, on });
          assert.equal(encodeState(back, lesson), text);
        }
      }
    }
  });

  it('stays far below the length that is read', () => {
    let state = initialState(walk, base);
    for (const tap of ['q', 'k', 'v'] as const) {
      for (let at = 0; at < 12; at++) {
        const cell = { row: Math.floor(at / 4), column: at % 4 };
        state = reduce(state, { type: 'edit', tap, cell, value: -1.23456789e-38 }, walk);
      }
    }
    assert.ok(encodeState(state, walk).length < longestAddress / 16);
  });
});
