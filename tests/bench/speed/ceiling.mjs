// What WebAssembly's vector registers come to on this machine, as Node runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../wasm/toolchain/find.mjs';

const { WebAssembly } = globalThis;
const lanes = 4;
const steps = 50_000;
const presets = { simd128: 'wasm-release', 'relaxed, multiply-add': 'wasm-relaxed' };

/** Operations per nanosecond, by build: the best of many runs, and of several counts of chains. */
export async function wasmCeiling(milliseconds) {
  const rates = {};
  for (const [name, preset] of Object.entries(presets)) {
    const file = join(root, 'build', preset, 'tests', 'bench', 'qkv_ceiling.wasm');
    const { instance } = await WebAssembly.instantiate(readFileSync(file));
    rates[name] = best(instance.exports, milliseconds);
  }
  return rates;
}

function best(exports, milliseconds) {
  const chains = Object.entries(exports).filter(([name]) => name.startsWith('chains_'));
  let rate = 0;
  const begin = performance.now();
  while (performance.now() - begin < milliseconds) {
    for (const [name, run] of chains) {
      const count = Number(name.slice('chains_'.length));
      const start = performance.now();
      if (!(run(steps, 0.999, 0.001) > 0)) throw new Error(`${name} did nothing`);
      const nanoseconds = (performance.now() - start) * 1e6;
      rate = Math.max(rate, (2 * lanes * count * steps) / nanoseconds);
    }
  }
  return rate;
}
