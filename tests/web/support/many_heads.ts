// The lesson of many heads outside of a page: the state of an address, and its numbers from the engine.
import assert from 'node:assert/strict';
import { lessons } from '../../../web/lessons/index.ts';
import { lesson } from '../../../web/lessons/many-heads/lesson.ts';
import type { MultiHeadComputation as Computation } from '../../../web/src/element/multi-head-computation.ts';
import type { Matrix } from '../../../web/src/state/lesson.ts';
import { reduce } from '../../../web/src/state/reducer.ts';
import { setOf } from '../../../web/src/state/sets.ts';
import type { State } from '../../../web/src/state/types.ts';
import { decodeState } from '../../../web/src/state/url.ts';
import { engine } from '../../wasm/support/engine.ts';
import type { TapName, Tensor } from '../../wasm/support/engine.ts';
import { base } from './states.ts';
import { ignoreStyles } from './styles.ts';

ignoreStyles();
const { MultiHeadComputation } = await import('../../../web/src/element/multi-head-computation.ts');

export { lesson };

/** What an address means that says so much beyond the lesson; drawn numbers are drawn. */
export function stateAt(more: string): State {
  const text = `v=1&lesson=${lesson.id}${more}`;
  const { state, problems } = decodeState(text, lessons, base);
  assert.deepEqual(problems, [], text);
  return state.pending ? reduce(state, drawn(state), lesson) : state;
}

/** As torch.randn gives them after torch.manual_seed(seed), in the order of the set. */
function drawn({ set, seed, inputs }: State) {
  const generator = engine.generator(seed ?? 0);
  const numbers: Partial<Record<TapName, Matrix>> = { ...inputs };
  for (const tap of setOf(lesson, set)?.draws ?? []) {
    const { rows, columns } = inputOf({ inputs }, tap);
    numbers[tap] = { rows, columns, data: [...generator.randn([rows, columns]).data] };
  }
  generator.free();
  return { type: 'drawn', seed: seed ?? 0, inputs: numbers } as const;
}

export function inputOf({ inputs }: Pick<State, 'inputs'>, tap: TapName): Matrix {
  const matrix = inputs[tap];
  assert.ok(matrix, tap);
  return matrix;
}

export const tensorOf = ({ rows, columns, data }: Matrix): Tensor => ({
  shape: [rows, columns],
  data: Float32Array.from(data),
});

export const computed = (state: State): Computation => new MultiHeadComputation(engine, state);

/** All steps of the layer, by a call of the engine of its own. */
export function layer(state: State, options: { readonly scale?: number } = {}) {
  const of = (tap: TapName) => tensorOf(inputOf(state, tap));
  const weights = { wq: of('w_q'), wk: of('w_k'), wv: of('w_v'), wo: of('w_o') };
  const scale = state.switches.scale === false ? { scale: 1 } : {};
  return engine.multiHead(of('x'), weights, { heads: state.heads, ...scale, ...options });
}

/** The lesson's three sets, each number of heads of the first, other numbers, and no scale. */
export const places = [
  '',
  '&heads=1',
  '&heads=4',
  '&scale=0',
  '&heads=4&scale=0',
  '&x=0.5,0,-1;2,0.3,0;0,1,1&wq=1,0,2;0,-1,0;3,0,0;0,0,1',
  '&set=sentence',
  '&set=sentence&heads=8&scale=0',
  '&set=random',
  '&set=random&heads=2&seed=7',
] as const;
