// The words of this figure, with its mathematics drawn or spelled out.
import { html } from 'lit';
import { fill } from '../../i18n/template.ts';
import { formatNumber } from '../../render/format.ts';
import type { ScalingText } from '../../state/scaling-text.ts';
import { dot, letter, rich, root, symbol } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import type { View } from '../view.ts';
import type { Quantity, Version } from './scene.ts';

export function wordsOf({ words, lesson }: Pick<View, 'words' | 'lesson'>): ScalingText {
  if (!words.scaling) throw new RangeError(`no words for the figure of ${lesson.id}`);
  return words.scaling;
}

const drawn: Readonly<Record<string, Part>> = {
  d: letter('d'),
  rootD: root(letter('d')),
  qk: html`<span class="qk">${symbol('q', 'q')}${dot}${symbol('k', 'k')}</span>`,
};

export const written = (template: string, values: Readonly<Record<string, Part>> = {}): Part[] =>
  rich(template, { ...drawn, ...values });

/** For a label, a file, or a screen reader. */
export const spoken = (
  { root }: Pick<ScalingText, 'root'>,
  template: string,
  values: Readonly<Record<string, string | number>> = {},
): string => fill(template, { d: 'd', rootD: root, qk: 'q·k', ...values });

const grouped = new Intl.NumberFormat('en');

/** Written alike in all our languages. */
export const count = (number: number): string => grouped.format(number);

const decimals: Readonly<Record<Quantity, number>> = {
  variance: 1,
  largest: 2,
  entropy: 2,
  gradient: 2,
};

/** As the document prints it; the variance after dividing is near 1 and has a decimal more. */
export const short = (value: number, quantity: Quantity, version: Version = 'unscaled'): string =>
  formatNumber(
    value,
    decimals[quantity] + (quantity === 'variance' && version === 'scaled' ? 1 : 0),
  );

/** In sentences. */
export const long = (value: number): string => formatNumber(value, 4);
