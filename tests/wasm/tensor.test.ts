import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tensor } from './support/engine.ts';

describe('tensor', () => {
  it('takes one to four levels', () => {
    assert.deepEqual(tensor([1, 2]), { shape: [2], data: Float32Array.of(1, 2) });
    assert.deepEqual(
      tensor([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
      {
        shape: [3, 2],
        data: Float32Array.of(1, 2, 3, 4, 5, 6),
      },
    );
    assert.deepEqual(tensor([[[1], [2]]]).shape, [1, 2, 1]);
    assert.deepEqual(tensor([[[[1], [2]]]]).shape, [1, 1, 2, 1]);
  });

  it('takes typed arrays, as a whole and as rows, and copies', () => {
    const row = Float32Array.of(1, 2);
    const made = tensor(row);
    row[0] = 9;
    assert.deepEqual(made, { shape: [2], data: Float32Array.of(1, 2) });
    assert.deepEqual(
      tensor([Int32Array.of(1, 2), Float64Array.of(3, 4)]).data,
      Float32Array.of(1, 2, 3, 4),
    );
  });

  it('takes empty arrays', () => {
    assert.deepEqual(tensor([]), { shape: [0], data: new Float32Array(0) });
    assert.deepEqual(tensor([[], []]).shape, [2, 0]);
  });

  it('rounds to float32', () => {
    assert.deepEqual([...tensor([0.1, 1e39, -0]).data], [Math.fround(0.1), Infinity, -0]);
  });

  const ragged: readonly unknown[] = [
    [[1, 2], [3]],
    [[1], [2, 3]],
    [1, [2]],
    [[1], 2],
    [[[1]], [[1], [2]]],
    [[], [1]],
    [[1], Float32Array.of(1, 2)],
  ];
  for (const nested of ragged) {
    it(`refuses ragged rows: ${JSON.stringify(nested)}`, () => {
      assert.throws(() => tensor(nested as number[]), { code: 'shape_mismatch' });
    });
  }

  const others: readonly (readonly [unknown, string])[] = [
    [[1, null], 'bad_option'],
    [['a'], 'bad_option'],
    [BigInt64Array.of(1n), 'bad_option'],
    [undefined, 'bad_rank'],
    ['12', 'bad_rank'],
    [new DataView(new ArrayBuffer(4)), 'bad_rank'],
    [[[[[[1]]]]], 'bad_rank'],
  ];
  for (const [nested, code] of others) {
    it(`refuses ${Object.prototype.toString.call(nested)}: ${code}`, () => {
      assert.throws(() => tensor(nested as number[]), { code });
    });
  }
});
