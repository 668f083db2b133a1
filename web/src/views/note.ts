// The step in words: what it is, and what to notice in the numbers at hand.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../i18n/template.ts';
import type { Step } from '../state/lesson.ts';
import { change } from './changes.ts';
import { answered, exercise } from './exercise.ts';
import { observations } from './facts.ts';
import { icons, rich, terms } from './symbols.ts';
import type { View } from './view.ts';

const stepText = (view: View, step: Step) => {
  const words = view.words.steps[step.id];
  if (!words) throw new RangeError(`no text for step ${step.id} of ${view.lesson.id}`);
  return words;
};

export const stepName = (view: View, step: Step): string => stepText(view, step).name;

export function note(view: View): TemplateResult {
  const { title, explanation } = stepText(view, view.step);
  const position = fill(view.text.position, {
    step: view.steps.indexOf(view.step) + 1,
    total: view.steps.length,
  });
  const sentences = observations(view);
  return html`<section class="note">
    <div class="say">
      <h2><span>${rich(title, terms)}</span><small>${position}</small></h2>
      <p>${rich(explanation, terms)}</p>
    </div>
    ${change(view)}
    <div class="look">
      ${
        !view.quiz && view.praise !== null
          ? html`<p class="feedback">
              ${icons.right}
              ${fill(view.text.exercise.right, { answer: answered(view, view.praise) })}
            </p>`
          : nothing
      }
      ${
        view.quiz && view.controls !== 'none'
          ? exercise(view, view.quiz)
          : sentences.length > 0
            ? html`<h2>${view.text.lookHere}</h2>
                <ul>
                  ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
                </ul>`
            : nothing
      }
    </div>
  </section>`;
}

/** Every step's explanation, for when no numbers can be had. */
export const reading = (view: View): TemplateResult =>
  html`<ol class="reading">
    ${view.lesson.steps.map((step) => {
      const { title, explanation } = stepText(view, step);
      return html`<li>
        <h3>${rich(title, terms)}</h3>
        <p>${rich(explanation, terms)}</p>
      </li>`;
    })}
  </ol>`;
