// Curves over the steps of training as numbers: axes, points, and what they cover. Lengths are in
// sixteenths of an em of the figure.

/** x to the right, y downwards. */
export type Point = readonly [x: number, y: number];

/** Unbroken pieces of a curve: it has gaps where a value is no number. */
export type Curve = readonly (readonly Point[])[];

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The first window of the axis, and how full it gets before it doubles. */
const first = 100;
const full = 0.62;

/** Where the axis of steps ends while the playhead is at a step. */
export function windowOf(at: number, most: number): number {
  let end = Math.min(first, most);
  while (end < most && at > full * end) end = Math.min(most, 2 * end);
  return end;
}

/** Steps with a number at the axis: the ends, and what divides it roundly. */
export function stepTicks(end: number): readonly number[] {
  const parts = [4, 3, 5].find((each) => isRound(end / each)) ?? 1;
  return Array.from({ length: parts + 1 }, (_, index) => (end * index) / parts);
}

/** 1, 2, 2.5 or 5, and as many noughts as there are. */
const isRound = (step: number): boolean => /^(1|2|5|25)0*$/.test(String(step));

const tops = [2.5, 3, 4, 6, 10];

/** The end of the axis of losses, and its numbers. */
export function lossAxis(largest: number): { readonly top: number; readonly ticks: number[] } {
  const known = tops.find((top) => largest <= top);
  let top = known ?? 10;
  for (let by = 0; top < largest; by++) top *= by % 2 === 0 ? 2 : 5;
  const step = top <= 3 ? 1 : top <= 6 ? 2 : top / 2;
  return { top, ticks: Array.from({ length: Math.floor(top / step) + 1 }, (_, n) => n * step) };
}

/** Values so near to each other on the axis are drawn as their mean: the noise of single steps would be a band. */
const grain = 3;

/** The points of a curve, one for each grain of the axis; the last one stands at the last value. */
export function thinned(count: number, pointOf: (index: number) => Point): Curve {
  const pieces: Point[][] = [];
  let piece: Point[] = [];
  let near: Point[] = [];
  const flush = (): void => {
    const last = near.at(-1);
    if (!last) return;
    piece.push([last[0], near.reduce((sum, [, y]) => sum + y, 0) / near.length]);
    near = [];
  };
  for (let index = 0; index < count; index++) {
    const point = pointOf(index);
    if (!Number.isFinite(point[1])) {
      flush();
      if (piece.length > 0) pieces.push(piece);
      piece = [];
      continue;
    }
    const [first] = near;
    if (first && Math.floor(first[0] / grain) !== Math.floor(point[0] / grain)) flush();
    near.push(point);
  }
  flush();
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

const written = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** As the path of a stroke; a lone point is a dot. */
export const pathOf = (curve: Curve): string =>
  curve
    .map((piece) => `M${piece.map(written).join('L')}${piece.length === 1 ? 'h2' : ''}`)
    .join('');

/** The last point that is a number. */
export const endOf = (curve: Curve): Point | undefined => curve.at(-1)?.at(-1);

/** How high a curve is at a place; where it has a gap, and beyond its ends, as high as its end is. */
export function heightAt(curve: Curve, x: number): number {
  for (const piece of curve) {
    const next = piece.findIndex((point) => point[0] >= x);
    const [after, before] = [piece[next], piece[next - 1] ?? piece[next]];
    if (!after || !before) continue;
    return heightOn(before, after, x);
  }
  return endOf(curve)?.[1] ?? NaN;
}

/** From where to where the pieces of a curve go up and down between two places. */
export function spansOf(curve: Curve, from: number, to: number): readonly Point[] {
  const spans: Point[] = [];
  for (const piece of curve) {
    let top = Infinity;
    let bottom = -Infinity;
    let before = piece[0];
    for (const point of piece) {
      // Most of a curve is elsewhere, and this is asked of many places for every drawing.
      if (before && point[0] >= from && before[0] <= to) {
        const ends = [heightOn(before, point, from), heightOn(before, point, to)];
        if (before[0] === point[0]) ends.push(before[1]);
        top = Math.min(top, ...ends);
        bottom = Math.max(bottom, ...ends);
      }
      before = point;
    }
    if (top <= bottom) spans.push([top, bottom]);
  }
  return spans;
}

/** How high a line between two points is at a place, or at its end before that. */
const heightOn = ([x0, y0]: Point, [x1, y1]: Point, x: number): number =>
  x1 === x0 ? y1 : y0 + ((y1 - y0) * (Math.min(x1, Math.max(x0, x)) - x0)) / (x1 - x0);

/** Whether any part of a curve lies within a box. */
export const meets = (curve: Curve, { x, y, width, height }: Box): boolean =>
  spansOf(curve, x, x + width).some(([top, bottom]) => bottom >= y && top <= y + height);

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
