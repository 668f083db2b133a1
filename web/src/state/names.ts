// What the reader calls the tokens.
import type { Lesson } from './lesson.ts';
import { sizeOf } from './inputs.ts';
import type { State } from './types.ts';

/** In characters as readers count them: room for a word and a flag, not for a sentence. */
export const longestName = 16;
/** A character may be made of many code points; these are what an address carries. */
const longestInCodePoints = 48;

/** Joined emoji and letters with their marks stay whole where the browser can tell. */
const characters = (text: string): string[] =>
  'Segmenter' in Intl
    ? Array.from(
        new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text),
        ({ segment }) => segment,
      )
    : Array.from(text);

/** A name as it is kept: one line, without what no one sees. null: the lesson's own word. */
export function cleanName(text: string): string | null {
  const visible = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  let cut = '';
  for (const character of characters(visible).slice(0, longestName)) {
    if (Array.from(cut + character).length > longestInCodePoints) break;
    cut += character;
  }
  cut = cut.trim();
  return cut === '' ? null : cut;
}

/** How many tokens the inputs hold: the first axis of a lesson counts them. */
export const tokenCount = (lesson: Lesson, { inputs }: Pick<State, 'inputs'>): number =>
  lesson.axes[0] ? sizeOf(inputs, lesson.axes[0]) : 0;

/** No longer than there are tokens, and no idle nulls at the end. */
export function trimmedNames(names: State['names'], count: number): State['names'] {
  const kept = names.slice(0, count);
  while (kept.length > 0 && kept.at(-1) === null) kept.pop();
  return kept.length === names.length ? names : Object.freeze(kept);
}

export function renamed(state: State, lesson: Lesson, token: number, text: string): State['names'] {
  if (!Number.isInteger(token) || token < 0 || token >= tokenCount(lesson, state)) {
    return state.names;
  }
  const names = Array.from({ length: Math.max(state.names.length, token + 1) }, (_, at) =>
    at === token ? cleanName(text) : (state.names[at] ?? null),
  );
  return trimmedNames(Object.freeze(names), names.length);
}

/** The words that stand at the rows: the reader's, else the lesson's in the reader's language. */
export const namesOf = (
  lesson: Lesson,
  state: Pick<State, 'inputs' | 'names'>,
  own: readonly string[],
): readonly string[] =>
  Array.from(
    { length: tokenCount(lesson, state) },
    (_, at) => state.names[at] ?? own[at] ?? String(at + 1),
  );
