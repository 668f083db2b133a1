// Injected: from the moment that `trap` is a global, every function of a WebAssembly module traps.

type Call = (...values: unknown[]) => unknown;

const guarded =
  (call: Call): Call =>
  (...values) => {
    if ('trap' in globalThis) throw new WebAssembly.RuntimeError('unreachable');
    return call(...values);
  };

// The engine's glue takes functions from the exports and from the table.
const original = WebAssembly.instantiate.bind(WebAssembly) as (
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
) => Promise<WebAssembly.Instance>;

async function instantiate(module: WebAssembly.Module, imports: WebAssembly.Imports) {
  const { exports } = await original(module, imports);
  const entries = Object.entries(exports).map(([name, value]) => [
    name,
    typeof value === 'function' ? guarded(value as Call) : value,
  ]);
  return { exports: Object.fromEntries(entries) as WebAssembly.Exports };
}
Object.assign(WebAssembly, { instantiate });

const { prototype } = WebAssembly.Table;
const get = Object.getOwnPropertyDescriptor(prototype, 'get')?.value as (
  this: WebAssembly.Table,
  index: number,
) => Call | null;
prototype.get = function (index: number): unknown {
  const call = get.call(this, index);
  return call === null ? null : guarded(call);
};

export {};
