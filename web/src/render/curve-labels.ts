// Where the names at the ends of curves stand: beside the end, over no line and over no other name.
import { heightAt, meets, overlap, spansOf } from './curves.ts';
import type { Box, Curve, Point } from './curves.ts';

export interface Label {
  readonly curve: Curve;
  /** The end of its line. */
  readonly end: Point;
  readonly width: number;
  readonly height: number;
}

/** What may not be covered, and within what. */
export interface Surroundings {
  readonly frame: Box;
  readonly curves: readonly Curve[];
  readonly taken: readonly Box[];
  /** From here on there are no curves. */
  readonly free: number;
}

/** Between a label and its playhead, and around it. */
const beside = 7;
const around = 2;

/** In what steps a place is looked for along the line, and how much a unit of them is worth up or down. */
const slide = 12;
const along = 0.25;
/** What it costs not to stand beside the end. */
const aside = 40;
/** What it costs to stand on a line: more than anything else. */
const covering = 1e6;

interface Placed {
  readonly box: Box;
  readonly cost: number;
}

interface Column {
  readonly x: number;
  readonly cost: number;
}

/** Beside the end where there is room, else along the line, as near to its end as can be; beyond the playhead at last. */
function columnsFor({ end, width }: Label, { frame, free }: Surroundings): readonly Column[] {
  const columns: Column[] = [];
  const last = frame.x + frame.width - width;
  const add = (x: number, cost: number): void => {
    if (x >= frame.x && x <= last) columns.push({ x, cost });
  };
  add(end[0] + beside, 0);
  for (let x = end[0] - beside - width; x >= frame.x; x -= slide) {
    add(x, aside + (end[0] - x - width) * along);
  }
  if (free > end[0] + 1) add(free + beside, 2 * aside);
  return columns.length > 0 ? columns : [{ x: Math.max(frame.x, last), cost: 0 }];
}

/** What may not be covered of a column, from its top to its bottom. */
type Interval = readonly [top: number, bottom: number];

const overBoxes = (boxes: readonly Box[], x: number, width: number): readonly Interval[] =>
  boxes.flatMap((box) =>
    box.x < x + width && x < box.x + box.width ? [[box.y, box.y + box.height] as const] : [],
  );

/** The tops nearest to a wanted one at which nothing is covered; null where there is none. */
function nearestTop(
  wanted: number,
  height: number,
  { y, height: room }: Box,
  closed: readonly Interval[],
): number | null {
  const lowest = y + room - height;
  if (lowest < y) return null;
  const within = (top: number): number => Math.min(lowest, Math.max(y, top));
  const tops = [wanted, ...closed.flatMap(([top, bottom]) => [top - height, bottom])];
  const free = tops.filter((top) => {
    if (top !== within(top)) return false;
    return !closed.some(([above, below]) => above < top + height && top < below);
  });
  const near = (top: number): number => Math.abs(top - wanted);
  return free.length === 0 ? null : free.reduce((a, b) => (near(b) < near(a) ? b : a));
}

/** The nearest free place; where there is none, the nearest that covers no other label. */
function placeOf(label: Label, surroundings: Surroundings): Placed {
  const { frame, curves, taken } = surroundings;
  const { curve, width, height } = label;
  let best: Placed | null = null;
  let covered: Placed | null = null;
  for (const { x, cost } of columnsFor(label, surroundings)) {
    if (best && cost >= best.cost) continue;
    const line = heightAt(curve, x + width / 2) - height / 2;
    const wanted = Math.min(frame.y + frame.height - height, Math.max(frame.y, line));
    const labels = overBoxes(taken, x, width);
    const lines = curves.flatMap((each) =>
      spansOf(each, x - around, x + width + around).map(
        ([top, bottom]) => [top - around, bottom + around] as const,
      ),
    );
    const placed = (top: number): Placed => ({
      box: { x, y: top, width, height },
      cost: cost + Math.abs(top - line),
    });
    const top = nearestTop(wanted, height, frame, [...labels, ...lines]);
    if (top !== null && (!best || placed(top).cost < best.cost)) best = placed(top);
    if (best) continue;
    const over = nearestTop(wanted, height, frame, labels) ?? wanted;
    if (!covered || placed(over).cost < covered.cost) covered = placed(over);
  }
  if (best) return best;
  const { box, cost } = covered ?? { box: { x: frame.x, y: frame.y, width, height }, cost: 0 };
  return { box, cost: cost + covering };
}

export interface Placing {
  /** In the order of the labels. */
  readonly boxes: readonly Box[];
  /** Every label covers nothing. */
  readonly free: boolean;
}

/** Placed in the order that keeps them nearest to their ends. */
export function placeLabels(labels: readonly Label[], surroundings: Surroundings): Placing {
  const forth = labels.map((_, index) => index);
  const placings = [forth, [...forth].reverse()].map((order) => {
    const boxes = new Map<number, Box>();
    let cost = 0;
    for (const index of order) {
      const label = labels[index];
      if (!label) continue;
      const taken = [...surroundings.taken, ...boxes.values()];
      const placed = placeOf(label, { ...surroundings, taken });
      boxes.set(index, placed.box);
      cost += placed.cost;
    }
    const placed = forth.flatMap((index) => boxes.get(index) ?? []);
    return { boxes: placed, cost: cost + crossedOver(labels, placed) };
  });
  const [best = { boxes: [], cost: 0 }] = placings.sort((a, b) => a.cost - b.cost);
  return { boxes: best.boxes, free: best.cost < covering };
}

/** A name that stands above the other one, though its line ends below, misleads. */
function crossedOver(labels: readonly Label[], boxes: readonly Box[]): number {
  const [a, b] = labels;
  const [first, second] = boxes;
  if (!a || !b || !first || !second) return 0;
  return (a.end[1] - b.end[1]) * (first.y - second.y) < 0 ? 50 : 0;
}

/** Of a line's own name, right above or below it, as far to the right as there is room. */
export function placeOnLine(
  width: number,
  height: number,
  y: number,
  { frame, curves, taken }: Surroundings,
): Box {
  const rightmost = frame.x + frame.width - width;
  for (let x = rightmost; x >= frame.x; x -= 8) {
    for (const top of [y - 3 - height, y + 3]) {
      const box = { x, y: top, width, height };
      const inside = top >= frame.y && top + height <= frame.y + frame.height;
      const covers =
        curves.some((curve) => meets(curve, box)) || taken.some((t) => overlap(t, box));
      if (inside && !covers) return box;
    }
  }
  return { x: rightmost, y: y - 3 - height, width, height };
}

const wide = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uff60]/;

/** About how wide a text is at most, set in so large a face. */
export const roomFor = (text: string, size: number): number =>
  Array.from(text).reduce(
    (sum, each) =>
      sum + (wide.test(each) ? 1 : each === ' ' ? 0.3 : /[A-Z%m]/.test(each) ? 0.85 : 0.64),
    0,
  ) * size;
