// The line above the arithmetic of a cell: who looks at whom.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { rich } from './symbols.ts';
import type { Part } from './symbols.ts';
import type { View } from './view.ts';

/** `row` and `column` are counted from 0 and said by name. */
export function context(
  view: View,
  template: string,
  values: Readonly<Record<string, Part>>,
): TemplateResult {
  const names: Readonly<Record<string, readonly string[]>> = {
    row: view.queries,
    column: view.tokens,
  };
  const emphasised = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && names[name] ? html`<b>${names[name][value] ?? ''}</b>` : value,
    ]),
  );
  return html`<p class="who">${rich(template, emphasised)}</p>`;
}
