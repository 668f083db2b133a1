// The libraries in a page of a server on this machine, each its own bundle of one script.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { root } from '../../../wasm/toolchain/find.mjs';
import { serve } from '../../../wasm/toolchain/serve.mjs';
import { peersFolder } from './peers.mjs';
import { libraries } from './libraries.mjs';

const inPeers = (path) => join(peersFolder, 'node_modules', path);

/** What the libraries fetch. */
const modules = [
  ...['qkv-core.wasm', 'qkv-core-relaxed.wasm', 'qkv-train.wasm'].map((name) =>
    join(root, 'dist/engine', name),
  ),
  inPeers('onnxruntime-web/dist/ort-wasm-simd-threaded.wasm'),
  inPeers('@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm'),
];

async function makePage(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: peersFolder, // where aliases are looked for
    entryPoints: [join(root, 'tests/bench/speed/page.mjs')],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    alias: {
      'qkv-lab/engine': join(root, 'dist/engine/index.js'),
      'onnxruntime-web': 'onnxruntime-web/wasm',
    },
    // Native code, of which the page takes no part.
    external: ['onnxruntime-node', 'node:*'],
    logLevel: 'error',
  });
  for (const path of modules) copyFileSync(path, join(folder, basename(path)));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Bench</title><link rel="icon" href="data:," /><script type="module" src="page.js"></script>',
  );
}

/** Candidates in Chromium, its version, and what closes it. */
export async function inChromium({ executable, flags }) {
  const folder = join(root, 'build', 'bench', 'page');
  await makePage(folder);
  const server = await serve({ folder });
  const browser = await chromium.launch({ executablePath: executable(), args: flags });
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => 'jobs' in globalThis);
  const candidates = Object.keys(libraries({})).map((library) => ({
    place: 'Chromium',
    library,
    prepare: (work) =>
      page.evaluate(([name, given]) => globalThis.jobs.prepare(name, given), [library, work]),
    batch: (calls) =>
      page.evaluate(([name, count]) => globalThis.jobs.batch(name, count), [library, calls]),
    finish: () => page.evaluate((name) => globalThis.jobs.finish(name), library),
  }));
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { candidates, version: browser.version(), close };
}
