// Bytes in use on the engine's heap (mallinfo), and the size of its memory, which never shrinks.
export async function memory() {
  const { inspectable } = await import('../wasm/support/inspectable.ts');
  const { make } = await import('../wasm/support/numbers.ts');
  const { engine, module, memory: linear } = await inspectable();
  const facts = {};
  const note = (when) => {
    facts[`live bytes ${when}`] = module.liveBytes();
    facts[`bytes of memory ${when}`] = linear.buffer.byteLength;
  };
  note('when loaded');
  const small = make([3, 4], Math.sin);
  const five = () => engine.attention(small, small, small);
  five();
  note('after a call at 3 × 4');
  for (let i = 0; i < 10_000; i++) five();
  note('after 10,000 more');
  const large = make([1500, 64], Math.sin);
  engine.attention(large, large, large);
  note('after five tensors at 1500 × 64');
  return facts;
}
