// An engine from the sources, with what it stands on in reach: the module and its memory. And the
// module of training, which no engine shows.
import { readFile } from 'node:fs/promises';
import createTraining, { type MainModule as TrainModule } from '#train-glue';
import { instantiate } from '../../../wasm/engine/instantiate.ts';
import { link } from '../../../wasm/engine/link.ts';
import { root } from '../../web/support/files.ts';

const compile = async (name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    await readFile(new URL(`build/wasm-release/wasm/bindings/${name}.wasm`, root)),
  );

const core = compile('qkv-core');

export const inspectable = async (): ReturnType<typeof instantiate> => instantiate(await core);

export const trainingModule = async (): Promise<TrainModule> =>
  (await link<TrainModule>(createTraining, await compile('qkv-train'))).module;
