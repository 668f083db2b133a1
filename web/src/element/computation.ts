// From a lesson and a state to everything that the views draw.
import type { Engine } from '../../../wasm/engine/index.ts';
import type { Lesson } from '../state/lesson.ts';
import { AttentionComputation } from './attention-computation.ts';
import type { Computation, Given } from './model.ts';
import { MultiHeadComputation } from './multi-head-computation.ts';

export type { Computation, Given } from './model.ts';

export const computationOf = (engine: Engine, lesson: Lesson, given: Given): Computation =>
  lesson.model === 'multi-head'
    ? new MultiHeadComputation(engine, given)
    : new AttentionComputation(engine, given);
