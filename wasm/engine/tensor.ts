import { QkvError, shown } from './error.ts';
import type { NestedNumbers, Tensor } from './types.ts';

const MAX_RANK = 4;

type Nested = number | ArrayLike<Nested>;

function isList(value: unknown): value is ArrayLike<Nested> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** A tensor from nested arrays, or typed arrays as innermost rows; numbers are rounded to float32. */
export function tensor(nested: NestedNumbers): Tensor {
  const shape: number[] = [];
  for (let level: unknown = nested; isList(level); level = level[0]) shape.push(level.length);
  if (shape.length === 0) {
    throw new QkvError('bad_rank', `tensor takes nested arrays of numbers, not ${shown(nested)}`, {
      argument: 'nested',
    });
  }
  if (shape.length > MAX_RANK) {
    throw new QkvError('bad_rank', `${shape.length} levels of arrays: at most ${MAX_RANK}`, {
      argument: 'nested',
      expected: [MAX_RANK],
      given: [shape.length],
    });
  }
  const values: number[] = [];

  function ragged(depth: number, given: readonly number[], what: string): QkvError {
    return new QkvError(
      'shape_mismatch',
      `rows differ: the first at depth ${depth} holds ${shape[depth]}, another is ${what}`,
      { argument: 'nested', expected: [shape[depth] ?? 0], given },
    );
  }

  function walk(level: ArrayLike<Nested>, depth: number): void {
    if (level.length !== shape[depth]) {
      throw ragged(depth, [level.length], `${level.length} long`);
    }
    const innermost = depth === shape.length - 1;
    for (let i = 0; i < level.length; i++) {
      const item: unknown = level[i];
      if (isList(item)) {
        if (innermost) throw ragged(depth, [], 'nested deeper');
        walk(item, depth + 1);
      } else if (typeof item !== 'number') {
        throw new QkvError('bad_option', `tensor takes numbers, not ${shown(item)}`, {
          argument: 'nested',
        });
      } else if (innermost) {
        values.push(item);
      } else {
        throw ragged(depth + 1, [], 'a number');
      }
    }
  }

  walk(nested, 0);
  return { shape, data: new Float32Array(values) };
}
