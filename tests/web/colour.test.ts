import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInverted, signedShare, weightShare } from '../../web/src/render/colour.ts';
import { colourDomain, largest } from '../../web/src/render/domain.ts';
import { seeded } from './support/random.ts';

describe('signedShare', () => {
  it('is the magnitude as a share of the domain, with the sign apart', () => {
    assert.deepEqual(signedShare(3, 6), { share: 0.5, negative: false });
    assert.deepEqual(signedShare(-6, 6), { share: 1, negative: true });
    assert.deepEqual(signedShare(0, 6), { share: 0, negative: false });
    assert.deepEqual(signedShare(-0, 6), { share: 0, negative: false });
  });

  it('stays within 0 and 1 at the edges', () => {
    assert.deepEqual(signedShare(7, 6), { share: 1, negative: false });
    assert.deepEqual(signedShare(-Infinity, 6), { share: 1, negative: true });
    assert.deepEqual(signedShare(Infinity, 0), { share: 1, negative: false });
    assert.deepEqual(signedShare(NaN, 6), { share: 0, negative: false });
    assert.deepEqual(signedShare(0, 0), { share: 0, negative: false });
    assert.deepEqual(signedShare(1e-45, 3.4e38), { share: 1e-45 / 3.4e38, negative: false });
    const chance = seeded(1);
    for (let n = 0; n < 10_000; n++) {
      const { share } = signedShare(chance.float32(), Math.abs(chance.float32()));
      assert.ok(share >= 0 && share <= 1);
    }
  });
});

describe('weights', () => {
  it('are their own share', () => {
    assert.equal(weightShare(0.25), 0.25);
    assert.equal(weightShare(1.0000001), 1);
    assert.equal(weightShare(-0.1), 0);
    assert.equal(weightShare(NaN), 0);
  });

  it('flip their text at .57 on light and .44 on dark paper', () => {
    assert.equal(isInverted(0.5699, 'light'), false);
    assert.equal(isInverted(0.57, 'light'), true);
    assert.equal(isInverted(0.4399, 'dark'), false);
    assert.equal(isInverted(0.44, 'dark'), true);
    assert.equal(isInverted(NaN, 'light'), false);
    assert.equal(isInverted(1, 'dark'), true);
  });
});

describe('colour domains', () => {
  const values = {
    q: [1, -2],
    k: [0, 0],
    v: [2, -3],
    scores: [2, -6, Infinity, NaN],
    scaled: [1, -3, Infinity, NaN],
    masked: [1, -Infinity, -Infinity, NaN],
    weights: [0.5, 0.5],
    output: new Float32Array([0.25, 1]),
  };

  it('ends at the largest finite magnitude', () => {
    assert.equal(largest(values.scores), 6);
    assert.equal(largest([-Infinity, NaN]), 0);
    assert.equal(largest([]), 0);
  });

  it('is one for scores, scaled and masked: the same score keeps its meaning', () => {
    for (const tap of ['scores', 'scaled', 'masked'] as const) {
      assert.equal(colourDomain(tap, values), 6, tap);
    }
  });

  it('is one for values and their averages, one for weights, and its own elsewhere', () => {
    assert.equal(colourDomain('output', values), 3);
    assert.equal(colourDomain('v', values), 3);
    assert.equal(colourDomain('weights', values), 1);
    assert.equal(colourDomain('q', values), 2);
    assert.equal(colourDomain('k', values), 0);
  });

  it('makes do with what is there', () => {
    assert.equal(colourDomain('scaled', { scaled: [4] }), 4);
    assert.equal(colourDomain('scaled', {}), 0);
  });
});
