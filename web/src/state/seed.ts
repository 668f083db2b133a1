// Seeds of numbers: whole, and of 32 bits, as the generator takes them.

export const lastSeed = 2 ** 32 - 1;

/** Seeds follow each other, and begin anew after the last. */
export const seedAfter = (seed: number, steps: number): number => (seed + steps) % (lastSeed + 1);
