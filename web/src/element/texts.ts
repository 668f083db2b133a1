// Words, one language at a time: a page shows one, and the others stay where they are until somebody
// asks. Every figure of the page shares what has come.
import { loaders } from '#chapters/loaders';
import type { LessonText } from '../state/lesson-text.ts';
import type { Locale } from '../state/types.ts';
import type { UiText } from '../views/index.ts';

export interface Texts {
  readonly ui: UiText;
  /** By the id of the lesson. */
  readonly lessons: Readonly<Record<string, LessonText>>;
}

export type Loaders = Readonly<Record<Locale, () => Promise<{ readonly texts: Texts }>>>;

const there = new Map<Locale, Texts>();
const coming = new Map<Locale, Promise<void>>();
const failed = new Map<Locale, Error>();
const listeners = new Set<() => void>();

export const textsOf = (locale: Locale): Texts | null => there.get(locale) ?? null;

/** Any language that has come. */
export const someLocale = (): Locale | null => there.keys().next().value ?? null;

export const failureOf = (locale: Locale): Error | null => failed.get(locale) ?? null;

/** Settles, and never fails, when what is on its way has come or has not; null where nothing is. */
export const comingOf = (locale: Locale): Promise<void> | null => coming.get(locale) ?? null;

/** Loads a language, unless it is there, on its way, or has failed; `again` although it has failed. */
export function askFor(locale: Locale, again = false): void {
  if (there.has(locale) || coming.has(locale) || (failed.has(locale) && !again)) return;
  failed.delete(locale);
  const end = (): void => {
    coming.delete(locale);
    for (const listener of [...listeners]) listener();
  };
  const arrival = loaders[locale]().then(
    ({ texts }) => {
      there.set(locale, texts);
      end();
    },
    (error: unknown) => {
      failed.set(locale, error instanceof Error ? error : new Error(String(error)));
      end();
    },
  );
  coming.set(locale, arrival);
}

/** Called after a language has come, or has not; gives what ends that. */
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
