import createModule from '#glue';
import { Channel } from './channel.ts';
import type { CoreModule } from './core.ts';
import { ChannelEngine } from './engine.ts';
import { readNames } from './names.ts';
import type { Engine } from './types.ts';

/** An engine with a memory of its own, and what it stands on. */
export async function instantiate(
  compiled: WebAssembly.Module,
): Promise<{ engine: Engine; module: CoreModule; memory: WebAssembly.Memory }> {
  const { module, memory } = await link(compiled);
  const names = readNames(module);
  const engine = new ChannelEngine(new Channel(module, memory, names.codes), names);
  return { engine, module, memory };
}

function link(
  compiled: WebAssembly.Module,
): Promise<{ module: CoreModule; memory: WebAssembly.Memory }> {
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory | undefined;
    const instantiateWasm = (
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object => {
      WebAssembly.instantiate(compiled, imports)
        .then((instance) => {
          // Its name is one of those that the linker shortens.
          memory = Object.values(instance.exports).find(
            (value) => value instanceof WebAssembly.Memory,
          );
          receive(instance, compiled);
        })
        .catch(reject);
      return {};
    };
    createModule({ instantiateWasm }).then((module) => {
      if (memory === undefined) reject(new Error('no memory'));
      else resolve({ module, memory });
    }, reject);
  });
}
