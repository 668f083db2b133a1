import carried from '#carried';
import { compile, type Source } from './compile.ts';
import { QkvError, shown } from './error.ts';
import { instantiate } from './instantiate.ts';
import { hasRelaxedSimd, hasSimd } from './simd.ts';
import type { Engine, EngineOptions } from './types.ts';

type Build = 'simd128' | 'relaxed';

// Names in variables: bundlers that look for new URL('…', import.meta.url) leave them alone.
const files: Record<Build, string> = {
  simd128: 'qkv-core.wasm',
  relaxed: 'qkv-core-relaxed.wasm',
};

/** Loads an engine with a memory of its own. */
export async function loadEngine(options: EngineOptions = {}): Promise<Engine> {
  const { wasmUrl, simd } = checked(options);
  if (!hasSimd()) {
    throw new QkvError('simd_missing', 'this host has no WebAssembly with SIMD');
  }
  const relaxed = simd !== 'simd128' && hasRelaxedSimd();
  if (simd === 'relaxed' && !relaxed) {
    throw new QkvError('simd_missing', 'this host has no relaxed SIMD');
  }
  const build: Build = relaxed ? 'relaxed' : 'simd128';
  if (carried !== null && wasmUrl === undefined) {
    if (simd !== 'relaxed') return start(carried.wasm, 'simd128');
    throw new QkvError('load_failed', 'this copy carries the simd128 build alone: give a wasmUrl');
  }
  if (wasmUrl !== undefined) return start(wasmUrl, simd === 'auto' ? undefined : build);
  if (simd !== 'auto' || build === 'simd128') return start(files[build], build);
  try {
    return await start(files.relaxed, 'relaxed');
  } catch {
    // A copy of the engine may have been published with the one build alone.
    return start(files.simd128, 'simd128');
  }
}

function checked(options: unknown): EngineOptions & { simd: 'auto' | Build } {
  if (typeof options !== 'object' || options === null) {
    throw new QkvError('bad_option', `options is ${shown(options)}: an object`, {
      argument: 'options',
    });
  }
  const { wasmUrl, simd = 'simd128', ...others } = options as EngineOptions;
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new QkvError('bad_option', `'${other}' is no option: wasmUrl, simd`, { argument: other });
  }
  if (simd !== 'auto' && !Object.hasOwn(files, simd)) {
    throw new QkvError('bad_option', `simd is ${shown(simd)}: auto, relaxed or simd128`, {
      argument: 'simd',
    });
  }
  if (wasmUrl !== undefined && typeof wasmUrl !== 'string' && !(wasmUrl instanceof URL)) {
    throw new QkvError('bad_option', `wasmUrl is ${shown(wasmUrl)}: a string or a URL`, {
      argument: 'wasmUrl',
    });
  }
  return { simd, ...(wasmUrl !== undefined && { wasmUrl }) };
}

async function start(source: Source, wanted: Build | undefined): Promise<Engine> {
  const file = source instanceof Uint8Array ? 'what this module carries' : source;
  let engine: Engine;
  try {
    ({ engine } = await instantiate(await compile(source)));
  } catch (cause) {
    throw new QkvError(
      'load_failed',
      `could not load ${String(file)}: ${String(cause)}`,
      {},
      { cause },
    );
  }
  const { simd } = engine.info;
  if (wanted !== undefined && simd !== wanted) {
    throw new QkvError('load_failed', `${String(file)} is built for ${simd}, not for ${wanted}`);
  }
  return engine;
}
