import type { ErrorCode, ErrorDetail } from './types.ts';

/** Every way in which the engine refuses: `message` is for developers, views use code and detail. */
export class QkvError extends Error {
  static {
    // Minifiers shorten the name of the class, which Node's console shows.
    const name = { value: 'QkvError' };
    Object.defineProperty(this, 'name', name);
    Object.defineProperty(this.prototype, 'name', name);
  }
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;

  constructor(
    code: ErrorCode,
    message: string,
    detail: Partial<ErrorDetail> = {},
    cause?: { readonly cause: unknown },
  ) {
    super(message, cause);
    this.code = code;
    this.detail = { argument: '', expected: [], given: [], ...detail };
  }
}

/** How a message names what was given in the place of something else. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'function' || typeof value === 'symbol'
    ? `a ${typeof value}`
    : String(value);
}
