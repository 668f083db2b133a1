// Reproducible chance: xorshift32.
export interface Chance {
  /** 32 random bits. */
  bits(): number;
  /** A whole number from 0 to limit − 1. */
  below(limit: number): number;
  pick<T>(from: readonly T[]): T;
  /** A finite float32 of any magnitude: a random bit pattern. */
  float32(): number;
}

export function seeded(seed: number): Chance {
  let state = seed;
  const bits = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (limit: number) => Math.floor((bits() / 2 ** 32) * limit);
  return {
    bits,
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    float32() {
      const x = fromBits(bits());
      return Number.isFinite(x) ? x : this.float32();
    },
  };
}

export function fromBits(pattern: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, pattern);
  return view.getFloat32(0);
}
