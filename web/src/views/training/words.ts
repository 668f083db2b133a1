// The words of this figure, and what its parts have in common.
import { fill } from '../../i18n/template.ts';
import { formatNumber } from '../../render/format.ts';
import type { TrainingText } from '../../state/training-text.ts';
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';

export function wordsOf({ words, lesson }: View): TrainingText {
  if (!words.training) throw new RangeError(`no words for the training of ${lesson.id}`);
  return words.training;
}

/** Different digits. */
export const vocabulary = 10;

/** The output in hand. */
export const rowOf = ({ state }: View, { sequence }: Scene): number =>
  Math.min(state.knobs.row ?? 0, sequence.length - 1);

/** Where an output should look. */
export const expectedOf = ({ sequence }: Scene, row: number): number => sequence.length - 1 - row;

/** A weight from here on counts as one that is looked at. */
export const notable = 0.3;

export const twoDecimals = (x: number): string => formatNumber(x, 2);

/** Thousands are parted alike in all our languages. */
const counts = new Intl.NumberFormat('en');
export const countOf = (x: number): string => counts.format(x);

/** One after the other, as the language lists them. */
export const listed = (items: readonly string[], pair: string): string =>
  items.reduce((first, second) => (first === '' ? second : fill(pair, { first, second })), '');
