// Numbers as the figure writes them.
import type { TapName } from '../../../wasm/engine/types.ts';
import { decimalsFor, formatNumber } from '../render/format.ts';
import type { Writing } from './view.ts';

/** Below this a number has a power of ten rather than a row of zeros. */
const tiny = 5e-5;

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('−0123456789', (digit, index) => [digit, '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(index)]),
);

/** Mantissa and exponent, without idle zeros. */
const power = (x: number, digits: number): readonly [string, string] => {
  const [mantissa = '', exponent = ''] = x.toExponential(digits).split('e');
  const short = mantissa.includes('.') ? mantissa.replace(/\.?0+$/, '') : mantissa;
  return [short.replace('-', '−'), exponent.replace('-', '−').replace('+', '')];
};

/** Four decimals where fewer do not tell all; for the inspector, sentences and labels. */
export function precise(x: number): string {
  const size = Math.abs(x);
  if (Number.isFinite(x) && ((size > 0 && size < tiny) || size >= 1e6)) {
    const [mantissa, exponent] = power(x, 4);
    return `${mantissa}×10${Array.from(exponent, (digit) => superscripts[digit]).join('')}`;
  }
  return formatNumber(x, decimalsFor([x], 4));
}

/** The widest that common faces draw a character, in em; a digit where nothing is said. */
const widths: Readonly<Record<string, number>> = { '.': 0.32, '−': 0.84, '∞': 0.84, N: 0.75 };

/** About how wide a number is when set, in em. */
export const widthOf = (text: string): number =>
  Array.from(text, (character) => widths[character] ?? 0.64).reduce((sum, each) => sum + each, 0);

const bared = (text: string): string => text.replace(/^(−?)0\./, '$1.');

/** How numbers are written where cells have room. */
export const roomy: Writing = Object.freeze({ room: 3.9, digits: 3, bare: false });

/** Decimals of all cells of a matrix: shares and averages have all that fit, the rest what they need. */
export const digitsOf = (tap: TapName, values: Iterable<number>, most: number): number =>
  tap === 'weights' || tap === 'output' ? most : decimalsFor(values, most);

/** The fullest way of writing x in a cell. */
export function fitted(x: number, { digits, room, bare }: Writing): string {
  if (!Number.isFinite(x)) return formatNumber(x, 0);
  if (Math.abs(x) < 1e6) {
    for (let decimals = digits; decimals >= 0; decimals--) {
      const plain = formatNumber(x, decimals);
      const text = bare ? bared(plain) : plain;
      if (widthOf(text) <= room) return text;
    }
  }
  // Where nothing fits, cells set the text smaller: what is narrower is then larger.
  const [short, whole] = [shortPower(x, room), formatNumber(x, 0)];
  return Math.abs(x) >= 1e6 || widthOf(short) < widthOf(whole) ? short : whole;
}

function shortPower(x: number, room: number): string {
  const text = power(x, 1).join('e');
  return widthOf(text) <= room ? text : power(x, 0).join('e');
}

/** An input as it was typed where that fits, else rounded. */
export function asTyped(x: number, writing: Writing): string {
  const digits = decimalsFor([x], 6);
  const plain = formatNumber(x, digits);
  const text = writing.bare ? bared(plain) : plain;
  const lost = x !== 0 && Math.fround(Number(x.toFixed(digits))) !== Math.fround(x);
  if (widthOf(text) <= writing.room && !lost) return text;
  return x !== 0 && Math.abs(x) < 0.01
    ? shortPower(x, writing.room)
    : fitted(x, { ...writing, digits: 3 });
}

/** A sum of weights: 1.0000 says that nothing is left to round. */
export const fourDecimals = (x: number): string =>
  Number.isFinite(x) ? formatNumber(x, 4) : precise(x);

const percents = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Written alike in all our languages. */
export const percent = (weight: number): string => percents.format(weight);
