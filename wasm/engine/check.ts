// What must hold before anything can be laid out in memory; the core judges the rest.
import { QkvError, shown } from './error.ts';
import type { Tensor } from './types.ts';

export function isFloat32Array(value: unknown): value is Float32Array {
  return (
    value instanceof Float32Array ||
    // One of another realm, such as a frame.
    (ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Float32Array]')
  );
}

export function isTensor(value: unknown): value is Tensor {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray((value as Partial<Tensor>).shape) &&
    isFloat32Array((value as Partial<Tensor>).data)
  );
}

// The request holds whole numbers of 32 bits.
export function notAnExtent(argument: string, value: unknown): QkvError {
  const detail = { argument, given: typeof value === 'number' ? [value] : [] };
  return Number.isInteger(value) && (value as number) > 0x7fffffff
    ? new QkvError('too_large', `${argument}: ${shown(value)} is too large`, detail)
    : new QkvError('bad_range', `${argument}: ${shown(value)} is not a count`, detail);
}

/** Its low 32 bits, which are what PyTorch seeds with. */
export function seedOf(name: string, value: unknown): number {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) {
    throw new QkvError('bad_seed', `${name} is ${shown(value)}: a safe integer or a bigint`, {
      argument: name,
      given: typeof value === 'number' ? [value] : [],
    });
  }
  return Number(BigInt.asUintN(32, BigInt(value as number | bigint)));
}
