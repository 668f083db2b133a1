// float32 values as decimal text.

/** Of all decimals that round to x > 0 one with the fewest digits: digits · 10^exponent. */
function fewestDigits(x: number): readonly [digits: number, exponent: number] {
  for (let count = 1; ; count++) {
    const [mantissa = '', power = ''] = x.toExponential(count - 1).split('e');
    const exponent = Number(power) - (count - 1);
    const nearest = Number(mantissa.replace('.', ''));
    // A power of two has more room above than below: the next decimal up may fit where the
    // nearest, below, does not. Nine digits always suffice.
    for (const digits of [nearest, nearest + 1]) {
      if (Math.fround(Number(`${digits}e${exponent}`)) === x || count === 9) {
        return [digits, exponent];
      }
    }
  }
}

function write(value: number, text: (digits: number, exponent: number) => string): string {
  const x = Math.fround(value);
  if (!Number.isFinite(x)) return String(x);
  const sign = Object.is(x, -0) || x < 0 ? '-' : '';
  return sign + (x === 0 ? '0' : text(...fewestDigits(Math.abs(x))));
}

const plain = (digits: number, exponent: number): string =>
  String(Number(`${digits}e${exponent}`)).replace('e+', 'e');

/** The shortest text that gives the same float32, in the grammar of `parseFloat32`; for addresses. */
export const shortestFloat32 = (value: number): string =>
  write(value, (digits, exponent) => {
    const readable = plain(digits, exponent);
    const compact = `${digits}e${exponent}`;
    return compact.length < readable.length ? compact : readable;
  });

/** The same digits as people write them, 1000 rather than 1e3; for fields that are edited. */
export const readableFloat32 = (value: number): string => write(value, plain);

const grammar = /^-?\d+(\.\d+)?(e-?\d+)?$/;

/** The float32 nearest to the text; ±Infinity beyond the range, null for what is no number. */
export const parseFloat32 = (text: string): number | null =>
  grammar.test(text) ? Math.fround(Number(text)) : null;
