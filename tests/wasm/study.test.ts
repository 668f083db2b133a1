// The experiment of √d in a worker: the document's table, progress, and every end.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { QkvError, engine } from './support/engine.ts';
import type { StudyProgress } from './support/engine.ts';

const { table } = JSON.parse(
  readFileSync(new URL('../golden/attention_check.json', import.meta.url), 'utf8'),
) as {
  readonly table: readonly {
    readonly d: number;
    readonly var_qk: number;
    readonly max_weight_unscaled: number;
    readonly max_weight_scaled: number;
  }[];
};

const brief = { widths: [2, 33], pairs: 64, groups: 4 };

async function all(study: AsyncIterable<StudyProgress>): Promise<StudyProgress[]> {
  const said: StudyProgress[] = [];
  for await (const progress of study) said.push(progress);
  return said;
}

const refusal = (code: string, argument?: string) => (error: unknown) =>
  error instanceof QkvError &&
  error.code === code &&
  (argument === undefined || error.detail.argument === argument);

describe('the study of scale', () => {
  it('gives the document’s table and says how far it is', async () => {
    const said = await all(engine.study('scale'));
    const last = said.at(-1);
    assert.ok(last && said.length >= 4, 'there is progress');
    assert.deepEqual([last.drawn, last.draws], [20_880_000, 20_880_000]);
    said.forEach(({ drawn, rows }, i) => {
      assert.ok(
        drawn >= (said[i - 1]?.drawn ?? 0) && rows.length >= (said[i - 1]?.rows.length ?? 0),
      );
    });
    assert.ok(Math.abs(last.evenEntropy - Math.log(8)) <= 1e-6, String(last.evenEntropy));
    assert.equal(last.rows.length, table.length);
    last.rows.forEach((row, i) => {
      const want = table[i];
      assert.ok(want, 'there is such a row');
      assert.equal(row.width, want.d);
      const near = (found: number, wanted: number) => {
        assert.ok(
          Math.abs(found - wanted) <= 1e-6 * Math.max(1, wanted),
          `${found} is not ${wanted}`,
        );
      };
      near(row.variance, want.var_qk);
      assert.equal(row.root, Math.sqrt(row.width));
      near(row.scaledVariance, want.var_qk / row.width);
      near(row.unscaled.largest, want.max_weight_unscaled);
      near(row.scaled.largest, want.max_weight_scaled);
      const sum = (counts: Int32Array) => counts.reduce((total, each) => total + each, 0);
      assert.deepEqual(
        [row.dotCounts, row.unscaled.largestCounts, row.scaled.largestCounts].map(sum),
        [10_000, 8000, 8000],
      );
    });
  });

  it('is drawn anew from another seed, the same from the same', async () => {
    const rows = async (seed: number | bigint) =>
      (await all(engine.study('scale', { ...brief, seed }))).at(-1)?.rows;
    const first = await rows(3);
    assert.deepEqual(await rows(3n), first);
    assert.notDeepEqual(await rows(4), first);
  });

  it('ends when it is stopped or its loop is left', async () => {
    const study = engine.study('scale');
    for await (const { drawn } of study) if (drawn > 0) break;
    assert.deepEqual(await all(study), []);
    const other = engine.study('scale');
    const said = all(other);
    other.stop();
    assert.ok((await said).length < 100);
  });

  it('refuses what it cannot draw', async () => {
    const bad: [options: object, code: string, argument: string][] = [
      [{ seed: 0.5 }, 'bad_seed', 'seed'],
      [{ widths: 4 }, 'bad_option', 'widths'],
      [{ widths: [4.5] }, 'bad_option', 'widths'],
      [{ pairs: -16 }, 'bad_option', 'pairs'],
      [{ groups: NaN }, 'bad_option', 'groups'],
      [{ keys: '8' }, 'bad_option', 'keys'],
      [{ depth: 3 }, 'bad_option', 'depth'],
    ];
    for (const [options, code, argument] of bad) {
      assert.throws(
        () => engine.study('scale', options),
        refusal(code, argument),
        JSON.stringify(options),
      );
    }
    assert.throws(() => engine.study('order' as 'scale'), refusal('bad_option', 'subject'));
    for (const options of [{ pairs: 17 }, { groups: 3 }, { keys: 4 }, { widths: [0] }]) {
      await assert.rejects(
        all(engine.study('scale', options)),
        refusal('bad_option'),
        JSON.stringify(options),
      );
    }
    const missing = engine.study('scale', { wasmUrl: 'file:///nowhere.wasm' });
    await assert.rejects(all(missing), refusal('load_failed'));
  });
});
