// The trainer of a training worker, in the open: a step is measured without messages around it.
import createModule, { type MainModule } from '#train-glue';
import { Channel } from '../../../wasm/engine/channel.ts';
import { compile } from '../../../wasm/engine/compile.ts';
import { link, type CreateModule } from '../../../wasm/engine/link.ts';
import { readNames } from '../../../wasm/engine/names.ts';
import { planOf } from '../../../wasm/engine/train/settings.ts';
import { Trainer } from '../../../wasm/engine/train/trainer.ts';

export async function load(
  model: 'transformer' | 'lstm',
  url: string | undefined,
): Promise<Trainer> {
  const file = url ?? new URL('../../../dist/engine/qkv-train.wasm', import.meta.url);
  const { module, memory } = await link(
    createModule as CreateModule<MainModule>,
    await compile(file),
  );
  const trainer = new Trainer(new Channel(module, memory, readNames(module).codes), module);
  trainer.create(planOf({ model }).settings);
  return trainer;
}
