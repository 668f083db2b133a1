// What the last change did, before and after. Compares values, computes none.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TapName } from '../../../wasm/engine/types.ts';
import { fill } from '../i18n/template.ts';
import type { Matrix } from '../state/lesson.ts';
import { captionOf } from './labels.ts';
import { precise } from './numbers.ts';
import { slotOf } from './slots.ts';
import { icons } from './symbols.ts';
import { at, inResults, matrixOf } from './view.ts';
import type { View } from './view.ts';

/** The matrix as it was; undefined where nothing changed lately, or the sizes did. */
export function earlier(view: View, tap: TapName, head = view.state.head): Matrix | undefined {
  const { before } = view;
  const now = matrixOf(view, tap, head);
  const then = before?.inputs[tap] ?? inResults(before?.results, tap, head);
  return then && now && then.rows === now.rows && then.columns === now.columns ? then : undefined;
}

const changedCells = (now: Matrix, then: Matrix): number[] =>
  now.data.flatMap((value, index) => (Object.is(value, then.data[index]) ? [] : [index]));

/** A line about the change, and what of the step's result changed with it. */
export function change(view: View): TemplateResult | typeof nothing {
  if (!view.before || !view.results) return nothing;
  const parts = [inputs(view), result(view)].filter((part) => part !== null);
  if (parts.length === 0) return nothing;
  return html`<p class="change">
    <span>${parts.join(view.state.locale === 'en' ? ' ' : '')}</span>
    <button
      type="button"
      class="tool"
      aria-label=${view.text.dismiss}
      @click=${() => {
        view.requests.forgetChange();
      }}
    >
      ${icons.close}
    </button>
  </p>`;
}

function inputs(view: View): string | null {
  const { change: words } = view.text;
  const found = Object.entries(view.state.inputs).flatMap(([name, now]) => {
    const then = earlier(view, name as TapName);
    return then ? changedCells(now, then).map((index) => ({ name, now, then, index })) : [];
  });
  const [only] = found;
  if (!only) return view.before?.inputs === view.state.inputs ? null : words.many;
  if (found.length > 1) return words.many;
  const { name, now, then, index } = only;
  const row = Math.floor(index / now.columns);
  const column = index % now.columns;
  return fill(words.cell, {
    symbol: name.toUpperCase(),
    i: row + 1,
    j: column + 1,
    before: precise(at(then, row, column)),
    after: precise(at(now, row, column)),
  });
}

/** Of several results of the step the first one that changed. */
function resultOf(view: View): TapName | undefined {
  const { makes, also = [] } = view.step;
  const all = makes ? [makes, ...also] : [];
  const differs = (tap: TapName): boolean => {
    const [now, then] = [matrixOf(view, tap), earlier(view, tap)];
    return now !== undefined && then !== undefined && changedCells(now, then).length > 0;
  };
  return all.find(differs) ?? makes;
}

function result(view: View): string | null {
  const makes = resultOf(view);
  const now = makes && matrixOf(view, makes);
  const then = makes && earlier(view, makes);
  if (!now || !then) return null;
  const count = changedCells(now, then).length;
  const slot = slotOf(view, makes);
  const symbol = slot ? captionOf(view, slot).spoken : '';
  const { change: words } = view.text;
  return count === 0
    ? fill(words.none, { symbol })
    : fill(words.results, { symbol, count, total: now.data.length });
}
