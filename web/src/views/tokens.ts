// The name of a token beside its row or over its column, and the field for another name.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { fill } from '../i18n/template.ts';
import { symbol } from './symbols.ts';
import { may } from './view.ts';
import type { View } from './view.ts';

/** Names at the rows can be changed; the same names over columns only follow. */
export function tokenLabel(
  view: View,
  index: number,
  on: boolean,
  {
    vector,
    number = index + 1,
    editable = false,
  }: {
    readonly vector?: 'q' | 'k' | 'v' | undefined;
    /** Of the vector, where it is not that of the token. */
    readonly number?: number;
    readonly editable?: boolean;
  } = {},
): TemplateResult {
  const name = view.tokens[index] ?? '';
  const naming = editable && view.naming?.token === index;
  const letters = vector ? symbol(vector, vector, number) : nothing;
  const word = html`<bdi data-word=${name}>${name}</bdi>${letters}`;
  const classes = classMap({ token: true, on, naming });
  if (naming) {
    // The word keeps its place under the field: the figure stands still.
    return html`<span class=${classes}
      ><span class="naming-place"
        ><bdi data-word=${name}>${name}</bdi>${nameField(view, index)}</span
      >${letters}</span
    >`;
  }
  if (!editable || !may(view, 'names')) return html`<span class=${classes}>${word}</span>`;
  return html`<button
    type="button"
    class=${classMap({ token: true, rename: true, on })}
    tabindex=${index === 0 ? '0' : '-1'}
    aria-label=${fill(view.text.edit.rename, { name })}
    @click=${() => {
      view.requests.rename(index);
    }}
  >
    ${word}
  </button>`;
}

/** Tokens are marked as padding where the mask is made. */
export const canPad = (view: View): boolean =>
  view.state.mask !== null && view.step.kind === 'mask' && may(view, 'mask') && !view.state.present;

/** Over its column of the mask a token is a button; where columns are too narrow for a finger, in a line of its own. */
export function padLabel(view: View, index: number, strip = false): TemplateResult {
  const name = view.tokens[index] ?? '';
  const on = view.state.mask?.padding.includes(index) === true;
  return html`${view.writing.bare && !strip ? html`<span class="token number" aria-hidden="true">${index + 1}</span>` : nothing}<button
      type="button"
      class=${classMap({ token: true, pad: true, on })}
      aria-pressed=${on ? 'true' : 'false'}
      aria-label=${fill(view.text.mask.pad, { name })}
      title=${fill(view.text.mask.pad, { name })}
      @click=${() => {
        view.requests.dispatch({ type: 'pad', token: index, on: !on });
      }}
    >
      <bdi data-word=${name}>${view.writing.bare && !strip ? index + 1 : name}</bdi>
    </button>`;
}

const nameField = ({ naming, requests, text }: View, index: number): TemplateResult =>
  html`<input
    class="name-field"
    dir="auto"
    autocomplete="off"
    autocapitalize="off"
    spellcheck="false"
    enterkeyhint="done"
    data-ends="name"
    aria-label=${fill(text.edit.token, { i: index + 1 })}
    .value=${naming?.text ?? ''}
    @input=${(event: InputEvent) => {
      requests.typeName((event.target as HTMLInputElement).value);
    }}
    @blur=${() => {
      requests.endName(true, true);
    }}
  />`;
