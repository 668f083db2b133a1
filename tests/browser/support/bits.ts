// A sum over the bits of results: runs in Node, and inside the pages of every browser engine.
import type { Engine, Tensor } from '../../../wasm/engine/index.ts';

export function bits(engine: Engine): number[] {
  const draw = engine.generator(5);
  const results: Tensor[] = [];
  for (const [T, S, D] of [
    [3, 3, 4],
    [17, 33, 20],
    [64, 65, 16],
  ] as const) {
    const [q, k, v] = [draw.randn([T, D]), draw.randn([S, D]), draw.randn([S, D])];
    const { scores, scaled, masked, weights, output } = engine.attention(q, k, v, { causal: true });
    results.push(scores, scaled, masked, weights, output, engine.attend(q, k, v));
    const w = () => draw.randn([D, D]);
    const four = { wq: w(), wk: w(), wv: w(), wo: w() };
    results.push(engine.multiHead(q, four, { heads: 4 }).output);
  }
  results.push(engine.positionalEncoding(48, 32));
  draw.free();
  return results.map(({ data }) => {
    let hash = 2166136261;
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
    return hash;
  });
}
