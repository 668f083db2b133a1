// What panels are made of.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

export const row = (label: string, click: () => void, done: string | null = null): TemplateResult =>
  html`<button type="button" class="row" @click=${click}>
    <span>${label}</span>${done === null ? nothing : html`<small role="status">${done}</small>`}
  </button>`;

export const choice = (label: string, on: boolean, click: () => void): TemplateResult =>
  html`<button
    type="button"
    class="plain answer"
    aria-pressed=${on ? 'true' : 'false'}
    @click=${click}
  >
    ${label}
  </button>`;

/** `fixed`: it stays as it is. */
export const toggle = (
  label: string,
  on: boolean,
  change: (on: boolean) => void,
  fixed = false,
): TemplateResult =>
  html`<button
    type="button"
    class="row switch"
    role="switch"
    aria-checked=${on ? 'true' : 'false'}
    aria-disabled=${fixed ? 'true' : nothing}
    @click=${() => {
      if (!fixed) change(!on);
    }}
  >
    <span>${label}</span><span class="track"></span>
  </button>`;

/** A field for a whole number, empty without one; what is none, or too small or large, gives way to the old one. */
export const whole = (
  label: string,
  value: number | null,
  least: number,
  most: number,
  take: (value: number) => void,
): TemplateResult =>
  field(
    label,
    value,
    take,
    'numeric',
    (typed) => Number.isInteger(typed) && typed >= least && typed <= most,
  );

/** The same for any number. */
export const real = (
  label: string,
  value: number | null,
  least: number,
  most: number,
  take: (value: number) => void,
): TemplateResult =>
  field(label, value, take, 'decimal', (typed) => typed >= least && typed <= most);

function field(
  label: string,
  value: number | null,
  take: (value: number) => void,
  keys: 'numeric' | 'decimal',
  fits: (typed: number) => boolean,
): TemplateResult {
  const shown = value === null ? '' : String(value);
  return html`<label class="field-row"
    ><span>${label}</span
    ><input
      class="boxed-field"
      inputmode=${keys}
      autocomplete="off"
      .value=${shown}
      @change=${(event: Event) => {
        const input = event.target as HTMLInputElement;
        const typed = Number(input.value.normalize('NFKC').trim() || NaN);
        if (fits(typed)) take(typed);
        else input.value = shown;
      }}
  /></label>`;
}
