// The document's table, and how far its numbers are drawn.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { letter } from '../symbols.ts';
import type { View } from '../view.ts';
import { limitOf } from './held.ts';
import { drawnBefore, quantities, tableWidths, valueOf, versions } from './scene.ts';
import type { Quantity, Scene, Version } from './scene.ts';
import { count, short, spoken, wordsOf, written } from './words.ts';

interface Column {
  readonly quantity: Quantity;
  readonly version: Version;
  /** Among the columns of its step. */
  readonly column: number;
}

/** The variance is that of the scores as they are. */
const versionsOf = (quantity: Quantity): readonly Version[] =>
  quantity === 'variance' ? versions.slice(0, 1) : versions;

const columns: readonly Column[] = quantities.flatMap((quantity) =>
  versionsOf(quantity).map((version, column) => ({ quantity, version, column })),
);

export function table(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view);
  const { id } = view.step;
  return html`<section class="document">
    <p class="over">${written(words.table)}</p>
    <table
      role="grid"
      aria-label=${spoken(words, words.table)}
      aria-busy=${scene.progress.running ? 'true' : 'false'}
      @pointerleave=${() => {
        scene.requests.point(null);
      }}
    >
      <thead>
        <tr>
          <th scope="col" rowspan="2">${letter('d')}</th>
          ${quantities.map(
            (quantity) =>
              html`<th
                scope="colgroup"
                colspan=${versionsOf(quantity).length}
                data-quantity=${quantity}
                ?data-on=${quantity === id}
              >
                ${written(words[quantity])}
              </th>`,
          )}
        </tr>
        <tr>
          ${columns.map(
            ({ quantity, version }) =>
              html`<th scope="col" data-quantity=${quantity} ?data-on=${quantity === id}>
                ${written(words[version])}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${tableWidths.map((width, row) => line(view, scene, width, row))}
      </tbody>
    </table>
    ${progress(view, scene)}
  </section>`;
}

const line = (view: View, scene: Scene, width: number, row: number): TemplateResult =>
  html`<tr ?data-here=${scene.width === width}>
    <th scope="row">
      <button
        type="button"
        class="to-width"
        ?disabled=${view.controls === 'none'}
        aria-label=${spoken(wordsOf(view), wordsOf(view).widthIs, { width })}
        @click=${() => {
          scene.requests.turn(width);
        }}
      >
        ${width}
      </button>
    </th>
    ${columns.map((column) => cell(view, scene, { ...column, row, width }))}
  </tr>`;

interface Place extends Column {
  readonly row: number;
  readonly width: number;
}

function cell(view: View, scene: Scene, place: Place): TemplateResult {
  const words = wordsOf(view);
  const { lesson, state, step, quiz } = view;
  const { quantity, version, row, column, width } = place;
  const live = step.id === quantity;
  const seen = width <= limitOf(lesson, state, quantity, version);
  const numbers = scene.table[row];
  const here = (at: { readonly row: number; readonly column: number } | null | undefined) =>
    live && at?.row === row && at.column === column;
  const inRow = live && quiz?.question.kind === 'choice' && quiz.question.cell.row === row;
  const known = numbers && short(valueOf(numbers, quantity, version), quantity, version);
  return html`<td
    role="gridcell"
    tabindex=${live ? (here(state.cell) ? '0' : '-1') : nothing}
    data-quantity=${quantity}
    data-version=${version}
    data-row=${row}
    data-column=${column}
    ?data-on=${live}
    ?data-held=${!seen}
    ?data-asked=${here(quiz?.question.cell) || inRow}
    ?data-chosen=${seen && here(state.cell)}
    aria-selected=${live ? (here(state.cell) ? 'true' : 'false') : nothing}
    aria-label=${spoken(words, words.cell, {
      width,
      name: spoken(words, words[quantity]),
      version: spoken(words, words[version]),
      value: seen ? (known ?? words.coming) : words.held,
    })}
    @pointerover=${(event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return;
      scene.requests.point(seen && numbers ? { quantity, version, width, of: 'table' } : null);
    }}
    @click=${() => {
      act(view, scene, place, seen);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !live) return;
      if (event.key === 'Enter' || event.key === ' ') act(view, scene, place, seen);
      else if (!moved(event, scene)) return;
      event.preventDefault();
      event.stopPropagation();
    }}
  >
    ${seen ? (known ?? '…') : '?'}
  </td>`;
}

/** What is seen is chosen, and its d with it; what is asked leads to where it is answered. */
function act({ controls, step, state, requests }: View, scene: Scene, place: Place, seen: boolean) {
  const { row, column, width, quantity } = place;
  if (controls === 'none') return;
  if (step.id !== quantity) scene.requests.turn(width);
  else if (seen) scene.requests.choose(row, column);
  else if (state.present) requests.dispatch({ type: 'clicker', by: 1 });
  else requests.goToAnswer();
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Within the columns of the step; the edge holds. */
function moved({ key, currentTarget: here }: KeyboardEvent, { requests }: Scene): boolean {
  const by = arrows[key];
  if (!by || !(here instanceof HTMLElement)) return false;
  const last = (here.parentElement?.querySelectorAll('td[data-on]').length ?? 1) - 1;
  const row = Number(here.dataset.row) + by[0];
  const column = Math.min(last, Math.max(0, Number(here.dataset.column) + by[1]));
  const next = here
    .closest('[role=grid]')
    ?.querySelector<HTMLElement>(`td[data-on][data-row="${row}"][data-column="${column}"]`);
  next?.focus();
  if (next && !next.hasAttribute('data-held')) requests.choose(row, column);
  return true;
}

function progress(view: View, { progress: so, requests }: Scene): TemplateResult {
  const words = wordsOf(view);
  const all = so.draws + drawnBefore;
  const drawn = so.drawn > 0 ? so.drawn + drawnBefore : 0;
  const text = spoken(words, words.progress, { drawn: count(drawn), draws: count(all) });
  const button = (label: string, kind: string, click: () => void) =>
    html`<button type="button" class="plain answer ${kind}" @click=${click}>${label}</button>`;
  return html`<div class="drawing" data-running=${so.running ? 'true' : 'false'}>
    <span
      class="gauge"
      role="progressbar"
      aria-label=${spoken(words, words.table)}
      aria-valuemin="0"
      aria-valuemax=${all}
      aria-valuenow=${drawn}
      aria-valuetext=${text}
      ><i .style=${`--t:${drawn / all}`}></i
    ></span>
    <span class="drawn">${text}</span>
    ${
      view.controls === 'none'
        ? nothing
        : so.running
          ? button(words.stop, 'stop-drawing', () => {
              requests.stop();
            })
          : so.stopped
            ? button(words.run, 'run-drawing', () => {
                requests.run();
              })
            : nothing
    }
  </div>`;
}
