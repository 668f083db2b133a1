// Prepared work, by candidate: in Node and, bundled, in the page.
import { ends, inputs } from './work.mjs';

/** `load` gives a library's `(work, inputs) → { call, read, done }`, or nothing where it has no such work. */
export function jobs(libraries) {
  const loaded = new Map();
  const current = new Map();
  return {
    /** The rows by which a result is checked; undefined where the library has no such work. */
    async prepare(library, work) {
      if (!loaded.has(library)) loaded.set(library, await libraries[library]());
      const job = await loaded.get(library)(work, inputs(work));
      if (!job) return undefined;
      const answer = job.call();
      // One that answers at once is not waited for: that would cost a turn of its own.
      current.set(library, { ...job, waits: typeof answer?.then === 'function' });
      return ends(work, job.read(await answer));
    },
    /** Milliseconds of so many calls. */
    async batch(library, calls) {
      const { call, waits } = current.get(library);
      const begin = performance.now();
      if (waits) for (let i = 0; i < calls; i++) await call();
      else for (let i = 0; i < calls; i++) call();
      return performance.now() - begin;
    },
    async finish(library) {
      const job = current.get(library);
      current.delete(library);
      await job?.done?.();
    },
  };
}
