// Trainings of tests, none of which outlives its file.
import assert from 'node:assert/strict';
import { after } from 'node:test';
import { QkvError, engine } from './engine.ts';
import type { Training, TrainingOptions, TrainingProgress } from './engine.ts';

/** What a short run needs. */
export const brief: TrainingOptions = { batch: 8, testSequences: 40, scored: 10, steps: 30 };

const open = new Set<Training>();
after(() => {
  for (const each of open) each.stop();
});
export function train(options: TrainingOptions = {}): Training {
  const training = engine.train('reverse', options);
  open.add(training);
  return training;
}

export interface Run {
  readonly losses: number[];
  readonly norms: number[];
  readonly marks: TrainingProgress['marks'][number][];
  readonly states: string[];
  readonly last: TrainingProgress;
}

/** All that a training says until it ends. */
export async function finish(training: Training): Promise<Run> {
  const losses: number[] = [];
  const norms: number[] = [];
  const marks: Run['marks'] = [];
  const states: string[] = [];
  let last: TrainingProgress | undefined;
  for await (const progress of training) {
    losses.push(...progress.losses);
    norms.push(...progress.gradientNorms);
    marks.push(...progress.marks);
    states.push(progress.state);
    last = progress;
  }
  assert.ok(last, 'something was said');
  return { losses, norms, marks, states, last };
}

export const refusal = (code: string, argument?: string) => (error: unknown) =>
  error instanceof QkvError &&
  error.code === code &&
  (argument === undefined || error.detail.argument === argument);

/** The first progress that is so; the training goes on. */
export async function until(
  training: Training,
  holds: (progress: TrainingProgress) => boolean,
): Promise<TrainingProgress> {
  const iterator = training[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    assert.ok(next.done !== true, 'it ended before');
    if (holds(next.value)) return next.value;
  }
}
