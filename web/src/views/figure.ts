// The whole element, whatever state it is in.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ErrorCode } from '../../../wasm/engine/types.ts';
import { essential } from '../i18n/essential.ts';
import { fill } from '../i18n/template.ts';
import type { Locale } from '../state/types.ts';
import { hasRail, rail, titleOf, topLine } from './chrome.ts';
import { reading } from './note.ts';
import { stage } from './stage.ts';
import { stepBar } from './step-bar.ts';
import { icons } from './symbols.ts';
import type { Frame, View } from './view.ts';
import { textFailed, textFailure } from './wordless.ts';

/** `left`: the words of another lesson are on their way, and this one stays to look at until then. */
export function figure(view: View, left = false): TemplateResult {
  const { text, requests, state } = view;
  const { loading } = essential[state.locale];
  return framed(view, {
    view,
    busy: left,
    middle: html`<div class="middle" ?inert=${left}>
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
      ${view.results || view.failure ? nothing : html`<p class="unseen" role="status">${loading}</p>`}
    </div>`,
    bar: view.failure ? nothing : stepBar(view, left),
    announcement: left ? loading : view.announcement,
  });
}

/** A lesson without words: on their way, or `failed`, those around it in the language `missing` too. */
export function wordlessLesson(frame: Frame, missing: Locale, failed: boolean): TemplateResult {
  const { text, requests, state } = frame;
  const why =
    missing === state.locale
      ? fill(text.failure.lesson, { title: titleOf(frame) })
      : textFailed(state.locale, missing);
  return framed(frame, {
    view: null,
    busy: !failed,
    middle: html`<div class="middle">
      ${
        failed
          ? textFailure(state.locale, why, () => {
              requests.retryText();
            })
          : nothing
      }
    </div>`,
    bar: nothing,
    announcement: failed ? '' : essential[state.locale].loading,
  });
}

interface Inside {
  /** null while there is nothing of the lesson. */
  readonly view: View | null;
  readonly busy: boolean;
  readonly middle: TemplateResult;
  readonly bar: TemplateResult | typeof nothing;
  readonly announcement: string;
}

function framed(frame: Frame, { view, busy, middle, bar, announcement }: Inside): TemplateResult {
  const { state } = frame;
  const present = state.present && view !== null;
  // A projector shows the figure of a course page, without what is operated by hand.
  const chapters = present ? 'hidden' : frame.chapters;
  const controls = present && frame.controls === 'full' ? 'steps' : frame.controls;
  const railed = hasRail(frame) && !present;
  return html`<div class="screen" ?data-present=${present}>
    <div class="base" lang=${state.locale} data-theme=${frame.theme}>
      <div
        class="lab"
        lang=${state.locale}
        data-chapters=${chapters}
        data-controls=${controls}
        data-rail=${railed ? 'shown' : 'none'}
        ?data-present=${present}
        aria-busy=${busy ? 'true' : nothing}
      >
        ${railed ? rail(frame) : nothing}
        ${chapters === 'shown' || controls === 'full' ? topLine(frame, view) : nothing}
        ${present && frame.chapters === 'shown' ? html`<h1 class="unseen">${titleOf(frame)}</h1>` : nothing}
        ${middle} ${controls === 'none' ? nothing : bar}
        <p class="unseen announcement" role="status" aria-live="polite">${announcement}</p>
        ${view?.blank ? blank(view) : nothing}
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
