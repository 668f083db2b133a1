// Every candidate in turn, round after round, so that a machine that slows down for a while slows all.

const batchMilliseconds = 6;
const warmMilliseconds = 300;
// Larger than the error of any sum in float32 over these inputs, smaller than any mistake.
const tolerance = 1e-3;

/** Microseconds per call in each round, by candidate; those that have no such work are left out. */
export async function rounds(candidates, work, { count, expected }) {
  const runners = [];
  for (const candidate of candidates) {
    const rows = await candidate.prepare(work);
    if (!rows) continue;
    check(candidate, work, rows, expected);
    runners.push({ candidate, calls: await warm(candidate), costs: [] });
  }
  for (let round = 0; round < count; round++) {
    for (const { candidate, calls, costs } of runners) {
      costs.push(((await candidate.batch(calls)) * 1000) / calls);
    }
  }
  for (const { candidate } of runners) await candidate.finish();
  return runners.map(({ candidate, costs }) => ({ candidate, costs }));
}

/** Calls that fill a batch once the compilers are done. */
async function warm(candidate) {
  let calls = 1;
  let spent = 0;
  for (;;) {
    const milliseconds = await candidate.batch(calls);
    spent += milliseconds;
    const fitting = Math.max(
      1,
      Math.round((calls * batchMilliseconds) / Math.max(milliseconds, 0.1)),
    );
    if (spent >= warmMilliseconds) return fitting;
    calls = Math.min(fitting, calls * 10);
  }
}

function check({ place, library }, work, rows, expected) {
  const close =
    rows.length === expected.length &&
    rows.every(
      (x, i) => Math.abs(x - expected[i]) <= tolerance * Math.max(1, Math.abs(expected[i])),
    );
  if (!close) {
    throw new Error(`${library} (${place}) computes something else: ${JSON.stringify(work)}`);
  }
}
