import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { absolute, filesUnder } from '../web/support/files.ts';

const run = promisify(execFile);

describe('the engine as a package that somebody installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qkv-package-'));
  before(() => {
    const installed = join(folder, 'node_modules/qkv-lab');
    mkdirSync(installed, { recursive: true });
    cpSync(absolute('package.json'), join(installed, 'package.json'));
    cpSync(absolute('dist/engine'), join(installed, 'dist/engine'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('runs in Node', async () => {
    writeFileSync(
      join(folder, 'use.js'),
      `import { QkvError, loadEngine, tensor } from 'qkv-lab/engine';
       const engine = await loadEngine();
       const x = tensor([[1, 2], [3, 4]]);
       const result = engine.attention(x, x, x);
       const failure = await loadEngine({ wasmUrl: 'file:///none' }).catch((error) => error);
       console.log(JSON.stringify({
         scores: [...result.scores.data],
         total: engine.explain(result, 'scores', 1, 0).total,
         failure: [failure instanceof QkvError, failure.name, failure.constructor.name, failure.code],
       }));`,
    );
    const { stdout, stderr } = await run(process.execPath, ['use.js'], { cwd: folder });
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), {
      scores: [5, 11, 11, 25],
      total: 11,
      failure: [true, 'QkvError', 'QkvError', 'load_failed'],
    });
  });

  it('brings types that stand on their own and know the names', async () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { QkvError, loadEngine, tensor } from 'qkv-lab/engine';
       import type { AttentionSteps, ErrorCode, MultiHeadSteps, SkipReason, TapName, Tensor } from 'qkv-lab/engine';
       const engine = await loadEngine({ simd: 'auto' });
       const x: Tensor = tensor([[1, 2]]);
       const steps: AttentionSteps = engine.attention(x, x, x, { causalAlignment: 'lower-right' });
       const w = { wq: x, wk: x, wv: x, wo: x };
       const heads: MultiHeadSteps = engine.multiHead(x, { ...w, bq: x }, { heads: 1, causal: true });
       engine.explain(heads, 'concat', 0, 0);
       // @ts-expect-error
       engine.multiHead(x, w, {});
       using generator = engine.generator(1n);
       const taps: readonly TapName[] = ['q', 'weights', ...engine.taps];
       // @ts-expect-error
       const tap: TapName = 'nonsense';
       // @ts-expect-error
       const skip: SkipReason = 'nonsense';
       // @ts-expect-error
       const code: ErrorCode = 'nonsense';
       // @ts-expect-error
       engine.attend(x, x, x, { casual: true });
       export const all = [steps, heads, generator.rand([1]), taps, tap, skip, code, QkvError];`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          target: 'es2022',
          lib: ['es2022', 'dom'],
          module: 'nodenext',
          types: [],
        },
        files: ['use.ts'],
      }),
    );
    await run(process.execPath, [absolute('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (error: unknown) => assert.fail((error as { stdout: string }).stdout),
    );
  });
});

describe('the built engine', () => {
  it('makes no code from text', () => {
    const scripts = filesUnder('dist').filter((path) => path.endsWith('.js'));
    scripts.push('build/wasm-release/wasm/bindings/qkv-core.mjs');
    assert.ok(scripts.includes('dist/engine/index.js'));
    for (const path of scripts) {
      const text = readFileSync(absolute(path), 'utf8');
      assert.doesNotMatch(text, /\beval\s*\(|\bnew\s+Function\b|[^.\w]Function\s*\(\s*["'`]/, path);
    }
  });

  it('is under 100 KB brotli, script and WebAssembly together', () => {
    const size = (path: string) => brotliCompressSync(readFileSync(absolute(path))).length;
    const total = size('dist/engine/index.js') + size('dist/engine/qkv-core.wasm');
    assert.ok(total < 100_000, `${total} bytes`);
  });
});
