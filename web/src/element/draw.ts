// Numbers from a seed, by the engine's generator, which gives PyTorch's streams.
import type { Engine, Generator, TapName } from '../../../wasm/engine/index.ts';
import type { Matrix } from '../state/lesson.ts';
import type { State } from '../state/types.ts';

type Inputs = State['inputs'];

function drawn(engine: Engine, seed: number, draw: (generator: Generator) => Inputs): Inputs {
  const generator = engine.generator(seed);
  try {
    return draw(generator);
  } finally {
    generator.free();
  }
}

const friendly = [0, 0, 0, 1, 1, 1, 2, 2, 2, -1];

/** Easy on a hand: mostly 0, 1 and 2, now and then −1. */
export const drawFriendly = (engine: Engine, seed: number, inputs: Inputs): Inputs =>
  drawn(engine, seed, (generator) =>
    Object.fromEntries(
      Object.entries(inputs).map(([tap, { rows, columns }]) => {
        const { data } = generator.randint(0, friendly.length, [rows, columns]);
        const matrix: Matrix = { rows, columns, data: [...data].map((at) => friendly[at] ?? 0) };
        return [tap, matrix] as const;
      }),
    ),
  );

/** The named inputs anew, in that order, as torch.randn gives them after torch.manual_seed(seed). */
export const drawNormal = (
  engine: Engine,
  seed: number,
  inputs: Inputs,
  taps: readonly TapName[],
): Inputs =>
  drawn(engine, seed, (generator) => ({
    ...inputs,
    ...Object.fromEntries(
      taps.flatMap((tap) => {
        const matrix = inputs[tap];
        if (!matrix) return [];
        const { rows, columns } = matrix;
        const { data } = generator.randn([rows, columns]);
        return [[tap, { rows, columns, data: [...data] }] as const];
      }),
    ),
  }));
