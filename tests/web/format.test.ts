import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimalsFor, formatNumber, parseNumber } from '../../web/src/render/format.ts';
import type { ParseProblem } from '../../web/src/render/format.ts';
import { readableFloat32, shortestFloat32 } from '../../web/src/state/float32.ts';
import { seeded } from './support/random.ts';

describe('formatNumber', () => {
  it('shows decimals, the minus sign and what is no number', () => {
    const cases: readonly [number, number, string][] = [
      [0.69143838, 3, '0.691'],
      [-2, 0, '−2'],
      [-0.5, 2, '−0.50'],
      [0, 3, '0.000'],
      [-0, 3, '0.000'],
      [-0.0001, 3, '−0.000'],
      [-Infinity, 3, '−∞'],
      [Infinity, 3, '∞'],
      [NaN, 3, 'NaN'],
      [999999, 0, '999999'],
      [1e6, 0, '1e6'],
      [1234567, 0, '1.23e6'],
      [-1e30, 3, '−1e30'],
      [1.23456e20, 4, '1.2346e20'],
      [3.4028234663852886e38, 3, '3.403e38'],
      [1e-7, 3, '0.000'],
    ];
    for (const [x, digits, text] of cases) assert.equal(formatNumber(x, digits), text);
  });

  it('never writes a hyphen, and stays short', () => {
    const chance = seeded(1);
    for (let n = 0; n < 20_000; n++) {
      const text = formatNumber(chance.float32(), chance.below(5));
      assert.match(text, /^−?\d{1,7}(\.\d{1,4})?(e\d{1,2})?$/);
    }
  });
});

describe('decimalsFor', () => {
  it('takes the fewest decimals that show all values as they are', () => {
    assert.equal(decimalsFor([2, 5, 2], 3), 0);
    assert.equal(decimalsFor([1, 2.5, 1], 3), 1);
    assert.equal(decimalsFor([0.1, 0.25].map(Math.fround), 3), 2);
    assert.equal(decimalsFor(new Float32Array([1 / 3]), 3), 3);
    assert.equal(decimalsFor([-Infinity, NaN, 1e30, 1], 3), 0);
    assert.equal(decimalsFor([], 3), 0);
    assert.equal(decimalsFor([0.5], 0), 0);
  });
});

describe('parseNumber', () => {
  const taken: readonly [string, number][] = [
    ['2', 2],
    ['-2', -2],
    ['−2', -2],
    ['－２', -2],
    ['+2', 2],
    ['1e-3', 0.001],
    ['1E−3', 0.001],
    ['1e+3', 1000],
    ['1/2', 0.5],
    ['-1/3', -1 / 3],
    ['１／２', 0.5],
    ['1 / 2', 0.5],
    ['1.5/0.5', 3],
    ['１２．５', 12.5],
    ['０。５', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['  7\u3000', 7],
    ['-0', -0],
    ['1e-99', 0],
    ['3.4e38', 3.4e38],
  ];
  for (const [text, x] of taken) {
    it(`takes ${text}`, () => {
      assert.ok(Object.is(parseNumber(text), Math.fround(x)));
    });
  }

  const refused: Readonly<Record<ParseProblem, readonly string[]>> = {
    empty: ['', ' ', '\u3000', '\t'],
    too_long: ['1'.repeat(65), ' '.repeat(1_000_000), '1/'.repeat(100_000)],
    not_a_number: [
      ...[
        '-',
        '.',
        'e3',
        '1e',
        '1e1.5',
        '1,5',
        '1 000',
        '--1',
        '1-',
        '0x10',
        '1_0',
        '1n',
        '٣',
        '½',
        '²',
      ],
      ...[
        'NaN',
        'Infinity',
        '∞',
        '-∞',
        '1/',
        '/2',
        '1/-2',
        '1/2/3',
        '1/2e3',
        '一',
        '<b>1</b>',
        '__proto__',
      ],
    ],
    too_large: ['1e999', '-1e39', '3.5e38', '9'.repeat(50), '1/0.' + '0'.repeat(45) + '1'],
    zero_denominator: ['1/0', '0/0', '1/0.00', '－1／０'],
  };
  for (const [problem, texts] of Object.entries(refused)) {
    it(`refuses with ${problem}`, () => {
      for (const text of texts) assert.deepEqual(parseNumber(text), { problem }, text.slice(0, 80));
    });
  }

  it('reads back what an edit field and an address show, whatever the digits look like', () => {
    const chance = seeded(2);
    for (let n = 0; n < 20_000; n++) {
      const x = chance.float32();
      const text = readableFloat32(x);
      const wide = text.replace(/[!-~]/g, (ascii) =>
        String.fromCharCode(ascii.charCodeAt(0) + 0xfee0),
      );
      for (const typed of [text, shortestFloat32(x), text.replaceAll('-', '−'), wide]) {
        assert.ok(Object.is(parseNumber(typed), x), typed);
      }
    }
  });

  it('gives a finite float32 or a reason, for any text', () => {
    const chance = seeded(3);
    const alphabet = [
      ...Array.from('0123456789.e-−/+ ０９．。ｅ－／'),
      '\u0000',
      '\ud800',
      '½',
      'x',
      '<',
      '\n',
    ];
    const problems: readonly string[] = Object.keys(refused);
    for (let n = 0; n < 50_000; n++) {
      const text = Array.from({ length: chance.below(8) }, () => chance.pick(alphabet)).join('');
      const result = parseNumber(text);
      if (typeof result === 'number') {
        assert.ok(Number.isFinite(result) && Object.is(Math.fround(result), result), text);
      } else {
        assert.ok(problems.includes(result.problem), text);
      }
    }
  });
});
