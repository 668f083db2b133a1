// The engine beside others: all in one run, turn by turn.
import { join } from 'node:path';
import { cpus } from 'node:os';
import v8 from 'node:v8';
import { buildPreset } from '../../../wasm/toolchain/cmake.mjs';
import { rounded, summary } from '../statistics.mjs';
import { installPeers, peersFolder, peerVersions } from './peers.mjs';
import { rounds } from './rounds.mjs';
import { expectedEnds, lengths, nameOf, ofLength, operations, works } from './work.mjs';

const counts = { full: { small: 31, large: 15 }, quick: { small: 5, large: 3 } };
const large = 1e8;
const width = 64;

const programs = [
  ['release', 'qkv_bench'],
  ['wasm-release', 'qkv_ceiling'],
  ['wasm-relaxed', 'qkv_ceiling'],
];

export async function buildPrograms(variables) {
  for (const [preset, target] of programs) {
    if (!(await buildPreset(preset, { variables, targets: [target] })))
      throw new Error(`${target} does not build`);
  }
}

/** Everything that results.json holds. */
export async function speed({ browser, quick = false, say = () => {} }) {
  await installPeers();
  // Node below 22 must be told; later ones do not know the flag, and need none.
  v8.setFlagsFromString('--experimental-wasm-relaxed-simd');
  const { nativeCeiling, inNative, extraBytes } = await import('./native.mjs');
  const { wasmCeiling } = await import('./ceiling.mjs');
  const { inChromium } = await import('./chromium.mjs');
  const node = await inNode();
  const processes = await inNative();
  const page = await inChromium(browser);
  const { small, large: few } = counts[quick ? 'quick' : 'full'];
  try {
    const milliseconds = quick ? 200 : 1000;
    const ceiling = {
      WebAssembly: await wasmCeiling(milliseconds),
      native: await nativeCeiling(milliseconds),
    };
    const measured = [];
    const candidates = [...processes.candidates, ...node, ...page.candidates];
    for (const work of works) {
      say(nameOf(work));
      const count = operations(work) > large ? few : small;
      const expected = expectedEnds(work);
      for (const { candidate, costs } of await rounds(candidates, work, { count, expected })) {
        const { place, library } = candidate;
        measured.push({ work: nameOf(work), place, library, ...microseconds(costs) });
      }
    }
    const growth = [];
    const ours = node.slice(0, 1);
    for (const T of lengths) {
      say(`length ${T}`);
      const bytes = await extraBytes(T, width);
      for (const causal of [false, true]) {
        const work = ofLength(T, causal);
        const [{ costs }] = await rounds(ours, work, { count: few, expected: expectedEnds(work) });
        growth.push({
          T,
          causal,
          ...microseconds(costs),
          bytes: causal ? bytes.causal : bytes.whole,
        });
      }
    }
    return {
      machine: { processor: cpus()[0]?.model ?? 'unknown' },
      versions: { node: process.version, Chromium: page.version, ...peerVersions() },
      ceiling: mapped(ceiling, (rates) => mapped(rates, rounded)),
      operations: Object.fromEntries(works.map((work) => [nameOf(work), operations(work)])),
      measured,
      growth,
    };
  } finally {
    await page.close();
    processes.close();
  }
}

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
const microseconds = (costs) => mapped(summary(costs), rounded);

// Called from Node, and native code all the same.
const native = 'onnxruntime-node';

async function inNode() {
  const { jobs } = await import('./jobs.mjs');
  const { libraries } = await import('./libraries.mjs');
  const { loadNode } = await import('../peers/onnxruntime.mjs');
  const tensorflow = join(peersFolder, 'node_modules/@tensorflow/tfjs-backend-wasm/dist/');
  const all = { ...libraries({ tensorflow }), [native]: loadNode };
  const prepared = jobs(all);
  return Object.keys(all).map((library) => ({
    place: library === native ? 'native' : 'Node',
    library,
    prepare: (work) => prepared.prepare(library, work),
    batch: (calls) => prepared.batch(library, calls),
    finish: () => prepared.finish(library),
  }));
}
