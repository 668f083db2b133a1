// How the reader makes the mask: its rule, the width of a window, NaN in the padding.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { maskRules } from '../state/mask.ts';
import type { MaskChoice } from '../state/mask.ts';
import { icons } from './symbols.ts';
import { canPad, padLabel } from './tokens.ts';
import { may } from './view.ts';
import type { View } from './view.ts';

const presets = [...maskRules, 'padding'] as const;
type Preset = (typeof presets)[number];

/** What the reader chose from the list; own: changed since. */
function presetOf({ rule, flips, padding }: MaskChoice): Preset | 'own' {
  if (flips.length > 0) return 'own';
  if (padding.length === 0) return rule;
  return rule === 'none' ? 'padding' : 'own';
}

/** In a line of its own, where there is no room between the matrices. */
export const maskStrip = (view: View): TemplateResult | typeof nothing =>
  view.step.kind === 'mask' && view.state.mask && may(view, 'mask')
    ? html`<div class="mask-strip">
        <span aria-hidden="true">${view.text.mask.preset}</span>${maskMaker(view)} ${padStrip(view)}
      </div>`
    : nothing;

/** What a phone has instead of buttons over columns that are narrower than a finger. */
function padStrip(view: View): TemplateResult | typeof nothing {
  if (!view.writing.bare || !canPad(view)) return nothing;
  const { padding } = view.text.mask;
  return html`<div class="pad-strip" role="group" aria-label=${padding}>
    <span aria-hidden="true">${padding}</span>
    ${view.tokens.map((_, index) => padLabel(view, index, true))}
  </div>`;
}

export function maskMaker(view: View): TemplateResult | typeof nothing {
  const { mask } = view.state;
  if (!mask || !may(view, 'mask')) return nothing;
  const words = view.text.mask;
  const now = presetOf(mask);
  return html`<div class="mask-maker">
    <label class="picker"
      ><span class="unseen">${words.preset}</span
      ><select
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          const rule = presets.find((each) => each === value);
          if (rule) view.requests.dispatch({ type: 'rule', rule });
        }}
      >
        ${now === 'own' ? html`<option value="own" selected>${words.own}</option>` : nothing}
        ${presets.map(
          (preset) =>
            html`<option value=${preset} ?selected=${preset === now}>${words[preset]}</option>`,
        )}
      </select></label
    >
    ${mask.rule === 'window' ? windowSize(view, mask.window) : nothing}
    ${mask.padding.length > 0 ? poison(view, mask.poison) : nothing}
  </div>`;
}

function windowSize(view: View, size: number): TemplateResult {
  const words = view.text.mask;
  const change = (by: 1 | -1) =>
    html`<button
      type="button"
      class="tool"
      aria-label=${by > 0 ? words.wider : words.narrower}
      aria-disabled=${size + by >= 1 && size + by <= view.tokens.length ? 'false' : 'true'}
      @click=${() => {
        view.requests.dispatch({ type: 'window', size: size + by });
      }}
    >
      ${by > 0 ? icons.more : icons.fewer}
    </button>`;
  return html`<div class="stepper" role="group" aria-label=${words.width}>
    ${change(-1)}<span>${size}</span>${change(1)}
  </div>`;
}

const poison = (view: View, on: boolean): TemplateResult =>
  html`<button
    type="button"
    class="switch"
    role="switch"
    aria-checked=${on ? 'true' : 'false'}
    aria-label=${view.text.mask.poisonLabel}
    data-switch="poison"
    @click=${() => {
      view.requests.dispatch({ type: 'poison', on: !on });
    }}
  >
    <span class="track"></span>${view.text.mask.poison}
  </button>`;
