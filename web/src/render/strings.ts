// Strings from inputs above to outputs below, as wide as the weight that they carry.

/** The room of the strings in widths of a digit: x by digit, y from 0 to 1. */
const tall = 4.2;

/** In widths of a digit, across the string, of a weight of 1. */
const widest = 0.25;

/** A string drawn as an area: however slanted, it is as wide as its weight. */
export function stringPath(input: number, output: number, weight: number): string {
  const [top, bottom] = [input + 0.5, output + 0.5];
  const slant = (bottom - top) / tall;
  const half = (widest * weight * Math.sqrt(1 + slant * slant)) / 2;
  const [a, b, c, d] = [top - half, top + half, bottom + half, bottom - half];
  return `M${a.toFixed(3)} 0L${b.toFixed(3)} 0L${c.toFixed(3)} 1L${d.toFixed(3)} 1z`;
}
