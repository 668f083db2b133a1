// How many heads, and all of them side by side as small maps; what each number of them costs.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { weightShare } from '../render/colour.ts';
import { fill } from '../i18n/template.ts';
import { headCounts } from '../state/heads.ts';
import { setPicker } from './sets.ts';
import { tilesView } from './tiles.ts';
import { at, may } from './view.ts';
import type { View } from './view.ts';

/** Above the matrices in every step, so that a head can be chosen wherever the walk is. */
export function headStrip(view: View): TemplateResult | typeof nothing {
  if (view.lesson.heads === undefined) return nothing;
  return html`<div class="head-strip">
    ${may(view, 'heads') ? counts(view) : nothing}
    <div class="maps" role="group" aria-label=${view.text.heads.each}>
      ${Array.from({ length: view.state.heads }, (_, head) => map(view, head))}
    </div>
    ${setPicker(view)}
  </div>`;
}

function counts(view: View): TemplateResult {
  const { text, state, lesson, requests } = view;
  return html`<div class="segments" role="group" aria-label=${text.heads.count}>
    <span aria-hidden="true">${text.heads.count}</span>
    ${headCounts(lesson, state.inputs).map(
      (count) =>
        html`<button
          type="button"
          aria-label=${fill(text.heads.so, { count })}
          aria-pressed=${count === state.heads ? 'true' : 'false'}
          data-heads=${count}
          @click=${() => {
            requests.dispatch({ type: 'heads', count });
          }}
        >
          ${count}
        </button>`,
    )}
  </div>`;
}

/** The weights of a head, a tile each; empty until the walk has made them. */
function map(view: View, head: number): TemplateResult {
  const { state, text, requests } = view;
  const on = head === state.head;
  const side = view.tokens.length;
  const weights = weightsSeen(view) ? view.results?.heads?.[head]?.taps.weights : undefined;
  const tiles = tilesView(side, side, (row, column) =>
    weights ? weightShare(at(weights, row, column)) : null,
  );
  const label = fill(text.heads.head, { head: head + 1 });
  if (view.controls === 'none') {
    return html`<span class="map" data-identity="a" data-head-map=${head}
      >${tiles}<span>${label}</span></span
    >`;
  }
  return html`<button
    type="button"
    class="map"
    data-identity="a"
    data-head-map=${head}
    aria-pressed=${on ? 'true' : 'false'}
    @click=${() => {
      requests.dispatch({ type: 'head', head });
    }}
  >
    ${tiles}<span>${label}</span>
  </button>`;
}

/** A question about the weights is not answered beside itself. */
function weightsSeen({ lesson, step, shown, tokens }: View): boolean {
  const made = lesson.steps.findIndex(({ makes }) => makes === 'weights');
  const now = lesson.steps.indexOf(step);
  return now > made || (now === made && shown >= tokens.length ** 2);
}

/** The same parameters and products whatever the number of heads; the score matrices grow. */
export function costTable(view: View): TemplateResult | typeof nothing {
  const costs = view.results?.costs;
  const { kind } = view.step;
  if (!costs || (kind !== 'split' && kind !== 'combine')) return nothing;
  const words = view.text.heads;
  return html`<table class="cost">
    <thead>
      <tr>
        <th scope="col">${words.count}</th>
        <th scope="col">${words.parameters}</th>
        <th scope="col">${words.multiplications}</th>
        <th scope="col">${words.scores}</th>
      </tr>
    </thead>
    <tbody>
      ${costs.map(
        ({ heads, parameters, multiplications, scores }) =>
          html`<tr aria-current=${heads === view.state.heads ? 'true' : nothing}>
            <th scope="row">${heads}</th>
            <td>${parameters}</td>
            <td>${multiplications}</td>
            <td>${scores}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}
