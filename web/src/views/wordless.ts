// What stands in place of words: while they are on their way, and where they did not load.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { essential } from '../i18n/essential.ts';
import { fill } from '../i18n/template.ts';
import type { Locale } from '../state/types.ts';
import type { View } from './view.ts';

export interface Wordless {
  readonly locale: Locale;
  readonly theme: View['theme'];
  readonly failed: boolean;
  readonly retry: () => void;
}

export const textFailed = (locale: Locale, missing: Locale): string =>
  fill(essential[locale].textFailed, { language: essential[missing].language });

export function textFailure(locale: Locale, why: string, retry: () => void): TemplateResult {
  const words = essential[locale];
  return html`<section class="failure" tabindex="-1">
    <div class="failed" role="alert">
      <h2>${why}</h2>
      <p>${words.advice}</p>
      <button
        type="button"
        class="plain"
        @click=${() => {
          retry();
        }}
      >
        ${words.retry}
      </button>
    </div>
  </section>`;
}

/** A figure that has no words yet. */
export function wordless({ locale, theme, failed, retry }: Wordless): TemplateResult {
  return html`<div class="screen">
    <div class="base" lang=${locale} data-theme=${theme}>
      <div class="lab" lang=${locale} data-rail="none" aria-busy=${failed ? nothing : 'true'}>
        <div class="middle">
          ${
            failed
              ? textFailure(locale, textFailed(locale, locale), retry)
              : html`<p class="unseen" role="status">${essential[locale].loading}</p>`
          }
        </div>
      </div>
    </div>
  </div>`;
}
