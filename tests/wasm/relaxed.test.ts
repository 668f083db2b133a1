import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { absolute } from '../web/support/files.ts';
import { seeded } from '../web/support/random.ts';
import { runModule } from './support/child.ts';
import { engine, type AttentionOptions, type Tensor } from './support/engine.ts';
import { near, random } from './support/numbers.ts';
import { reference } from './support/reference.ts';

// Node below 22 has relaxed SIMD behind this flag; later ones do not know it.
const flag = '--experimental-wasm-relaxed-simd';
const flags = execFileSync(process.execPath, ['--v8-options']).includes(flag) ? [flag] : [];

interface Answer {
  readonly simd: Record<'relaxed' | 'auto' | 'standard' | 'byUrl', string>;
  readonly mismatch: string;
  readonly output: readonly number[];
  readonly attended: readonly number[];
  readonly standard: readonly number[];
}

describe('relaxed SIMD', () => {
  const chance = seeded(5);
  const [q, k, v] = [random(chance, [33, 24]), random(chance, [40, 24]), random(chance, [40, 17])];
  const options: AttentionOptions = { causal: true, causalAlignment: 'lower-right' };

  it('is what relaxed and auto load; close to doubles, the other build’s bits unchanged', async () => {
    const listed = ({ shape, data }: Tensor) => ({ shape, data: [...data] });
    const relaxedUrl = absolute('dist/engine/qkv-core-relaxed.wasm');
    const script = `
      import { loadEngine } from 'qkv-lab/engine';
      const input = ${JSON.stringify([q, k, v].map(listed))};
      const inputs = input.map(({ shape, data }) => ({ shape, data: Float32Array.from(data) }));
      const options = ${JSON.stringify(options)};
      const relaxed = await loadEngine({ simd: 'relaxed' });
      const auto = await loadEngine({ simd: 'auto' });
      const standard = await loadEngine();
      const wasmUrl = ${JSON.stringify(relaxedUrl)};
      const byUrl = await loadEngine({ simd: 'auto', wasmUrl });
      const mismatch = await loadEngine({ wasmUrl }).catch((error) => error.code);
      console.log(JSON.stringify({
        simd: {
          relaxed: relaxed.info.simd,
          auto: auto.info.simd,
          standard: standard.info.simd,
          byUrl: byUrl.info.simd,
        },
        mismatch,
        output: [...relaxed.attention(...inputs, options).output.data],
        attended: [...relaxed.attend(...inputs, options).data],
        standard: [...standard.attention(...inputs, options).output.data],
      }));`;
    const answer = JSON.parse(await runModule(script, flags)) as Answer;
    assert.deepEqual(answer.simd, {
      relaxed: 'relaxed',
      auto: 'relaxed',
      standard: 'simd128',
      byUrl: 'relaxed',
    });
    // The default promises the same bits everywhere: another build in its place is refused.
    assert.equal(answer.mismatch, 'load_failed');
    const exact = reference(q, k, v, options);
    // Scores of 24 products of size up to 4, as far from exact as in the other build: see
    // attention.test.ts for the bound.
    const tolerance = 2 * (12 * Math.sqrt(24) + 16) * 2 ** -24;
    near(answer.output, exact.output, tolerance, 'output');
    near(answer.attended, exact.output, tolerance, 'attend');
    assert.deepEqual(answer.standard, [...engine.attention(q, k, v, options).output.data]);
    // One rounding instead of two: if no number differed, this would not be the build it says.
    assert.notDeepEqual(answer.output, answer.standard);
  });
});
