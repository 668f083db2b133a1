// What is one click away: numbers, settings, sharing, printing, the note for teachers.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TapName } from '../../../wasm/engine/types.ts';
import { fill } from '../i18n/template.ts';
import type { SwitchName } from '../state/lesson.ts';
import { permits } from '../state/limits.ts';
import { lastSeed, seedAfter } from '../state/seed.ts';
import { isDrawn } from '../state/sets.ts';
import { choice, toggle, whole } from './controls.ts';
import { printing } from './printing.ts';
import { share } from './share.ts';
import { icons } from './symbols.ts';
import type { PanelId, View } from './view.ts';

/** The button that opens a panel, and the panel beside it. */
export function opener(view: View, id: PanelId): TemplateResult {
  const open = view.panel === id;
  const title = titleOf(view, id);
  return html`<div class="opener" data-panel=${id}>
    <button
      type="button"
      class="tool"
      aria-label=${title}
      title=${title}
      aria-expanded=${open ? 'true' : 'false'}
      @click=${() => {
        view.requests.openPanel(open ? null : id);
      }}
    >
      ${icons[id]}
    </button>
    ${open ? panel(view, id, title) : nothing}
  </div>`;
}

function titleOf({ text }: View, id: PanelId): string {
  return id === 'teacher' ? text.teacher.open : text[id].title;
}

function panel(view: View, id: PanelId, title: string): TemplateResult {
  const contents = { numbers, settings, share, print: printing, teacher };
  return html`<section class="panel" aria-label=${title} tabindex="-1">
    <header>
      <h2>${title}</h2>
      <button
        type="button"
        class="tool"
        aria-label=${view.text.close}
        @click=${() => {
          view.requests.openPanel(null);
        }}
      >
        ${icons.close}
      </button>
    </header>
    ${contents[id](view)}
  </section>`;
}

const inputTaps = (view: View): readonly TapName[] => Object.keys(view.state.inputs) as TapName[];

function numbers(view: View): TemplateResult {
  const { requests, pasting, text, state, lesson } = view;
  const words = text.numbers;
  const most = Math.max(...lesson.axes.map((axis) => axis.most));
  return html`
    <button
      type="button"
      class="plain check"
      @click=${() => {
        requests.drawNumbers(state.seed === null ? 1 : seedAfter(state.seed, 1));
      }}
    >
      ${words.fresh}
    </button>
    <button
      type="button"
      class="plain answer"
      @click=${() => {
        requests.dispatch({ type: 'reset' });
      }}
    >
      ${text.reset}
    </button>
    ${whole(words.seed, state.seed, 0, lastSeed, (typed) => {
      requests.drawNumbers(typed);
    })}
    <p class="why">${isDrawn(lesson, state) ? words.drawnWhy : words.freshWhy}</p>
    <hr />
    <form
      @submit=${(event: Event) => {
        event.preventDefault();
        requests.applyMatrix();
      }}
    >
      <label
        ><span class="title">${words.paste}</span
        ><textarea
          class="boxed-field"
          rows="4"
          spellcheck="false"
          autocomplete="off"
          aria-invalid=${pasting.problem ? 'true' : 'false'}
          .value=${pasting.text}
          @input=${(event: InputEvent) => {
            requests.typeMatrix((event.target as HTMLTextAreaElement).value);
          }}
        ></textarea>
      </label>
      <p class=${pasting.problem ? 'why wrong' : 'why'} role="status">
        ${pasting.problem ? pasteProblem(view, most) : permits(state.allow, 'sizes') ? fill(words.pasteWhy, { most }) : words.pasteFixed}
      </p>
      <div class="ask" role="group" aria-label=${words.into}>
        <span>${words.into}</span>
        ${inputTaps(view).map((tap) =>
          choice(tap.toUpperCase(), tap === pasting.tap, () => {
            requests.pasteInto(tap);
          }),
        )}
        <button type="submit" class="plain check">${words.apply}</button>
      </div>
    </form>
  `;
}

function pasteProblem({ pasting, text, state }: View, most: number): string {
  const { problem } = pasting;
  if (!problem) return '';
  const words = text.numbers.problem;
  const own = state.inputs[pasting.tap];
  if (problem.problem === 'wrong_size' && own && !permits(state.allow, 'sizes')) {
    return fill(words.fixed_size, {
      ...sizeOf(problem),
      ...{ needed: `${own.rows} × ${own.columns}` },
    });
  }
  if (problem.problem === 'wrong_size') return fill(words.wrong_size, { ...sizeOf(problem), most });
  const { row: at = 1, column = 1, text: entry = '', expected = 0, given = 0 } = problem;
  return fill(words[problem.problem], { row: at, column, text: entry, expected, given });
}

const sizeOf = ({ rows, columns }: { readonly rows: number; readonly columns: number }) => ({
  rows,
  columns,
});

function settings(view: View): TemplateResult {
  const { requests, text, state, lesson } = view;
  const names: Readonly<Record<SwitchName, string>> = {
    scale: text.switch.scaleLabel,
    mask: text.switch.maskLabel,
    mistake: text.switch.mistakeLabel,
  };
  return html`
    ${view.live && permits(state.allow, 'numbers') ? view.live.settings(view) : nothing}
    ${(permits(state.allow, 'switches') ? (Object.keys(lesson.switches) as SwitchName[]) : []).map(
      (name) =>
        toggle(names[name], state.switches[name] === true, (on) => {
          requests.dispatch({ type: 'switch', name, on });
        }),
    )}
    ${
      permits(state.allow, 'predict')
        ? toggle(text.settings.predict, state.predict, (on) => {
            requests.dispatch({ type: 'predict', on });
          })
        : nothing
    }
    ${
      view.live
        ? nothing
        : toggle(text.settings.tables, view.tables, (on) => {
            requests.showTables(on);
          })
    }
  `;
}

function teacher(view: View): TemplateResult {
  const { shows, mistakes, time } = view.words.teacher;
  const words = view.text.teacher;
  return html`<div class="teacher">
    <h3>${words.shows}</h3>
    <p>${shows}</p>
    <h3>${words.mistakes}</h3>
    <ul>
      ${mistakes.map((mistake) => html`<li>${mistake}</li>`)}
    </ul>
    <h3>${words.time}</h3>
    <p>${time}</p>
  </div>`;
}
