// The arithmetic around the heads: projections, what is only moved, and how scores add up.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CellArithmetic } from '../../../wasm/engine/types.ts';
import { equals, operand, plus, result, sumOf } from './bars.ts';
import { context } from './context.ts';
import { precise } from './numbers.ts';
import { dot, symbol } from './symbols.ts';
import { at, inResults, matrixOf } from './view.ts';
import type { View } from './view.ts';

/** Of a projection, a split, a concatenation or the last product. */
export function headArithmetic(
  view: View,
  arithmetic: CellArithmetic,
  row: number,
  column: number,
): TemplateResult | typeof nothing {
  const words = view.text.inspector;
  const places = { row, dimension: column + 1 };
  const indices = `${row + 1}${column + 1}`;
  const { head, heads, on } = view.state;
  switch (view.step.kind) {
    case 'project': {
      const letter = (on ?? 'projected_q').slice(-1) as 'q' | 'k' | 'v';
      return html`${context(view, words.project, places)}
      ${sumOf(
        arithmetic,
        letter,
        symbol(letter, letter, indices),
        ({ left, right }) =>
          html`<span class="cx">${precise(left)}</span>${dot}<span class="c${letter}"
              >${operand(right)}</span
            >`,
      )}`;
    }
    case 'split': {
      const width = matrixOf(view, 'q')?.columns ?? 1;
      const from = head * width + column + 1;
      return html`${context(view, words.split, { ...places, head: head + 1, from })}
        <p class="line">
          ${symbol('Q', 'q', indices)}<sup class="of-head">(${head + 1})</sup>${equals}${symbol(
            'Q',
            'q',
            `${row + 1}${from}`,
          )}${equals}${result(arithmetic.total)}
        </p>
        ${shapes(view, [
          ['T', 'D'],
          ['T', 'H', 'Dh'],
          ['H', 'T', 'Dh'],
        ])}`;
    }
    case 'concat': {
      const width = matrixOf(view, 'output')?.columns ?? 1;
      const from = Math.floor(column / width);
      return html`${context(view, words.concat, {
          ...places,
          head: from + 1,
          from: (column % width) + 1,
        })}
        <p class="line">
          ${symbol('C', 'o', indices)}${equals}${symbol('O', 'o', `${row + 1}${(column % width) + 1}`)}<sup
            class="of-head"
            >(${from + 1})</sup
          >${equals}${result(arithmetic.total)}
        </p>
        ${
          heads > 1
            ? shapes(view, [
                ['H', 'T', 'Dh'],
                ['T', 'H', 'Dh'],
                ['T', 'D'],
              ])
            : nothing
        }`;
    }
    case 'combine':
      return html`${context(view, words.combine, places)}
      ${sumOf(
        arithmetic,
        'o',
        symbol('y', 'o', indices),
        ({ left, right }) =>
          html`<span class="ca">${precise(left)}</span>${dot}<span class="co"
              >${operand(right)}</span
            >`,
      )}`;
    default:
      return nothing;
  }
}

/** (T, D) → (T, H, Dh) → (H, T, Dh), in numbers. */
function shapes(view: View, all: readonly (readonly string[])[]): TemplateResult {
  const width = matrixOf(view, 'q')?.columns ?? 1;
  const sizes: Readonly<Record<string, number>> = {
    T: view.tokens.length,
    H: view.state.heads,
    Dh: width,
    D: width * view.state.heads,
  };
  return html`<p class="line small shapes-line">
    ${all.map(
      (axes, index) =>
        html`${index > 0 ? html`<span class="eq">→</span>` : nothing}<span
            >(${axes.map((axis) => sizes[axis]).join(', ')})</span
          >`,
    )}
  </p>`;
}

/** The scores of all heads at a place add up to what one head of full width would score. */
export function acrossHeads(
  view: View,
  row: number,
  column: number,
): TemplateResult | typeof nothing {
  const { results, text, state } = view;
  const whole = results?.whole?.scores;
  if (!results?.heads || !whole || state.heads < 2 || state.heads > 4) return nothing;
  const parts = results.heads.map((_, head) => {
    const scores = inResults(results, 'scores', head);
    const number = precise(scores ? at(scores, row, column) : NaN);
    return head === state.head ? html`<b>${number}</b>` : number;
  });
  return html`<p class="line small">
    <span class="what">${text.inspector.heads}</span>${parts.map(
      (part, head) => html`${head > 0 ? plus : nothing}<span class="cs">${part}</span>`,
    )}${equals}${precise(at(whole, row, column))}
  </p>`;
}
