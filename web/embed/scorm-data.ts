// What SCORM 1.2 lets an exercise say of itself: the forms of its data model, and no more than fits.
import type { QkvAnswer } from '../src/element/api.ts';

/** Functions that a learning platform puts into a window around the lesson; text in, text out. */
export interface ScormApi {
  LMSInitialize(nothing: ''): string;
  LMSFinish(nothing: ''): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ''): string;
}

/** How many windows upwards a platform may be. */
const most = 10;

/** The platform's functions, in this window, one around it, or the one that opened it. */
export function findApi(from: Window): ScormApi | null {
  for (const start of [from, from.opener as Window | null]) {
    let window = start;
    for (let level = 0; window && level < most; level++) {
      try {
        const { API } = window as { API?: ScormApi };
        if (API) return API;
      } catch {
        break; // a window of another origin keeps to itself
      }
      window = window.parent === window ? null : window.parent;
    }
  }
  return null;
}

const two = (count: number): string => String(count).padStart(2, '0');

/** CMITimespan: hours, minutes, seconds and hundredths. */
export function timespan(milliseconds: number): string {
  const hundredths = Math.max(0, Math.round(milliseconds / 10));
  const seconds = Math.floor(hundredths / 100);
  const hours = Math.min(9999, Math.floor(seconds / 3600));
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
  return `${String(hours).padStart(4, '0')}:${rest}`;
}

/** CMITime: the time of day. */
export const timeOfDay = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');

/** CMIDecimal knows no powers of ten; null where there is no such number. */
export function decimal(x: number): string | null {
  if (!Number.isFinite(x) || Math.abs(x) >= 1e15) return null;
  return x
    .toFixed(6)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}

/** CMIIdentifier. */
export const identifier = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 255);

/** Columns as a choice: the letters a, b, c …, of several in braces. */
const choice = (columns: readonly number[]): string => {
  const letters = columns.map((column) => String.fromCharCode(97 + column));
  return letters.length === 1 ? (letters[0] ?? '') : `{${letters.join()}}`;
};

/** The elements below `cmi.interactions.n`, in the order in which they are set. */
export function interaction(
  lesson: string,
  { exercise, given, expected, correct }: QkvAnswer,
  date: Date,
  latency: number,
): readonly (readonly [string, string])[] {
  // A choice is answered with a column, and more than one may be right.
  const numeric = typeof expected === 'number';
  const one = (x: number | readonly number[]): string | null =>
    numeric
      ? decimal(typeof x === 'number' ? x : NaN)
      : choice(typeof x === 'number' ? [x] : [...x]);
  const anyOf = !numeric && typeof given === 'number';
  const patterns = anyOf ? expected.map((column) => one(column)) : [one(expected)];
  return [
    ['id', identifier(lesson, exercise)],
    ['type', numeric ? 'numeric' : 'choice'],
    ['time', timeOfDay(date)],
    ...patterns.map((pattern, at) => [`correct_responses.${at}.pattern`, pattern] as const),
    ['student_response', one(given)],
    ['result', correct ? 'correct' : 'wrong'],
    ['latency', timespan(latency)],
  ].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

/** CMIString4096. Numbers that take more are left behind, and the place in the lesson is kept. */
export function suspended(state: string): string {
  if (state.length <= 4096) return state;
  const all = new URLSearchParams(state);
  const kept = ['v', 'lesson', 'step', 'lang', 'theme', 'done', 'allow'];
  return kept
    .flatMap((name) => {
      const value = all.get(name);
      return value === null ? [] : [`${name}=${value}`];
    })
    .join('&')
    .slice(0, 4096);
}

/** Whether a state says that its lesson was walked to the end. */
export function isDone(state: string, lesson: string): boolean {
  const done = new URLSearchParams(state).get('done');
  return done !== null && done.split(',').includes(lesson);
}
