// What a step on paper shows: the results that it asks for, and what they come of and nobody has worked out.
import type { TapName } from '../../../../wasm/engine/types.ts';
import { fill } from '../../i18n/template.ts';
import type { Step } from '../../state/lesson.ts';
import { passedOver } from '../../state/shape.ts';
import { allSlots, tapOf } from '../slots.ts';
import type { Slot } from '../slots.ts';
import { matrixOf } from '../view.ts';
import type { Scenery } from '../view.ts';
import type { Item } from './tables.ts';

const made = ({ makes, also = [] }: Step): readonly TapName[] => (makes ? [makes, ...also] : []);

/** Vectors of heads lie as they are cut, their tokens below each other. */
function placeOf(scene: Scenery, tap: TapName): Slot | undefined {
  const slot = allSlots(scene).find((each) => tapOf(scene, each) === tap);
  const cut = slot?.tap === 'k' && !(tap in scene.state.inputs);
  return slot && cut ? { ...slot, transposed: false, rows: 'token', columns: 'dimension' } : slot;
}

/** A matrix as often as there is one: once, or in every head. */
function itemsOf(scene: Scenery, tap: TapName): readonly Item[] {
  const slot = placeOf(scene, tap);
  const { heads } = scene.results ?? {};
  const ofHeads = heads?.some(({ taps }) => tap in taps) === true;
  return (ofHeads ? heads.map((_, head) => head) : [null]).flatMap((head) => {
    const matrix = matrixOf(scene, tap, head ?? 0);
    if (!slot || !matrix) return [];
    const place = head === null ? slot : { ...slot, head };
    return [{ scene, slot: place, tap, matrix, note: noteOn(scene, place) }];
  });
}

function noteOn({ step, text }: Scenery, { id, head }: Slot): string | null {
  if (step.variant === 'open') return text.inspector.without;
  // The only symbol that does not say whose it is.
  return id === 'Z' && head !== undefined ? fill(text.heads.head, { head: head + 1 }) : null;
}

/** In the order in which the lesson hands them over. */
export const inputsOf = (scene: Scenery): readonly Item[] =>
  allSlots(scene)
    .filter((slot) => tapOf(scene, slot) in scene.state.inputs)
    .flatMap((slot) => itemsOf(scene, tapOf(scene, slot)));

export const resultsOf = (scene: Scenery): readonly Item[] =>
  made(scene.step).flatMap((tap) => itemsOf(scene, tap));

/** The step that makes a matrix, as that or as what it is where nothing is done to it. */
function makerOf(steps: readonly Step[], tap: TapName): readonly [Step, TapName] | null {
  const maker = steps.find((step) => !step.variant && made(step).includes(tap));
  const before = passedOver[tap];
  if (maker) return [maker, tap];
  return before ? makerOf(steps, before) : null;
}

/**
 * What a step reads of steps that are not asked, with its numbers. Without the mask there are other
 * weights, which no step asks for.
 */
export function lentTo(
  scene: Scenery,
  steps: readonly Step[],
  asked: readonly Step[],
): readonly Item[] {
  const { step } = scene;
  const before = asked.slice(0, asked.indexOf(step)).filter(({ variant }) => variant !== 'open');
  return step.reads.flatMap((tap) => {
    const found = makerOf(steps, tap);
    if (!found) return [];
    const [maker, as] = found;
    if (step.variant === 'open') return itemsOf(scene, as);
    const known = asked.includes(maker) || before.some(({ reads }) => reads.includes(tap));
    return known ? [] : itemsOf({ ...scene, step: maker }, as);
  });
}
