// Mathematics inside a line of text, and pictures on buttons.
import { html, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import { segments } from '../i18n/template.ts';
import type { Identity } from '../state/lesson.ts';

export type Part = string | number | TemplateResult;

export const symbol = (letter: string, identity: Identity, sub?: Part): TemplateResult =>
  html`<b class="m c${identity}">${letter}${sub === undefined ? '' : html`<sub>${sub}</sub>`}</b>`;

export const letter = (name: string): TemplateResult => html`<span class="m">${name}</span>`;

export const root = (inside: Part): TemplateResult =>
  html`<span class="root">√<span>${inside}</span></span>`;

export const dot = html`<span class="dot">⋅</span>`;

/** A sentence whose placeholders become mathematics or emphasis. */
export const rich = (template: string, values: Readonly<Record<string, Part>>): Part[] =>
  segments(template).map((segment) => {
    if (typeof segment === 'string') return segment;
    const value = values[segment.name];
    if (value === undefined) throw new RangeError(`no value for {${segment.name}} in: ${template}`);
    return value;
  });

/** The symbols that explanations name. */
export const terms: Readonly<Record<string, Part>> = {
  qi: symbol('q', 'q', letter('i')),
  kj: symbol('k', 'k', letter('j')),
  vj: symbol('v', 'v', letter('j')),
  oi: symbol('o', 'o', letter('i')),
  i: letter('i'),
  j: letter('j'),
  d: letter('d'),
  rootD: root(letter('d')),
  dot,
};

const icon = (paths: SVGTemplateResult): TemplateResult =>
  html`<svg class="i" viewBox="0 0 20 20" aria-hidden="true">${paths}</svg>`;

export const icons = {
  contents: icon(svg`<path d="M3 5h2M8 5h9M3 10h2M8 10h9M3 15h2M8 15h9" />`),
  theme: icon(
    svg`<circle cx="10" cy="10" r="6.5" /><path class="f" d="M10 3.5a6.5 6.5 0 0 1 0 13z" />`,
  ),
  previous: icon(svg`<path d="M12.5 4.5 7 10l5.5 5.5" />`),
  next: icon(svg`<path d="M7.5 4.5 13 10l-5.5 5.5" />`),
  reset: icon(svg`<path d="M4 10a6 6 0 1 0 2-4.5M4 3.5v3.2h3.2" />`),
  again: icon(svg`<path d="M5 4.5v11" /><path class="f" d="M15.5 4.5v11L7.5 10z" />`),
  play: icon(svg`<path class="f" d="M6 3.8v12.4L16.2 10z" />`),
  pause: icon(svg`<path class="f" d="M5.5 4h3v12h-3zM11.5 4h3v12h-3z" />`),
  undo: icon(svg`<path d="M7.5 4.5 4 8l3.5 3.5M4.5 8h7a4.5 4.5 0 0 1 0 9H8" />`),
  redo: icon(svg`<path d="M12.5 4.5 16 8l-3.5 3.5M15.5 8h-7a4.5 4.5 0 0 0 0 9H12" />`),
  settings: icon(
    svg`<path d="M3 6h8M15 6h2M3 14h2M9 14h8" /><circle cx="13" cy="6" r="2" /><circle cx="7" cy="14" r="2" />`,
  ),
  numbers: icon(svg`<path d="M5 3H3v14h2M15 3h2v14h-2M7 7.5h1M12 7.5h1M7 12.5h1M12 12.5h1" />`),
  share: icon(svg`<path d="M10 12V3M6.5 6.5 10 3l3.5 3.5M4 10v6.5h12V10" />`),
  print: icon(svg`<path d="M6 7.5V3h8v4.5M6 14H3V7.5h14V14h-3M6 12h8v5H6z" />`),
  teacher: icon(svg`<path d="M2.5 7.5 10 4l7.5 3.5L10 11zM5.5 9v4.5c2.5 2 6.5 2 9 0V9" />`),
  present: icon(svg`<path d="M3 4h14v9H3zM10 13v4M7 17h6" />`),
  right: icon(svg`<path d="m4 10.5 4 4 8-9" />`),
  more: icon(svg`<path d="M10 5v10M5 10h10" />`),
  fewer: icon(svg`<path d="M5 10h10" />`),
  close: icon(svg`<path d="m5 5 10 10M15 5 5 15" />`),
};
