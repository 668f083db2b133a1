// One more or one fewer token or dimension, where the matrix has them.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../i18n/template.ts';
import { axisOf, sizeOf } from '../state/inputs.ts';
import type { AxisId } from '../state/lesson.ts';
import { setPicker } from './sets.ts';
import { tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { icons } from './symbols.ts';
import { may } from './view.ts';
import type { View } from './view.ts';

export function sizes(view: View, slot: Slot): TemplateResult | typeof nothing {
  // W_O has no place among the inputs.
  const home = slot.tap === 'w_o' ? 'combine' : 'input';
  if (view.step.kind !== home || !may(view, 'sizes')) return nothing;
  // Beside the matrix that an axis names first.
  const own = view.lesson.axes.filter(({ extents }) => extents[0].tap === tapOf(view, slot));
  return html`${own.map(({ id }) => stepper(view, id))}`;
}

/** All of them in one line, where the matrices have no room beside them. */
export function sizeStrip(view: View): TemplateResult | typeof nothing {
  const sets = setPicker(view);
  const axes = may(view, 'sizes') ? view.lesson.axes : [];
  if (view.step.kind !== 'input' || (axes.length === 0 && sets === nothing)) return nothing;
  return html`<div class="size-strip">
    ${axes.map(({ id }) => html`<span>${view.text.size[id]}</span>${stepper(view, id)}`)} ${sets}
  </div>`;
}

function stepper(view: View, id: AxisId): TemplateResult | typeof nothing {
  const axis = axisOf(view.lesson, id);
  if (!axis) return nothing;
  const size = sizeOf(view.state.inputs, axis);
  const words = view.text.size;
  const change = (by: 1 | -1) => {
    const possible = size + by >= 1 && size + by <= axis.most;
    return html`<button
      type="button"
      class="tool"
      aria-label=${fill(by > 0 ? words.more : words.fewer, { what: words[id] })}
      aria-disabled=${possible ? 'false' : 'true'}
      data-by=${by}
      @click=${() => {
        view.requests.dispatch({ type: 'resize', axis: id, size: size + by });
      }}
    >
      ${by > 0 ? icons.more : icons.fewer}
    </button>`;
  };
  return html`<div class="stepper" data-axis=${id} role="group" aria-label=${words[id]}>
    ${change(-1)}<span aria-hidden="true">${size}</span>${change(1)}
  </div>`;
}
