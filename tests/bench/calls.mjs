// What a call costs at the size that a lesson shows, where the arithmetic is nearly nothing.
import assert from 'node:assert/strict';
import { measure } from './measure.mjs';
import * as plain from './plain.mjs';

// (module (func (export "f") (result i32) i32.const 0))
const nothing = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7f], // type () -> i32
  ...[0x03, 0x02, 0x01, 0x00], // one function of it
  ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00], // exported as f
  ...[0x0a, 0x06, 0x01, 0x04, 0x00, 0x41, 0x00, 0x0b], // i32.const 0
);

export async function calls() {
  const { loadEngine, tensor } = await import('qkv-lab/engine');
  const engine = await loadEngine();
  const { instance } = await globalThis.WebAssembly.instantiate(nothing);
  const { f } = instance.exports;
  const q = tensor([
    [2, 0, 1, 0],
    [0, 2, 2, 1],
    [1, 1, 0, 2],
  ]);
  const k = tensor([
    [1, 1, 0, 1],
    [2, 0, 1, 0],
    [0, 1, 2, 0],
  ]);
  const v = tensor([
    [1, 0, 0, 1],
    [0, 2, 1, 0],
    [1, 1, 0, 2],
  ]);
  assertSame(engine.attention(q, k, v), plain.attention(q, k, v));
  assertSame({ output: engine.attend(q, k, v) }, { output: plain.attend(q, k, v) });

  const bare = 'bare call into WebAssembly';
  const yardsticks = {
    'plain JavaScript, output alone': () => plain.attend(q, k, v),
    'plain JavaScript, five tensors': () => plain.attention(q, k, v),
  };
  const [alone, five] = Object.keys(yardsticks);
  const causal = { causal: true };
  const ours = {
    'engine.attend': [() => engine.attend(q, k, v), alone],
    'engine.attend, causal': [() => engine.attend(q, k, v, causal), alone],
    'engine.attention, five tensors': [() => engine.attention(q, k, v), five],
  };
  const costs = measure({
    [bare]: () => f(),
    ...yardsticks,
    ...Object.fromEntries(Object.entries(ours).map(([name, [call]]) => [name, call])),
  });
  return Object.entries(costs).map(([name, cost]) => ({
    name,
    ...cost,
    perBare: cost.median / costs[bare].median,
    ...(ours[name] && { perPlain: cost.median / costs[ours[name][1]].median }),
  }));
}

function assertSame(actual, expected) {
  for (const [name, { data }] of Object.entries(expected)) {
    data.forEach((x, i) => {
      assert.ok(Math.abs(x - actual[name].data[i]) < 1e-6, `${name} ${i}`);
    });
  }
}
