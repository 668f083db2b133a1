// The Transformer's attention as a map; rings where it should look. One row is chosen, here and everywhere.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { isInverted, weightShare } from '../../render/colour.ts';
import { fill } from '../../i18n/template.ts';
import { letter, rich } from '../symbols.ts';
import { at } from '../view.ts';
import type { View } from '../view.ts';
import { inkSteps } from '../shares.ts';
import { clicks, hovers, moves } from './look.ts';
import { reads } from './reads.ts';
import { mapParts } from './scene.ts';
import type { Part, Scene } from './scene.ts';
import { hidden, secretOf, secretRow } from './secret.ts';
import { expectedOf, notable, rowOf, twoDecimals, wordsOf } from './words.ts';

/** In longer sequences cells have no room for a number. */
const mostNumbers = 12;

/** Draws a part where it is its turn, and leaves it as it is else. */
type Draw = (part: Part, draw: () => TemplateResult) => unknown;

const partOf = (row: number): Part => mapParts[row % mapParts.length] ?? mapParts[0];

export function map(view: View, scene: Scene, drawn: Draw): TemplateResult {
  const words = wordsOf(view);
  const axes = rich(words.map.axes, { i: letter('i'), j: letter('j') });
  return html`<h2><span>${words.map.title}</span><small>${axes}</small></h2>
    ${choosers(view, scene)} ${grid(view, scene, drawn)}
    ${drawn(partOf(rowOf(view, scene)), () => reads(view, scene))}`;
}

/** Which of several layers and heads. */
function choosers(view: View, { requests }: Scene): TemplateResult | typeof nothing {
  const { map: words } = wordsOf(view);
  const { layers = 1, heads = 1, layer = 0, head = 0 } = view.state.knobs;
  if (layers === 1 && heads === 1) return nothing;
  const group = (id: 'layer' | 'head', count: number, chosen: number) =>
    count === 1
      ? nothing
      : html`<div class="segments" role="group" aria-label=${words[id]}>
          <span aria-hidden="true">${words[id]}</span>
          ${Array.from(
            { length: count },
            (_, index) =>
              html`<button
                type="button"
                aria-pressed=${index === chosen ? 'true' : 'false'}
                @click=${() => {
                  requests.look(id, index);
                }}
              >
                ${index + 1}
              </button>`,
          )}
        </div>`;
  return html`<div class="choosers">
    ${group('layer', layers, layer)}${group('head', heads, head)}
  </div>`;
}

function grid(view: View, scene: Scene, drawn: Draw): TemplateResult {
  const { target, attention } = scene;
  const words = wordsOf(view);
  return html`<div
    class="heat"
    role="grid"
    aria-label=${words.map.grid}
    aria-busy=${attention ? 'false' : 'true'}
    @pointerover=${hovers(view, scene)}
    @click=${clicks(view, scene)}
    @keydown=${moves(view, scene)}
  >
    ${drawn(partOf(rowOf(view, scene)), () => heads(view, scene))}
    ${target.map((_, output) => drawn(partOf(output), () => outputRow(view, scene, output)))}
  </div>`;
}

function heads(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view);
  const { sequence, attention } = scene;
  const row = rowOf(view, scene);
  const secret = secretOf(view) === 'map' && row === secretRow;
  const looked = (place: number) =>
    attention !== null && !secret && at(attention, row, place) >= notable;
  return html`<div role="row">
    <span role="columnheader"><span class="unseen">${words.task.target}</span></span
    >${sequence.map(
      (digit, place) =>
        html`<span
          role="columnheader"
          class=${looked(place) ? 'over on' : 'over'}
          aria-label=${fill(words.map.input, { j: place, digit })}
          ><small>${place}</small><b>${digit}</b></span
        >`,
    )}
  </div>`;
}

function outputRow(view: View, scene: Scene, output: number): TemplateResult {
  const digit = scene.target[output] ?? '';
  return html`<div role="row">
    <span
      role="rowheader"
      class=${output === rowOf(view, scene) ? 'before on' : 'before'}
      data-row=${output}
      aria-label=${fill(wordsOf(view).map.output, { i: output, digit })}
      ><small>${output}</small><b>${digit}</b></span
    >${scene.sequence.map((_, input) => cell(view, scene, output, input))}
  </div>`;
}

function cell(view: View, scene: Scene, output: number, input: number): TemplateResult {
  const { attention, sequence } = scene;
  const asked = secretOf(view) === 'map' && output === secretRow;
  const weight = attention && !asked ? at(attention, output, input) : NaN;
  const inRow = output === rowOf(view, scene);
  const known = Number.isFinite(weight);
  const ring = !asked && input === expectedOf(scene, output);
  const written = inRow && known && weight >= 0.005 && sequence.length <= mostNumbers;
  return html`<span
    role="gridcell"
    class=${classMap({
      weight: true,
      ring,
      deep: known && weight >= notable,
      chosen: inRow,
      asked,
      inverted: known && isInverted(weight, view.theme),
    })}
    tabindex=${inRow && input === expectedOf(scene, output) ? '0' : '-1'}
    data-row=${output}
    data-column=${input}
    data-asked=${asked ? '' : nothing}
    aria-label=${fill(wordsOf(view).map.cell, {
      i: output,
      j: input,
      digit: sequence[input] ?? '',
      weight: asked ? hidden : known ? twoDecimals(weight) : '–',
    })}
    data-share=${Math.round(weightShare(weight) * inkSteps)}
    >${asked ? hidden : written ? bare(weight) : ''}</span
  >`;
}

/** Two decimals without the zero before the point. */
const bare = (weight: number): string => twoDecimals(weight).replace(/^0/, '');
