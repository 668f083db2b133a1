// The words that one figure shows: in its own language as soon as they are there, in the last one until then.
import type { Lesson } from '../state/lesson.ts';
import type { LessonText } from '../state/lesson-text.ts';
import { locales } from '../state/types.ts';
import type { Locale, State } from '../state/types.ts';
import type { UiText } from '../views/index.ts';
import { lessonIn, onTexts, pageIn } from './texts.ts';
import type { Piece } from './texts.ts';

/** What a figure is to speak of, and in which language. */
export type Wanted = Pick<State, 'locale' | 'lesson'>;

/** What can be said around a lesson. */
export interface Around {
  readonly locale: Locale;
  readonly text: UiText;
  titleOf(lesson: Lesson): string;
}

export interface Shown extends Around {
  /** Of the lesson that is shown; those of the others may be anywhere. */
  wordsOf(lesson: Lesson): LessonText;
}

function need<T>(words: T | null | undefined, { id }: Lesson): T {
  if (words == null) throw new RangeError(`the words of the lesson ${id} are not there`);
  return words;
}

export class Words {
  #shown: Locale | null = null;
  #end: (() => void) | null = null;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  start(wanted: Wanted): void {
    this.#end ??= onTexts(this.#changed);
    for (const piece of this.#pieces(wanted)) piece.ask();
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }

  retry(wanted: Wanted): void {
    for (const piece of this.#pieces(wanted)) piece.ask(true);
    this.#changed();
  }

  /** Why words are missing; null as long as some are on their way. */
  failure(wanted: Wanted): Error | null {
    const pieces = this.#pieces(wanted);
    if (pieces.some(({ coming }) => coming !== null)) return null;
    return pieces.find(({ failure }) => failure)?.failure ?? null;
  }

  /** Settles when the words on their way have come, or have not. */
  settled(wanted: Wanted): Promise<unknown> | null {
    const coming = this.#pieces(wanted).flatMap((piece) => piece.coming ?? []);
    return this.#end && coming.length > 0 ? Promise.all(coming) : null;
  }

  /** null while there is nothing to say anything with. */
  shown(wanted: Wanted): Shown | null {
    // Where the own language does not come at all, any that is there is better than none.
    const others = this.failure(wanted) ? locales : [];
    const locale = [wanted.locale, this.#shown, ...others].find(
      (each) => each && pageIn(each).text && lessonIn(each, wanted.lesson).text,
    );
    const around = locale && aroundIn(locale);
    if (!around) return null;
    this.#shown = locale;
    return { ...around, wordsOf: (lesson) => need(lessonIn(locale, lesson.id).text, lesson) };
  }

  /** The same without what the lesson says. */
  around({ locale }: Wanted): Around | null {
    return aroundIn(locale) ?? (this.#shown && aroundIn(this.#shown));
  }

  #pieces({ locale, lesson }: Wanted): readonly Piece<unknown>[] {
    const own = [pageIn(locale), lessonIn(locale, lesson)];
    // Without its language a figure goes on in the one that it has.
    return pageIn(locale).failure && this.#shown ? [...own, lessonIn(this.#shown, lesson)] : own;
  }
}

function aroundIn(locale: Locale): Around | null {
  const { text } = pageIn(locale);
  return (
    text && { locale, text: text.ui, titleOf: (lesson) => need(text.titles[lesson.id], lesson) }
  );
}
