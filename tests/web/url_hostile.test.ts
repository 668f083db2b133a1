import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialState } from '../../web/src/state/reducer.ts';
import { addressSchema } from '../../web/src/state/schema.ts';
import { problemKinds } from '../../web/src/state/types.ts';
import { decodeState, encodeState, longestAddress } from '../../web/src/state/url.ts';
import { seeded } from './support/random.ts';
import type { Chance } from './support/random.ts';
import { assertValid, base, lessons, randomStates, walk } from './support/states.ts';

const names: readonly (string | null)[] = [
  null,
  ...addressSchema.parameters.map(({ name }) => name),
];

/** Whatever the text: a valid state of one of our lessons, and problems in our own words. */
function assertHarmless(text: string): void {
  const { state, problems } = decodeState(text, lessons, base);
  const lesson = lessons.find(({ id }) => id === state.lesson);
  assert.ok(lesson, 'a lesson of ours');
  assertValid(state, lesson);
  assert.ok(Object.isFrozen(problems));
  for (const { parameter, kind } of problems) {
    assert.ok(names.includes(parameter));
    assert.ok(problemKinds.includes(kind));
  }
  const distinct = new Set(problems.map(({ parameter, kind }) => `${parameter ?? ''} ${kind}`));
  assert.equal(distinct.size, problems.length, 'one problem per parameter and kind');
  // What was taken up is said again in our own words, without a problem.
  assert.deepEqual(decodeState(encodeState(state, lesson), lessons, base), { state, problems: [] });
}

const nasty = [
  ...[
    '%',
    '%%',
    '%2',
    '%zz',
    '%C0%80',
    '%E0%A4%A',
    '%ED%A0%80',
    '%F4%90%80%80',
    '%FF',
    '%00',
    '%26',
    '%3D',
    '%25',
  ],
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '%3Csvg%20onload%3D1%3E',
    'javascript:',
    '&lt;',
  ],
  ...[
    '__proto__',
    '__proto__=1',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    'length',
  ],
  ...[
    '1e999',
    '-1e999',
    'NaN',
    'Infinity',
    '0x10',
    '0b1',
    '1_0',
    '1n',
    '１',
    '−1',
    '٣',
    '1e-999',
    '.5',
    '+1',
    '0'.repeat(400),
  ],
  ...[
    '\u0000',
    '\ud800',
    '\udfff',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\r\n',
    '\t',
    ' ',
    '😀',
    '＜ｂ＞',
    '；',
    '，',
    '＆',
    '＝',
  ],
  ...[
    '&',
    '=',
    '==',
    '#',
    '?',
    ';',
    ',',
    ';;',
    ',,',
    '&&',
    '/',
    '\\',
    "'",
    '"',
    '`',
    '${x}',
    '{{x}}',
    '../',
    '[]',
    '{}',
  ],
  ...[
    'v=',
    'v=1',
    'v=2',
    'v=0',
    'lesson=',
    'lesson=small',
    'step=mask',
    'mask=0',
    'q=',
    'values=',
    'cell=',
    'cell=1,1',
  ],
];

function mutate(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const to = Math.min(text.length, at + chance.below(6));
  switch (chance.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + chance.pick(nasty) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(at);
    case 3:
      return text.slice(0, at) + String.fromCharCode(chance.below(65536)) + text.slice(to);
    default:
      return text
        .split('&')
        .sort(() => chance.below(3) - 1)
        .join('&');
  }
}

describe('hostile addresses', () => {
  it('do no harm by themselves, as a name or as a value', () => {
    for (const text of nasty) {
      assertHarmless(text);
      assertHarmless(`#${text}`);
      assertHarmless(`${text}=${text}`);
      for (const name of names) assertHarmless(`v=1&${name ?? ''}=${text}`);
    }
  });

  it('do no harm when a good address is damaged, once or often', () => {
    const chance = seeded(1);
    let damaged = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const lesson = chance.pick(lessons);
      for (const state of randomStates(seeded(seed), lesson, initialState(lesson, base), 20)) {
        let text = encodeState(state, lesson);
        for (let n = 0; n < 3; n++) {
          text = mutate(text, chance);
          assertHarmless(text);
          if (decodeState(text, lessons, base).problems.length > 0) damaged++;
        }
      }
    }
    assert.ok(damaged > 5_000, 'most of the damage was seen');
  });

  it('do no harm when they are noise', () => {
    const chance = seeded(2);
    for (let n = 0; n < 10_000; n++) {
      const parts = Array.from({ length: chance.below(12) }, () =>
        chance.below(2) ? chance.pick(nasty) : String.fromCharCode(chance.below(65536)),
      );
      assertHarmless(parts.join(chance.pick(['', '&', '=', ',', ';'])));
    }
  });

  it('leave no trace in the prototypes', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const name of ['__proto__', 'constructor', '__proto__.polluted', 'prototype']) {
      assertHarmless(`v=1&${name}=polluted&${name}[polluted]=1&lesson=${name}&step=${name}`);
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), before);
    assert.ok(!('polluted' in {}));
  });

  // The limit is a guard against work that grows faster than the text, not a measurement.
  it('are bounded in work and in what they leave', { timeout: 60_000 }, () => {
    const fill = (text: string, prefix = '') =>
      prefix + text.repeat((longestAddress - prefix.length) / text.length);
    const fields = Array.from({ length: 2_500 }, (_, n) => `a${n}=`).join('&');
    for (const text of [
      ...[
        fill('&'),
        fill('='),
        fill('%'),
        fill('a='),
        fill('q=&'),
        fields,
        fill('%F0%9F%98%80', 'lesson='),
      ],
      ...[
        fill('1,', 'v=1&q='),
        fill(';', 'v=1&q='),
        fill('0', 'v=1&q=0.'),
        fill('9', 'v=1&q='),
        fill('9', 'v='),
      ],
      ...[
        fill('9', 'v=1&cell=1,'),
        fill('e', 'v=1&q=1'),
        fill('-', 'v=1&k='),
        fill('&v=1'),
        fill('#'),
      ],
      ...['x'.repeat(longestAddress + 1), '1,'.repeat(10_000_000), '%'.repeat(20_000_000)],
    ]) {
      assertHarmless(text);
      assert.ok(
        decodeState(text, lessons, base).problems.length <= names.length * problemKinds.length,
      );
    }
  });

  it('longer than any of ours are not even split', () => {
    const { problems, state } = decodeState(
      `v=1&lang=zh-Hant&${'x'.repeat(longestAddress)}`,
      lessons,
      base,
    );
    assert.deepEqual(problems, [{ parameter: null, kind: 'too_long' }]);
    assert.deepEqual(state, initialState(walk, base));
  });
});
