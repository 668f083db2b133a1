// Where the walk is, and the ways to move it: previous, play, next, the stops, the cells between them.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { fill } from '../i18n/template.ts';
import { mayReveal, mayUndo, permits } from '../state/limits.ts';
import { cellCount } from '../state/progress.ts';
import type { Action } from '../state/types.ts';
import { stepName } from './note.ts';
import { opener } from './panels.ts';
import { icons } from './symbols.ts';
import type { View } from './view.ts';

/** `inert`: of a lesson that is left. */
export function stepBar(view: View, inert: boolean): TemplateResult {
  return html`<footer class="step-bar" data-bar=${view.live?.bar ? 'own' : nothing} ?inert=${inert}>
    ${view.live?.bar ? view.live.bar(view) : html`${transport(view)} ${stops(view)}`}
    <div class="bar-end">
      ${view.state.present ? leave(view) : html`${keys(view)} ${view.controls === 'full' ? tools(view) : nothing}`}
    </div>
  </footer>`;
}

const leave = ({ text, requests }: View): TemplateResult =>
  html`<button
    type="button"
    class="tool leave"
    aria-label=${text.present.leave}
    title=${text.present.leave}
    @click=${() => {
      requests.present(false);
    }}
  >
    ${icons.close}
  </button>`;

/** A presenter's step on or back goes by what is revealed. */
export const walked = ({ state }: View, by: 1 | -1): Action =>
  state.present ? { type: 'clicker', by } : { type: by > 0 ? 'next' : 'previous' };

function transport(view: View): TemplateResult {
  const { steps, step, text, requests, playing, state, shown } = view;
  const here = steps.indexOf(step);
  const arrow = (type: 'previous' | 'next', disabled: boolean) =>
    html`<button
      type="button"
      class="arrow-button ${type}"
      aria-label=${text[type]}
      aria-disabled=${disabled ? 'true' : 'false'}
      @click=${() => {
        requests.dispatch(walked(view, type === 'next' ? 1 : -1));
      }}
    >
      ${icons[type]}
    </button>`;
  return html`<div class="transport">
    ${arrow('previous', here === 0 && !(state.present && shown > 0))}
    ${
      mayReveal(state) && !state.present
        ? html`<button
            type="button"
            class="arrow-button play"
            aria-label=${playing ? text.pause : text.play}
            @click=${() => {
              requests.play();
            }}
          >
            ${playing ? icons.pause : icons.play}
          </button>`
        : nothing
    }
    ${arrow('next', here === steps.length - 1 && !(state.present && shown < cellCount(view.lesson, state, step)))}
  </div>`;
}

function stops(view: View): TemplateResult {
  const { steps, step, text, requests } = view;
  const here = steps.indexOf(step);
  return html`<div
    class="stops"
    role="group"
    aria-label=${text.steps}
    data-cells=${mayReveal(view.state) ? nothing : 'none'}
    .style=${`--stops:${steps.length}`}
  >
    ${steps.map(
      (each, index) =>
        html`<button
          type="button"
          class=${classMap({ stop: true, past: index < here })}
          aria-current=${index === here ? 'step' : nothing}
          data-step=${each.id}
          @click=${() => {
            requests.dispatch({ type: 'go', step: each.id });
          }}
        >
          <span class="knob"></span><span>${stepName(view, each)}</span>
        </button>`,
    )}
    ${ticks(view, here)}
  </div>`;
}

/** One tick per cell, from the present stop towards the next. */
function ticks(view: View, here: number): TemplateResult | typeof nothing {
  const total = cellCount(view.lesson, view.state, view.step);
  if (total === 0 || !mayReveal(view.state) || view.state.present) return nothing;
  const { shown: count, text } = view;
  const last = here === view.steps.length - 1;
  return html`<span
    class=${classMap({ ticks: true, last, many: total > 40 })}
    role="slider"
    tabindex="0"
    aria-label=${text.cells}
    aria-valuemin="0"
    aria-valuemax=${total}
    aria-valuenow=${count}
    aria-valuetext=${fill(text.cellsShown, { count, total })}
    .style=${`--here:${here};--total:${total};--count:${count}`}
    ><i></i
  ></span>`;
}

const keys = ({ text, state }: View): TemplateResult =>
  html`<span class="keys" aria-hidden="true"
    ><kbd>←</kbd> <kbd>→</kbd> ${text.keysStep}
    ${mayReveal(state) ? html`<kbd>${text.keysSpace}</kbd> ${text.keysPlay}` : nothing}</span
  >`;

function tools(view: View): TemplateResult {
  const { text, requests } = view;
  const tool = (type: 'undo' | 'redo' | 'reset', possible: boolean) =>
    html`<button
      type="button"
      class="tool ${type}"
      aria-label=${text[type]}
      title=${text[type]}
      aria-disabled=${possible ? 'false' : 'true'}
      @click=${() => {
        requests.dispatch({ type });
      }}
    >
      ${icons[type]}
    </button>`;
  const { allow } = view.state;
  const numbers = permits(allow, 'numbers');
  return html`${mayUndo(allow) ? html`${tool('undo', view.canUndo)}${tool('redo', view.canRedo)}` : nothing}${numbers && !view.live ? opener(view, 'numbers') : nothing}${opener(
    view,
    'settings',
  )}${numbers ? tool('reset', true) : nothing}`;
}
