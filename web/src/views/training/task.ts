// One sequence, what both say to it, and strings from each output to what it looks at.
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { fill } from '../../i18n/template.ts';
import { stringPath } from '../../render/strings.ts';
import { letter, symbol } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import { at } from '../view.ts';
import type { View } from '../view.ts';
import { clicks, hovers } from './look.ts';
import type { Contestant, Scene } from './scene.ts';
import { secretOf, secretRow } from './secret.ts';
import { notable, rowOf, wordsOf } from './words.ts';

export function task(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view);
  const { sequence, target } = scene;
  // What a screen reader has of it are the sentence and the grid of the map.
  return html`<h2>
      <span>${scene.own ? words.task.own : words.task.title}</span
      ><small>${words.task.width}</small>
    </h2>
    <p class="unseen">${spoken(view, scene)}</p>
    <div
      class="digits"
      aria-hidden="true"
      @pointerover=${hovers(view, scene)}
      @click=${clicks(view, scene)}
    >
      ${label('')}${sequence.map((_, place) => html`<span class="place">${place}</span>`)}
      ${label(html`${words.task.input} ${symbol('x', 'k', letter('j'))}`)}${inputs(view, scene)}
      ${strings(view, scene)}
      ${label(html`<b>${words.transformer}</b>`)}${answers(view, scene, scene.transformer, 'out')}
      ${label(words.task.target)}${target.map(
        (digit, place) => html`<span class="target" data-row=${place}>${digit}</span>`,
      )}
      ${label(words.lstm)}${answers(view, scene, scene.lstm, 'other')}
    </div>`;
}

const label = (name: Part): TemplateResult => html`<span class="label">${name}</span>`;

/** Framed are those that the chosen output looks at. */
function inputs(view: View, scene: Scene): readonly TemplateResult[] {
  const { attention } = scene;
  const row = rowOf(view, scene);
  const secret = secretOf(view) === 'map' && row === secretRow;
  return scene.sequence.map((digit, place) => {
    const on = !secret && attention !== null && at(attention, row, place) >= notable;
    return html`<span class=${classMap({ digit: true, in: true, on })}>${digit}</span>`;
  });
}

/** In the corner of an answer that is wrong. */
const cross = html`<svg class="cross" viewBox="0 0 8 8" aria-hidden="true">
  <path d="m1.2 1.2 5.6 5.6m0-5.6-5.6 5.6" />
</svg>`;

function answers(
  view: View,
  scene: Scene,
  { said }: Contestant,
  kind: 'out' | 'other',
): readonly TemplateResult[] {
  const row = rowOf(view, scene);
  return scene.target.map((right, place) => {
    const digit = said?.[place];
    const wrong = digit !== undefined && digit !== right;
    const on = kind === 'out' && place === row;
    return html`<span class=${classMap({ digit: true, [kind]: true, wrong, on })} data-row=${place}
      >${digit ?? ''}${wrong ? cross : nothing}</span
    >`;
  });
}

/** All of them pale, those of the chosen output in ink. */
function strings(view: View, scene: Scene): TemplateResult {
  const { sequence, attention } = scene;
  const row = rowOf(view, scene);
  const secret = secretOf(view) === 'map' ? secretRow : -1;
  const path = (output: number): string =>
    sequence
      .map((_, input) => {
        const weight = attention && output !== secret ? at(attention, output, input) : 0;
        return weight >= 0.005 ? stringPath(input, output, weight) : '';
      })
      .join('');
  return html`<svg class="strings" viewBox="0 0 ${sequence.length} 1" preserveAspectRatio="none">
    ${sequence.map((_, output) => svg`<path class="pale" d=${output === row ? '' : path(output)} />`)}
    ${svg`<path d=${path(row)} />`}
  </svg>`;
}

/** The same in words. */
function spoken(view: View, { sequence, target, transformer, lstm }: Scene): string {
  const words = wordsOf(view);
  const answer = (name: string, said: readonly number[] | null): string => {
    if (!said) return '';
    const count = said.filter((digit, place) => digit !== target[place]).length;
    return fill(words.task.wrong, { name, digits: said.join(' '), count });
  };
  return [
    fill(words.task.said, { digits: sequence.join(' '), target: target.join(' ') }),
    answer(words.transformer, transformer.said),
    answer(words.lstm, lstm.said),
  ].join(' ');
}
