import { QkvError } from '../error.ts';
import type { PlainError } from './protocol.ts';

/** The module of a worker, beside this one; the name in a variable, since bundlers would look for it. */
export const wasmFile = 'qkv-train.wasm';

export const errorOf = ({ code, message, detail }: PlainError): QkvError =>
  new QkvError(code, message, detail);
