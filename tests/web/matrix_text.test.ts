import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatNumber } from '../../web/src/render/format.ts';
import { parseMatrixText, toCsv, toLatex, toTsv } from '../../web/src/render/matrix-text.ts';
import type { MatrixTextProblem, ParsedMatrix } from '../../web/src/render/matrix-text.ts';
import { readableFloat32, shortestFloat32 } from '../../web/src/state/float32.ts';
import { seeded } from './support/random.ts';
import type { Chance } from './support/random.ts';

const matrix = (...rows: readonly (readonly number[])[]): ParsedMatrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  data: rows.flat().map(Math.fround),
});

const randomMatrix = (chance: Chance, number: () => number): ParsedMatrix => {
  const [rows, columns] = [1 + chance.below(8), 1 + chance.below(8)];
  return { rows, columns, data: Array.from({ length: rows * columns }, number) };
};

const square = matrix([1, 2], [3, 4]);

describe('parseMatrixText', () => {
  const taken: Readonly<Record<string, readonly (readonly [string, ParsedMatrix])[]>> = {
    'cells of a spreadsheet': [
      ['1\t2\n3\t4', square],
      ['1\t2\n3\t4\n', square],
      ['1\t2\r\n3\t4\r\n', square],
      ['1\t2\r3\t4\r', square],
      ['\t\n1\t2\n3\t4', square],
      ['\n1\t2\n\n3\t4\n\t\n\n', square],
      [' 1\t 2 \n 3\t 4 ', square],
      ['1/2\t−3\n1 / 4 \t1e-3', matrix([0.5, -3], [0.25, 0.001])],
      ['1\n2\n3', matrix([1], [2], [3])],
      ['1\t2\t3', matrix([1, 2, 3])],
    ],
    CSV: [
      ['1,2\n3,4', square],
      ['1,2\r\n3,4\r\n', square],
      ['1, 2\n3, 4', square],
      ['1;2\n3;4', square],
      ['1; 2\n3; 4\n', square],
      ['1;2;3', matrix([1, 2, 3])],
      ['1,2,3', matrix([1, 2, 3])],
      ['1,5;2,5', matrix([1, 5], [2, 5])],
      ['1 , 2\n3 ,4', square],
    ],
    'what NumPy prints': [
      ['[[1. 2.]\n [3. 4.]]', square],
      ['[[1., 2.],\n [3., 4.]]', square],
      ['[[ 1.  -0.5]\n [ 3.e+00  4.]]\n', matrix([1, -0.5], [3, 4])],
      ['[[1. 2.\n  3.]\n [4. 5.\n  6.]]', matrix([1, 2, 3], [4, 5, 6])],
      ['[1. 2. 3.]', matrix([1, 2, 3])],
      ['[1. 2.]\n[3. 4.]', square],
      ['[1.\n 2.]\n[3.\n 4.]', square],
      ['array([[1., 2.],\n       [3., 4.]], dtype=float32)', square],
      ['array([1., 2.])', matrix([1, 2])],
    ],
    'what PyTorch prints': [
      ['tensor([[1., 2.],\n        [3., 4.]])', square],
      ["tensor([[1., 2.], [3., 4.]], device='cpu')", square],
      ["tensor([[1., 2.], [3., 4.]], device='cuda:0', grad_fn=<AddBackward0>)", square],
      ['tensor([[ 1.0000e+00,  2.0000e+00],\n [ 3.0000e+00,  4.0000e+00]])', square],
    ],
    'Python and JSON': [
      ['np.array([[1, 2], [3, 4]], dtype=np.float32)', square],
      ["np.array([[1, 2], [3, 4]], dtype=np.dtype('float32'))", square],
      ['np.array([[1, 2], [3, 4]], float)', square],
      ['np.array([\n    [1., 2.],\n    [3., 4.],\n], dtype=np.float32)\n', square],
      ['Q = np . array( [[1, 2], [3, 4]] )', square],
      ['torch.tensor([[1, 2], [3, 4]], requires_grad=True)', square],
      ['[[1, 2], [3, 4]]', square],
      ['[[1,2],[3,4],]', square],
      ['[[1,2,],[3,4,]],', square],
      ['[1, 2],\n[3, 4]', square],
      ['[1, 2, 3]', matrix([1, 2, 3])],
      ['[\n  1,\n  2,\n  3\n]', matrix([1, 2, 3])],
      ['[\n  1\n  , 2\n]', matrix([1, 2])],
      ['[\n  [\n    1,\n    2\n  ],\n  [\n    3,\n    4\n  ]\n]', square],
      ['[[7]]', matrix([7])],
      ['[[1/2, −1 / 3]]', matrix([1 / 2, -1 / 3])],
      ['K_1 = [[1, 2], [3, 4]]', square],
    ],
    MATLAB: [
      ['[1 2; 3 4]', square],
      ['[1 2;3 4;]', square],
      ['[1, 2; 3, 4]', square],
      ['A = [1 2; 3 4];', square],
      ['[1 2\n 3 4]', square],
      ['[1 2;\n 3 4]', square],
      ['[1;2]', matrix([1], [2])],
      ['1 2; 3 4', square],
      ['1 2;\n3 4;\n', square],
      ['1;\n2;', matrix([1], [2])],
    ],
    'plain text': [
      ['1 2\n3 4', square],
      ['  1   2\n  3   4\n', square],
      ['1\u00a02\n3\u30004', square],
      ['5', matrix([5])],
      [' −1/4 ', matrix([-0.25])],
      ['1 / 2', matrix([0.5])],
      ['-0', matrix([-0])],
      ['0.1 1e-3 16777217', matrix([0.1, 0.001, 16777216])],
      ['.5 5. +1', matrix([0.5, 5, 1])],
    ],
    'a Chinese keyboard': [
      ['１，２\n３，４', square],
      ['［［１，２］，［３，４］］', square],
      ['［１ ２；３ ４］', square],
      ['1、2\n3、4', square],
      ['np.array（[[1，2]，[3，4]]，dtype＝float）', square],
      ['１．５ －２ ０。５', matrix([1.5, -2, 0.5])],
      ['１ ／ ２', matrix([0.5])],
    ],
  };
  for (const [form, cases] of Object.entries(taken)) {
    it(`takes ${form}`, () => {
      for (const [text, expected] of cases) {
        assert.deepEqual(parseMatrixText(text), expected, JSON.stringify(text));
      }
    });
  }

  const digits = '1'.repeat(65);
  const refused: Readonly<
    Record<
      MatrixTextProblem['problem'],
      readonly (readonly [string, Omit<MatrixTextProblem, 'problem'>])[]
    >
  > = {
    empty: [
      ['', {}],
      [' \n\t\r\n', {}],
      ['[]', {}],
      ['[[], []]', {}],
      ['[ ; ]', {}],
      ['tensor([], size=(0, 4))', {}],
      ['1\t\t3', { row: 1, column: 2, text: '' }],
      ['\t2\n3\t4', { row: 1, column: 1, text: '' }],
      ['1\t2\n\t\n3\t4', { row: 2, column: 1, text: '' }],
      ['1,2\n3,', { row: 2, column: 2, text: '' }],
      ['1;;2', { row: 1, column: 2, text: '' }],
      ['[[1, 2], [3,, 4]]', { row: 2, column: 2, text: '' }],
      ['[[1], , [2]]', { row: 2 }],
      ['[,]', { row: 1, column: 1, text: '' }],
    ],
    too_long: [
      ['1 '.repeat(5001), {}],
      ['['.repeat(10_001), {}],
      [`1 2\n3 ${digits}`, { row: 2, column: 2, text: `${'1'.repeat(16)}…` }],
    ],
    ragged: [
      ['1 2\n3', { row: 2, expected: 2, given: 1 }],
      ['1,2\n3,4\n5,6,7', { row: 3, expected: 2, given: 3 }],
      ['[[1, 2], [3]]', { row: 2, expected: 2, given: 1 }],
      ['[[1], []]', { row: 2, expected: 1, given: 0 }],
      ['[[], [1]]', { row: 2, expected: 0, given: 1 }],
      ['[1 2; 3 4 5]', { row: 2, expected: 2, given: 3 }],
      ['[1, 2] [3]', { row: 2, expected: 2, given: 1 }],
    ],
    not_a_number: [
      ['a\tb\n1\t2', { row: 1, column: 1, text: 'a' }],
      ['1 2\n3 four', { row: 2, column: 2, text: 'four' }],
      ['1,5\t2', { row: 1, column: 1, text: '1,5' }],
      ['1,2 3,4', { row: 1, column: 2, text: '2 3' }],
      ['1 2;3 4\n5 x', { row: 3, column: 2, text: 'x' }],
      ['[[1. 2. ... 9.]]', { row: 1, column: 3, text: '...' }],
      ['[[1, NaN]]', { row: 1, column: 2, text: 'NaN' }],
      ['1 −∞', { row: 1, column: 2, text: '−∞' }],
      ['[[1, 2], [3, "4"]]', { row: 2, column: 2, text: '"4"' }],
      [`1 ${'字'.repeat(20)}`, { row: 1, column: 2, text: `${'字'.repeat(16)}…` }],
      [`1 ${'😀'.repeat(20)}`, { row: 1, column: 2, text: `${'😀'.repeat(16)}…` }],
      ['1 2 [3]', { row: 1, column: 1, text: '1' }],
      ['1 sixteen-letters.', { row: 1, column: 2, text: 'sixteen-letters.' }],
      ['1 seventeen-letters', { row: 1, column: 2, text: 'seventeen-letter…' }],
      ['Q is [[1]]', { row: 1, column: 1, text: 'Q' }],
      ["[1 2; 3 4]'", { text: "'" }],
      ['[[1, 2]] and more', { text: 'and more' }],
      ['np.array([[1, 2]]).reshape(2, 1)', { text: ').reshape(2, 1)' }],
    ],
    too_large: [
      ['1 1e39', { row: 1, column: 2, text: '1e39' }],
      ['[[1], [-4e38]]', { row: 2, column: 1, text: '-4e38' }],
    ],
    zero_denominator: [['1/2 1/0', { row: 1, column: 2, text: '1/0' }]],
    unbalanced: [
      ['[[1, 2], [3, 4]', { row: 2 }],
      ['[[1, 2], [3, 4]]]', { row: 2 }],
      ['[1, 2', {}],
      ['1, 2]', {}],
      ['['.repeat(10_000), {}],
      [']1[', {}],
      ['[1] [2', {}],
      ['np.array([[1, 2]]', {}],
      ['[[1, 2]])', {}],
      ['[[1, 2]] [[3, 4]]', { row: 2 }],
      ['[1] 2 [3]', { row: 2, text: '2' }],
      ['[[1, 2], 3]', { row: 2, text: '3' }],
      ['[1, [2, 3]]', { row: 1, text: '1' }],
    ],
    too_deep: [
      ['[[[1, 2]]]', { row: 1 }],
      ['[[1, 2], [3, [4]]]', { row: 2 }],
      [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, { row: 1 }],
    ],
  };
  for (const [problem, cases] of Object.entries(refused)) {
    it(`refuses with ${problem}, and says where`, () => {
      for (const [text, place] of cases) {
        assert.deepEqual(
          parseMatrixText(text),
          { problem, ...place },
          JSON.stringify(text.slice(0, 80)),
        );
      }
    });
  }

  const assertSound = (text: string): boolean => {
    const result = parseMatrixText(text);
    const shown = JSON.stringify(text);
    if (!('problem' in result)) {
      assert.ok(result.rows > 0 && result.columns > 0, shown);
      assert.equal(result.data.length, result.rows * result.columns, shown);
      assert.ok(
        result.data.every((x) => Number.isFinite(x) && Object.is(Math.fround(x), x)),
        shown,
      );
      return true;
    }
    assert.ok(Object.hasOwn(refused, result.problem), shown);
    for (const place of [result.row, result.column]) assert.ok(place === undefined || place >= 1);
    assert.ok(Array.from(result.text ?? '').length <= 17, shown);
    assert.equal(result.problem === 'ragged', result.expected !== result.given, shown);
    return false;
  };

  it('gives a matrix or a problem, for any text', () => {
    const chance = seeded(1);
    const tokens = [
      ...Array.from('0123456789.-−/+, \t\n;[]()=，；［］、０。e½x\u0000\ud800\u2028"\''),
      ...[
        '[[',
        ']]',
        '], [',
        '\r\n',
        'np.array(',
        'tensor([',
        ', dtype=float32)',
        '1 2',
        '__proto__',
      ],
    ];
    let matrices = 0;
    for (let n = 0; n < 60_000; n++) {
      const text = Array.from({ length: chance.below(14) }, () => chance.pick(tokens)).join('');
      if (assertSound(text)) matrices++;
    }
    assert.ok(matrices > 1_000);
  });

  it('stays sound where a good text loses, gains or changes a character', () => {
    const chance = seeded(2);
    const texts = Object.values(taken).flatMap((cases) => cases.map(([text]) => text));
    const pieces = Array.from('0,;[]()\n\t x.-');
    for (let n = 0; n < 30_000; n++) {
      const text = chance.pick(texts);
      const at = chance.below(text.length + 1);
      const piece = chance.below(3) === 0 ? '' : chance.pick(pieces);
      assertSound(text.slice(0, at) + piece + text.slice(at + chance.below(2)));
    }
  });

  it('takes no time over the longest texts of one kind', () => {
    const kinds = [
      '[',
      ']',
      ',',
      ';',
      ' ',
      '\n',
      '\t',
      '/',
      '1',
      'a',
      '=',
      '(',
      '[,',
      ', ',
      '; ',
      '] [',
      ' /',
    ];
    const start = performance.now();
    for (const kind of kinds) {
      const long = kind.repeat(9_990 / kind.length);
      for (const text of [
        long,
        `1${long}x`,
        `[${long}`,
        `[1${long}]`,
        `${long}[1]`,
        `f([1]${long}#`,
      ]) {
        assertSound(text);
      }
    }
    const each = (performance.now() - start) / (6 * kinds.length);
    assert.ok(each < 50, `${each.toFixed(1)} ms each`);
  });
});

describe('toCsv and toTsv', () => {
  it('write rows, and words for what is not finite', () => {
    const values = matrix([1, -2.5], [Infinity, -Infinity], [NaN, 1e-7]);
    assert.equal(toCsv(values, readableFloat32), '1,-2.5\r\ninf,-inf\r\nnan,1e-7\r\n');
    assert.equal(toTsv(values, readableFloat32), '1\t-2.5\ninf\t-inf\nnan\t1e-7\n');
  });

  it('have an ASCII minus, whoever writes the numbers', () => {
    assert.equal(
      toCsv(matrix([-1.25, -2e6]), (x) => formatNumber(x, 1)),
      '-1.3,-2e6\r\n',
    );
  });

  it('read back as the same bits, as do the forms of other programs', () => {
    const chance = seeded(3);
    for (let n = 0; n < 3_000; n++) {
      const values = randomMatrix(chance, () => chance.float32());
      const rows = toCsv(values, readableFloat32).trimEnd().split('\r\n');
      const texts = [
        toCsv(values, shortestFloat32),
        toTsv(values, readableFloat32),
        rows.join('\n').replaceAll(',', ' '),
        rows.join('\n').replaceAll(',', ';'),
        `[[${rows.join('], [')}]]`,
        `[${rows.join('; ')}]`,
        `[[${rows.join(']\n [').replaceAll(',', '  ')}]]`,
        `np.array([[${rows.join('],\n          [')}]], dtype=np.float32)`,
        `torch.tensor([[${rows.join('], [')}]], device='cpu')`,
      ];
      for (const text of texts) {
        assert.match(text, /^[\t\r\n -~]*$/);
        assert.deepEqual(parseMatrixText(text), values, text);
      }
    }
  });
});

describe('toLatex', () => {
  it('writes a bmatrix', () => {
    assert.equal(
      toLatex(square, readableFloat32),
      '\\begin{bmatrix}\n1 & 2 \\\\\n3 & 4\n\\end{bmatrix}',
    );
  });

  const cells: readonly (readonly [number, number | null, string])[] = [
    [-0.5, null, '-0.5'],
    [1 / 3, null, '0.33333334'],
    [1 / 3, 3, '0.333'],
    [-1 / 3, 2, '-0.33'],
    [-0.0001, 3, '-0.000'],
    [-Infinity, 3, '-\\infty'],
    [Infinity, null, '\\infty'],
    [NaN, 3, '\\mathrm{NaN}'],
    [1.5e-7, null, '1.5\\times10^{-7}'],
    [-1234567, 3, '-1.235\\times10^{6}'],
    [1e30, null, '1\\times10^{30}'],
  ];
  it('writes cells as mathematics', () => {
    for (const [x, digits, text] of cells) {
      const write = digits === null ? readableFloat32 : (y: number) => formatNumber(y, digits);
      assert.equal(toLatex(matrix([x]), write), `\\begin{bmatrix}\n${text}\n\\end{bmatrix}`);
    }
  });
});
