// What a training said at a recorded step, and what it says to others with the parameters of then.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { History } from '../../wasm/engine/train/history.ts';
import { brief, finish, refusal, train, until } from './support/train.ts';

const digits = [
  [3, 1, 4, 1, 5, 9, 2, 6, 5, 3],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
];

describe('a prediction at a recorded step', () => {
  for (const model of ['transformer', 'lstm'] as const) {
    it(`is what the ${model} said then`, async () => {
      const training = train({ ...brief, model });
      const { marks } = await finish(training);
      assert.equal(marks.length, 7);
      for (const { step, sample, predicted, attention } of marks) {
        const then = await training.predict([...sample], { step });
        assert.equal(then.step, step);
        assert.deepEqual(then.digits.data, predicted);
        assert.deepEqual(then.attention, attention);
      }
      const predictions = new Set(marks.map(({ predicted }) => predicted.join()));
      assert.ok(predictions.size > 1, 'it learned to say something else');
      // To every bit, and to whatever it is asked.
      const shorter = train({ ...brief, model, steps: 15 });
      await finish(shorter);
      assert.deepEqual(await training.predict(digits, { step: 15 }), await shorter.predict(digits));
      for (const each of [training, shorter]) each.stop();
    });
  }

  it('is of the nearest one before, and of the present where none is asked for', async () => {
    const training = train({ ...brief, paused: true });
    const paused = until(training, ({ state, step }) => state === 'paused' && step > 0);
    await training.advance(13);
    await paused;
    assert.deepEqual(
      await Promise.all(
        [0, 4, 5, 12, 13, undefined].map(async (step) => {
          const asked = step === undefined ? {} : { step };
          return (await training.predict(digits, asked)).step;
        }),
      ),
      [0, 0, 5, 10, 13, 13],
    );
    training.stop();
  });

  it('leaves training as it would have been', async () => {
    const unasked = train(brief);
    const { losses } = await finish(unasked);
    const training = train({ ...brief, paused: true });
    const seen: number[] = [];
    const asked: number[] = [];
    for await (const progress of training) {
      seen.push(...progress.losses);
      if (progress.state !== 'paused') continue;
      asked.push((await training.predict(digits, { step: Math.max(progress.step - 1, 0) })).step);
      await training.advance(6);
    }
    assert.deepEqual(asked, [0, 5, 10, 15, 20]);
    assert.deepEqual(seen, losses);
    assert.deepEqual(await training.save(), await unasked.save());
    // Also where the answer was a refusal.
    await assert.rejects(
      training.predict([0, 0, 0, 0, 0, 0, 0, 0, 0, 10], { step: 5 }),
      refusal('bad_range'),
    );
    assert.deepEqual(await training.save(), await unasked.save());
    for (const each of [training, unasked]) each.stop();
  });

  it('is refused where there is no such step', async () => {
    const training = train(brief);
    await finish(training);
    for (const step of [-1, 0.5, NaN, Infinity, '5', null, 31, 1e12]) {
      await assert.rejects(
        training.predict(digits, { step: step as number }),
        refusal('bad_option', 'step'),
        String(step),
      );
    }
    for (const [options, argument] of [
      [{ steps: 5 }, 'steps'],
      [null, 'options'],
      [5, 'options'],
    ] as const) {
      await assert.rejects(
        training.predict(digits, options as object),
        refusal('bad_option', argument),
      );
    }
    training.stop();
  });

  it('is of the present run: reset() and load() forget what was before', async () => {
    const training = train(brief);
    await finish(training);
    const saved = await training.save();
    await training.reset({ ...brief, seed: 7 });
    await assert.rejects(training.predict(digits, { step: 5 }), refusal('bad_option', 'step'));
    const untrained = await training.predict(digits, { step: 0 });
    await training.advance(5);
    assert.deepEqual(await training.predict(digits, { step: 0 }), untrained);
    await training.load(saved);
    await assert.rejects(training.predict(digits, { step: 29 }), refusal('bad_option', 'step'));
    assert.equal((await training.predict(digits, { step: 30 })).step, 30);
    training.stop();
  });

  it('is of fewer steps where the network is large, the first and the newest among them', async () => {
    // A million parameters: sixteen marks would not fit.
    const training = train({
      ...{ vocabulary: 2, length: 2, width: 128, hidden: 4096 },
      ...{ batch: 1, testSequences: 1, scored: 1, steps: 95, optimizer: 'sgd' },
    });
    const { marks } = await finish(training);
    const kept = new Set<number>();
    for (const { step, sample } of marks) {
      const then = await training.predict([...sample], { step });
      const mark = marks.find((each) => each.step === then.step);
      assert.deepEqual(then.attention, mark?.attention);
      kept.add(then.step);
    }
    assert.deepEqual([...kept], [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95]);
    training.stop();
  });
});

describe('the history of parameters', () => {
  it('stays within its bytes, however long the training', () => {
    const history = new History(4 * 100 * 10);
    for (let step = 0; step < 1000; step++) {
      history.add({ step, values: new Float32Array(100).fill(step) });
      const kept = Array.from({ length: step + 1 }, (_, at) => history.at(at));
      assert.ok(
        kept.every((each, at) => each && each.step <= at && each.values[0] === each.step),
        'parameters are of their step',
      );
      const steps = new Set(kept.map((each) => each?.step));
      assert.ok(steps.size <= 10, `${steps.size} are kept at ${step}`);
      assert.ok(steps.size > 5 || steps.size === step + 1, `${steps.size} are kept at ${step}`);
      assert.ok(steps.has(0) && steps.has(step), 'the first and the newest are kept');
    }
    history.clear();
    assert.equal(history.at(1000), undefined);
  });
});
