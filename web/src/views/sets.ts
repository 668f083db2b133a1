// Which numbers to begin with, where a lesson has several sets of them.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { setsOf } from '../state/sets.ts';
import { may } from './view.ts';
import type { View } from './view.ts';

export function setPicker(view: View): TemplateResult | typeof nothing {
  if (!view.lesson.sets || view.step.kind !== 'input' || !may(view, 'sets')) return nothing;
  return html`<label class="picker set"
    ><span>${view.text.numbers.set}</span
    ><select
      aria-label=${view.text.numbers.set}
      @change=${(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        view.requests.dispatch({ type: 'set', set: value });
      }}
    >
      ${setsOf(view.lesson).map(
        ({ id }) =>
          html`<option value=${id} ?selected=${id === view.state.set}>
            ${view.words.sets?.[id]?.name ?? id}
          </option>`,
      )}
    </select></label
  >`;
}
