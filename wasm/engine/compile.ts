// One compilation per address, and of what is carried, however many engines.
const compiled = new Map<string, Promise<WebAssembly.Module>>();

export type Source = string | URL | Uint8Array<ArrayBuffer>;

/** A .wasm file, by its address relative to this module, or its bytes. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  const url = source instanceof Uint8Array ? null : new URL(source, import.meta.url);
  const key = url?.href ?? '';
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const module = url
    ? fetchAndCompile(url)
    : WebAssembly.compile(source as Uint8Array<ArrayBuffer>);
  compiled.set(key, module);
  // The next attempt tries again.
  module.catch(() => compiled.delete(key));
  return module;
}

async function fetchAndCompile(url: URL): Promise<WebAssembly.Module> {
  // Node does not fetch files. No import either: bundlers for browsers would follow it.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  if (url.protocol === 'file:' && process?.getBuiltinModule !== undefined) {
    const { readFile } = process.getBuiltinModule('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Streaming insists on the type, which many servers get wrong.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
