// What stands between matrices: an arrow, its operation, and the switch that belongs to it.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OperationKind } from '../state/lesson.ts';
import { maskMaker } from './mask-maker.ts';
import { sceneOf } from './slots.ts';
import { letter, root } from './symbols.ts';
import { depthOf, may } from './view.ts';
import type { View } from './view.ts';

export function operators(view: View): TemplateResult {
  if (sceneOf(view) !== 'attention') return html``;
  const scaling = view.step.kind === 'scale' || view.step.kind === 'mask';
  const depth = depthOf(view);
  return html`
    ${operator(
      view,
      'scale',
      scaling,
      html`<span class="sum">÷ ${root(depth)}</span
        >${view.step.kind === 'mask' ? html` <span class="plus-mask">+ ${letter('M')}</span>` : nothing}`,
      html`${toggle(view, 'scale')}${view.step.kind === 'mask' ? html`<span class="only-compact">${masks(view)}</span>` : nothing}`,
    )}
    ${operator(view, 'softmax', view.step.kind === 'softmax', 'softmax', masks(view))}
  `;
}

/** Where the mask is the reader's to make, what it is made with; else its switch. */
const masks = (view: View): TemplateResult | typeof nothing =>
  view.state.mask ? maskMaker(view) : toggle(view, 'mask');

function operator(
  view: View,
  kind: OperationKind & ('scale' | 'softmax'),
  inHand: boolean,
  label: TemplateResult | string,
  switches: TemplateResult | typeof nothing,
): TemplateResult {
  const off = kind === 'scale' && view.state.switches.scale === false;
  return html`<div
    class="operator"
    data-kind=${kind}
    data-active=${view.step.kind === kind}
    data-place=${inHand ? 'middle' : 'off'}
    data-off=${off}
  >
    <div class="label">${label}</div>
    <div class="arrow"></div>
    <div class="switches">${switches}</div>
  </div>`;
}

function toggle(view: View, name: 'scale' | 'mask'): TemplateResult | typeof nothing {
  if (!may(view, 'switches')) return nothing;
  const on = view.state.switches[name];
  if (on === undefined) return nothing;
  const words = view.text.switch;
  const label = name === 'scale' ? words.scaleLabel : words.maskLabel;
  return html`<button
    type="button"
    class="switch"
    role="switch"
    aria-checked=${on ? 'true' : 'false'}
    aria-label=${label}
    data-switch=${name}
    @click=${() => {
      view.requests.dispatch({ type: 'switch', name, on: !on });
    }}
  >
    <span class="track"></span>${words[name]}
  </button>`;
}
