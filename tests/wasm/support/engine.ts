// The engine as users get it: the package's own entry, built into dist/.
import type * as Published from '../../../wasm/engine/index.ts';

// By a name that the type checker does not follow: it must work before dist/ is built.
const entry: string = 'qkv-lab/engine';

export const { loadEngine, tensor, QkvError } = (await import(entry)) as typeof Published;
export type QkvError = InstanceType<typeof QkvError>;
export type * from '../../../wasm/engine/types.ts';

export const engine = await loadEngine();
