// Curves and the track as numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeLabels, placeOnLine, roomFor } from '../../web/src/render/curve-labels.ts';
import type { Label } from '../../web/src/render/curve-labels.ts';
import {
  endOf,
  heightAt,
  lossAxis,
  meets,
  overlap,
  pathOf,
  stepTicks,
  thinned,
  windowOf,
} from '../../web/src/render/curves.ts';
import type { Box, Curve } from '../../web/src/render/curves.ts';
import { placeOnTrack, stepOnTrack } from '../../web/src/render/playhead.ts';
import { stringPath } from '../../web/src/render/strings.ts';
import { seeded } from './support/random.ts';

describe('the track', () => {
  it('goes by the root, and back to the same step', () => {
    assert.equal(placeOnTrack(0, 1500), 0);
    assert.equal(placeOnTrack(1500, 1500), 1);
    assert.equal(placeOnTrack(375, 1500), 0.5);
    for (let step = 0; step <= 1500; step++) {
      assert.equal(stepOnTrack(placeOnTrack(step, 1500), 1500), step);
    }
    assert.equal(placeOnTrack(9, 0), 0);
    assert.equal(stepOnTrack(2, 1500), 1500);
  });
});

describe('the axis of steps', () => {
  it('doubles when the playhead passes 62 % of it, up to the last step', () => {
    assert.deepEqual(
      [0, 62, 63, 124, 125, 248, 249, 496, 497, 1500].map((at) => windowOf(at, 1500)),
      [100, 100, 200, 200, 400, 400, 800, 800, 1500, 1500],
    );
    assert.equal(windowOf(10, 40), 40);
  });

  it('has round numbers', () => {
    assert.deepEqual(stepTicks(100), [0, 25, 50, 75, 100]);
    assert.deepEqual(stepTicks(400), [0, 100, 200, 300, 400]);
    assert.deepEqual(stepTicks(1500), [0, 500, 1000, 1500]);
    assert.deepEqual(stepTicks(7), [0, 7]);
  });
});

describe('the axis of losses', () => {
  it('ends above every loss', () => {
    for (const largest of [0.1, 2.5, 2.51, 3.7, 9, 11, 99, 640, 1e6, 3e30]) {
      const { top, ticks } = lossAxis(largest);
      assert.ok(top >= largest, String(largest));
      assert.ok(ticks.length >= 2 && ticks.length <= 4, ticks.join());
      assert.ok(
        ticks.every((tick) => tick <= top),
        ticks.join(),
      );
    }
    assert.deepEqual(lossAxis(2.4), { top: 2.5, ticks: [0, 1, 2] });
  });
});

describe('a thinned curve', () => {
  const noisy = (count: number, width: number): Curve => {
    const chance = seeded(7);
    const values = Array.from({ length: count }, () => 100 + chance.below(50));
    return thinned(count, (index) => [(width * index) / count, values[index] ?? NaN]);
  };

  it('has no more than two points for a unit of its width', () => {
    for (const width of [60, 300, 700]) {
      const points = noisy(1500, width).flat();
      assert.ok(points.length <= 2 * width, `${points.length} points on ${width}`);
      assert.ok(
        points.every(([, y]) => y >= 100 && y < 150),
        'within the values',
      );
    }
  });

  it('keeps every point where there is room for them', () => {
    assert.equal(noisy(100, 400).flat().length, 100);
  });

  it('ends at the last value, and has a gap where a value is no number', () => {
    const curve = thinned(9, (index) => [10 * index, index === 4 || index === 8 ? NaN : index]);
    assert.deepEqual(
      curve.map((piece) => piece.length),
      [4, 3],
    );
    assert.deepEqual(endOf(curve), [70, 7]);
    assert.equal(pathOf(curve).match(/M/g)?.length, 2);
    assert.doesNotMatch(pathOf(curve), /NaN/);
    assert.deepEqual(
      thinned(0, () => [0, 0]),
      [],
    );
    assert.equal(pathOf([]), '');
  });

  it('is a dot where it is a single point', () => {
    assert.equal(pathOf([[[3, 4]]]), 'M3.0 4.0h2');
  });

  it('is as high between its points as the line is', () => {
    const curve: Curve = [[[0, 0], [10, 20]]]; // prettier-ignore
    assert.equal(heightAt(curve, 5), 10);
    assert.equal(heightAt(curve, 99), 20);
  });
});

describe('names of curves', () => {
  const frame: Box = { x: 30, y: 6, width: 330, height: 206 };
  const widths = [roomFor('Transformer 0.12', 14), roomFor('BiLSTM 1.64', 14)];
  const labelsFor = (curves: readonly Curve[]): readonly Label[] =>
    curves.map((curve, index) => ({
      curve,
      end: endOf(curve) ?? [0, 0],
      width: widths[index] ?? 0,
      height: 17,
    }));
  const inside = ({ x, y, width, height }: Box): boolean =>
    x >= frame.x &&
    y >= frame.y &&
    x + width <= frame.x + frame.width &&
    y + height <= frame.y + frame.height;

  /** Losses that come down at some pace, or do not. */
  const falling = (at: number, end: number, pace: number, from: number): Curve =>
    thinned(at, (step) => [
      frame.x + ((frame.width - 2) * (step + 1)) / end,
      212 - from / (1 + (pace * step) / 100),
    ]);

  it('stand within the frame, apart from each other, and over no line', () => {
    for (const at of [1, 5, 50, 62, 63, 140, 250, 496, 700, 930, 1500]) {
      for (const [fast, slow] of [
        [3, 0.3],
        [1, 1],
        [0, 0],
        [0.001, 5],
      ] as const) {
        const end = windowOf(at, 1500);
        const curves = [falling(at, end, fast, 190), falling(at, end, slow, 188)];
        const free = frame.x + ((frame.width - 2) * at) / end;
        const playhead: Curve = [[[free, 0], [free, 400]]]; // prettier-ignore
        const all = [...curves, playhead];
        const placed = placeLabels(labelsFor(curves), { frame, curves: all, taken: [], free });
        const [first, second] = placed.boxes;
        const what = `at ${at}, ${fast} and ${slow}`;
        assert.ok(first && second && placed.free, what);
        assert.ok(inside(first) && inside(second), `${what}: outside`);
        assert.ok(!overlap(first, second), `${what}: over each other`);
        for (const box of [first, second]) {
          assert.ok(!all.some((curve) => meets(curve, box)), `${what}: over a line`);
        }
      }
    }
  });

  it('stand beside the end where the playhead has room behind it', () => {
    const curve = falling(50, 100, 3, 190);
    const [, y = 0] = endOf(curve) ?? [];
    const [end] = endOf(curve) ?? [0];
    const { boxes } = placeLabels(labelsFor([curve]), {
      frame,
      curves: [curve],
      taken: [],
      free: end,
    });
    const [box] = boxes;
    assert.ok(box && box.x > end && Math.abs(box.y + 8.5 - y) <= 2, JSON.stringify(box));
  });

  it('say so where there is no room, and stay in the frame', () => {
    const narrow: Box = { x: 0, y: 0, width: 100, height: 40 };
    const curve: Curve = [[[0, 20], [100, 20]]]; // prettier-ignore
    const label = { curve, end: [100, 20] as const, width: 90, height: 36 };
    const placed = placeLabels([label], { frame: narrow, curves: [curve], taken: [], free: 100 });
    assert.equal(placed.free, false);
    assert.equal(placed.boxes.length, 1);
  });

  it('leave room for the name of the line of guessing', () => {
    const level = 20;
    const box = placeOnLine(70, 14, level, {
      frame: { ...frame, y: 0 },
      curves: [],
      taken: [],
      free: 0,
    });
    assert.equal(box.x + box.width, frame.x + frame.width);
    assert.ok(box.y + box.height <= level, 'above its line');
    const busy: Curve = [[[200, 10], [400, 10]]]; // prettier-ignore
    const moved = placeOnLine(70, 14, level, {
      frame: { ...frame, y: 0 },
      curves: [busy],
      taken: [],
      free: 0,
    });
    assert.ok(!meets(busy, moved), 'over a curve');
  });
});

describe('a string', () => {
  it('is as wide as its weight, and wider along the row the more it is slanted', () => {
    const width = (path: string): number => {
      const [, a = '', b = ''] = /^M(\S+) 0L(\S+) 0/.exec(path) ?? [];
      return Number(b) - Number(a);
    };
    assert.ok(Math.abs(width(stringPath(3, 3, 1)) - 0.25) < 1e-3, stringPath(3, 3, 1));
    assert.ok(Math.abs(width(stringPath(3, 3, 0.5)) - 0.125) < 1e-3, stringPath(3, 3, 0.5));
    assert.ok(width(stringPath(0, 9, 0.5)) > 0.2, stringPath(0, 9, 0.5));
  });
});
