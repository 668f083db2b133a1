// The figure: everything that the steps light up, in its fixed places.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { colourDomain } from '../render/domain.ts';
import { fill } from '../i18n/template.ts';
import { shapeOf } from '../state/shape.ts';
import { formula } from './formula.ts';
import { inspector } from './inspector.ts';
import { matrixView } from './matrix.ts';
import { minimap } from './minimap.ts';
import { note } from './note.ts';
import { asTyped } from './numbers.ts';
import { operators } from './operators.ts';
import { slots } from './slots.ts';
import { symbol } from './symbols.ts';
import { matrixOf } from './view.ts';
import type { View } from './view.ts';

export const stage = (view: View): TemplateResult =>
  html`<section
    class="stage"
    tabindex="-1"
    data-step=${view.step.id}
    data-kind=${view.step.kind}
    data-narrow=${view.narrow}
    aria-label=${view.text.figure}
    aria-busy=${view.results ? 'false' : 'true'}
  >
    ${formula(view)} ${rowLabels(view)} ${corner(view)}
    ${slots.map((slot) => matrixView(view, slot))} ${operators(view)}
    <div class="side">${minimap(view)} ${inspector(view)} ${note(view)}</div>
    <div class="bands" aria-hidden="true"></div>
  </section>`;

function rowLabels(view: View): TemplateResult {
  const shape = shapeOf(view.lesson, view.state.inputs, 'q');
  const rows = Array.from({ length: shape?.rows ?? 0 }, (_, row) => row);
  const compactQ = view.step.kind === 'input' || view.step.kind === 'product';
  return html`<div
    class=${classMap({ 'row-labels': true, 'without-q': !compactQ })}
    aria-hidden="true"
  >
    ${rows.map(
      (row) =>
        html`<span class=${classMap({ token: true, on: row === view.state.cell?.row })}
          ><span data-word=${view.words.tokens[row] ?? nothing}
            >${view.words.tokens[row] ?? nothing}</span
          >${symbol('q', 'q', row + 1)}</span
        >`,
    )}
  </div>`;
}

/** Shape arithmetic and the colour scale, in the empty corner above Q. */
function corner(view: View): TemplateResult {
  const { kind, reads, makes } = view.step;
  const shape = (tap: typeof makes) => {
    const found = tap && shapeOf(view.lesson, view.state.inputs, tap);
    return found ? `${found.rows}×${found.columns}` : '';
  };
  const turned = (tap: typeof makes) => {
    const found = tap && shapeOf(view.lesson, view.state.inputs, tap);
    return found ? `${found.columns}×${found.rows}` : '';
  };
  const product =
    kind === 'product'
      ? `(${shape(reads[0])})⋅(${turned(reads[1])}) = ${shape(makes)}`
      : kind === 'mix'
        ? `(${shape(reads[0])})⋅(${shape(reads[1])}) = ${shape(makes)}`
        : '';
  return html`<div class="corner">
    ${product ? html`<span class="shapes">${product}</span>` : nothing}${legend(view)}
  </div>`;
}

function legend(view: View): TemplateResult | typeof nothing {
  const { kind } = view.step;
  if (kind === 'input' || !view.results) return nothing;
  const weights = kind === 'softmax' || kind === 'mix';
  const max = colourDomain('scores', { scores: matrixOf(view, 'scores')?.data ?? [] });
  const [low, high] = weights ? ['0', '1'] : [asTyped(-max, 4), asTyped(max, 4)];
  const stops = weights ? [0, 0.25, 0.5, 0.75, 1] : [-1, -0.5, 0, 0.5, 1];
  return html`<span
    class="legend"
    role="img"
    aria-label=${fill(view.text.legend, { low, high })}
    data-identity=${weights ? 'a' : 's'}
  >
    <span>${low}</span
    ><span class="ramp"
      >${stops.map((share) => html`<i class=${share < 0 ? 'neg' : ''} style="--t:${Math.abs(share)}"></i>`)}</span
    ><span>${high}</span>
  </span>`;
}
