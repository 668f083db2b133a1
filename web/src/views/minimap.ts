// All matrices at a glance, where only the operation in hand is drawn large.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { TapName } from '../../../wasm/engine/types.ts';
import { signedShare, weightShare } from '../render/colour.ts';
import { colourDomain } from '../render/domain.ts';
import { shapeOf } from '../state/shape.ts';
import { glyphOf } from './labels.ts';
import { allSlots, isResult, slotsOf, stateOf, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { tilesView } from './tiles.ts';
import { at, matrixOf } from './view.ts';
import type { View } from './view.ts';

const between: Readonly<Record<string, string>> = {
  K: '·',
  S: '→',
  Z: '→',
  A: '→',
  V: '·',
  O: '→',
  Pq: '→',
  C: '→',
  Y: '→',
};

/** Of many matrices those that tell where the walk is. */
const landmarks: ReadonlySet<string> = new Set(['X', 'Pq', 'Pk', 'Pv', 'S', 'A', 'O', 'C', 'Y']);

export const minimap = (view: View): TemplateResult =>
  html`<div class="minimap" aria-hidden="true">
    ${(view.lesson.model === 'multi-head'
      ? allSlots(view).filter(({ id }) => landmarks.has(id))
      : allSlots(view)
    ).map(
      (slot) =>
        html`${between[slot.id] ? html`<span class="between">${between[slot.id]}</span>` : ''}${thumb(view, slot)}`,
    )}
  </div>`;

function thumb(view: View, slot: Slot): TemplateResult {
  const tap = tapOf(view, slot);
  const { inputs, heads } = view.state;
  const shape = shapeOf(view.lesson, inputs, tap, heads) ?? { rows: 0, columns: 0 };
  const [rows, columns] = slot.transposed
    ? [shape.columns, shape.rows]
    : [shape.rows, shape.columns];
  const matrix = stateOf(view, slot) === 'ghost' ? undefined : matrixOf(view, tap);
  const max = colourDomain<TapName>(tap, view.values);
  const share = (row: number, column: number): number | null => {
    const hidden = isResult(view, tap) && row * columns + column >= view.shown;
    if (!matrix || hidden) return null;
    const value = slot.transposed ? at(matrix, column, row) : at(matrix, row, column);
    return slot.identity === 'a' ? weightShare(value) : signedShare(value, max).share;
  };
  const present = slotsOf(view).some(
    (each) => tapOf(view, each) === tap && each.place[view.step.kind] !== undefined,
  );
  const inHand = present && stateOf(view, slot) !== 'ghost';
  return html`<span class=${classMap({ thumb: true, on: inHand })} data-identity=${slot.identity}>
    ${tilesView(rows, columns, share)}<b>${glyphOf(view, slot)}</b>
  </span>`;
}
