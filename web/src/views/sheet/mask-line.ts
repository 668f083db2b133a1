// Which mask is laid over the scores of a sheet.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { allowed, isMasked } from '../../state/mask.ts';
import type { Scenery } from '../view.ts';
import { crossed, grid } from './tables.ts';

/** By its name; where the reader changed cells of it, cell by cell. */
export function maskLine(scene: Scenery): TemplateResult | typeof nothing {
  const { lesson, state, text, tokens } = scene;
  if (!isMasked(lesson, state)) return nothing;
  const words = text.mask;
  const { rule, window, padding, flips } = state.mask ?? {
    ...{ rule: 'causal', window: 0 },
    ...{ padding: [], flips: [] },
  };
  const padded = padding.map((token) => html` <b><bdi>${tokens[token]}</bdi></b>`);
  return html`<p class="mask">
      <span>${words.preset} <b>${words[rule]}</b></span>
      ${rule === 'window' ? html`<span>${words.width} <b>${window}</b></span>` : nothing}
      ${padding.length > 0 ? html`<span>${words.padding}${padded}</span>` : nothing}
    </p>
    ${flips.length > 0 ? cellByCell(scene) : nothing}`;
}

function cellByCell({ state, text, tokens, queries }: Scenery): TemplateResult {
  const cells = allowed(state);
  return grid({
    filling: 'given',
    corner: nothing,
    caption: html`<b class="symbol">M</b> ${text.mask.byHand}`,
    rows: queries,
    columns: tokens,
    cell: (row, column) => (cells[row]?.[column] === false ? crossed('') : html`<td></td>`),
  });
}
