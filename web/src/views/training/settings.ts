// What training runs with. Everything but the speed and the reader's own digits trains anew.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../../i18n/template.ts';
import { knobOf } from '../../state/knobs.ts';
import { choice, real, row, whole } from '../controls.ts';
import type { View } from '../view.ts';
import { speedChoice } from './bar.ts';
import type { Scene } from './scene.ts';
import { wordsOf } from './words.ts';

export function settings(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view).settings;
  const { requests } = scene;
  const field = (id: 'seed' | 'rate' | 'length' | 'batch') => {
    const knob = knobOf(view.lesson, id);
    if (!knob) return nothing;
    const take = (value: number) => {
      requests.set(id, value);
    };
    const make = knob.real === true ? real : whole;
    return make(words[id], view.state.knobs[id] ?? knob.start, knob.least, knob.most, take);
  };
  const choices = (id: 'width' | 'heads' | 'layers') =>
    html`<div class="ask" role="group" aria-label=${words[id]}>
      <span>${words[id]}</span>
      ${knobOf(view.lesson, id)?.choices?.map((value) =>
        choice(String(value), value === view.state.knobs[id], () => {
          requests.set(id, value);
        }),
      )}
    </div>`;
  return html`<div class="training-settings">
    ${digits(view, scene)}
    <div class="ask"><span>${wordsOf(view).bar.speed}</span>${speedChoice(view, scene)}</div>
    ${row(wordsOf(view).bar.again, () => {
      requests.again();
    })}
    <hr />
    ${field('seed')} ${field('rate')} ${choices('width')} ${choices('heads')} ${choices('layers')}
    ${field('length')} ${field('batch')}
    <p class="why">${words.why}</p>
    ${row(words.document, () => {
      requests.document();
    })}
    <p class="why">${fill(words.documentWhy, starts(view))}</p>
    <hr />
  </div>`;
}

/** The document's settings are those that the lesson starts with. */
const starts = ({ lesson }: View): Record<string, number> =>
  Object.fromEntries((lesson.knobs ?? []).map(({ id, start }) => [id, start]));

/** What cannot be taken stays in the field, and is said under it until something else is typed. */
function digits(view: View, { requests, own, sequence }: Scene): TemplateResult {
  const words = wordsOf(view).settings;
  const say = (field: HTMLInputElement, wrong: boolean): void => {
    field.setAttribute('aria-invalid', wrong ? 'true' : 'false');
    const problem = field.closest('.own-digits')?.querySelector<HTMLElement>('.wrong');
    if (problem) problem.hidden = !wrong;
  };
  return html`<div class="own-digits">
    <label class="field-row"
      ><span>${words.digits}</span
      ><input
        class="boxed-field"
        inputmode="numeric"
        autocomplete="off"
        spellcheck="false"
        .value=${own ? sequence.join('') : ''}
        @input=${({ target }: Event) => {
          say(target as HTMLInputElement, false);
        }}
        @change=${({ target }: Event) => {
          const field = target as HTMLInputElement;
          say(field, !requests.digits(field.value));
        }}
    /></label>
    <p class="why wrong" role="alert" hidden>
      ${fill(words.digitsWrong, { length: sequence.length })}
    </p>
    <p class="why">${fill(words.digitsWhy, { length: sequence.length })}</p>
  </div>`;
}
