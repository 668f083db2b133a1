// What the inspector says of the mask: why a cell is covered, what that takes away, and the same
// output computed the other way.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CellArithmetic } from '../../../wasm/engine/types.ts';
import { allows } from '../state/mask.ts';
import { result } from './bars.ts';
import { context } from './context.ts';
import { precise } from './numbers.ts';
import { letter } from './symbols.ts';
import type { Part } from './symbols.ts';
import { at, matrixOf } from './view.ts';
import type { View } from './view.ts';

const equals = html`<span class="eq">=</span>`;

export function masking(
  view: View,
  arithmetic: CellArithmetic,
  row: number,
  column: number,
): TemplateResult {
  const words = view.text.inspector;
  const covered = !allows(view.state, row, column);
  const scaled = matrixOf(view, 'scaled');
  const score = scaled ? at(scaled, row, column) : NaN;
  const places = { row, column, i: row + 1, j: column + 1 };
  return html`${context(view, covered ? words.covered : words.open, places)}
    <p class="line">
      ${reason(view, row, column)}<span class="eq">⇒</span>${
        covered ? html`<span class="cs">${precise(score)}</span><span class="eq">→</span>` : nothing
      }${result(arithmetic.total)}
    </p>
    <p class="who why">${why(view, covered)}</p>`;
}

function why({ state, text }: View, covered: boolean): string {
  const words = text.inspector;
  if (state.mask) return covered ? words.coveredShort : words.openShort;
  return covered ? words.coveredWhy : words.openWhy;
}

/** What decides about the cell: the padding, the reader's own hand, or the rule in numbers. */
function reason(view: View, row: number, column: number): Part {
  const { mask } = view.state;
  const words = view.text.mask;
  if (mask?.padding.includes(column)) return words.padding;
  if (mask?.flips.some((each) => each.row === row && each.column === column)) return words.byHand;
  const j = html`${letter('j')}${equals}${column + 1}`;
  const i = html`${letter('i')}${equals}${row + 1}`;
  const relation = (holds: boolean) => html`<span class="eq">${holds ? '≤' : '>'}</span>`;
  switch (mask?.rule) {
    case 'none':
      return words.none;
    case 'lower-right': {
      const shift = view.tokens.length - view.queries.length;
      const edge = html`${letter('i')} + ${letter('S')} − ${letter('T')}`;
      return html`${j}${relation(column <= row + shift)}${edge}${equals}${row + 1 + shift}`;
    }
    case 'window':
      if (column <= row && column <= row - mask.window) {
        const edge = html`${letter('i')} − ${mask.window}`;
        return html`${j}${relation(true)}${edge}${equals}${row + 1 - mask.window}`;
      }
      return html`${j}${relation(column <= row)}${i}`;
    default:
      return html`${j}${relation(column <= row)}${i}`;
  }
}

/** The weights of the row without the mask, and what of them lay on covered cells. */
export function removed(view: View, row: number): TemplateResult | typeof nothing {
  const variants = view.results?.variants;
  const open = variants?.open.weights;
  const gone = variants?.removed[row];
  if (!open || !gone) return nothing;
  const words = view.text.inspector;
  return html`<div class="only-compact">
    <p class="line small">
      <span class="what">${words.without}</span>
      ${view.tokens.map((_, column) => {
        const text = precise(at(open, row, column));
        return html`<span class="ca"
            >${allows(view.state, row, column) ? text : html`<s>${text}</s>`}</span
          ><span class="comma">${column < view.tokens.length - 1 ? ',' : ''}</span>`;
      })}<span class="eq">→</span><span class="what">${words.removed}</span><b>${precise(gone)}</b>
    </p>
  </div>`;
}

/** The output of a variant beside the one of all at once under the mask. */
export function otherWay(view: View, row: number, column: number): TemplateResult | typeof nothing {
  const whole = view.results?.taps.output;
  const now = matrixOf(view, 'output');
  if (!view.step.variant || !whole || !now) return nothing;
  const there = at(whole, row, column);
  const same = Object.is(there, at(now, row, column));
  const words = view.text.inspector;
  return html`<p class="line small">
    <span class="what">${view.step.kind === 'leak' ? words.withMask : words.atOnce}</span
    ><b>${precise(there)}</b><span class="verdict">${same ? words.sameBits : words.different}</span>
  </p>`;
}
