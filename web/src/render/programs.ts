// The figure as a Python program that a student can run, read and change.
import { largest } from './domain.ts';
import type { NumberWriter, ParsedMatrix } from './matrix-text.ts';

export type Library = 'numpy' | 'pytorch';

/** What the program says in the reader's language: no line ends, no numbering. */
export interface ProgramWords {
  /** The first line. */
  readonly title: string;
  /** Comments over the parts of the program. */
  readonly comments: {
    readonly inputs: string;
    readonly printing: string;
    /** Over the product of two matrices, which is a @ b in an order of its own. */
    readonly product: string;
    readonly scores: string;
    readonly scaled: string;
    readonly unscaled: string;
    readonly masked: string;
    /** Over a mask of the reader's own, a row with nothing left, and values that nobody sees. */
    readonly covered: string;
    readonly empty: string;
    readonly unseen: string;
    readonly weights: string;
    readonly output: string;
    /** Only PyTorch: all steps in one call. */
    readonly check: string;
  };
  /** Printed beside the symbol of each matrix. */
  readonly names: {
    readonly scores: string;
    readonly scaled: string;
    readonly unscaled: string;
    readonly masked: string;
    readonly weights: string;
    readonly sums: string;
    readonly output: string;
  };
}

export interface ProgramInput {
  readonly q: ParsedMatrix; // (T, D)
  readonly k: ParsedMatrix; // (S, D)
  readonly v: ParsedMatrix; // (S, Dv)
  /** One name per row of q, in any script. */
  readonly tokens: readonly string[];
  readonly scale: boolean;
  /** true: the causal one. */
  readonly mask: boolean | Cover;
  /** Decimals that are printed. */
  readonly digits: number;
  /** Shortest text that reads back as the same float32. */
  readonly write: NumberWriter;
  readonly words: ProgramWords;
}

/** A mask that the reader made. */
export interface Cover {
  /** Where row i may see column j, in Python; null: cell by cell. */
  readonly condition: string | null;
  readonly allowed: readonly (readonly boolean[])[]; // (T, S)
}

/** All that differs between the two programs. */
interface Dialect {
  readonly imports: readonly string[];
  readonly name: string;
  readonly array: string;
  readonly truth: string;
  readonly max: string;
  readonly perRow: string;
}

const dialects: Readonly<Record<Library, Dialect>> = {
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

/** As beside the weights of the figure, where 1.0000 says that nothing is left to round. */
const sumDigits = 4;

export function attentionProgram(library: Library, input: ProgramInput): string {
  const { q, k, v, tokens, words, digits, scale, mask } = input;
  if (tokens.length !== q.rows) {
    throw new RangeError(`${tokens.length} tokens: q has ${q.rows} rows`);
  }
  const { comments, names } = words;
  const dialect = dialects[library];
  const { name, max, perRow } = dialect;
  const scores = mask ? 'masked' : 'scaled';
  const cover = typeof mask === 'object' ? mask : null;
  const empty = cover?.allowed.some((row) => !row.includes(true)) === true;
  const poisoned = v.data.some(Number.isNaN);
  const zero = `${name}.float32(0)`.replace('torch.float32(0)', 'torch.tensor(0.0)');
  const clip = library === 'numpy' ? 'clip' : 'clamp';
  let step = 0;
  const heading = (text: string): string => comment(`${++step}. ${text}`);
  const show = (symbol: string, title: string, matrix: string, decimals = ''): string =>
    `show(${literal(`${symbol}   ${title}`)}, ${matrix}${decimals})`;

  return lines(
    comment(words.title),
    'import math',
    'from decimal import ROUND_HALF_UP, Context, Decimal, setcontext',
    '',
    ...dialect.imports,
    '',
    comment(comments.inputs),
    `tokens = [${tokens.map(literal).join(', ')}]`,
    ...[
      array('Q', q, dialect, input),
      array('K', k, dialect, input),
      array('V', v, dialect, input),
    ],
    '',
    comment(comments.printing),
    `setcontext(Context(prec=${Math.max(2, digits) + 1}, rounding=ROUND_HALF_UP))`,
    ...printing(digits),
    comment(comments.product),
    'def matmul(a, b):',
    `    return sum(${name}.outer(a[:, d], b[d]) for d in range(len(b)))`,
    '',
    '',
    heading(comments.scores),
    'S = matmul(Q, K.T)',
    show('S = QKᵀ', names.scores, 'S'),
    '',
    heading(scale ? comments.scaled : comments.unscaled),
    scale ? 'scale = 1 / math.sqrt(Q.shape[1])' : 'scale = 1.0',
    'scaled = S * scale',
    show(scale ? 'S / √d' : 'S', scale ? names.scaled : names.unscaled, 'scaled'),
    '',
    ...(mask === true
      ? [
          heading(comments.masked),
          `i = ${name}.arange(len(Q))[:, None]`,
          `j = ${name}.arange(len(K))`,
          `masked = ${name}.where(j <= i, scaled, -${name}.inf)`,
          show('j ≤ i', names.masked, 'masked'),
          '',
        ]
      : []),
    ...(cover
      ? [
          heading(comments.covered),
          ...openCells(cover, dialect),
          `masked = ${name}.where(allowed, scaled, -${name}.inf)`,
          show('M', names.masked, 'masked'),
          '',
        ]
      : []),
    heading(comments.weights),
    ...(empty
      ? [
          `top = ${scores}.${max}(${perRow})`,
          comment(comments.empty),
          `top = ${name}.where(top > -${name}.inf, top, ${zero})`,
          `E = ${name}.exp(${scores} - top)`,
          `A = E / E.sum(${perRow}).${clip}(1e-30)`,
        ]
      : [`E = ${name}.exp(${scores} - ${scores}.${max}(${perRow}))`, `A = E / E.sum(${perRow})`]),
    show('A = softmax', names.weights, 'A'),
    show('Σ', names.sums, `A.sum(${perRow})`, `, ${sumDigits}`),
    '',
    heading(comments.output),
    ...(poisoned
      ? [
          comment(comments.unseen),
          `seen = allowed.${library === 'numpy' ? 'any(axis=0)' : 'any(dim=0)'}[:, None]`,
          `O = matmul(A, ${name}.where(seen, V, ${zero}))`,
        ]
      : ['O = matmul(A, V)']),
    show('O = AV', names.output, 'O'),
    ...(library === 'pytorch' && !empty && !poisoned
      ? inOneCall(input, heading(comments.check))
      : []),
  );
}

const lines = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

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

function array(
  name: string,
  { rows, columns, data }: ParsedMatrix,
  { name: module, array }: Dialect,
  { write }: ProgramInput,
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

/** The sums run in another order there; where float32 tells nothing more there is no comparison. */
function inOneCall({ q, k, v, scale, mask }: ProgramInput, heading: string): readonly string[] {
  const products = q.columns * largest(q.data) * largest(k.data);
  const relative = 2 ** -22 * (1 + products / (scale ? Math.sqrt(q.columns) : 1));
  if (relative > 1e-2) return [];
  const atol = Math.max(-6, Math.ceil(Math.log10(relative * largest(v.data))));
  return [
    '',
    heading,
    `one_call = F.scaled_dot_product_attention(Q, K, V, ${maskArgument(mask)}scale=scale)`,
    `assert torch.allclose(O, one_call, atol=1e${atol})`,
  ];
}

const maskArgument = (mask: ProgramInput['mask']): string =>
  mask === false ? '' : mask === true ? 'is_causal=True, ' : 'attn_mask=allowed, ';

function openCells({ condition, allowed }: Cover, { name, array, truth }: Dialect): string[] {
  if (condition !== null) {
    return [
      `i = ${name}.arange(len(Q))[:, None]`,
      `j = ${name}.arange(len(K))`,
      `allowed = ${condition}`,
    ];
  }
  const rows = allowed.map((row) => `    [${row.map(Number).join(', ')}],\n`).join('');
  return [`allowed = ${name}.${array}([\n${rows}], dtype=${truth})`];
}

const comment = (text: string): string => `# ${text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`;

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** A string of Python; what cannot be seen is spelled out, but for the joiners inside emoji. */
function literal(text: string): string {
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
