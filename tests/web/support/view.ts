// What a figure would draw, without a page: the view of a state, and the words of what is drawn from it.
import { chapters } from '../../../web/lessons/chapters.ts';
import type { Chapter } from '../../../web/lessons/chapters.ts';
import { placeholders } from '../../../web/src/i18n/template.ts';
import { notYetLive } from '../../../web/src/views/live.ts';
import type { Live } from '../../../web/src/views/live.ts';
import type { Results, View } from '../../../web/src/views/view.ts';
import { text as en } from '../../../web/src/i18n/text/en.ts';
import { text as hans } from '../../../web/src/i18n/text/zh-Hans.ts';
import { text as hant } from '../../../web/src/i18n/text/zh-Hant.ts';
import { tokenOfQuery } from '../../../web/src/state/mask.ts';
import { namesOf } from '../../../web/src/state/names.ts';
import { shownCount } from '../../../web/src/state/progress.ts';
import { questionOf } from '../../../web/src/state/question.ts';
import { currentStep, visibleSteps } from '../../../web/src/state/reducer.ts';
import { wordsOf } from '../../../web/src/state/sets.ts';
import type { State } from '../../../web/src/state/types.ts';

export const uiTexts = { 'zh-Hant': hant, 'zh-Hans': hans, en };

/** Those whose figure is made of matrices: an experiment has one of its own. */
export const matrixChapters: readonly Chapter[] = chapters.filter(({ lesson }) => !lesson.figure);

/** Where an experiment would stand: what its questions name is said by their names. */
export const standIn: Live = {
  ...notYetLive,
  ready: true,
  bar: null,
  places: ({ words }) =>
    Object.fromEntries(
      Object.values(words.questions)
        .flatMap(({ question = '', hint }) => [question, hint])
        .flatMap(placeholders)
        .map((name) => [name, name]),
    ),
};

export function chapterOf(id: string): Chapter {
  const chapter = chapters.find(({ lesson }) => lesson.id === id);
  if (!chapter) throw new RangeError(id);
  return chapter;
}

/** With every control, nothing open, and all requests unheard. */
export function viewOf(state: State, results: Results | null, more: Partial<View> = {}): View {
  const { lesson, text } = chapterOf(state.lesson);
  const step = currentStep(lesson, state);
  const words = text[state.locale];
  const tokens = namesOf(lesson, state, wordsOf(words, state));
  const tokensOfQueries = Array.from({ length: state.inputs.q?.rows ?? tokens.length }, (_, row) =>
    tokenOfQuery(state, row),
  );
  const question = questionOf(lesson, state);
  return {
    ...{ lesson, state, step, results, words, tokens, tokensOfQueries },
    steps: visibleSteps(lesson, state),
    queries: tokensOfQueries.map((token) => tokens[token] ?? ''),
    shown: shownCount(lesson, state, step),
    quiz: question && { question, typed: '', marks: [], verdict: null },
    values: {}, // the ends of colour scales are left open
    ...{
      arithmetic: null,
      failure: null,
      live: null,
      missing: null,
      editing: null,
      problem: null,
      naming: null,
    },
    blank: false,
    ...{ praise: null, before: null, panel: null, delivery: null, peek: null },
    ...{ canUndo: false, canRedo: false, playing: false, tables: false, drawerOpen: false },
    pasting: { tap: 'q', text: '', problem: null },
    plan: null,
    ...{
      chosen: 'weights',
      link: '',
      frame: '',
      element: '',
      handed: null,
      announcement: '',
      stops: {},
      damaged: false,
    },
    ...{ theme: 'light', controls: 'full', chapters: 'shown', chapterLinks: [] },
    writing: { room: 4, digits: 3, bare: false },
    text: uiTexts[state.locale],
    requests: unheard,
    ...more,
  };
}

const unheard = new Proxy({} as View['requests'], { get: () => () => undefined });

/** A template as it would be read: without its tags, its blanks drawn together. */
export function wordsIn(part: unknown): string {
  return markupOf(part)
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What `guard` keeps from being made anew. */
function guarded(part: unknown): (() => unknown) | null {
  const values = (part as { values?: readonly unknown[] } | null)?.values;
  const isDirective = typeof part === 'object' && part !== null && '_$litDirective$' in part;
  const [, make] = isDirective ? (values ?? []) : [];
  return typeof make === 'function' ? (make as () => unknown) : null;
}

/** A template as markup; what listens to events has no place in it. */
export function markupOf(part: unknown): string {
  const make = guarded(part);
  if (make) return markupOf(make());
  if (Array.isArray(part)) return part.map(markupOf).join('');
  if (typeof part === 'string' || typeof part === 'number') return String(part);
  if (typeof part !== 'object' || part === null || !('strings' in part)) return '';
  const { strings, values } = part as { strings: readonly string[]; values: readonly unknown[] };
  return strings.map((text, at) => text + markupOf(values[at])).join('');
}

/** What a template would do where something in it is clicked. */
export function clicksIn(part: unknown): (() => void)[] {
  const make = guarded(part);
  if (make) return clicksIn(make());
  if (Array.isArray(part)) return part.flatMap(clicksIn);
  if (typeof part !== 'object' || part === null || !('strings' in part)) return [];
  const { strings, values } = part as { strings: readonly string[]; values: readonly unknown[] };
  return values.flatMap((value, at) =>
    strings[at]?.endsWith('@click=') ? [value as () => void] : clicksIn(value),
  );
}
