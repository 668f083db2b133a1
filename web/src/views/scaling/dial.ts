// d: a slider over doublings, and a field for the exact number.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { letter } from '../symbols.ts';
import type { View } from '../view.ts';
import { tableWidths } from './scene.ts';
import type { Scene } from './scene.ts';
import { doubled, doublings, mostWidth, placeOf, stepped, widthAt } from './widths.ts';
import { spoken, wordsOf } from './words.ts';

const keys: Readonly<Record<string, (width: number) => number>> = {
  ArrowRight: (width) => stepped(width, 1),
  ArrowUp: (width) => stepped(width, 1),
  ArrowLeft: (width) => stepped(width, -1),
  ArrowDown: (width) => stepped(width, -1),
  PageUp: (width) => doubled(width, 1),
  PageDown: (width) => doubled(width, -1),
  Home: () => 1,
  End: () => mostWidth,
};

const ends = [1, mostWidth];

export function dial(view: View, { width, requests }: Scene): TemplateResult {
  const words = wordsOf(view);
  const label = spoken(words, words.width);
  const still = view.controls === 'none';
  return html`<div class="dial" role="group" aria-label=${label}>
    <label class="exact"
      >${letter('d')}<span class="eq">=</span
      ><input
        class="boxed-field"
        inputmode="numeric"
        autocomplete="off"
        aria-label=${label}
        ?readonly=${still}
        .value=${String(width)}
        @change=${(event: Event) => {
          const field = event.target as HTMLInputElement;
          const typed = Number(field.value.normalize('NFKC').trim() || NaN);
          if (Number.isInteger(typed) && typed >= 1 && typed <= mostWidth) requests.turn(typed);
          else field.value = String(width);
        }}
    /></label>
    <div class="slide" .style=${`--at:${placeOf(width) / doublings}`}>
      <input
        type="range"
        min="0"
        max=${doublings}
        step="any"
        aria-label=${label}
        aria-valuetext=${spoken(words, words.widthIs, { width })}
        ?disabled=${still}
        .value=${live(String(placeOf(width)))}
        @input=${(event: Event) => {
          requests.turn(widthAt(Number((event.target as HTMLInputElement).value)));
        }}
        @keydown=${(event: KeyboardEvent) => {
          const next = keys[event.key];
          if (!next || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          requests.turn(next(width));
        }}
      />
      <div class="marks-of-d" aria-hidden="true">
        ${[...ends, ...tableWidths].map(
          (mark) =>
            html`<span
              ?data-of-table=${tableWidths.includes(mark)}
              .style=${`--place:${placeOf(mark) / doublings}`}
              >${mark}</span
            >`,
        )}
      </div>
    </div>
  </div>`;
}
