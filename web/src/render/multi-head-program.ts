// Multi-head attention as a Python program that prints the digits of the figure.
import type { NumberWriter, ParsedMatrix } from './matrix-text.ts';
import { array, comment, dialects, lines, literal, preamble, tools } from './python.ts';
import type { Library } from './python.ts';

export interface MultiHeadWords {
  readonly title: string;
  readonly comments: {
    readonly inputs: string;
    readonly printing: string;
    readonly product: string;
    readonly project: string;
    readonly split: string;
    readonly heads: string;
    readonly concat: string;
    readonly result: string;
    readonly check: string;
  };
  readonly names: {
    readonly q: string;
    readonly k: string;
    readonly v: string;
    readonly scores: string;
    readonly weights: string;
    readonly output: string;
    readonly concat: string;
    readonly result: string;
  };
}

export interface MultiHeadInput {
  readonly x: ParsedMatrix; // (T, D)
  readonly wq: ParsedMatrix; // (D', D)
  readonly wk: ParsedMatrix; // (D', D)
  readonly wv: ParsedMatrix; // (D', D)
  readonly wo: ParsedMatrix; // (Dout, D')
  /** Divides D'. */
  readonly heads: number;
  readonly tokens: readonly string[];
  readonly scale: boolean;
  /** Decimals that are printed. */
  readonly digits: number;
  readonly write: NumberWriter;
  readonly words: MultiHeadWords;
}

export function multiHeadProgram(library: Library, input: MultiHeadInput): string {
  const { x, wq, wk, wv, wo, heads, tokens, scale, digits, write, words } = input;
  if (tokens.length !== x.rows) {
    throw new RangeError(`${tokens.length} tokens: x has ${x.rows} rows`);
  }
  const { comments, names } = words;
  const dialect = dialects[library];
  const { name, max, perRow } = dialect;
  let step = 0;
  const heading = (text: string): string => comment(`${++step}. ${text}`);
  const show = (symbol: string, title: string, matrix: string): string =>
    `show(${literal(`${symbol}   ${title}`)}, ${matrix})`;
  const ofHead = (symbol: string, title: string, matrix: string): string =>
    `    show(${literal(symbol)} + f"({h})" + ${literal(`   ${title}`)}, ${matrix})`;
  const join =
    library === 'numpy' ? 'np.concatenate(outputs, axis=1)' : 'torch.cat(outputs, dim=1)';
  const arrays = { X: x, W_Q: wq, W_K: wk, W_V: wv, W_O: wo };

  return lines(
    ...preamble(words.title, dialect),
    comment(comments.inputs),
    `tokens = [${tokens.map(literal).join(', ')}]`,
    ...Object.entries(arrays).map(([each, matrix]) => array(each, matrix, dialect, write)),
    `heads = ${heads}`,
    '',
    ...tools(digits, dialect, comments),
    heading(comments.project),
    'Q = matmul(X, W_Q.T)',
    'K = matmul(X, W_K.T)',
    'V = matmul(X, W_V.T)',
    show('Q', names.q, 'Q'),
    show('K', names.k, 'K'),
    show('V', names.v, 'V'),
    '',
    '',
    heading(comments.split),
    'def split(x):',
    '    return x.reshape(len(x), heads, -1).swapaxes(0, 1)',
    '',
    '',
    heading(comments.heads),
    `scale = ${scale ? '1 / math.sqrt(Q.shape[1] // heads)' : '1.0'}`,
    'outputs = []',
    'for h, (q, k, v) in enumerate(zip(split(Q), split(K), split(V)), 1):',
    '    S = matmul(q, k.T)',
    ofHead('S', names.scores, 'S'),
    '    scaled = S * scale',
    `    E = ${name}.exp(scaled - scaled.${max}(${perRow}))`,
    `    A = E / E.sum(${perRow})`,
    ofHead('A', names.weights, 'A'),
    '    O = matmul(A, v)',
    ofHead('O', names.output, 'O'),
    '    outputs.append(O)',
    '',
    heading(comments.concat),
    `C = ${join}`,
    show('C', names.concat, 'C'),
    '',
    heading(comments.result),
    'Y = matmul(C, W_O.T)',
    show('Y = CW_Oᵀ', names.result, 'Y'),
    ...(library === 'pytorch'
      ? [
          '',
          heading(comments.check),
          'one_call = F.scaled_dot_product_attention(split(Q), split(K), split(V), scale=scale)',
          'assert torch.allclose(C, one_call.swapaxes(0, 1).reshape(len(C), -1), atol=1e-4, rtol=1e-4)',
        ]
      : []),
  );
}
