import createModule from '#glue';
import { Channel } from './channel.ts';
import type { CoreModule } from './core.ts';
import { ChannelEngine } from './engine.ts';
import { link } from './link.ts';
import { readNames } from './names.ts';
import type { Engine } from './types.ts';

/** An engine with a memory of its own, and what it stands on. */
export async function instantiate(
  compiled: WebAssembly.Module,
): Promise<{ engine: Engine; module: CoreModule; memory: WebAssembly.Memory }> {
  const { module, memory } = await link<CoreModule>(createModule, compiled);
  const names = readNames(module);
  const engine = new ChannelEngine(new Channel(module, memory, names.codes), names);
  return { engine, module, memory };
}
