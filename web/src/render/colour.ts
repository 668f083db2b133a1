// How deep a cell is filled, and which way its text goes.

export interface SignedShare {
  /** 0 to 1 of the deepest fill. */
  readonly share: number;
  /** The hatched arm of the scale. */
  readonly negative: boolean;
}

/** x on a scale that ends at ±max; what lies beyond has the deepest fill, NaN none. */
export function signedShare(x: number, max: number): SignedShare {
  if (Number.isNaN(x) || x === 0) return { share: 0, negative: false };
  const share = Number.isFinite(x) ? (max > 0 ? Math.min(1, Math.abs(x) / max) : 0) : 1;
  return { share, negative: x < 0 };
}

/** A weight on the sequential scale from 0 to 1. */
export const weightShare = (weight: number): number =>
  Number.isNaN(weight) ? 0 : Math.min(1, Math.max(0, weight));

/** From this share on the other colour of text has the better contrast, by theme. */
const flip = { light: 0.57, dark: 0.44 } as const;

export const isInverted = (weight: number, theme: keyof typeof flip): boolean =>
  weightShare(weight) >= flip[theme];
