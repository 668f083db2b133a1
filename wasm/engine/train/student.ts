// The study of the core, within its worker.
import { COLUMN, HEADS, ROW, type Channel } from '../channel.ts';
import type { StudyPlan } from './protocol.ts';
import type { Module } from './trainer.ts';
import type { StudyProgress, StudyRow } from './study-types.ts';

/** Thousands of numbers between two looks at the clock: some milliseconds. */
const PIECE = 200;

/** All of it, with progress about once a frame. */
export async function runStudy(
  channel: Channel,
  module: Module,
  plan: StudyPlan,
  report: (progress: StudyProgress) => void,
  turn: () => Promise<void>,
): Promise<void> {
  channel.begin();
  channel.putScalar(0, plan.seed);
  channel.putScalar(1, plan.skippedDraws);
  channel.putInteger(ROW, 'pairs', plan.pairs);
  channel.putInteger(COLUMN, 'groups', plan.groups);
  channel.put(HEADS, plan.keys);
  const widths = Float32Array.from(plan.widths);
  channel.putTensor(0, 'widths', { shape: [widths.length], data: widths });
  channel.run(module.createStudy);
  const rows: StudyRow[] = [];
  const draws = channel.takeScalar(1);
  const evenEntropy = channel.takeScalar(3);
  let drawn = 0;
  let told = -Infinity;
  while (drawn < draws) {
    channel.begin();
    channel.put(ROW, PIECE);
    channel.run(module.advanceStudy);
    drawn = channel.takeScalar(0);
    const done = channel.takeScalar(2);
    const fresh = done > rows.length;
    while (rows.length < done) rows.push(rowOf(channel, module, plan, rows.length));
    if (fresh || performance.now() - told > 16) {
      told = performance.now();
      report({ drawn, draws, evenEntropy, rows: [...rows] });
      await turn();
    }
  }
  report({ drawn, draws, evenEntropy, rows });
}

function rowOf(channel: Channel, module: Module, plan: StudyPlan, index: number): StudyRow {
  const ask = (divided: boolean) => {
    channel.begin();
    channel.put(ROW, index);
    channel.put(COLUMN, divided ? 1 : 0);
    channel.run(module.studyRow);
    return {
      root: channel.takeScalar(0),
      variance: channel.takeScalar(1),
      dotCounts: channel.takeIntegers(0).data,
      statistics: {
        largest: channel.takeScalar(2),
        entropy: channel.takeScalar(3),
        gradient: channel.takeScalar(4),
        largestCounts: channel.takeIntegers(1).data,
      },
    };
  };
  const { root, variance, dotCounts, statistics: unscaled } = ask(false);
  const { variance: scaledVariance, statistics: scaled } = ask(true);
  const width = plan.widths[index] ?? NaN;
  return { width, root, variance, scaledVariance, dotCounts, unscaled, scaled };
}
