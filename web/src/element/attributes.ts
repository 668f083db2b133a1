// What a page says about a figure: attributes, and the surroundings where it says nothing.
import { allowOf, permissions } from '../state/limits.ts';
import type { Allow } from '../state/limits.ts';
import type { Lesson } from '../state/lesson.ts';
import { themes } from '../state/types.ts';
import type { Locale, Theme } from '../state/types.ts';
import { chapterModes, controlLevels, negotiateLocale } from '../views/index.ts';
import type { Chapters, Controls } from '../views/index.ts';
import type { Present } from './api.ts';

export const attributeNames = [
  'lesson',
  'step',
  'lang',
  'theme',
  'controls',
  'allow',
  'present',
  'state',
  'chapters',
] as const;
const presents = ['off', 'on'] as const;

export type AttributeName = (typeof attributeNames)[number];

export const isAttributeName = (name: string): name is AttributeName =>
  attributeNames.some((known) => known === name);

const warned = new Set<string>();

export function warnOnce(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`<qkv-lab> ${message}`);
}

/** The value if it is one of the known; else the first of them, with a warning. */
function oneOf<T extends string>(name: AttributeName, values: readonly [T, ...T[]], given: string) {
  const known = values.find((value) => value === given);
  if (known === undefined) {
    warnOnce(
      `${name}=${JSON.stringify(given)} is none of ${values.join(', ')}: ${values[0]} it is`,
    );
  }
  return known ?? values[0];
}

export const readTheme = (given: string | null): Theme =>
  given === null ? 'auto' : oneOf('theme', themes, given);

export const readControls = (given: string | null): Controls =>
  given === null ? 'full' : oneOf('controls', controlLevels, given);

export const readChapters = (given: string | null): Chapters =>
  given === null ? 'hidden' : oneOf('chapters', ['hidden', ...chapterModes] as const, given);

/** Words in any order; 'none' is nothing, like no word at all, and 'all' is everything. */
export function readAllow(given: string): Allow {
  const words = given.split(/[\s,]+/).filter((word) => word !== '');
  const known: readonly string[] = [...permissions, 'all', 'none'];
  for (const word of words) {
    if (!known.includes(word)) {
      warnOnce(`allow: ${JSON.stringify(word)} is none of ${permissions.join(', ')}`);
    }
  }
  return words.includes('all') ? null : allowOf(words);
}

/** An attribute without a value is on. */
export const readPresent = (given: string | null): Present =>
  given === null ? 'off' : given === '' ? 'on' : oneOf('present', presents, given);

export function readLesson(lessons: readonly [Lesson, ...Lesson[]], given: string): Lesson {
  const found = lessons.find(({ id }) => id === given);
  if (!found) warnOnce(`lesson=${JSON.stringify(given)} is unknown: ${lessons[0].id} it is`);
  return found ?? lessons[0];
}

/** The id of a step; the first one where the given is none. */
export function readStep(lesson: Lesson, given: string): string | undefined {
  const found = lesson.steps.find(({ id }) => id === given) ?? lesson.steps[0];
  if (found?.id !== given) {
    warnOnce(
      `step=${JSON.stringify(given)} is no step of ${lesson.id}: ${String(found?.id)} it is`,
    );
  }
  return found?.id;
}

/** A language that we lack is read as English, as a page in it would be. */
export const readLanguage = (given: string): Locale => negotiateLocale([given]) ?? 'en';

/** The nearest lang around an element, through shadow roots; else the browser's first that is ours. */
export function surroundingLocale(element: Element): Locale {
  for (let node: Node | null = element.parentNode; node; node = parentOf(node)) {
    const lang = node instanceof Element ? node.getAttribute('lang') : null;
    if (lang) return readLanguage(lang);
  }
  return negotiateLocale(navigator.languages) ?? 'en';
}

const parentOf = (node: Node): Node | null =>
  node instanceof ShadowRoot ? node.host : node.parentNode;
