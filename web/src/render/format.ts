// Numbers as readers see and type them.

const minus = '\u2212';
const typeset = (text: string): string => text.replaceAll('-', minus);

/** From here on a number is written with a power of ten, so that it fits a cell. */
const large = 1e6;

/**
 * With that many decimals, and U+2212 for minus. A negative number that rounds to zero keeps its
 * sign, as its cell keeps the negative colour; zero itself has none.
 */
export function formatNumber(x: number, digits: number): string {
  if (Number.isNaN(x)) return 'NaN';
  if (!Number.isFinite(x)) return x < 0 ? `${minus}∞` : '∞';
  if (Math.abs(x) < large) return typeset((x === 0 ? 0 : x).toFixed(digits));
  const [mantissa = '', power = ''] = x.toExponential(Math.max(2, digits)).split('e');
  return typeset(`${mantissa.replace(/\.?0+$/, '')}e${power.replace('+', '')}`);
}

/** The fewest decimals, up to `most`, that show all these float32 values as they are. */
export function decimalsFor(values: Iterable<number>, most: number): number {
  let decimals = 0;
  for (const x of values) {
    if (!Number.isFinite(x) || Math.abs(x) >= large) continue;
    while (decimals < most && Math.fround(Number(x.toFixed(decimals))) !== Math.fround(x)) {
      decimals++;
    }
  }
  return decimals;
}

export type ParseProblem =
  | 'empty'
  | 'too_long'
  | 'not_a_number'
  | 'too_large' // beyond float32
  | 'zero_denominator';

export interface NotParsed {
  readonly problem: ParseProblem;
}

const longest = 64;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const fraction = /^([+-]?\d+(?:\.\d+)?) *\/ *(\d+(?:\.\d+)?)$/;

/** Full-width forms, the minus sign, and the full stop that a Chinese keyboard gives for a point. */
const narrow = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll(minus, '-')
    .replaceAll('\u3002', '.');

/** What a reader typed, as a finite float32: a decimal, or a fraction of two. */
export function parseNumber(text: string): number | NotParsed {
  if (text.length > longest) return { problem: 'too_long' };
  const typed = narrow(text).trim();
  if (typed === '') return { problem: 'empty' };
  const parts = fraction.exec(typed);
  if (!parts && !decimal.test(typed)) return { problem: 'not_a_number' };
  const [numerator, denominator] = parts
    ? [Number(parts[1]), Number(parts[2])]
    : [Number(typed), 1];
  if (denominator === 0) return { problem: 'zero_denominator' };
  const x = Math.fround(numerator / denominator);
  return Number.isFinite(x) ? x : { problem: 'too_large' };
}
