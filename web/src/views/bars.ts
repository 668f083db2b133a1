// Bars that stand on the terms they come from, or hang below when negative. Layout arithmetic only.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CellArithmetic, Term } from '../../../wasm/engine/types.ts';
import { precise } from './numbers.ts';

/** Whose colour a sum has; each has a rule `.hue-…`. */
export const hues = ['q', 'k', 'v', 's', 'o'] as const;

export interface BarScale {
  /** The share of the height that bars below the line take. */
  readonly fall: number;
  bar(x: number, label?: string): TemplateResult;
  /** An outline that stands behind a bar. */
  ghost(x: number): TemplateResult;
}

/** One scale for all bars of a line: the tallest rise and the deepest fall share its height. */
export function barScale(values: readonly number[], total: number): BarScale {
  const all = [...values, ...(Number.isNaN(total) ? [] : [total])];
  const drawable = all.every(Number.isFinite);
  const up = Math.max(0, ...all);
  const down = Math.max(0, ...all.map((x) => -x));
  // Divided first: the span of two float32 numbers may not fit one.
  const most = Math.max(up, down) || 1;
  const span = up / most + down / most || 1;
  const share = (x: number): string => (drawable ? Math.abs(x) / most / span : 0).toFixed(4);
  const element = (x: number, kind: string, label?: string): TemplateResult =>
    html`<span
      class="bar ${kind} ${x < 0 ? 'below' : ''} ${x === 0 || !drawable ? 'flat' : ''}"
      .style=${`--x:${share(x)}`}
      aria-hidden="true"
      >${label === undefined ? nothing : html`<b>${label}</b>`}<i></i
    ></span>`;
  return {
    fall: drawable ? down / most / span : 0,
    bar: (x, label) => element(x, '', label),
    ghost: (x) => element(x, 'ghost'),
  };
}

/** A term of a sum: its sign before it, its bar labelled with the product above or below it. */
export const column = (
  scale: BarScale,
  value: number,
  sign: TemplateResult | typeof nothing,
  term: TemplateResult,
): TemplateResult =>
  html`<span class="term"
    >${sign}${scale.bar(value, precise(value))}<span class="text">${term}</span></span
  >`;

/** The total: its parts stacked where all have one sign, else one bar. */
export function totalColumn(
  scale: BarScale,
  parts: readonly number[],
  total: number,
  sign: TemplateResult | typeof nothing,
  text: TemplateResult,
): TemplateResult {
  const oneSign = parts.every((x) => x >= 0) || parts.every((x) => x <= 0);
  const stack = (oneSign ? parts : [total]).filter((x) => x !== 0);
  return html`<span class="term total"
    >${sign}<span class="stack ${total < 0 ? 'below' : ''}">${stack.map((x) => scale.bar(x))}</span
    ><span class="text">${text}</span></span
  >`;
}

export const result = (x: number): TemplateResult => html`<b class="boxed">${precise(x)}</b>`;

/** More numbers than this, of terms of two: bars without their own labels, and small. */
const mostLabelled = 20;

/** How much a line has to hold, which sets its size. */
export function lengthClass(values: readonly number[], total: number): string {
  const characters = values.reduce((sum, x) => sum + precise(x).length + 1, precise(total).length);
  if (values.length > mostLabelled) return 'crowded';
  return characters <= 22 ? 'roomy' : 'snug';
}

/** A negative right operand wears brackets. */
export const operand = (x: number): string => (x < 0 ? `(${precise(x)})` : precise(x));

export const equals = html`<span class="eq">=</span>`;
export const plus = html`<span class="plus">+</span>`;

/** head = term + term + … = total, each term under its bar. */
export function sumOf(
  arithmetic: CellArithmetic,
  hue: (typeof hues)[number],
  head: TemplateResult,
  term: (term: Term) => TemplateResult,
): TemplateResult {
  const terms = arithmetic.terms.filter(({ skipped }) => !skipped);
  const products = terms.map(({ product }) => product);
  const scale = barScale(products, arithmetic.total);
  const length = lengthClass(
    terms.flatMap(({ left, right }) => [left, right]),
    arithmetic.total,
  );
  return html`<div
    class="sum-line ${length} hue-${hue} ${scale.fall > 0 ? 'hanging' : ''}"
    .style=${`--fall:${scale.fall.toFixed(4)}`}
  >
    <span class="head">${head}${equals}</span>
    ${terms.map((each, index) =>
      column(scale, each.product, index > 0 ? plus : nothing, term(each)),
    )}
    ${totalColumn(
      scale,
      products,
      arithmetic.total,
      terms.length > 0 ? equals : nothing, // the head has its own
      result(arithmetic.total),
    )}
  </div>`;
}
