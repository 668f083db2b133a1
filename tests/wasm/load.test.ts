import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { absolute, root } from '../web/support/files.ts';
import { runModule } from './support/child.ts';
import { engine, loadEngine, tensor, type EngineOptions } from './support/engine.ts';
import { serve } from './support/server.ts';

const path = absolute('dist/engine/qkv-core.wasm');
const wasm = readFileSync(path);
const q = tensor([
  [1, 2],
  [3, 4],
]);
const expected = engine.attention(q, q, q);
const works = async (options?: EngineOptions): Promise<void> => {
  const loaded = await loadEngine(options);
  assert.deepEqual({ ...loaded.attention(q, q, q) }, { ...expected });
};
const fails = (code: string, options: unknown): Promise<void> =>
  assert.rejects(loadEngine(options as EngineOptions), { name: 'QkvError', code });

describe('loadEngine finds its .wasm', () => {
  it('beside itself', () => works());

  it('at a path, a file URL, and a URL object', async () => {
    await works({ wasmUrl: path });
    await works({ wasmUrl: pathToFileURL(path).href });
    await works({ wasmUrl: pathToFileURL(path) });
  });

  it('in a data URL', () =>
    works({ wasmUrl: `data:application/wasm;base64,${wasm.toString('base64')}` }));

  for (const type of ['application/wasm', 'application/octet-stream', 'text/html', undefined]) {
    it(`on a server that says ${String(type)}`, async (context) => {
      const address = await serve(context, (_, response) => {
        if (type !== undefined) response.setHeader('Content-Type', type);
        response.end(wasm);
      });
      await works({ wasmUrl: `${address}/qkv-core.wasm` });
    });
  }

  it('once, however many engines; each has its own memory', async (context) => {
    let hits = 0;
    const address = await serve(context, (_, response) => {
      hits++;
      response.setHeader('Content-Type', 'application/wasm');
      setTimeout(() => response.end(wasm), 20);
    });
    const wasmUrl = `${address}/qkv-core.wasm`;
    const [a, b] = await Promise.all([loadEngine({ wasmUrl }), loadEngine({ wasmUrl })]);
    const c = await loadEngine({ wasmUrl });
    assert.equal(hits, 1);
    assert.notEqual(a, b);
    const kept = a.attention(q, q, q);
    b.attention(tensor([[5]]), tensor([[6]]), tensor([[7]]));
    assert.throws(() => b.explain(kept, 'scores', 0, 0), { code: 'bad_option' });
    assert.equal(a.explain(kept, 'scores', 0, 0).total, expected.scores.data[0]);
    assert.deepEqual(c.attend(q, q, q), a.attend(q, q, q));
  });
});

describe('load_failed', () => {
  it('where there is nothing', () => fails('load_failed', { wasmUrl: `${path}.none` }));

  it('where there is something else', async () => {
    await fails('load_failed', { wasmUrl: absolute('package.json') });
    await fails('load_failed', { wasmUrl: 'data:application/wasm;base64,AGFzbQEAAAA=' });
    await fails('load_failed', { wasmUrl: 'no-protocol-that-exists://x' });
    await fails('load_failed', { wasmUrl: 'http://[' });
  });

  it('where the server refuses, hangs up or cuts short; the next attempt tries again', async (context) => {
    const broken: ((response: import('node:http').ServerResponse) => void)[] = [
      (response) => response.writeHead(404).end(wasm),
      (response) => response.destroy(),
      (response) => response.end(wasm.subarray(0, 5000)),
    ];
    const address = await serve(context, (_, response) => {
      response.setHeader('Content-Type', 'application/wasm');
      const next = broken.shift();
      if (next) next(response);
      else response.end(wasm);
    });
    const wasmUrl = `${address}/qkv-core.wasm`;
    await fails('load_failed', { wasmUrl });
    await fails('load_failed', { wasmUrl });
    await fails('load_failed', { wasmUrl });
    await works({ wasmUrl });
  });

  it('says where it looked, and why not', async () => {
    await assert.rejects(loadEngine({ wasmUrl: 'file:///nowhere/x.wasm' }), (error: Error) => {
      assert.match(error.message, /file:\/\/\/nowhere\/x\.wasm.*ENOENT/);
      assert.ok(error.cause instanceof Error);
      return true;
    });
  });
});

describe('options of loadEngine', () => {
  const wrong: readonly unknown[] = [
    { wasmURL: path },
    { simd: 'sse2' },
    { simd: 'toString' },
    { simd: null },
    { wasmUrl: 3 },
    null,
    'x',
  ];
  for (const options of wrong) {
    it(`refuses ${JSON.stringify(options)}`, () => fails('bad_option', options));
  }
});

describe('simd', () => {
  // Modules that a host without some SIMD refuses: those that hold the bytes of an instruction.
  const without = (context: TestContext, ...instruction: number[]) => {
    const bytes = Buffer.from(instruction);
    const validate = WebAssembly.validate.bind(WebAssembly);
    context.mock.method(
      WebAssembly,
      'validate',
      (module: Uint8Array<ArrayBuffer>) => !Buffer.from(module).includes(bytes) && validate(module),
    );
  };

  it('is simd128 by default, with four lanes', () => {
    assert.deepEqual([engine.info.simd, engine.info.lanes], ['simd128', 4]);
  });

  it('missing: simd_missing, whatever is asked for', async (context) => {
    without(context, 0xfd);
    for (const simd of ['simd128', 'relaxed', 'auto']) await fails('simd_missing', { simd });
    await fails('simd_missing', {});
  });

  it('missing WebAssembly: simd_missing', async (context) => {
    const { WebAssembly: present } = globalThis;
    context.after(() => Object.assign(globalThis, { WebAssembly: present }));
    Object.assign(globalThis, { WebAssembly: undefined });
    await fails('simd_missing', {});
  });

  it('relaxed missing: refused when asked for, auto falls back', async (context) => {
    without(context, 0xfd, 0x85, 0x02);
    await fails('simd_missing', { simd: 'relaxed' });
    assert.equal((await loadEngine({ simd: 'auto' })).info.simd, 'simd128');
  });

  const sse = process.arch === 'x64' ? {} : { skip: 'no way to switch SIMD off on this processor' };
  it('really missing: simd_missing', sse, async () => {
    const script = `
      import { loadEngine } from 'qkv-lab/engine';
      await loadEngine().then(console.log, (error) => console.log(error.code));`;
    assert.equal((await runModule(script, ['--no-enable-sse4-1'])).trim(), 'simd_missing');
  });
});

describe('the package', () => {
  it('has no path of this machine in it', () => {
    const text = readFileSync(absolute('dist/engine/index.js'), 'utf8') + wasm.toString('latin1');
    assert.ok(!text.includes(new URL('.', root).pathname));
  });
});
