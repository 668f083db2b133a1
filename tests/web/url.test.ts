import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lesson } from '../../web/src/state/lesson.ts';
import { initialState, reduce } from '../../web/src/state/reducer.ts';
import { addressSchema } from '../../web/src/state/schema.ts';
import type { Schema } from '../../web/src/state/schema-types.ts';
import type { Action, ProblemKind, State } from '../../web/src/state/types.ts';
import { problemKinds } from '../../web/src/state/types.ts';
import { decodeState, encodeState, longestAddress } from '../../web/src/state/url.ts';
import { assertValid, base, headed, lessons, maker, turning, walk } from './support/states.ts';

const start = initialState(walk, base);
const decode = (text: string, schema?: Schema) => decodeState(text, lessons, base, schema);
const after = (...actions: Action[]): State =>
  actions.reduce((state, action) => reduce(state, action, walk), start);

/** What each parameter takes up, and what it refuses. Every row of the schema must be here. */
const samples: Readonly<
  Record<
    string,
    {
      readonly lesson?: Lesson;
      /** What stands before it in the address. */
      readonly before?: string;
      readonly actions: readonly Action[];
      readonly text: string;
      readonly refused: Partial<Record<ProblemKind, readonly string[]>>;
    }
  >
> = {
  v: {
    actions: [],
    text: '1',
    refused: {
      bad_value: ['', '0', '01', '1.0', '-1', ' 1', '１', '1e0', '0x1', 'NaN', '1'.repeat(10)],
      newer_version: ['2', '999999999'],
    },
  },
  lesson: {
    actions: [],
    text: 'walk',
    refused: { bad_value: ['', 'WALK', 'walk ', '__proto__', 'constructor', '<script>'] },
  },
  step: {
    actions: [{ type: 'go', step: 'softmax' }],
    text: 'softmax',
    refused: { bad_value: ['', 'Softmax', 'end', 'length', '__proto__', '<b>'] },
  },
  lang: {
    actions: [{ type: 'locale', locale: 'zh-Hant' }],
    text: 'zh-Hant',
    refused: { bad_value: ['', 'zh', 'zh-hant', 'ZH-HANT', 'toString', 'en<i>'] },
  },
  theme: {
    actions: [{ type: 'theme', theme: 'dark' }],
    text: 'dark',
    refused: { bad_value: ['', 'Dark', 'valueOf', 'dark;color:red'] },
  },
  done: {
    actions: [{ type: 'done', lessons: ['walk', 'many-heads'] }],
    text: 'walk,many-heads',
    refused: {
      bad_value: ['', 'Walk', 'walk,walk', 'walk,', '<b>', '__proto__', 'a'.repeat(65), 'walk;x'],
    },
  },
  allow: {
    actions: [{ type: 'allow', allow: ['numbers', 'predict'] }],
    text: 'numbers,predict',
    refused: { bad_value: ['', 'Numbers', 'numbers,', 'numbers;sizes', '<b>', 'x'.repeat(33)] },
  },
  set: {
    lesson: maker,
    actions: [{ type: 'set', set: 'drawn' }],
    text: 'drawn',
    refused: { bad_value: ['', 'own', 'Drawn', '__proto__'] },
  },
  q: {
    actions: [
      { type: 'edit', tap: 'q', cell: { row: 0, column: 1 }, value: -0.1 },
      { type: 'edit', tap: 'q', cell: { row: 2, column: 3 }, value: 1e10 },
    ],
    text: '2,-0.1,1,0;0,2,2,1;1,1,0,1e10',
    refused: {
      wrong_shape: ['1,2,3,4;1,2,3', '1;1;1;1;1;1', '1,2,3,4,5,6,7', '1,1,1,1;1,1,1,1;1,1,1,1;'],
      bad_number: [
        '',
        '1,1,1,1;1,1,1,1;1,1,1,',
        '1,1,1,1;1,NaN,1,1;1,1,1,0x10',
        '1,1,1,1;1,1,１,1;1,1,1,1',
      ],
      out_of_range: ['1,1,1,1;1,1,1,1;1,1,1,1e999', '1,1,1,1;1,1,1,1;1,1,-3.5e38,1'],
    },
  },
  k: {
    actions: [{ type: 'edit', tap: 'k', cell: { row: 0, column: 0 }, value: -0 }],
    text: '-0,1,0,1;2,0,1,0;0,1,2,0',
    refused: { wrong_shape: ['1;2;3'], bad_number: ['+1,1,0,1;2,0,1,0;0,1,2,0'] },
  },
  values: {
    actions: [{ type: 'edit', tap: 'v', cell: { row: 2, column: 3 }, value: 1e-45 }],
    text: '1,0,0,1;0,2,1,0;1,1,0,1e-45',
    refused: { wrong_shape: ['1,2;3,4'], bad_number: ['1,0,0,1;0,2,1,0;1,1,0,<img>'] },
  },
  x: {
    lesson: headed,
    actions: [{ type: 'edit', tap: 'x', cell: { row: 0, column: 0 }, value: 0.5 }],
    text: '0.5,0;0,1;1,1',
    refused: { wrong_shape: ['1,2,3,4'], bad_number: ['x'] },
  },
  wq: {
    lesson: headed,
    actions: [{ type: 'edit', tap: 'w_q', cell: { row: 0, column: 0 }, value: 0.5 }],
    text: '0.5,2;0,1;2,0;1,1',
    refused: { wrong_shape: ['1;2'], bad_number: ['x'] },
  },
  wk: {
    lesson: headed,
    actions: [{ type: 'edit', tap: 'w_k', cell: { row: 0, column: 0 }, value: 0.5 }],
    text: '0.5,1;1,0;1,1;2,1',
    refused: { wrong_shape: ['1;2'], bad_number: ['x'] },
  },
  wv: {
    lesson: headed,
    actions: [{ type: 'edit', tap: 'w_v', cell: { row: 0, column: 0 }, value: 0.5 }],
    text: '0.5,1;2,0;0,1;1,0',
    refused: { wrong_shape: ['1;2'], bad_number: ['x'] },
  },
  wo: {
    lesson: headed,
    actions: [{ type: 'edit', tap: 'w_o', cell: { row: 0, column: 0 }, value: 0.5 }],
    text: '0.5,0,0,1;0,1,1,0',
    refused: { wrong_shape: ['1,2'], bad_number: ['x'] },
  },
  seed: {
    actions: [{ type: 'numbers', inputs: walk.inputs, seed: 42 }],
    text: '42',
    refused: { bad_value: ['', '-1', '01', '1.5', '4294967296', '1e3', 'x'] },
  },
  scale: {
    actions: [{ type: 'switch', name: 'scale', on: false }],
    text: '0',
    refused: { bad_value: ['', 'true', 'on', '2', '00'] },
  },
  mask: {
    actions: [{ type: 'switch', name: 'mask', on: true }],
    text: '1',
    refused: { bad_value: ['', 'yes', '-0', '1,1'] },
  },
  flips: {
    lesson: maker,
    actions: [
      { type: 'flip', cell: { row: 1, column: 2 } },
      { type: 'flip', cell: { row: 0, column: 0 } },
    ],
    text: '1.1,2.3',
    refused: {
      bad_value: ['', '1', '0.1', '1.1,1.1', '1.1.1', '01.1', '1.1;2.2'],
      out_of_range: ['3.1', '1.4', '1.1,99.99'],
    },
  },
  padding: {
    lesson: maker,
    actions: [
      { type: 'pad', token: 2, on: true },
      { type: 'pad', token: 0, on: true },
    ],
    text: '1,3',
    refused: { bad_value: ['', '0', '1,1', '1.5', 'x'], out_of_range: ['4', '1,99'] },
  },
  nan: {
    lesson: maker,
    before: 'padding=1&',
    actions: [
      { type: 'pad', token: 0, on: true },
      { type: 'poison', on: true },
    ],
    text: '1',
    refused: { bad_value: ['', '2', 'yes'] },
  },
  heads: {
    lesson: headed,
    actions: [{ type: 'heads', count: 4 }],
    text: '4',
    refused: { bad_value: ['', '0', '04', '1.5', '-1', 'x'], out_of_range: ['3', '8'] },
  },
  head: {
    lesson: headed,
    actions: [{ type: 'head', head: 1 }],
    text: '2',
    refused: { bad_value: ['', '0', '02', 'x'], out_of_range: ['3', '99'] },
  },
  mistake: {
    lesson: headed,
    actions: [{ type: 'switch', name: 'mistake', on: true }],
    text: '1',
    refused: { bad_value: ['', 'true', '2'] },
  },
  names: {
    actions: [
      { type: 'name', token: 0, text: 'a,b%' },
      { type: 'name', token: 2, text: '\u05e9\u05dc\u05d5\u05dd' },
    ],
    text: 'a%2Cb%25,,\u05e9\u05dc\u05d5\u05dd',
    refused: {
      wrong_shape: ['a,b,c,d', ',,,d'],
      bad_value: [' a', 'a\nb', 'a,b ', 'x'.repeat(17), '\u202eabc'],
    },
  },
  settings: {
    lesson: turning,
    actions: [
      { type: 'setting', id: 'rate', value: 0.01 },
      { type: 'setting', id: 'length', value: 5 },
    ],
    text: 'rate.0.01,length.5',
    refused: {
      bad_value: ['', 'rate', 'rate.', 'rate.x', 'rate.-1', 'at.5', 'd.4', 'rate.1,rate.1'],
      out_of_range: ['rate.11', 'length.6', 'length.2.5', 'width.9', 'seed.4294967296'],
    },
  },
  digits: {
    lesson: turning,
    actions: [{ type: 'digits', digits: [0, 9, 3, 3] }],
    text: '0933',
    refused: { bad_value: ['', 'x', '1,2', '１２３４'], wrong_shape: ['1', '12345'] },
  },
  look: {
    lesson: turning,
    before: 'step=scores&',
    actions: [
      { type: 'look', id: 'at', value: 7 },
      { type: 'look', id: 'row', value: 3 },
    ],
    text: 'at.7,row.3',
    refused: {
      bad_value: ['', 'row', 'seed.5', '__proto__.1', 'row.1,row.2'],
      out_of_range: ['row.4', 'at.21', 'row.1.5'],
    },
  },
  present: {
    actions: [{ type: 'present', on: true }],
    text: '1',
    refused: { bad_value: ['', 'on', '2'] },
  },
  predict: {
    actions: [{ type: 'predict', on: false }],
    text: '0',
    refused: { bad_value: ['', 'no', '2'] },
  },
  shown: {
    actions: [
      { type: 'go', step: 'softmax' },
      { type: 'reveal', count: 9 },
      { type: 'go', step: 'scores' },
      { type: 'reveal', count: 4 },
      { type: 'go', step: 'inputs' },
    ],
    text: 'scores.4,softmax.all',
    refused: {
      bad_value: ['', 'scores', 'scores.', 'scores.x', 'scores.01', 'inputs.1', 'nowhere.1'],
      out_of_range: ['scores.9', 'scores.999999'],
    },
  },
  on: {
    lesson: headed,
    before: 'step=scores&',
    actions: [
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: { row: 1, column: 3 }, pin: true, tap: 'projected_k' },
    ],
    text: '',
    refused: { bad_value: ['', 'k', 'projected_q', '__proto__'] },
  },
  cell: {
    actions: [],
    text: '',
    refused: {
      bad_value: ['', '2', '0,1', '1,0', '-1,1', '1.5,1', '1,1,1', '1;1', '01,1', '１,1', '1e9,1'],
      out_of_range: ['1,1'], // the first step of this lesson has no result
    },
  },
  part: {
    actions: [],
    text: '',
    refused: { bad_value: ['', 'min', 'MAX'], conflict: ['max', 'exp', 'sum', 'divide'] },
  },
};

describe('the schema', () => {
  it('is sampled here row by row', () => {
    assert.deepEqual(
      Object.keys(samples),
      addressSchema.parameters.map(({ name }) => name),
    );
  });

  for (const parameter of addressSchema.parameters) {
    const { name } = parameter;
    const sample = samples[name];
    assert.ok(sample);
    const lesson = sample.lesson ?? walk;
    const said = `${lesson === walk ? '' : `lesson=${lesson.id}&`}${sample.before ?? ''}`;
    const address = (text: string) => (name === 'v' ? `v=${text}` : `v=1&${said}${name}=${text}`);
    const begun = decode(`v=1&${said}`).state;

    it(`${name}: is documented, and its name needs no escape`, () => {
      assert.match(name, /^[a-z]+$/);
      assert.match(parameter.description, /^[A-Z].*\.$/);
      assert.notEqual(parameter.syntax, '');
    });

    it(`${name}: its default says what absence says`, () => {
      for (const each of lessons) {
        const text = parameter.default(each, base);
        if (text === null) continue;
        const other = `v=1&lesson=${each.id}`;
        const given = name === 'lesson' || name === 'v' ? other : `${other}&${name}=${text}`;
        assert.deepEqual(decode(given), { state: initialState(each, base), problems: [] });
      }
    });

    it(`${name}: prints what it then parses`, () => {
      const state = sample.actions.reduce(
        (now: State, action) => reduce(now, action, lesson),
        initialState(lesson, base),
      );
      if (sample.text !== '') {
        assert.equal(parameter.print(state, lesson), sample.text);
        assert.deepEqual(decode(address(encodeURIComponent(sample.text))), { state, problems: [] });
      } else {
        assert.equal(parameter.print(start, walk), null);
      }
    });

    it(`${name}: falls back by itself, and says why`, () => {
      for (const [kind, texts] of Object.entries(sample.refused)) {
        for (const text of texts) {
          const expected = { state: begun, problems: [{ parameter: name, kind }] };
          assert.deepEqual(decode(address(encodeURIComponent(text))), expected, text);
        }
      }
    });
  }
});

describe('encodeState', () => {
  it('writes version, lesson, step and language, and what differs from the defaults', () => {
    assert.equal(encodeState(start, walk), 'v=1&lesson=walk&step=inputs&lang=en');
    const state = after(
      { type: 'locale', locale: 'zh-Hant' },
      { type: 'theme', theme: 'dark' },
      { type: 'edit', tap: 'q', cell: { row: 2, column: 3 }, value: 2.5 },
      { type: 'switch', name: 'scale', on: false },
      { type: 'switch', name: 'mask', on: true },
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: { row: 1, column: 2 }, pin: true },
    );
    assert.equal(
      encodeState(state, walk),
      'v=1&lesson=walk&step=scores&lang=zh-Hant&theme=dark&q=2,0,1,0;0,2,2,1;1,1,0,2.5&scale=0&mask=1&cell=2,3',
    );
  });

  it('does not write a cell that only the pointer is over', () => {
    const hovered = after(
      { type: 'go', step: 'scores' },
      { type: 'inspect', cell: { row: 0, column: 0 }, pin: false },
    );
    assert.equal(encodeState(hovered, walk), 'v=1&lesson=walk&step=scores&lang=en');
  });
});

describe('sizes in an address', () => {
  it('come back with every matrix that has them', () => {
    const sized = after(
      { type: 'resize', axis: 'tokens', size: 5 },
      { type: 'resize', axis: 'depth', size: 2 },
      { type: 'name', token: 4, text: 'last' },
    );
    assert.deepEqual(decode(encodeState(sized, walk)), { state: sized, problems: [] });
    const deep = after({ type: 'resize', axis: 'depth', size: 6 });
    assert.deepEqual(decode(encodeState(deep, walk)), { state: deep, problems: [] });
  });

  it('are refused where they contradict the first matrix that has them', () => {
    const { state, problems } = decode('v=1&q=1,2;3,4&k=1,2,3;4,5,6');
    assert.deepEqual(problems, [{ parameter: 'k', kind: 'wrong_shape' }]);
    assert.deepEqual(
      [state.inputs.q?.rows, state.inputs.k?.rows, state.inputs.k?.columns],
      [2, 2, 2],
    );
  });
});

describe('a cell in an address', () => {
  it('is shown, whatever is held back', () => {
    const { state, problems } = decode('v=1&step=scores&cell=3,2');
    assert.deepEqual(problems, []);
    assert.deepEqual(
      [state.cell, state.pinned, state.shown],
      [{ row: 2, column: 1 }, true, { scores: 8 }],
    );
    assert.deepEqual(decode('v=1&step=scores&cell=4,1').problems, [
      { parameter: 'cell', kind: 'out_of_range' },
    ]);
  });
});

describe('decodeState', () => {
  const cases: readonly [string, string | null, ProblemKind][] = [
    ['step=inputs', 'v', 'missing'],
    ['v=1&color=red', null, 'unknown_parameter'],
    ['v=1&__proto__=1&constructor=2&toString', null, 'unknown_parameter'],
    ['v=1&V=2', null, 'unknown_parameter'],
    ['v=1&set=own', 'set', 'unknown_parameter'],
    ['v=1&flips=1.1', 'flips', 'unknown_parameter'],
    ['v=1&padding=1', 'padding', 'unknown_parameter'],
    ['v=1&nan=1', 'nan', 'unknown_parameter'],
    ['v=1&x=1', 'x', 'unknown_parameter'],
    ['v=1&heads=1', 'heads', 'unknown_parameter'],
    ['v=1&head=1', 'head', 'unknown_parameter'],
    ['v=1&mistake=1', 'mistake', 'unknown_parameter'],
    ['v=1&settings=rate.1', 'settings', 'unknown_parameter'],
    ['v=1&look=at.1', 'look', 'unknown_parameter'],
    ['v=1&digits=1', 'digits', 'unknown_parameter'],
    ['v=1&step=scores&on=k', 'on', 'bad_value'],
    ['v=1&lesson=maker&mask=1', 'mask', 'bad_value'],
    ['v=1&lesson=maker&mask=window', 'mask', 'bad_value'],
    ['v=1&lesson=maker&mask=causal.2', 'mask', 'bad_value'],
    ['v=1&lesson=maker&nan=1', 'nan', 'conflict'],
    ['v=1&lang=en&lang=zh-Hant', 'lang', 'duplicate'],
    ['v=1&lang=%E0%A4%A&lang=zh-Hant', 'lang', 'bad_encoding'],
    ['v=1&theme=%', 'theme', 'bad_encoding'],
    ['v=1&theme=%zz', 'theme', 'bad_encoding'],
    ['v=1&theme=%FF', 'theme', 'bad_encoding'],
    [`v=1&${'x'.repeat(longestAddress)}`, null, 'too_long'],
    ['v=1&step=mask&mask=0', 'mask', 'conflict'],
  ];

  it('gives the default state for an empty address', () => {
    for (const text of ['', '#']) assert.deepEqual(decode(text), { state: start, problems: [] });
  });

  it('takes up language and theme from the surroundings unless the address names them', () => {
    const surroundings = { locale: 'zh-Hans', theme: 'dark' } as const;
    const { state } = decodeState('v=1&theme=light', lessons, surroundings);
    assert.deepEqual([state.locale, state.theme], ['zh-Hans', 'light']);
  });

  it('reads an address that a mail program has escaped, with or without #', () => {
    const text = 'v=1&q=2,0,1,0;0,2,2,1;1,1,0,7&&lesson=walk&';
    const escaped = `#${text.replaceAll(',', '%2C').replaceAll(';', '%3b')}`;
    assert.deepEqual(decode(escaped), decode(text));
    assert.deepEqual(decode(text).problems, []);
    assert.equal(decode(text).state.inputs.q?.data[11], 7);
  });

  it('reports and survives what is wrong around the parameters', () => {
    for (const [text, parameter, kind] of cases) {
      const { problems, state } = decode(text);
      assert.ok(
        problems.some((problem) => problem.parameter === parameter && problem.kind === kind),
      );
      assertValid(state, lessons.find(({ id }) => id === state.lesson) ?? walk);
      assert.equal(state.locale, 'en');
    }
  });

  it('lets the first of two count, and the step decide over its switch', () => {
    assert.equal(decode('v=1&lang=zh-Hans&lang=zh-Hant').state.locale, 'zh-Hans');
    assert.equal(decode('v=1&mask=0&step=mask').state.step, 'mask');
    assert.equal(decode('v=1&step=mask').state.switches.mask, true);
  });

  it('keeps the good parts beside the bad ones', () => {
    const { state, problems } = decode(
      'v=1&lesson=walk&step=nowhere&lang=zh-Hant&q=1;2;3;4;5;6&scale=0&cell=9,9',
    );
    assert.deepEqual(
      state,
      after({ type: 'locale', locale: 'zh-Hant' }, { type: 'switch', name: 'scale', on: false }),
    );
    assert.deepEqual(problems, [
      { parameter: 'step', kind: 'bad_value' },
      { parameter: 'q', kind: 'wrong_shape' },
      { parameter: 'cell', kind: 'out_of_range' },
    ]);
  });

  it('chooses the lesson first, wherever it stands', () => {
    const { state, problems } = decode('step=end&values=3;4&lesson=small&v=1');
    assert.deepEqual(problems, []);
    assert.deepEqual([state.lesson, state.step], ['small', 'end']);
    assert.deepEqual(state.inputs.v?.data, [3, 4]);
    assert.deepEqual(decode('v=1&lesson=small&q=1').problems, [
      { parameter: 'q', kind: 'unknown_parameter' },
    ]);
  });

  it('takes nothing but language and theme from the address of a lesson that we lack', () => {
    const { state, problems } = decode(
      'v=1&lesson=rnn&step=output&lang=zh-Hans&theme=dark&scale=0',
    );
    assert.deepEqual(state, initialState(walk, { locale: 'zh-Hans', theme: 'dark' }));
    assert.deepEqual(problems, [{ parameter: 'lesson', kind: 'bad_value' }]);
  });

  it('has been seen with every kind of problem', () => {
    const seen = [
      ...Object.values(samples).flatMap((sample) => Object.keys(sample.refused)),
      ...cases.map(([, , kind]) => kind),
      'unsupported_version', // with the versions, in url_versions.test.ts
    ];
    assert.deepEqual([...new Set(seen)].sort(), [...problemKinds].sort());
  });

  it('needs a lesson', () => {
    assert.throws(() => decodeState('', [], base), RangeError);
  });
});
