// What stands in a cell is the number, as well as the room allows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitted, widthOf } from '../../web/src/views/numbers.ts';
import { formatNumber } from '../../web/src/render/format.ts';

const magnitudes = [1, 4, 9.96, 14.1421, 28.283, 99.5, 123.456, 9999.5, 54321, 999999];
const small = [0.5, 0.04, 0.0226, 7.0585e-7];
const numbers = [...magnitudes, ...small].flatMap((x) => [x, -x].map(Math.fround));
const rooms = [0.6, 1, 1.28, 1.5, 1.9, 2.12, 2.5, 3.25, 3.9, 8];

const read = (text: string): number => Number(text.replace('−', '-'));

describe('a number in a cell', () => {
  for (const bare of [false, true]) {
    for (const digits of [0, 2, 3]) {
      it(`is never further off than its whole part, ${digits} digits${bare ? ', bare' : ''}`, () => {
        for (const x of numbers) {
          for (const room of rooms) {
            const text = fitted(x, { room, digits, bare });
            const whole = formatNumber(x, 0);
            const off = Math.abs(read(text) - x);
            const said = `${x} in ${room} em: ${text}`;
            assert.ok(Number.isFinite(off), said);
            // Two significant digits, or one where there is no room for two.
            assert.ok(off <= Math.max(0.5, Math.abs(x) * 0.05) || widthOf(whole) > room, said);
            assert.ok(off <= Math.abs(x) || off <= 0.5, said);
            assert.ok(widthOf(text) <= Math.max(room, widthOf(whole)), said);
          }
        }
      });
    }
  }

  it('of two digits is not turned into a wider power that says less', () => {
    const narrow = { room: 1.5, digits: 2, bare: true };
    assert.equal(fitted(-14.1421, narrow), '−14');
    assert.equal(fitted(123456, narrow), '1e5');
  });
});
