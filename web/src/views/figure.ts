// The whole element, whatever state it is in.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ErrorCode } from '../../../wasm/engine/types.ts';
import { essential } from '../i18n/essential.ts';
import type { Locale } from '../state/types.ts';
import { hasRail, rail, topLine } from './chrome.ts';
import { reading } from './note.ts';
import { stage } from './stage.ts';
import { stepBar } from './step-bar.ts';
import { icons } from './symbols.ts';
import type { View } from './view.ts';
import { textFailed } from './wordless.ts';

export function figure(view: View): TemplateResult {
  const { text, requests, state } = view;
  const { present } = state;
  // A projector shows the figure of a course page, without what is operated by hand.
  const chapters = present ? 'hidden' : view.chapters;
  const controls = present && view.controls === 'full' ? 'steps' : view.controls;
  const railed = hasRail(view) && !present;
  return html`<div class="screen" ?data-present=${present}>
    <div class="base" lang=${state.locale} data-theme=${view.theme}>
      <div
        class="lab"
        lang=${state.locale}
        data-chapters=${chapters}
        data-controls=${controls}
        data-rail=${railed ? 'shown' : 'none'}
        ?data-present=${present}
      >
        ${railed ? rail(view) : nothing}
        ${chapters === 'shown' || controls === 'full' ? topLine(view) : nothing}
        ${present && view.chapters === 'shown' ? html`<h1 class="unseen">${view.words.title}</h1>` : nothing}
        <div class="middle">
          ${view.missing ? missing(view, view.missing) : nothing}
          ${
            view.damaged && !view.missing
              ? html`<p class="notice" role="status">
                  <span>${text.damaged}</span>
                  <button
                    type="button"
                    class="plain"
                    @click=${() => {
                      requests.dismiss();
                    }}
                  >
                    ${icons.close}<span>${text.dismiss}</span>
                  </button>
                </p>`
              : nothing
          }
          ${view.failure ? failure(view, view.failure) : stage(view)}
          ${view.results || view.failure ? nothing : html`<p class="unseen" role="status">${essential[state.locale].loading}</p>`}
        </div>
        ${controls === 'none' || view.failure ? nothing : stepBar(view)}
        <p class="unseen announcement" role="status" aria-live="polite">${view.announcement}</p>
        ${view.blank ? blank(view) : nothing}
      </div>
    </div>
  </div>`;
}

const blank = ({ text, requests }: View): TemplateResult =>
  html`<div
    class="blank"
    role="img"
    aria-label=${text.present.blank}
    @click=${() => {
      requests.cover(false);
    }}
  ></div>`;

/** Another language did not come: the figure goes on in the one that it has. */
function missing({ state, requests }: View, locale: Locale): TemplateResult {
  const { advice, retry } = essential[state.locale];
  return html`<p class="notice" role="alert">
    <span>${textFailed(state.locale, locale)}<br />${advice}</span>
    <button
      type="button"
      class="plain"
      @click=${() => {
        requests.retryText();
      }}
    >
      ${retry}
    </button>
  </p>`;
}

/** Why there are no numbers, and the lesson in words. */
function failure(view: View, code: ErrorCode): TemplateResult {
  const words = view.text.failure;
  const { advice, retry } = essential[view.state.locale];
  const known = code === 'simd_missing' || code === 'load_failed' ? code : 'engine_failed';
  return html`<section class="failure" tabindex="-1">
    <div class="failed" role="alert">
      <h2>${words[known]}</h2>
      <p>${known === 'load_failed' ? advice : words.advice[known]}</p>
      <button
        type="button"
        class="plain"
        @click=${() => {
          view.requests.retry();
        }}
      >
        ${retry}
      </button>
    </div>
    <p>${words.readOn}</p>
    ${reading(view)}
  </section>`;
}
