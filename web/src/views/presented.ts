// What a projector shows in words: the name of the step, and what the class is asked.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { askedFor, questionText } from './exercise.ts';
import type { Quiz, View } from './view.ts';

export const presented = (view: View, title: TemplateResult): TemplateResult =>
  html`<section class="note presented">
    <h2>${title}</h2>
    ${view.quiz ? question(view, view.quiz) : nothing}
  </section>`;

/** Answered aloud, and then by the clicker. */
const question = (view: View, { question: { kind } }: Quiz): TemplateResult =>
  html`<p class="question">
    ${
      kind === 'number' && !view.live
        ? html`${askedFor(view)}<span class="eq">=</span><b class="unknown">?</b>`
        : questionText(view)
    }
  </p>`;
