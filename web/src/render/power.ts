/** If each of so many digits is right by chance of its own: how often all of them are. */
export const powerOf = (share: number, count: number): number => share ** count;
