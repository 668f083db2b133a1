// The figure as a Python program that a student can run, read and change.
import { largest } from './domain.ts';
import type { NumberWriter, ParsedMatrix } from './matrix-text.ts';
import { array, comment, dialects, lines, literal, preamble, tools } from './python.ts';
import type { Dialect, Library } from './python.ts';

export type { Library } from './python.ts';

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

/** As beside the weights of the figure, where 1.0000 says that nothing is left to round. */
const sumDigits = 4;

export function attentionProgram(library: Library, input: ProgramInput): string {
  const { q, k, v, tokens, words, digits, scale, mask, write } = input;
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
    ...preamble(words.title, dialect),
    comment(comments.inputs),
    `tokens = [${tokens.map(literal).join(', ')}]`,
    ...[
      array('Q', q, dialect, write),
      array('K', k, dialect, write),
      array('V', v, dialect, write),
    ],
    '',
    ...tools(digits, dialect, comments),
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
