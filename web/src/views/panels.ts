// What is one click away: numbers, settings, sharing, printing, the note for teachers.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TapName } from '../../../wasm/engine/types.ts';
import { fill } from '../i18n/template.ts';
import type { SwitchName } from '../state/lesson.ts';
import { lastSeed, seedAfter } from '../state/seed.ts';
import { isDrawn } from '../state/sets.ts';
import { choice, row, toggle, whole } from './controls.ts';
import { captionOf } from './labels.ts';
import { printing } from './printing.ts';
import { allSlots, chosenOf, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { icons } from './symbols.ts';
import { copies, pictures } from './view.ts';
import type { CopyId, PanelId, View } from './view.ts';

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
        ${pasting.problem ? pasteProblem(view, most) : fill(words.pasteWhy, { most })}
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

function pasteProblem({ pasting: { problem }, text }: View, most: number): string {
  if (!problem) return '';
  const words = text.numbers.problem;
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
    ${(Object.keys(lesson.switches) as SwitchName[]).map((name) =>
      toggle(names[name], state.switches[name] === true, (on) => {
        requests.dispatch({ type: 'switch', name, on });
      }),
    )}
    ${toggle(text.settings.predict, state.predict, (on) => {
      requests.dispatch({ type: 'predict', on });
    })}
    ${toggle(text.settings.tables, view.tables, (on) => {
      requests.showTables(on);
    })}
  `;
}

const copyNames: Readonly<Record<Exclude<CopyId, 'link'>, string>> = {
  numpy: 'NumPy',
  pytorch: 'PyTorch',
  csv: 'CSV',
  latex: 'LaTeX',
};

function share(view: View): TemplateResult {
  const { requests, text, delivery } = view;
  const chosen = chosenOf(view);
  const words = text.share;
  const copied = (what: CopyId) =>
    delivery?.kind === 'copied' && delivery.what === what ? words.copied : null;
  const programs = copies.filter((what) => what === 'numpy' || what === 'pytorch');
  const tables = copies.filter((what) => what === 'csv' || what === 'latex');
  const matrices = allSlots(view).filter(
    (slot) => view.results || tapOf(view, slot) in view.state.inputs,
  );
  return html`
    <label class="field-row"
      ><span>${words.link}</span
      ><input
        class="boxed-field link"
        readonly
        .value=${view.link}
        @focus=${(event: Event) => {
          (event.target as HTMLInputElement).select();
        }}
    /></label>
    ${row(
      words.copyLink,
      () => {
        requests.copy('link');
      },
      copied('link'),
    )}
    <hr />
    ${programs.map((what) =>
      row(
        fill(words.copyAs, { name: copyNames[what] }),
        () => {
          requests.copy(what);
        },
        copied(what),
      ),
    )}
    <hr />
    <div class="ask" role="group" aria-label=${words.title}>
      ${matrices.map((slot) =>
        choice(titleIn(view, slot), slot.id === chosen?.id, () => {
          requests.chooseMatrix(slot.tap);
        }),
      )}
    </div>
    ${tables.map((what) =>
      row(
        fill(words.matrix, {
          symbol: chosen ? titleIn(view, chosen) : '',
          name: copyNames[what],
        }),
        () => {
          requests.copy(what);
        },
        copied(what),
      ),
    )}
    <hr />
    ${pictures.map((what) =>
      row(
        fill(words.export, { name: what.toUpperCase() }),
        () => {
          requests.save(what);
        },
        savedAs(view, what),
      ),
    )}
    ${
      delivery?.kind === 'refused'
        ? html`<label class="refused"
            ><span>${words.refused}</span
            ><textarea class="boxed-field" readonly rows="6" .value=${delivery.text}></textarea>
          </label>`
        : nothing
    }
  `;
}

/** The symbol of a matrix; with its name where another has the same symbol. */
function titleIn(view: View, slot: Slot): string {
  const { spoken, name } = captionOf(view, slot);
  const twins = allSlots(view).filter((each) => captionOf(view, each).spoken === spoken);
  return twins.length > 1 ? `${spoken} (${name})` : spoken;
}

function savedAs({ delivery, text }: View, what: (typeof pictures)[number]): string | null {
  if (delivery?.kind === 'saved' && delivery.what === what) {
    return fill(text.share.saved, { name: what.toUpperCase() });
  }
  return delivery?.kind === 'failed' && delivery.what === what ? text.share.failed : null;
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
