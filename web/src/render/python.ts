// What the programs in Python have in common: their two dialects, arrays, comments, and printing.
import type { NumberWriter, ParsedMatrix } from './matrix-text.ts';

export type Library = 'numpy' | 'pytorch';

/** All that differs between the two programs. */
export interface Dialect {
  readonly imports: readonly string[];
  readonly name: string;
  readonly array: string;
  readonly truth: string;
  readonly max: string;
  readonly perRow: string;
}

export const dialects: Readonly<Record<Library, Dialect>> = {
  numpy: {
    imports: ['import numpy as np'],
    name: 'np',
    array: 'array',
    truth: 'bool',
    max: 'max',
    perRow: 'axis=1, keepdims=True',
  },
  pytorch: {
    imports: ['import torch', 'import torch.nn.functional as F'],
    name: 'torch',
    array: 'tensor',
    truth: 'torch.bool',
    max: 'amax',
    perRow: 'dim=1, keepdim=True',
  },
};

/** What every program begins with. */
export const preamble = (title: string, { imports }: Dialect): readonly string[] => [
  comment(title),
  'import math',
  'from decimal import ROUND_HALF_UP, Context, Decimal, setcontext',
  '',
  ...imports,
  '',
];

/** How numbers are printed, and how two matrices are multiplied in the order of the figure. */
export const tools = (
  digits: number,
  { name }: Dialect,
  words: { readonly printing: string; readonly product: string },
): readonly string[] => [
  comment(words.printing),
  `setcontext(Context(prec=${Math.max(2, digits) + 1}, rounding=ROUND_HALF_UP))`,
  ...printing(digits),
  comment(words.product),
  'def matmul(a, b):',
  `    return sum(${name}.outer(a[:, d], b[d]) for d in range(len(b)))`,
  '',
  '',
];

export const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const printing = (digits: number): readonly string[] => [
  '',
  '',
  'def text(x, digits):',
  '    if not math.isfinite(x):',
  '        return str(x)',
  '    if abs(x) < 1e6:',
  '        return f"{Decimal(x or 0):.{digits}f}"',
  '    return f"{Decimal(x).normalize():e}".replace("+", "")',
  '',
  '',
  `def show(title, matrix, digits=${digits}):`,
  '    print(title)',
  '    for row, token in zip(matrix.tolist(), tokens):',
  `        print(*(f"{text(x, digits):>${digits + 6}}" for x in row), "", token)`,
  '    print()',
  '',
  '',
];

export function array(
  name: string,
  { rows, columns, data }: ParsedMatrix,
  { name: module, array }: Dialect,
  write: NumberWriter,
): string {
  const texts = data.map((x) => (Number.isNaN(x) ? 'math.nan' : float(write(x))));
  const width = Math.max(...texts.map((text) => text.length));
  const row = (_: unknown, at: number): string =>
    texts
      .slice(at * columns, (at + 1) * columns)
      .map((text) => text.padStart(width))
      .join(', ');
  const list = Array.from({ length: rows }, row).map((text) => `    [${text}],\n`);
  return `${name} = ${module}.${array}([\n${list.join('')}], dtype=${module}.float32)`;
}

/** Not an int: Python's have no −0, and a large one may not fit the library's. */
const float = (text: string): string => (/^-?\d+$/.test(text) ? `${text}.` : text);

export const comment = (text: string): string =>
  `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string of Python; what cannot be seen is spelled out, but for the joiners inside emoji. */
export function literal(text: string): string {
  const characters = Array.from(text, (character) => {
    if (Object.hasOwn(escapes, character)) return escapes[character];
    // Half of a pair: Python could not print it.
    if (/\p{Cs}/u.test(character)) return '\ufffd';
    if (!/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character) || /[\u200c\u200d]/.test(character)) {
      return character;
    }
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
  });
  return `"${characters.join('')}"`;
}
