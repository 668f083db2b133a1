// Which part of the figure is drawn in which frame.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Turns } from '../../web/src/element/training/turns.ts';

const frame = 1000 / 60;

/** What each of so many frames drew, while the playhead goes on by `by` steps a frame. */
function drawn(turns: Turns, frames: number, by: number): { parts: string[]; at: number }[] {
  return Array.from({ length: frames }, (_, index) => {
    const before = turns.counts;
    turns.next((index + 1) * by, (index + 1) * frame);
    const after = turns.counts;
    const parts = (Object.keys(after) as (keyof typeof after)[]).filter(
      (part) => after[part] !== before[part],
    );
    return { parts, at: (index + 1) * by };
  });
}

const begun = (): Turns => {
  const turns = new Turns();
  turns.all(0, 0);
  return turns;
};

describe('while training runs', () => {
  it('a frame draws one part, curves every second frame, the others as often as an eye can follow', () => {
    const frames = drawn(begun(), 600, 3);
    assert.ok(frames.every(({ parts }) => parts.length <= 1));
    const count = (part: string) => frames.filter(({ parts }) => parts.includes(part)).length;
    assert.ok(count('curves') >= 270 && count('curves') <= 300, String(count('curves')));
    for (const part of ['task', 'map 0', 'map 1', 'map 2']) {
      assert.ok(count(part) >= 50 && count(part) <= 62, `${part}: ${count(part)}`);
    }
  });

  it('the rows of the map are all of the step of the task before the next one', () => {
    const turns = begun();
    const seen: string[][] = [];
    for (let index = 1; index <= 600; index++) {
      const before = turns.counts;
      const { read } = turns;
      turns.next(index * 3, index * frame);
      const [part] = Object.entries(turns.counts).flatMap(([name, count]) =>
        count === before[name as keyof typeof before] ? [] : [name],
      );
      if (part === 'task') seen.push([]);
      else assert.equal(turns.read, read, 'only the task reads');
      if (part?.startsWith('map')) seen.at(-1)?.push(part);
    }
    assert.ok(seen.length > 50);
    for (const rows of seen.slice(0, -1)) {
      assert.deepEqual([...rows].sort(), ['map 0', 'map 1', 'map 2']);
    }
  });

  it('nothing is drawn for a playhead that waits, once every part is of its step', () => {
    const turns = begun();
    const steps = Array.from({ length: 100 }, (_, index) => {
      turns.next(7, (index + 1) * frame);
      return turns.lags(7);
    });
    const caughtUp = steps.indexOf(false);
    assert.ok(caughtUp > 0 && caughtUp < 20, String(caughtUp));
    assert.ok(!steps.slice(caughtUp).includes(true));
    const { counts } = turns;
    assert.equal(turns.next(7, 1e6), false);
    assert.deepEqual(turns.counts, counts);
    assert.deepEqual([turns.at, turns.read], [7, 7]);
  });
});

it('at rest every part is drawn, of one step', () => {
  const turns = begun();
  drawn(turns, 5, 3);
  const before = turns.counts;
  turns.all(2, 1000);
  for (const [part, count] of Object.entries(turns.counts)) {
    assert.equal(count, before[part as keyof typeof before] + 1, part);
  }
  assert.deepEqual([turns.at, turns.read, turns.lags(2)], [2, 2, false]);
});
