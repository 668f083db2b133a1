// What the mask in hand covers, in words.
import { partsOf } from '../state/mask.ts';
import { rich, terms } from './symbols.ts';
import type { Part } from './symbols.ts';
import type { View } from './view.ts';

/** Sentence by sentence; nothing where the mask is not the reader's to make. */
export function covers({ state, words }: Pick<View, 'state' | 'words'>): readonly Part[] {
  const said = words.covers;
  if (!state.mask || !said) return [];
  const gap = state.locale === 'en' ? ' ' : '';
  return partsOf(state.mask).flatMap((part) => [gap, ...rich(said[part], terms)]);
}
