// Training in a worker: the document's numbers, every way of stopping and going on, and every end.
import assert from 'node:assert/strict';
import { writeFileSync, mkdtempSync, rmSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, describe, it } from 'node:test';
import { QkvError, engine, tensor } from './support/engine.ts';
import { brief, finish, refusal, train, until } from './support/train.ts';

const { Transformer, BiLSTM } = JSON.parse(
  readFileSync(new URL('../golden/reverse_seq.json', import.meta.url), 'utf8'),
) as Record<'Transformer' | 'BiLSTM', { readonly loss_all: readonly number[] }>;

describe('the document’s run', () => {
  it('trains the Transformer to its last digit, beside a BiLSTM in another worker', async () => {
    const other = train({ model: 'lstm', skippedDraws: 1500 * 640, steps: 60 });
    const [{ losses, norms, marks, last }, lstm] = await Promise.all([
      finish(train()),
      finish(other),
    ]);
    assert.equal(losses.length, 1500);
    assert.equal(norms.length, 1500);
    losses.forEach((loss, step) => {
      const off = Math.abs(loss - (Transformer.loss_all[step] ?? NaN));
      assert.ok(off <= 1e-5, `step ${step} is off by ${off}`);
    });
    assert.equal(last.state, 'done');
    assert.deepEqual([last.parameters, lstm.last.parameters], [9194, 32_778]);
    assert.deepEqual(last.score, {
      digitsRight: 20_000,
      digits: 20_000,
      sequencesRight: 2000,
      sequences: 2000,
    });
    const steps = marks.map(({ step }) => step);
    const range = (from: number, to: number, by: number) =>
      Array.from({ length: (to - from) / by }, (_, i) => from + (i + 1) * by);
    assert.deepEqual(steps, [
      0,
      ...range(0, 200, 5),
      ...range(200, 500, 10),
      ...range(500, 1500, 25),
    ]);
    const map = marks.at(-1)?.attention;
    assert.deepEqual(map?.shape, [1, 1, 10, 10]);
    const diagonal = Array.from({ length: 10 }, (_, i) => map.data[i * 10 + 9 - i] ?? NaN);
    const mean = diagonal.reduce((sum, each) => sum + each, 0) / 10;
    assert.ok(Math.abs(mean - 0.62) < 0.005, `the anti-diagonal has ${mean}`);
    // What it says to the first of the test set.
    assert.deepEqual([...(marks.at(-1)?.predicted ?? [])], [0, 5, 8, 2, 8, 1, 0, 1, 9, 1]);
    assert.ok((marks[0]?.score.sequencesRight ?? 1) === 0 && marks[0]?.score.sequences === 200);

    lstm.losses.forEach((loss, step) => {
      const off = Math.abs(loss - (BiLSTM.loss_all[step] ?? NaN));
      assert.ok(off <= 1e-4, `step ${step} of the BiLSTM is off by ${off}`);
    });
    assert.equal(lstm.losses.length, 60);
    assert.ok(lstm.marks.every(({ attention }) => attention === null));
    // Done is no end: it goes on when asked to, and answers.
    const training = other;
    const more = until(training, ({ state }) => state === 'running');
    await training.advance(3);
    await more;
    const { digits, probabilities } = await training.predict([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    assert.deepEqual(digits.shape, [10]);
    assert.deepEqual(probabilities.shape, [10, 10]);
    training.stop();
  });
});

describe('a training', () => {
  it('waits, steps, pauses, goes on and stops', async () => {
    const training = train({ ...brief, paused: true, speed: 400 });
    assert.equal(training.state, 'starting');
    await training.ready;
    assert.deepEqual([training.state, training.step], ['paused', 0]);
    const stepped = until(training, ({ state, step }) => state === 'paused' && step > 0);
    await training.advance();
    const progress = await stepped;
    assert.equal(progress.step, 1);
    assert.equal(progress.score?.sequences, 40);
    const moving = until(training, (each) => each.step > 2);
    await training.resume();
    await moving;
    const paused = until(training, ({ state }) => state === 'paused');
    await training.pause();
    const { step } = await paused;
    assert.ok(step > 2 && step < 30, `paused at ${step}`);
    await training.setSpeed(Infinity);
    const ended = finish(training);
    await training.resume();
    assert.equal((await ended).last.state, 'done');
    assert.equal(training.step, 30);
    training.stop();
    assert.equal(training.state, 'stopped');
    training.stop();
    await assert.rejects(training.resume(), refusal('bad_option'));
    await assert.rejects(training.weights(), refusal('bad_option'));
    for await (const each of training) assert.fail(`it said ${each.state}`);
  });

  it('hears at full speed what it is asked', async () => {
    const training = train({ ...brief, steps: 20_000 });
    await training.ready;
    await training.pause();
    assert.equal(training.state, 'paused');
    assert.ok(training.step < 20_000, `it paused at ${training.step}`);
    training.stop();
  });

  it('advances by every step that it was asked for', async () => {
    const training = train({ ...brief, paused: true, speed: 400, steps: 1_000_000 });
    const paused = until(training, ({ state, step }) => state === 'paused' && step > 0);
    await Promise.all([training.advance(6), training.advance(), training.advance(5)]);
    assert.equal((await paused).step, 12);
    // Of one that runs it is where it is to pause.
    const again = until(training, ({ state, step }) => state === 'paused' && step > 12);
    await training.resume();
    await training.advance(3);
    await again;
    training.stop();
  });

  it('gives the same numbers at any speed, and from the beginning again', async () => {
    const training = train(brief);
    const first = await finish(training);
    const again = finish(training);
    await training.reset({ ...brief, speed: 300 });
    await training.resume();
    const second = await again;
    assert.deepEqual(second.losses, first.losses);
    assert.deepEqual(second.norms, first.norms);
    assert.deepEqual(second.marks, first.marks);
    const third = finish(training);
    await training.reset({ ...brief, seed: 7n, model: 'lstm' });
    await training.resume();
    const other = await third;
    assert.notDeepEqual(other.losses, first.losses);
    assert.equal(other.losses.length, 30);
    training.stop();
  });

  it('says first what it does untrained, though it is paused and one listens late', async () => {
    for (const late of [false, true]) {
      const training = train({ ...brief, paused: true });
      if (late) await training.ready;
      const { step, losses, marks } = await until(training, ({ state }) => state === 'paused');
      assert.deepEqual([step, losses.length, marks.map((mark) => mark.step)], [0, 0, [0]]);
      training.stop();
    }
  });

  it('is stopped by who leaves its loop', async () => {
    const training = train({ ...brief, steps: 1_000_000 });
    for await (const { step } of training) if (step > 3) break;
    assert.equal(training.state, 'stopped');
  });

  it('keeps a steady speed that was asked for', async () => {
    const training = train({ ...brief, speed: 200, steps: 60 });
    await training.ready;
    const start = performance.now();
    await finish(training);
    const took = performance.now() - start;
    // 60 steps at 200 a second; no upper bound, since the machine may be busy.
    assert.ok(took > 200, `60 steps took ${took} ms`);
    training.stop();
  });

  it('says that its loss is no number any more, and starts anew from there', async () => {
    for (const options of [
      { ...brief, optimizer: 'sgd', learningRate: 1e20 },
      { ...brief, learningRate: 1e30, steps: 200 },
    ] as const) {
      const training = train(options);
      const { last, losses } = await finish(training);
      assert.equal(last.state, 'diverged');
      assert.ok(Number.isNaN(losses.at(-1)), `the last loss is ${losses.at(-1)}`);
      await training.resume(); // does nothing
      assert.equal(training.state, 'diverged');
      const { digits } = await training.predict([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      assert.ok(digits.data.every((digit) => digit >= 0 && digit < 10));
      const ended = finish(training);
      await training.reset(brief);
      await training.resume();
      assert.equal((await ended).last.state, 'done');
      training.stop();
    }
  });

  it('predicts several sequences, and refuses what is no sequence of its digits', async () => {
    const training = train({ ...brief, paused: true });
    const { digits, probabilities, attention } = await training.predict([
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
      [5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
    ]);
    assert.deepEqual(digits.shape, [2, 10]);
    assert.deepEqual(probabilities.shape, [20, 10]);
    assert.deepEqual(attention?.shape, [1, 1, 10, 10]);
    for (let row = 0; row < 20; row++) {
      const sum = probabilities.data
        .subarray(row * 10, row * 10 + 10)
        .reduce((total, each) => total + each, 0);
      assert.ok(Math.abs(sum - 1) < 1e-6, `row ${row} sums to ${sum}`);
    }
    for (const bad of [
      [1, 2, 3],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 10],
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 0.5],
    ]) {
      await assert.rejects(training.predict(bad), (error) => error instanceof QkvError, bad.join());
    }
    await assert.rejects(training.predict([0, 1, 2, 3, 4, 5, 6, 7, 8, -1]), refusal('bad_range'));
    await assert.rejects(training.predict(tensor([])), QkvError);
    await training.predict([9, 9, 9, 9, 9, 9, 9, 9, 9, 9]); // as usable as before
    training.stop();
  });
});

describe('weights', () => {
  it('travel from one training to another, and training goes on to the same bits', async () => {
    const whole = train(brief);
    const { losses } = await finish(whole);
    const first = train({ ...brief, steps: 12 });
    await finish(first);
    const saved = await first.save();
    const second = train({ ...brief, paused: true });
    await second.load(saved);
    assert.equal(second.step, 12);
    const rest = finish(second);
    await second.resume();
    assert.deepEqual((await rest).losses, losses.slice(12));
    assert.deepEqual(await second.weights(), await whole.weights());
    // Weights alone begin a new optimiser.
    const third = train({ ...brief, paused: true });
    await third.load(await whole.weights());
    assert.equal(third.step, 0);
    const digits = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3];
    assert.deepEqual({ ...(await third.predict(digits)), step: 30 }, await whole.predict(digits));
    for (const each of [whole, first, second, third]) each.stop();
  });

  it('of another network, and damaged files, are refused and change nothing', async () => {
    const training = train({ ...brief, paused: true });
    const file = await training.save();
    const before = await training.weights();
    const wider = train({ ...brief, width: 16, hidden: 8, paused: true });
    await assert.rejects(wider.load(file), refusal('shape_mismatch', 'file'));
    const lstm = train({ ...brief, model: 'lstm', paused: true });
    await assert.rejects(lstm.load(file), refusal('shape_mismatch', 'file'));
    for (const length of [0, 7, 8, 9, 100, 4000, file.length - 1]) {
      await assert.rejects(training.load(file.slice(0, length)), refusal('bad_option', 'file'));
    }
    const extra = new Uint8Array(file.length + 1);
    extra.set(file);
    await assert.rejects(training.load(extra), refusal('bad_option', 'file'));
    assert.deepEqual(await training.weights(), before);
    await training.load(file);
    for (const each of [training, wider, lstm]) each.stop();
  });
});

describe('options', () => {
  it('that mean nothing are refused at once', () => {
    const bad: [options: object, code: string, argument: string][] = [
      [{ model: 'gru' }, 'bad_option', 'model'],
      [{ optimizer: 'lion' }, 'bad_option', 'optimizer'],
      [{ seed: 0.5 }, 'bad_seed', 'seed'],
      [{ testSeed: NaN }, 'bad_seed', 'testSeed'],
      [{ width: -1 }, 'bad_option', 'width'],
      [{ width: '32' }, 'bad_option', 'width'],
      [{ learningRate: Infinity }, 'bad_option', 'learningRate'],
      [{ steps: 0 }, 'bad_option', 'steps'],
      [{ scored: -1 }, 'bad_option', 'scored'],
      [{ speed: 0 }, 'bad_option', 'speed'],
      [{ depth: 3 }, 'bad_option', 'depth'],
    ];
    for (const [options, code, argument] of bad) {
      assert.throws(() => train(options), refusal(code, argument), JSON.stringify(options));
    }
    assert.throws(() => train(null as unknown as object), refusal('bad_option', 'options'));
    assert.throws(() => engine.train('sort' as 'reverse'), refusal('bad_option', 'task'));
  });

  it('that no network can have end the training with the reason', async () => {
    for (const [options, code] of [
      [{ heads: 3 }, 'heads_do_not_divide'],
      [{ width: 0 }, 'bad_option'],
      [{ batch: 1_000_000 }, 'bad_option'],
      [{ beta1: 1 }, 'bad_option'],
    ] as const) {
      const training = train({ ...brief, ...options });
      await assert.rejects(finish(training), refusal(code), JSON.stringify(options));
      await assert.rejects(training.ready, refusal(code));
      assert.equal(training.state, 'failed');
    }
  });
});

describe('a worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qkv-worker-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const script = (name: string, text: string): URL => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${text}`);
    return pathToFileURL(path);
  };

  it('that is not there, or that is no module of ours, fails to load', async () => {
    const missing = train({ workerUrl: new URL('nowhere.mjs', pathToFileURL(`${folder}/`)) });
    await assert.rejects(missing.ready, refusal('load_failed'));
    assert.equal(missing.state, 'failed');
    const other = train({ wasmUrl: new URL('nowhere.wasm', pathToFileURL(`${folder}/`)) });
    await assert.rejects(finish(other), refusal('load_failed'));
  });

  it('that dies ends every wait with engine_failed', async () => {
    const workerUrl = script(
      'dies',
      `parentPort.on('message', ({ id, name }) => {
        if (name === 'predict') throw new Error('out of order');
        parentPort.postMessage({ kind: 'answer', id, value: null });
      });
      parentPort.postMessage({ kind: 'ready' });`,
    );
    const training = train({ workerUrl });
    await training.ready;
    const looped = finish(training);
    const asked = training.predict([1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
    await assert.rejects(asked, refusal('engine_failed'));
    await assert.rejects(looped, refusal('engine_failed'));
    assert.equal(training.state, 'failed');
    await assert.rejects(training.resume(), refusal('engine_failed'));
    await assert.rejects(finish(training), refusal('engine_failed'));
  });
});
