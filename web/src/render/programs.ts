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
  readonly mask: boolean;
  /** Decimals that are printed. */
  readonly digits: number;
  /** Shortest text that reads back as the same float32. */
  readonly write: NumberWriter;
  readonly words: ProgramWords;
}

/** All that differs between the two programs. */
interface Dialect {
  readonly imports: readonly string[];
  readonly name: string;
  readonly array: string;
  readonly max: string;
  readonly perRow: string;
}

const dialects: Readonly<Record<Library, Dialect>> = {
  numpy: {
    imports: ['import numpy as np'],
    name: 'np',
    array: 'array',
    max: 'max',
    perRow: 'axis=1, keepdims=True',
  },
  pytorch: {
    imports: ['import torch', 'import torch.nn.functional as F'],
    name: 'torch',
    array: 'tensor',
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
    ...(mask
      ? [
          heading(comments.masked),
          `i = ${name}.arange(len(Q))[:, None]`,
          `j = ${name}.arange(len(K))`,
          `masked = ${name}.where(j <= i, scaled, -${name}.inf)`,
          show('j ≤ i', names.masked, 'masked'),
          '',
        ]
      : []),
    heading(comments.weights),
    `E = ${name}.exp(${scores} - ${scores}.${max}(${perRow}))`,
    `A = E / E.sum(${perRow})`,
    show('A = softmax', names.weights, 'A'),
    show('Σ', names.sums, `A.sum(${perRow})`, `, ${sumDigits}`),
    '',
    heading(comments.output),
    'O = matmul(A, V)',
    show('O = AV', names.output, 'O'),
    ...(library === 'pytorch' ? inOneCall(input, heading(comments.check)) : []),
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
  const texts = data.map((x) => float(write(x)));
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
    `one_call = F.scaled_dot_product_attention(Q, K, V, ${mask ? 'is_causal=True, ' : ''}scale=scale)`,
    `assert torch.allclose(O, one_call, atol=1e${atol})`,
  ];
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
