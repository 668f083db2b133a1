import { summary } from './statistics.mjs';

/**
 * Nanoseconds per call: median and tenth percentile over rounds. A round runs a batch of every
 * candidate, so that a machine that slows down for a while slows all of them.
 */
export function measure(candidates, { rounds = 101, batchMilliseconds = 2 } = {}) {
  const entries = Object.entries(candidates).map(([name, call]) => {
    // Long enough for the optimising compilers, JavaScript's and WebAssembly's.
    const calls = warmUp(call, 300) * batchMilliseconds;
    return { name, call, calls: Math.max(1, Math.round(calls)), costs: [] };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { call, calls, costs } of entries) {
      const start = process.hrtime.bigint();
      for (let i = 0; i < calls; i++) call();
      costs.push(Number(process.hrtime.bigint() - start) / calls);
    }
  }
  return Object.fromEntries(entries.map(({ name, costs }) => [name, summary(costs)]));
}

/** Calls per millisecond once warm. */
function warmUp(call, milliseconds) {
  let calls = 0;
  const start = performance.now();
  let now = start;
  while (now - start < milliseconds) {
    for (let i = 0; i < 100; i++) call();
    calls += 100;
    now = performance.now();
  }
  return calls / (now - start);
}
