// The end of each colour scale. Matrices of one family share it, so that scaling visibly calms the colour.

/** The tap whose values end the scale of this one; every other tap ends its own. */
const leaders: Readonly<Record<string, string>> = {
  scaled: 'scores',
  masked: 'scores',
  output: 'v', // averages of values stay among the values
};

/** The largest magnitude among the finite values; 0 if there is none. */
export function largest(values: ArrayLike<number>): number {
  let max = 0;
  for (let at = 0; at < values.length; at++) {
    const magnitude = Math.abs(values[at] ?? 0);
    if (magnitude > max && magnitude < Infinity) max = magnitude;
  }
  return max;
}

/** Weights are shares of one; the rest reach to the largest value of their family's leader. */
export function colourDomain<Tap extends string>(
  tap: Tap,
  values: Readonly<Partial<Record<Tap, ArrayLike<number>>>>,
): number {
  if (tap === 'weights') return 1;
  const leader = Object.hasOwn(leaders, tap) ? (leaders[tap] as Tap) : tap;
  return largest(values[leader] ?? values[tap] ?? []);
}
