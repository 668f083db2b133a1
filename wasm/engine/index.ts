export { QkvError } from './error.ts';
export { loadEngine } from './load.ts';
export { tensor } from './tensor.ts';
export type * from './types.ts';
