// A sheet of calculations to do by hand, in variants, as a document that stands by itself: no script,
// black on white, each variant and each answer key on a page of its own.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../../i18n/template.ts';
import type { UiText } from '../../i18n/ui-text.ts';
import type { LessonText } from '../../state/lesson-text.ts';
import type { Lesson, Step } from '../../state/lesson.ts';
import { visibleSteps } from '../../state/reducer.ts';
import type { Locale, State } from '../../state/types.ts';
import maths from '../../styles/maths.css';
import paperStyles from '../../styles/sheet.css';
import tokens from '../../styles/tokens.css';
import { escaped, writtenOut } from '../markup.ts';
import type { Results, Scenery } from '../view.ts';
import { formulasOf } from './formulas.ts';
import { inputsOf, lentTo, resultsOf } from './items.ts';
import { maskLine } from './mask-line.ts';
import { table } from './tables.ts';

export interface Variant {
  readonly seed: number;
  readonly state: State;
  readonly results: Results;
  readonly tokens: readonly string[];
  readonly queries: readonly string[];
  readonly tokensOfQueries: readonly number[];
  /** Where the same numbers are seen. */
  readonly link: string;
}

export interface Sheet {
  readonly locale: Locale;
  readonly lesson: Lesson;
  readonly words: LessonText;
  readonly text: UiText;
  /** Ids of steps. */
  readonly asked: readonly string[];
  readonly key: boolean;
  readonly variants: readonly Variant[];
}

/** A … Z, AA, AB … */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

export const sheetStyles = `${tokens}${maths}${paperStyles}`;

/** With its styles within, unless a page brings them along that may forbid such. */
export function sheetDocument(sheet: Sheet, styles: string | null = sheetStyles): string {
  const { locale, words, text, variants, key } = sheet;
  const body = html`<main>
    ${variants.map((variant, index) => paper(sheet, variant, index))}
    ${key ? variants.map((variant, index) => answers(sheet, variant, index)) : nothing}
  </main>`;
  return [
    '<!doctype html>',
    `<html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(`${words.title} · ${text.print.title}`)}</title>`,
    `${styles === null ? '' : `<style>${styles}</style>`}</head>`,
    `<body class="base">${writtenOut(body)}</body></html>\n`,
  ].join('\n');
}

interface Walk {
  readonly scenes: readonly Scenery[];
  readonly steps: readonly Step[];
  readonly asked: readonly Step[];
  /** Before any step. */
  readonly start: Scenery;
}

function walkOf({ lesson, text, asked: ids }: Sheet, variant: Variant): Walk {
  const { state, results, tokens, queries, tokensOfQueries } = variant;
  const steps = visibleSteps(lesson, state);
  const asked = steps.filter(({ id, makes }) => makes !== undefined && ids.includes(id));
  const [first] = steps;
  if (!first) throw new RangeError(`lesson ${lesson.id} has no step`);
  const at = (step: Step): Scenery => ({
    lesson,
    text,
    state,
    results,
    tokens,
    queries,
    tokensOfQueries,
    step,
  });
  return { scenes: asked.map(at), steps, asked, start: at(first) };
}

function heading(
  { words, text }: Sheet,
  { seed }: Variant,
  index: number,
  key: boolean,
): TemplateResult {
  const variant = fill(text.sheet.variant, { letter: letterOf(index) });
  return html`<header>
    <h1>${words.title}</h1>
    <p>
      <b>${variant}</b>${key ? html` <b>${text.sheet.answers}</b>` : nothing}
      <small>${fill(text.sheet.seed, { seed })}</small>
    </p>
    ${
      key
        ? nothing
        : html`<p class="who">
            <span>${text.sheet.name}<i></i></span><span>${text.sheet.date}<i></i></span>
          </p>`
    }
  </header>`;
}

/** An address leads there; a state alone is something to paste. */
const origin = ({ text }: Sheet, { link }: Variant): TemplateResult =>
  html`<footer>
    ${text.sheet.link}
    ${/^https?:/.test(link) ? html`<a href=${link}>${link}</a>` : html`<span>${link}</span>`}
  </footer>`;

const numbered = ({ words }: Sheet, { step }: Scenery, index: number): string =>
  `${index + 1}. ${words.steps[step.id]?.name ?? step.id}`;

function paper(sheet: Sheet, variant: Variant, index: number): TemplateResult {
  const { scenes, steps, asked, start } = walkOf(sheet, variant);
  const { text } = sheet;
  return html`<section class="paper">
    ${heading(sheet, variant, index, false)}
    <section class="lent">
      <h2>${text.sheet.given}</h2>
      ${inputsOf(start).map((item) => table(item, 'given'))}${maskLine(start)}
    </section>
    ${scenes.map((scene, at) => {
      const results = resultsOf(scene);
      return html`<section
        class=${results.length > 1 ? 'step wide' : 'step'}
        data-step=${scene.step.id}
      >
        <h2>${numbered(sheet, scene, at)}</h2>
        <p class="formulas">
          ${formulasOf(scene, steps, asked).map((form) => html`<math displaystyle="true">${form}</math> `)}
        </p>
        ${scene.step.kind === 'mask' ? html`<p>${text.sheet.cross}</p>` : nothing}
        ${lentTo(scene, steps, asked).map((item) => table(item, 'given'))}${results.map((item) => table(item, 'blank'))}
      </section>`;
    })}
    ${origin(sheet, variant)}
  </section>`;
}

function answers(sheet: Sheet, variant: Variant, index: number): TemplateResult {
  return html`<section class="key">
    ${heading(sheet, variant, index, true)}
    ${walkOf(sheet, variant).scenes.map(
      (scene, at) =>
        html`<section class="step" data-step=${scene.step.id}>
          <h2>${numbered(sheet, scene, at)}</h2>
          ${resultsOf(scene).map((item) => table(item, 'answer'))}
        </section>`,
    )}
  </section>`;
}
