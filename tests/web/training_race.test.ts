import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Answers } from '../../web/src/element/training/answers.ts';
import { Race } from '../../web/src/element/training/race.ts';
import type { Settings } from '../../web/src/element/training/race.ts';
import { fakeEngine, settled } from './support/training.ts';
import type { FakeTraining } from './support/training.ts';

const settings: Settings = {
  ...{ seed: 0, rate: 0.003, width: 32, heads: 1, layers: 1, length: 10, batch: 64 },
};

async function begin(own: Partial<Settings> = {}, steps = 100) {
  const { engine, made } = fakeEngine();
  const errors: unknown[] = [];
  let changes = 0;
  const race = new Race(engine, { ...settings, ...own }, steps, {
    changed: () => {
      changes++;
    },
    failed: (error) => errors.push(error),
  });
  await settled();
  const [transformer, lstm] = made as [FakeTraining, FakeTraining];
  return { race, transformer, lstm, errors, changes: () => changes };
}

const run = async (count: number, ...trainings: readonly FakeTraining[]): Promise<void> => {
  await settled();
  for (const each of trainings) each.run(count);
  await settled();
};

describe('a race', () => {
  it('is between the document’s two networks: the second draws on where the first ends', async () => {
    const { transformer, lstm } = await begin({}, 1500);
    const shared = {
      ...{ seed: 0, learningRate: 0.003, width: 32, length: 10, batch: 64, vocabulary: 10 },
      ...{ steps: 1500, scored: 200, testSequences: 2000, testSeed: 99, paused: true },
    };
    assert.deepEqual(transformer.options, {
      ...shared,
      ...{ model: 'transformer', heads: 1, layers: 1, hidden: 64 },
    });
    assert.deepEqual(lstm.options, {
      ...shared,
      ...{ model: 'lstm', hidden: 48, skippedDraws: 1500 * 64 * 10 },
    });
  });

  it('has something to show as soon as both have said what they do untrained', async () => {
    const { race, changes } = await begin();
    assert.ok(race.ready && changes() === 2, 'both told');
    const { marks, losses, parameters } = race.lstm.drawn(0, null);
    assert.deepEqual(
      [marks, losses.length, parameters],
      [[{ step: 0, digits: 0, sequences: 0 }], 0, 32_778],
    );
    assert.deepEqual(race.transformer.sample, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('is as far as the slower one', async () => {
    const { race, transformer, lstm } = await begin();
    race.aim(100, Infinity);
    await run(30, transformer);
    await run(12, lstm);
    assert.deepEqual([race.trained, race.over], [12, false]);
    await run(100, transformer, lstm);
    assert.deepEqual([race.trained, race.over], [100, true]);
  });

  it('ends with the score on the whole test set', async () => {
    const { race, transformer, lstm } = await begin();
    race.aim(100, Infinity);
    await run(100, transformer, lstm);
    assert.deepEqual(race.lstm.drawn(100, null).marks.at(-1), {
      ...{ step: 100, digits: 0.95, sequences: 0.61 },
    });
    assert.deepEqual([race.lstm.finished(100), race.lstm.finished(99)], [true, false]);
    assert.equal(race.lstm.finalSequences, 100);
    // Earlier it is that of the mark.
    assert.deepEqual(race.lstm.drawn(99, null).marks.at(-1), {
      ...{ step: 95, digits: 0.95, sequences: 0.95 },
    });
  });

  it('goes on to another place only from a rest, and no further than there', async () => {
    const { race, transformer } = await begin();
    race.aim(50, 240);
    await run(20, transformer);
    race.aim(30, 240);
    await settled();
    race.aim(10, Infinity);
    await settled();
    assert.deepEqual(transformer.asked, [
      ...['speed 240', 'advance 50', 'pause', 'advance 10', 'speed Infinity', 'pause'],
    ]);
    assert.equal(transformer.state, 'paused');
    assert.equal(transformer.step, 20);
  });

  it('goes on with one where the other has lost its numbers, and is over where both have', async () => {
    const { race, transformer, lstm } = await begin();
    lstm.broken = 7;
    race.aim(100, Infinity);
    await run(20, transformer, lstm);
    assert.deepEqual([race.lstm.diverged, race.trained, race.over], [7, 20, false]);
    assert.ok(Number.isNaN(race.lstm.drawn(20, null).losses[6]), 'and says so');
    transformer.broken = 25;
    await run(20, transformer);
    assert.deepEqual([race.trained, race.over], [25, true]);
  });

  it('says that a worker died, and nothing after it was stopped', async () => {
    const { race, transformer, lstm, errors } = await begin();
    race.aim(100, Infinity);
    await settled();
    transformer.die();
    await settled();
    assert.equal(errors.length, 1);
    race.stop();
    await settled();
    assert.deepEqual([errors.length, lstm.state], [1, 'stopped']);
  });
});

describe('answers to digits of one’s own', () => {
  const digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];

  it('come from the weights of the mark, are asked for once, and one at a time', async () => {
    const { race, transformer, lstm } = await begin();
    race.aim(100, Infinity);
    await run(40, transformer, lstm);
    let told = 0;
    const answers = new Answers(race, digits, () => {
      told++;
    });
    assert.equal(answers.at(10, 10), null);
    assert.equal(answers.at(15, 15), null);
    await settled();
    assert.equal(told, 1);
    assert.equal(answers.at(10, 10)?.lstm.step, 10);
    // Until it has answered for a mark, it shows what it knows of before.
    assert.equal(answers.at(20, 20)?.transformer.step, 10);
    await settled();
    assert.equal(answers.at(20, 20)?.transformer.step, 20);
    const asked = transformer.asked.filter((each) => each.startsWith('predict'));
    assert.deepEqual(asked, [`predict ${String(digits)} at 10`, `predict ${String(digits)} at 20`]);
  });

  it('that do not come are not asked for again and again', async () => {
    const { race, transformer } = await begin();
    let told = 0;
    const answers = new Answers(race, digits, () => {
      told++;
    });
    for (let i = 0; i < 3; i++) {
      assert.equal(answers.at(60, 60), null);
      await settled();
    }
    assert.equal(transformer.asked.filter((each) => each.startsWith('predict')).length, 1);
    assert.equal(told, 0);
  });
});
