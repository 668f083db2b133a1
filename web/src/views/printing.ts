// The panel that makes a sheet of calculations to do by hand.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { essential } from '../i18n/essential.ts';
import type { Step } from '../state/lesson.ts';
import { lastSeed } from '../state/seed.ts';
import { toggle, whole } from './controls.ts';
import { stepName } from './note.ts';
import { mostVariants } from './view.ts';
import type { Plan, View } from './view.ts';

export function printing(view: View): TemplateResult | typeof nothing {
  const { plan, requests, text } = view;
  if (!plan) return nothing;
  const words = text.print;
  const { variants, seed, outcome } = plan;
  return html`
    ${whole(words.variants, variants, 1, mostVariants, (typed) => {
      requests.planSheet({ variants: typed });
    })}
    ${whole(words.seed, seed, 0, lastSeed, (typed) => {
      requests.planSheet({ seed: typed });
    })}
    <p class="why">${words.why}</p>
    ${plan.resized ? html`<p class="why">${words.large}</p>` : nothing}
    <h3 id="asked">${words.steps}</h3>
    <div role="group" aria-labelledby="asked">
      ${plan.steps.map((step) => asked(view, plan, step))}
    </div>
    <hr />
    ${toggle(words.key, plan.key, (on) => {
      requests.planSheet({ key: on });
    })}
    <div class="ask">
      ${button(view, 'print', () => {
        requests.printSheet();
      })}
      ${button(view, 'save', () => {
        requests.saveSheet();
      })}
      ${outcome === 'saved' ? html`<small role="status">${words.saved}</small>` : nothing}
    </div>
    ${outcome === 'refused' ? alert(words.refused) : nothing}
    ${outcome === 'missing' ? alert(essential[view.state.locale].advice) : nothing}
  `;
}

const alert = (why: string) => html`<p class="why wrong" role="alert">${why}</p>`;

/** No numbers, no sheet. */
const button = ({ text, results }: View, name: 'print' | 'save', click: () => void) =>
  html`<button
    type="button"
    class="plain ${name === 'print' ? 'check' : 'answer'} ${name}"
    ?disabled=${!results}
    @click=${click}
  >
    ${text.print[name]}
  </button>`;

/** The last one that is asked stays asked. */
function asked(view: View, { steps, asked: ids }: Plan, step: Step): TemplateResult {
  const on = ids.includes(step.id);
  return toggle(
    stepName(view, step),
    on,
    (wanted) => {
      const next = steps.filter((each) => (each === step ? wanted : ids.includes(each.id)));
      view.requests.planSheet({ asked: next.map(({ id }) => id) });
    },
    on && ids.length === 1,
  );
}
