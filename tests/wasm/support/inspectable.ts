// An engine from the sources, with what it stands on in reach: the module and its memory.
import { readFile } from 'node:fs/promises';
import { instantiate } from '../../../wasm/engine/instantiate.ts';
import { root } from '../../web/support/files.ts';

const file = new URL('build/wasm-release/wasm/bindings/qkv-core.wasm', root);
const compiled = WebAssembly.compile(await readFile(file));

export const inspectable = async (): ReturnType<typeof instantiate> => instantiate(await compiled);
