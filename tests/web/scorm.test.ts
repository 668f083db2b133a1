// What a learning platform is told keeps the forms of SCORM 1.2, which platforms check unevenly.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decimal,
  findApi,
  identifier,
  interaction,
  isDone,
  suspended,
  timeOfDay,
  timespan,
} from '../../web/embed/scorm-data.ts';

const forms = {
  id: /^[A-Za-z0-9_-]{1,255}$/,
  type: /^(numeric|choice)$/,
  time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  result: /^(correct|wrong)$/,
  latency: /^\d{4}:[0-5]\d:[0-5]\d\.\d\d$/,
};
const numeric = /^-?\d+(\.\d+)?$/;
const choice = /^([a-z]|\{([a-z](,[a-z])*)?\})$/;

describe('an interaction', () => {
  const answers = [
    [{ given: 0.736, expected: 0.7361, correct: true }, 'numeric', '0.736', ['0.7361']],
    [{ given: -3, expected: 1e-9, correct: false }, 'numeric', '-3', ['0']],
    [{ given: 1e20, expected: Infinity, correct: false }, 'numeric', undefined, []],
    [{ given: 2, expected: [0, 2], correct: true }, 'choice', 'c', ['a', 'c']],
    [{ given: [1, 2], expected: [2], correct: false }, 'choice', '{b,c}', ['c']],
    [{ given: [], expected: [1, 2], correct: false }, 'choice', '{}', ['{b,c}']],
  ] as const;
  for (const [answer, type, response, patterns] of answers) {
    it(`of ${JSON.stringify(answer)}`, () => {
      const set = interaction(
        'attention-by-hand',
        { exercise: 'scores-number', ...answer },
        new Date(2026, 0, 2, 3, 4, 5),
        61_234,
      );
      const found = Object.fromEntries(set);
      assert.equal(found.id, 'attention-by-hand-scores-number');
      assert.equal(found.time, '03:04:05');
      assert.equal(found.latency, '0000:01:01.23');
      for (const [name, form] of Object.entries(forms)) assert.match(found[name] ?? '', form, name);
      assert.equal(found.type, type);
      assert.equal(found.student_response, response);
      const expected = set.filter(([name]) => name.startsWith('correct_responses.'));
      assert.deepEqual(
        expected.map(([name]) => name),
        patterns.map((_, at) => `correct_responses.${at}.pattern`),
      );
      assert.deepEqual(
        expected.map(([, value]) => value),
        patterns,
      );
      const form = type === 'numeric' ? numeric : choice;
      for (const [, value] of expected) assert.match(value, form);
      assert.equal(found.result, answer.correct ? 'correct' : 'wrong');
      // The platform learns the kind of an answer before the answer.
      const names = set.map(([name]) => name);
      const answers = names.flatMap((name, at) => (name.includes('response') ? [at] : []));
      assert.ok(answers.every((at) => at > names.indexOf('type')));
    });
  }
});

describe('forms', () => {
  it('of numbers, times and names', () => {
    assert.deepEqual([1e-7, -1e-7, 0.1, 123456.5, -2, NaN, 1e300].map(decimal), [
      ...['0', '0', '0.1', '123456.5', '-2'],
      ...[null, null],
    ]);
    assert.equal(timespan(0), '0000:00:00.00');
    assert.equal(timespan(3_599_999), '1:00:00.00'.padStart(13, '0'));
    assert.equal(timespan(-5), '0000:00:00.00');
    assert.equal(timespan(1e15), timespan(1e15).replace(/^\d+/, '9999'));
    assert.equal(timeOfDay(new Date(2026, 5, 1, 23, 59, 0)), '23:59:00');
    assert.equal(identifier('多 頭', 'a.b'), '--a-b');
    assert.equal(identifier('x'.repeat(400)).length, 255);
  });

  it('of what is kept: as much as fits, and the place in any case', () => {
    const short = 'v=1&lesson=many-heads&step=mix&x=1,2';
    assert.equal(suspended(short), short);
    const long = `v=1&lesson=many-heads&step=mix&lang=en&x=${'1,'.repeat(3000)}&done=causal-mask`;
    assert.equal(suspended(long), 'v=1&lesson=many-heads&step=mix&lang=en&done=causal-mask');
    assert.ok(suspended(`v=1&done=${'a'.repeat(9000)}`).length <= 4096);
  });

  it('of a lesson that is done', () => {
    assert.equal(isDone('v=1&done=causal-mask,many-heads', 'many-heads'), true);
    assert.equal(isDone('v=1&done=causal-mask', 'mask'), false);
    assert.equal(isDone('v=1', ''), false);
  });
});

describe('the platform', () => {
  const api = {} as NonNullable<ReturnType<typeof findApi>>;
  const window = (around: object | null, more: object = {}): Window => {
    const made: Record<string, unknown> = { opener: null, ...more };
    made.parent = around ?? made;
    return made as unknown as Window;
  };

  it('is found above, in the window that opened it, or not at all', () => {
    const top = window(null, { API: api });
    assert.equal(findApi(window(window(top))), api);
    assert.equal(findApi(window(null, { opener: window(top) })), api);
    assert.equal(findApi(window(window(null))), null);
    let deep = top;
    for (let level = 0; level < 30; level++) deep = window(deep);
    assert.equal(findApi(deep), null);
    const foreign = new Proxy(
      {},
      {
        get: () => {
          throw new Error('another origin');
        },
      },
    );
    assert.equal(findApi(window(foreign)), null);
  });
});
