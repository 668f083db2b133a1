// The step in words: what it is, and what to notice in the numbers at hand.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../i18n/template.ts';
import type { Step } from '../state/lesson.ts';
import { change } from './changes.ts';
import { covers } from './covers.ts';
import { answered, exercise } from './exercise.ts';
import { observations } from './facts.ts';
import { presented } from './presented.ts';
import { icons, rich, terms } from './symbols.ts';
import type { Part } from './symbols.ts';
import type { View } from './view.ts';

const stepText = (view: View, step: Step) => {
  const words = view.words.steps[step.id];
  if (!words) throw new RangeError(`no text for step ${step.id} of ${view.lesson.id}`);
  return words;
};

/** Of the mask with what it covers now. */
const explained = (view: View, step: Step): readonly Part[] => [
  ...rich(stepText(view, step).explanation, terms),
  ...(step.kind === 'mask' ? covers(view) : []),
];

export const stepName = (view: View, step: Step): string => stepText(view, step).name;

export function note(view: View): TemplateResult {
  const { title } = stepText(view, view.step);
  if (view.state.present) return presented(view, html`${rich(title, terms)}`);
  const position = fill(view.text.position, {
    step: view.steps.indexOf(view.step) + 1,
    total: view.steps.length,
  });
  const sentences = view.live ? view.live.observations(view) : observations(view);
  return html`<section class="note">
    <div class="say">
      <h2><span>${rich(title, terms)}</span><small>${position}</small></h2>
      <p>${explained(view, view.step)}</p>
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
      return html`<li>
        <h3>${rich(stepText(view, step).title, terms)}</h3>
        <p>${explained(view, step)}</p>
      </li>`;
    })}
  </ol>`;
