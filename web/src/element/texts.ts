// Words, in pieces that a page fetches when it shows them: what is said around the lessons in one
// language, and what one lesson says in it. Every figure of the page shares what has come.
import { loaders } from '#chapters/loaders';
import type { LessonText } from '../state/lesson-text.ts';
import type { Locale } from '../state/types.ts';
import type { UiText } from '../views/index.ts';

export interface PageText {
  readonly ui: UiText;
  /** Of every lesson, by its id. */
  readonly titles: Readonly<Record<string, string>>;
}

type Load<T> = () => Promise<{ readonly text: T }>;

export type Loaders = Readonly<
  Record<
    Locale,
    {
      readonly page: Load<PageText>;
      /** By the id of the lesson. */
      readonly lessons: Readonly<Record<string, Load<LessonText>>>;
    }
  >
>;

const listeners = new Set<() => void>();

/** Words that come together. */
export class Piece<T> {
  /** null until they have come; then they stay. */
  text: T | null = null;
  failure: Error | null = null;
  /** Settles, and never fails, when they have come or have not; null while they are not on their way. */
  coming: Promise<void> | null = null;
  readonly #load: Load<T>;

  constructor(load: Load<T>) {
    this.#load = load;
  }

  /** Loads them, unless they are there, on their way, or have failed; `again` although they have failed. */
  ask(again = false): void {
    if (this.text || this.coming || (this.failure && !again)) return;
    this.failure = null;
    const end = (): void => {
      this.coming = null;
      for (const listener of [...listeners]) listener();
    };
    this.coming = this.#load().then(
      ({ text }) => {
        this.text = text;
        end();
      },
      (error: unknown) => {
        this.failure = error instanceof Error ? error : new Error(String(error));
        end();
      },
    );
  }
}

const pages: Partial<Record<Locale, Piece<PageText>>> = {};
const lessons: Partial<Record<string, Piece<LessonText>>> = {};

export const pageIn = (locale: Locale): Piece<PageText> =>
  (pages[locale] ??= new Piece(loaders[locale].page));

export function lessonIn(locale: Locale, id: string): Piece<LessonText> {
  const load = loaders[locale].lessons[id];
  if (!load) throw new RangeError(`the lesson ${id} has no words in ${locale}`);
  return (lessons[`${locale} ${id}`] ??= new Piece(load));
}

/** Called after words have come, or have not; gives what ends that. */
export function onTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
