// What frames the stage: chapters, the top line, the step bar.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { essential } from '../i18n/essential.ts';
import { fill } from '../i18n/template.ts';
import { mayReveal, permits } from '../state/limits.ts';
import { locales } from '../state/types.ts';
import type { Locale } from '../state/types.ts';
import { opener } from './panels.ts';
import { icons } from './symbols.ts';
import type { Frame, View } from './view.ts';

const short: Readonly<Record<Locale, string>> = { 'zh-Hant': '繁', 'zh-Hans': '简', en: 'EN' };
const fullNames: Readonly<Record<Locale, string>> = {
  'zh-Hant': essential['zh-Hant'].language,
  'zh-Hans': essential['zh-Hans'].language,
  en: essential.en.language,
};

function languages(
  view: Frame,
  names: Readonly<Record<Locale, string>>,
): TemplateResult | typeof nothing {
  if (!permits(view.state.allow, 'language')) return nothing;
  return html`<div class="languages" role="group" aria-label=${view.text.languages}>
    ${locales.map(
      (locale) =>
        html`<button
          type="button"
          lang=${locale}
          aria-label=${fullNames[locale]}
          aria-pressed=${locale === view.state.locale ? 'true' : 'false'}
          @click=${() => {
            view.requests.dispatch({ type: 'locale', locale });
          }}
        >
          ${names[locale]}
        </button>`,
    )}
  </div>`;
}

/** The list of chapters, where there is one to choose from. */
export const hasRail = ({ chapters, state }: Frame): boolean =>
  chapters === 'shown' && permits(state.allow, 'lessons');

export function rail(view: Frame): TemplateResult {
  const { drawerOpen: open, chapterLinks, text, requests } = view;
  return html`<nav
    class=${classMap({ rail: true, open })}
    aria-label=${text.chapters}
    @click=${(event: Event) => {
      if (event.target === event.currentTarget) requests.toggleDrawer(false);
    }}
  >
    <div class="rail-in">
      ${contentsButton(view, 'in-rail')}
      <ol>
        ${chapterLinks.map(
          ({ lesson, title, done }, index) =>
            html`<li>
              <button
                type="button"
                aria-current=${lesson === view.lesson.id ? 'page' : nothing}
                aria-label=${
                  done
                    ? fill(text.chapterDone, { number: index + 1, title })
                    : `${index + 1} ${title}`
                }
                ?data-done=${done}
                @click=${() => {
                  requests.openLesson(lesson);
                }}
              >
                <span class="number">${index + 1}</span><span class="title">${title}</span>
              </button>
            </li>`,
        )}
      </ol>
      ${open ? html`${languages(view, fullNames)}${themeButton(view)}` : nothing}
    </div>
  </nav>`;
}

function contentsButton(
  { drawerOpen: open, text, requests }: Frame,
  where: string,
): TemplateResult {
  return html`<button
    type="button"
    class="tool contents ${where}"
    aria-expanded=${open ? 'true' : 'false'}
    aria-label=${open ? text.closeChapters : text.openChapters}
    @click=${() => {
      requests.toggleDrawer(!open);
    }}
  >
    ${icons.contents}${open ? html`<span>${text.chapters}</span>` : nothing}
  </button>`;
}

function themeButton({ theme, text, requests, state }: Frame): TemplateResult | typeof nothing {
  if (!permits(state.allow, 'theme')) return nothing;
  const other = theme === 'dark' ? 'light' : 'dark';
  return html`<button
    type="button"
    class="tool theme"
    aria-label=${other === 'dark' ? text.toDark : text.toLight}
    @click=${() => {
      requests.dispatch({ type: 'theme', theme: other });
    }}
  >
    ${icons.theme}
  </button>`;
}

/** On the page, and in a figure with every control. */
export const offersPresenting = ({ chapters, controls, state }: View): boolean =>
  (chapters === 'shown' || controls === 'full') && mayReveal(state);

const presenterButton = ({ text, requests }: View): TemplateResult =>
  html`<button
    type="button"
    class="tool presenter"
    aria-label=${text.present.enter}
    title=${text.present.enter}
    aria-keyshortcuts="P"
    @click=${() => {
      requests.present(true);
    }}
  >
    ${icons.present}
  </button>`;

const tools = (view: View): TemplateResult =>
  html`${offersPresenting(view) ? presenterButton(view) : nothing} ${opener(view, 'teacher')}
  ${
    permits(view.state.allow, 'export')
      ? html`${opener(view, 'share')} ${view.live ? nothing : opener(view, 'print')}`
      : nothing
  }`;

const indexOf = ({ chapterLinks, lesson }: Frame): number =>
  chapterLinks.findIndex((each) => each.lesson === lesson.id);

export const titleOf = (frame: Frame): string => frame.chapterLinks[indexOf(frame)]?.title ?? '';

/** With what opens beside a lesson, where its words are there. */
export function topLine(frame: Frame, view: View | null): TemplateResult {
  const page = frame.chapters === 'shown';
  return html`<header class="top">
    ${hasRail(frame) ? contentsButton(frame, 'in-top') : nothing}
    ${
      page
        ? html`<span class="brand"
            ><b><span class="cq">Q</span><span class="ck">K</span><span class="cv">V</span></b>
            Lab</span
          >`
        : nothing
    }
    ${
      page
        ? html`<h1><span class="number">${indexOf(frame) + 1}</span>${titleOf(frame)}</h1>`
        : nothing
    }
    ${languages(frame, short)} ${themeButton(frame)} ${view ? tools(view) : nothing}
  </header>`;
}
