// One engine serves every figure of a page: it keeps nothing between calls.
import { loadEngine } from '../../../wasm/engine/index.ts';
import type { Engine } from '../../../wasm/engine/index.ts';

let loading: Promise<Engine> | null = null;

export function sharedEngine(): Promise<Engine> {
  const attempt = (loading ??= loadEngine());
  attempt.catch(() => {
    forget(attempt);
  });
  return attempt;
}

/** After a trap: the next one who asks loads anew. */
export function forget(engine: Promise<Engine>): void {
  if (loading === engine) loading = null;
}
