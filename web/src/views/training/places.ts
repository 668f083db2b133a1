// What the questions of this figure name, and what a choice is made of.
import type { Part } from '../symbols.ts';
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';
import { countOf, vocabulary } from './words.ts';

export const places = (_view: View, scene: Scene): Readonly<Record<string, Part>> => ({
  digits: vocabulary,
  length: scene.sequence.length,
  last: scene.sequence.length - 1,
  most: countOf(scene.most),
  tested: countOf(scene.scored),
});

/** The inputs by their places. */
export const choices = ({ sequence }: Scene): readonly string[] =>
  sequence.map((_, place) => String(place));
