// Sheets outside of a page: variants as the element makes them, and the document taken apart again.
import assert from 'node:assert/strict';
import { chapters } from '../../../web/lessons/chapters.ts';
import type { Chapter } from '../../../web/lessons/chapters.ts';
import { text as enUi } from '../../../web/src/i18n/text/en.ts';
import { text as hansUi } from '../../../web/src/i18n/text/zh-Hans.ts';
import { text as hantUi } from '../../../web/src/i18n/text/zh-Hant.ts';
import { stepsOnPaper } from '../../../web/src/state/on-paper.ts';
import { initialState, reduce } from '../../../web/src/state/reducer.ts';
import type { Action, Locale, State } from '../../../web/src/state/types.ts';
import { encodeState } from '../../../web/src/state/url.ts';
import type { Sheet, Variant } from '../../../web/src/views/index.ts';
import { lesson as sample } from '../../lessons/sample/lesson.ts';
import { text as en } from '../../lessons/sample/text/en.ts';
import { text as hans } from '../../lessons/sample/text/zh-Hans.ts';
import { text as hant } from '../../lessons/sample/text/zh-Hant.ts';
import { engine } from '../../wasm/support/engine.ts';
import { ignoreStyles } from './styles.ts';

ignoreStyles();
const { letterOf, sheetDocument } = await import('../../../web/src/views/sheet/sheet.ts');
const { variantOf } = await import('../../../web/src/element/variant.ts');
const { computationOf } = await import('../../../web/src/element/computation.ts');
const { drawFriendly } = await import('../../../web/src/element/draw.ts');
export { letterOf, sheetDocument };

export const uiTexts = { 'zh-Hant': hantUi, 'zh-Hans': hansUi, en: enUi };

/** Of the tests alone: what a folder adds. */
export const extra: Chapter = {
  lesson: sample,
  text: { 'zh-Hant': hant, 'zh-Hans': hans, en },
};
/** An experiment asks nothing on paper. */
export const everyChapter: readonly Chapter[] = [
  ...chapters.filter(({ lesson }) => !lesson.figure),
  extra,
];

export function chapterOf(id: string): Chapter {
  const found = everyChapter.find(({ lesson }) => lesson.id === id);
  assert.ok(found, id);
  return found;
}

export const stateAfter = (
  { lesson }: Chapter,
  actions: readonly Action[] = [],
  locale: Locale = 'en',
): State =>
  actions.reduce(
    (state, action) => reduce(state, action, lesson),
    initialState(lesson, { locale, theme: 'auto' }),
  );

export function variantsOf(chapter: Chapter, state: State, seeds: readonly number[]): Variant[] {
  const power = {
    drawFriendly: (seed: number, inputs: State['inputs']) => drawFriendly(engine, seed, inputs),
    computeApart: (
      lesson: Chapter['lesson'],
      given: Pick<State, 'inputs' | 'switches' | 'mask' | 'heads'>,
    ) => computationOf(engine, lesson, given).results,
  };
  const link = (of: State) => `https://lab.example/#${encodeState(of, chapter.lesson)}`;
  return seeds.map((seed) => {
    const variant = variantOf(chapter.lesson, chapter.text[state.locale], state, seed, power, link);
    assert.ok(variant);
    return variant;
  });
}

/** With all steps and the key, unless something else is said. */
export function sheetOf(
  chapter: Chapter,
  state: State,
  seeds: readonly number[],
  more: Partial<Sheet> = {},
): Sheet {
  const variants = variantsOf(chapter, state, seeds);
  const [first] = variants;
  assert.ok(first);
  return {
    locale: state.locale,
    lesson: chapter.lesson,
    words: chapter.text[state.locale],
    text: uiTexts[state.locale],
    asked: stepsOnPaper(chapter.lesson, first.state).map(({ id }) => id),
    key: true,
    variants,
    ...more,
  };
}

/** What lies between a tag of that start and the next of that start, or the end. */
const parts = (html: string, start: string): readonly string[] => html.split(start).slice(1);

export const papers = (html: string): readonly string[] =>
  parts(html.split('<section class="key">')[0] ?? '', '<section class="paper">');
export const keys = (html: string): readonly string[] => parts(html, '<section class="key">');

/** By the ids of the steps, in their order. */
export const stepsIn = (page: string): ReadonlyMap<string, string> =>
  new Map(
    [...page.matchAll(/data-step="([^"]+)"([\s\S]*?)<\/section>/g)].map(
      ([, id = '', body = '']) => [id, body],
    ),
  );

export const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The texts of the cells of every table with a class, row by row, band by band. */
export const cellsIn = (html: string, filling: string): readonly string[] =>
  [...html.matchAll(/<table class="([^"]*)">([\s\S]*?)<\/table>/g)]
    .filter(([, classes = '']) => classes.split(' ').includes(filling))
    .flatMap(([, , body = '']) => [
      ...(body.split('<tbody>')[1] ?? '').matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g),
    ])
    .map(([, text = '']) => plain(text));
