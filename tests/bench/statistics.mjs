// What a list of measurements comes to.

/** A value that was measured: the one below which this share of the others lies. */
export function quantile(values, share) {
  if (values.length === 0) throw new RangeError('nothing was measured');
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)];
}

export const median = (values) => quantile(values, 0.5);

export const summary = (values) => ({ median: median(values), tenth: quantile(values, 0.1) });

/** As many digits as a measurement on a shared machine is worth. */
export const rounded = (value) => Number(value.toPrecision(4));
