// What the page costs: a call at the size of a lesson, memory, the weight of a visit, a redraw, and frames while
// networks train.
import { cpus } from 'node:os';
import { calls } from './calls.mjs';
import { memory } from './memory.mjs';

export async function page() {
  const { redraw } = await import('./redraw.mjs');
  const { weight } = await import('./weight.mjs');
  const { frames } = await import('./frames.mjs');
  const redraws = await redraw();
  const held = await frames();
  const report = {
    date: new Date().toISOString(),
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    calls: await calls(),
    memory: await memory(),
    weight: await weight(),
    ...redraws,
    ...held,
  };
  print(report, redraws, held);
  return report;
}

const columns = [
  ['call at 3 × 4', 34, ({ name }) => name],
  ['median ns', 11, ({ median }) => median.toFixed(0)],
  ['tenth ns', 10, ({ tenth }) => tenth.toFixed(0)],
  ['× bare call', 13, ({ perBare }) => perBare.toFixed(1)],
  ['× plain JavaScript', 20, ({ perPlain }) => perPlain?.toFixed(2) ?? ''],
];
const line = (cell) =>
  columns
    .map((column, i) =>
      i === 0 ? cell(column).padEnd(column[1]) : cell(column).padStart(column[1]),
    )
    .join('');

function print(report, redraws, held) {
  console.log(line(([title]) => title));
  for (const row of report.calls) console.log(line(([, , value]) => value(row)));
  console.log();
  for (const [fact, bytes] of Object.entries(report.memory)) {
    console.log(fact.padEnd(52), bytes.toLocaleString('en').padStart(12));
  }

  console.log('\nthe first lesson');
  for (const [fact, value] of Object.entries(report.weight)) {
    console.log(fact.padEnd(60), Math.round(value).toLocaleString('en').padStart(12));
  }

  for (const [name, facts] of Object.entries(redraws)) {
    console.log(`\n${name}: an edit, until the figure stands again`);
    for (const [fact, value] of Object.entries(facts)) {
      console.log(fact.padEnd(52), value.toFixed(2).padStart(12));
    }
  }
  for (const [name, facts] of Object.entries(held)) {
    console.log(`\n${name}`);
    for (const [fact, value] of Object.entries(facts)) {
      console.log(fact.padEnd(52), value.toFixed(2).padStart(12));
    }
  }
}
