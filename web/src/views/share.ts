// The panel that hands a figure out: its link, lines for a course page, programs, matrices, pictures.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../i18n/template.ts';
import { allowOf, permissions, permits } from '../state/limits.ts';
import type { Allow, Permission } from '../state/limits.ts';
import { captionOf } from './labels.ts';
import type { ProgramId } from './programs.ts';
import { choice, row } from './controls.ts';
import { allSlots, chosenOf, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { icons } from './symbols.ts';
import { copies, pictures } from './view.ts';
import type { CopyId, HandedFile, View } from './view.ts';

const copyNames: Readonly<Record<ProgramId, string>> = {
  numpy: 'NumPy',
  pytorch: 'PyTorch',
  csv: 'CSV',
  latex: 'LaTeX',
};

export function share(view: View): TemplateResult {
  const { requests, text, delivery } = view;
  const words = text.share;
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
    ${(['link', 'frame', 'element'] as const).map((what) =>
      row(
        words.copy[what],
        () => {
          requests.copy(what);
        },
        copiedAs(view, what),
      ),
    )}
    ${view.state.allow === null ? limits(view) : nothing}
    <hr />
    ${view.live ? view.live.handing(view) : contents(view)}
    ${pictures.map((kind) => fileRow(view, kind.toUpperCase(), { name: fileName(view, kind), picture: kind }))}
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

const copiedAs = ({ delivery, text }: View, what: CopyId): string | null =>
  delivery?.kind === 'copied' && delivery.what === what ? text.share.copied : null;

export const fileName = ({ state }: View, ending: string): string =>
  `qkv-lab-${state.lesson}-${state.step}.${ending}`;

/** A program that gives the same numbers. */
export const programRow = (view: View, what: ProgramId): TemplateResult =>
  row(
    fill(view.text.share.copyAs, { name: copyNames[what] }),
    () => {
      view.requests.copy(what);
    },
    copiedAs(view, what),
  );

/** Programs, and the matrices as texts. */
function contents(view: View): TemplateResult {
  const { requests, text } = view;
  const chosen = chosenOf(view);
  const words = text.share;
  const tables = copies.filter((what) => what === 'csv' || what === 'latex');
  const matrices = allSlots(view).filter(
    (slot) => view.results || tapOf(view, slot) in view.state.inputs,
  );
  return html`
    ${programRow(view, 'numpy')} ${programRow(view, 'pytorch')}
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
        copiedAs(view, what),
      ),
    )}
    <hr />
  `;
}

/** The symbol of a matrix; with its name where another has the same symbol. */
function titleIn(view: View, slot: Slot): string {
  const { spoken, name } = captionOf(view, slot);
  const twins = allSlots(view).filter((each) => captionOf(view, each).spoken === spoken);
  return twins.length > 1 ? `${spoken} (${name})` : spoken;
}

/** Saves a file; `what` is its kind in words, or what it is. */
export function fileRow(
  view: View,
  what: string,
  file: HandedFile,
  label = fill(view.text.share.export, { name: what }),
): TemplateResult {
  const { requests, text, delivery } = view;
  const ended =
    delivery && 'name' in delivery && delivery.name === file.name ? delivery.kind : null;
  const outcome = { saved: fill(text.share.saved, { name: what }), failed: text.share.failed };
  return row(
    label,
    () => {
      requests.save(file);
    },
    ended && outcome[ended],
  );
}

/** Of whoever gets the link; a figure that has limits itself hands on its own. */
function limits(view: View): TemplateResult {
  const { handed, requests } = view;
  const words = view.text.limits;
  const preset = (label: string, allow: Allow, on: boolean) =>
    choice(label, on, () => {
      requests.hand(allow);
    });
  const now =
    handed === null
      ? words.all
      : handed.length === 0
        ? words.none
        : fill(words.some, { count: handed.length, total: permissions.length });
  return html`<details class="limits">
    <summary class="row"><span>${words.title}</span><small>${now}</small></summary>
    <div class="ask" role="group" aria-label=${words.title}>
      ${preset(words.all, null, handed === null)} ${preset(words.none, [], handed?.length === 0)}
    </div>
    <div class="checks">${permissions.map((what) => permission(view, what))}</div>
    <p class="why">${words.why}</p>
  </details>`;
}

const permission = ({ handed, requests, text }: View, what: Permission): TemplateResult => {
  const on = permits(handed, what);
  return html`<button
    type="button"
    class="row"
    role="checkbox"
    aria-checked=${on ? 'true' : 'false'}
    @click=${() => {
      const others = permissions.filter((each) => each !== what && permits(handed, each));
      requests.hand(allowOf(on ? others : [...others, what]));
    }}
  >
    <span class="box">${on ? icons.right : nothing}</span><span>${text.limits.of[what]}</span>
  </button>`;
};
