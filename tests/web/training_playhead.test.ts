import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Playhead } from '../../web/src/element/training/playhead.ts';

const frame = 1000 / 60;

describe('the playhead of a run', () => {
  it('goes by the clock, whatever the frames are', () => {
    for (const apart of [frame, 2 * frame, 100]) {
      const playhead = new Playhead();
      playhead.play(0);
      const frames = Math.floor(2000 / apart);
      for (let i = 1; i <= frames; i++) playhead.tick(i * apart, 240, 1500);
      const passed = (frames * apart * 240) / 1000;
      // A whole step below, where adding up has lost a hair.
      assert.ok(playhead.at <= passed && playhead.at > passed - 1.001, `${apart}: ${playhead.at}`);
    }
  });

  it('waits for what has not been trained, and then goes on from there', () => {
    const playhead = new Playhead();
    playhead.play(0);
    for (let i = 1; i <= 60; i++) playhead.tick(i * frame, 240, 50);
    assert.equal(String(playhead.at), '50');
    playhead.tick(61 * frame, 240, 400);
    assert.match(String(playhead.at), /^5[34]$/);
  });

  it('has no limit but that where there is no speed, and shows a record again in a second or so', () => {
    const playhead = new Playhead();
    playhead.play(0);
    let frames = 0;
    while (playhead.at < 1500) playhead.tick(++frames * frame, 0, 1500);
    assert.ok(frames >= 55 && frames <= 65, String(frames));
  });

  it('makes no leap over frames that nobody saw, and stands still while it rests', () => {
    const playhead = new Playhead();
    playhead.play(0);
    playhead.tick(60_000, 240, 1500);
    assert.equal(playhead.at, 60, 'a quarter of a second');
    playhead.pause();
    playhead.tick(61_000, 240, 1500);
    assert.equal(playhead.at, 60);
    assert.equal(playhead.playing, false);
  });

  it('is put where somebody wants it, also back', () => {
    const playhead = new Playhead();
    playhead.put(700);
    playhead.play(0);
    playhead.tick(frame, 240, 300);
    assert.equal(playhead.at, 700, 'never back by itself');
    playhead.put(100);
    assert.equal(playhead.at, 100);
  });
});
