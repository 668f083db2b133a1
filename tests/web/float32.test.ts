import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseFloat32, readableFloat32, shortestFloat32 } from '../../web/src/state/float32.ts';
import { fromBits, seeded } from './support/random.ts';

const backTo = (x: number, text: string) => {
  assert.ok(Object.is(parseFloat32(text), x), `${text} is not ${x}`);
  assert.ok(Object.is(Math.fround(Number(text)), x), text);
};

/** x > 0 as numerator / denominator, exactly: a float32 is a whole number times a power of two. */
function exactly(x: number): readonly [bigint, bigint] {
  let exponent = 0;
  for (; !Number.isInteger(x); exponent++) x *= 2;
  return [BigInt(x), 1n << BigInt(exponent)];
}

/** The decimals of `digits` digits on both sides of x > 0, as digits · 10^exponent. */
function neighbours(x: number, digits: number): readonly [bigint, bigint, number] {
  const exponent = Number(x.toExponential(16).split('e')[1]) - digits + 1;
  const [numerator, denominator] = exactly(x);
  const below =
    exponent < 0
      ? (numerator * 10n ** BigInt(-exponent)) / denominator
      : numerator / (denominator * 10n ** BigInt(exponent));
  return [below, below + 1n, exponent];
}

const fits = (x: number, digits: bigint, exponent: number) =>
  Math.fround(Number(`${digits}e${exponent}`)) === x;

/** All ways to write digits · 10^exponent in the grammar, with and without a power of ten. */
function* spellings(digits: bigint, exponent: number): Generator<string> {
  const text = String(digits);
  for (let point = -9; point <= text.length; point++) {
    const whole = point > 0 ? text.slice(0, point) : '0';
    const rest = point > 0 ? text.slice(point) : '0'.repeat(-point) + text;
    const power = exponent + text.length - point;
    yield whole + (rest && `.${rest}`) + (power ? `e${power}` : '');
  }
  if (exponent > 0) yield text + '0'.repeat(exponent);
}

const everyPowerOfTwo = Array.from({ length: 277 }, (_, n) => 2 ** (n - 149));
const awkward = [
  ...everyPowerOfTwo,
  ...[1, 0x7fffff, 0x800000, 0x7f7fffff, 0x3dcccccd, 0x4b800001].map(fromBits),
  ...[0.1, 1 / 3, 1000, 1e6, 16777216, 123456, 0.00012, 1.5e-10, 9007199254740992].map(Math.fround),
];

describe('shortestFloat32', () => {
  it('writes what people expect', () => {
    const cases: readonly [number, string][] = [
      [0, '0'],
      [-0, '-0'],
      [1, '1'],
      [-2, '-2'],
      [0.5, '0.5'],
      [0.1, '0.1'],
      [100, '100'],
      [1000, '1e3'],
      [0.001, '1e-3'],
      [1 / 3, '0.33333334'],
      [16777216, '16777216'],
      [3.4028234663852886e38, '34028235e31'],
      [1.401298464324817e-45, '1e-45'],
    ];
    for (const [x, text] of cases) assert.equal(shortestFloat32(x), text);
  });

  it('gives the same float32 back, for random bit patterns of both signs', () => {
    const chance = seeded(1);
    for (let n = 0; n < 50_000; n++) {
      const x = chance.float32();
      backTo(x, shortestFloat32(x));
      backTo(x, readableFloat32(x));
    }
    for (const x of awkward) {
      backTo(x, shortestFloat32(x));
      backTo(-x, shortestFloat32(-x));
    }
  });

  it('rounds a double first', () => {
    assert.equal(shortestFloat32(0.1 + 1e-12), '0.1');
    assert.equal(shortestFloat32(16777217), '16777216');
  });

  it('has the fewest digits: none fewer fits on either side', () => {
    const chance = seeded(2);
    const values = [
      ...awkward,
      ...Array.from({ length: 10_000 }, () => Math.abs(chance.float32())),
    ];
    let checked = 0;
    for (const x of values) {
      const digits = shortestFloat32(x)
        .replace(/e.*|\./g, '')
        .replace(/^0+|0+$/g, '').length;
      if (digits < 2) continue;
      const [below, above, exponent] = neighbours(x, digits - 1);
      assert.ok(!fits(x, below, exponent) && !fits(x, above, exponent), String(x));
      checked++;
    }
    assert.ok(checked > 10_000);
  });

  it('has no shorter spelling at all', () => {
    const chance = seeded(3);
    const values = [...awkward, ...Array.from({ length: 1_000 }, () => Math.abs(chance.float32()))];
    for (const x of values) {
      const { length } = shortestFloat32(x);
      for (let digits = 1; digits < length; digits++) {
        const [below, above, exponent] = neighbours(x, digits);
        for (const candidate of [below, above].filter((number) => fits(x, number, exponent))) {
          for (const text of spellings(candidate, exponent)) {
            assert.ok(text.length >= length, `${text} is shorter than ${shortestFloat32(x)}`);
          }
        }
      }
    }
  });

  it('agrees with every text of up to five characters', () => {
    const alphabet = Array.from('0123456789.e-');
    const shortest = new Map<number, number>();
    let texts = [''];
    for (let length = 1; length <= 5; length++) {
      texts = texts.flatMap((text) => alphabet.map((character) => text + character));
      for (const text of texts) {
        const x = parseFloat32(text);
        // A Map does not tell −0 from 0.
        if (x === null || x === 0 || !Number.isFinite(x) || shortest.has(x)) continue;
        shortest.set(x, length);
      }
    }
    assert.ok(shortest.size > 10_000);
    for (const [x, length] of shortest) assert.equal(shortestFloat32(x).length, length, String(x));
  });
});

describe('readableFloat32', () => {
  it('keeps powers of ten for the very large and the very small', () => {
    assert.equal(readableFloat32(1000), '1000');
    assert.equal(readableFloat32(0.001), '0.001');
    assert.equal(readableFloat32(-16777216), '-16777216');
    assert.equal(readableFloat32(1e30), '1e30');
    assert.equal(readableFloat32(1e-30), '1e-30');
    assert.equal(readableFloat32(-0), '-0');
  });
});

describe('parseFloat32', () => {
  it('takes its own grammar and nothing else', () => {
    const refused =
      '|-|+1|.5|5.|1e|1e+3|e3|1E3|0x10|1_000|NaN|Infinity|-Infinity|1 | 1|１|−1|1,2|1e1.5|--1|0b1|1n'.split(
        '|',
      );
    for (const text of refused) assert.equal(parseFloat32(text), null, text);
    assert.equal(parseFloat32('007.50'), 7.5);
    assert.equal(parseFloat32('1e999'), Infinity);
    assert.equal(parseFloat32('-3.5e38'), -Infinity);
    assert.equal(parseFloat32('1e-999'), 0);
  });
});
