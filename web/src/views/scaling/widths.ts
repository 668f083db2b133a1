// Where a d lies on an axis of doublings: whole numbers at powers of two, straight lines between them.

/** 2¹⁰ = 1024. */
export const doublings = 10;
export const mostWidth = 1 << doublings;

export function placeOf(width: number): number {
  const whole = 31 - Math.clz32(width);
  return whole + width / (1 << whole) - 1;
}

export function widthAt(place: number): number {
  const whole = Math.min(doublings, Math.max(0, Math.floor(place)));
  return Math.min(mostWidth, Math.round((1 << whole) * (1 + Math.max(0, place - whole))));
}

/** The next d for a key: by ones up to 32, then a sixteenth of the doubling. */
export function stepped(width: number, by: 1 | -1): number {
  const from = by > 0 ? width : width - 1;
  const grain = Math.max(1, (1 << (31 - Math.clz32(Math.max(1, from)))) / 16);
  const next = by > 0 ? Math.floor(width / grain) + 1 : Math.ceil(width / grain) - 1;
  return Math.min(mostWidth, Math.max(1, next * grain));
}

/** To the power of two beyond. */
export function doubled(width: number, by: 1 | -1): number {
  const whole = placeOf(width);
  return widthAt(by > 0 ? Math.floor(whole) + 1 : Math.ceil(whole) - 1);
}
