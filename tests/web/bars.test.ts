import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { hues } from '../../web/src/views/bars.ts';

describe('the bars of a sum', () => {
  const sheet = readFileSync(
    new URL('../../web/src/styles/inspector.css', import.meta.url),
    'utf8',
  );
  for (const hue of hues) {
    it(`have a fill and an edge, of ${hue}`, () => {
      const rule = new RegExp(`\\n\\.hue-${hue} \\{([^}]*)\\}`).exec(sheet)?.[1] ?? '';
      assert.match(rule, /--bar: var\(--\w-fill\);\s*--edge: var\(--\w\);/);
    });
  }
});
