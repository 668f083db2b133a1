// The language that one figure shows: its own as soon as the words are there, the last one until then.
import type { Lesson } from '../state/lesson.ts';
import type { LessonText } from '../state/lesson-text.ts';
import type { Locale } from '../state/types.ts';
import type { UiText } from '../views/index.ts';
import { askFor, comingOf, failureOf, onTexts, someLocale, textsOf } from './texts.ts';

export interface Shown {
  readonly locale: Locale;
  readonly text: UiText;
  wordsOf(lesson: Lesson): LessonText;
}

export class Words {
  #shown: Locale | null = null;
  #end: (() => void) | null = null;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  start(locale: Locale): void {
    this.#end ??= onTexts(this.#changed);
    askFor(locale);
  }

  end(): void {
    this.#end?.();
    this.#end = null;
  }

  retry(locale: Locale): void {
    askFor(locale, true);
    this.#changed();
  }

  failure(locale: Locale): Error | null {
    return failureOf(locale);
  }

  /** Settles when the words on their way have come, or have not. */
  settled(locale: Locale): Promise<void> | null {
    return this.#end && comingOf(locale);
  }

  /** null while there is nothing to say anything with. */
  shown(locale: Locale): Shown | null {
    if (textsOf(locale)) this.#shown = locale;
    // Where the own language does not come at all, that of another figure is better than none.
    else if (failureOf(locale)) this.#shown ??= someLocale();
    const texts = this.#shown && textsOf(this.#shown);
    if (!this.#shown || !texts) return null;
    return {
      locale: this.#shown,
      text: texts.ui,
      wordsOf: ({ id }) => {
        const words = texts.lessons[id];
        if (!words) throw new RangeError(`the lesson ${id} has no words`);
        return words;
      },
    };
  }
}
