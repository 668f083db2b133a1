// How much ink a cell has: a rule for each share, since cells of one share are then styled once, where a
// style of its own would have each worked out by itself with every edit.

/** Steps from no ink to all of it: finer than an eye tells apart. */
export const inkSteps = 100;

export const shareRules = Array.from(
  { length: inkSteps + 1 },
  (_, share) => `[data-share='${share}']{--qkv-share:${share / inkSteps}}`,
).join('');
