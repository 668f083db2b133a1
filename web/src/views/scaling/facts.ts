// What is true of the numbers as they are now, and what questions name.
import { html } from 'lit';
import type { StudyRow } from '../../../../wasm/engine/types.ts';
import { fill } from '../../i18n/template.ts';
import { root } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import type { View } from '../view.ts';
import { tableSample, tableWidths, versions } from './scene.ts';
import type { Scene } from './scene.ts';
import { short, wordsOf, written } from './words.ts';

export function observations(view: View, scene: Scene): readonly (readonly Part[])[] {
  const { notice, three } = wordsOf(view);
  const [first, , last] = scene.table;
  switch (view.step.id) {
    case 'products':
      return [
        [view.words.goal],
        written(notice.drawn, { seed: scene.seed }),
        ...(view.controls === 'none' ? [] : [written(notice.move)]),
      ];
    case 'variance': {
      const [, second] = scene.table;
      if (!first || !second || !last) return [];
      const each = (of: (row: StudyRow) => number | string) =>
        fill(three, { first: of(first), second: of(second), third: of(last) });
      return [
        written(notice.variance, {
          widths: each(({ width }) => width),
          values: each(({ variance }) => short(variance, 'variance')),
        }),
        written(notice.divided, {
          values: each((row) => short(row.scaledVariance, 'variance', 'scaled')),
        }),
      ];
    }
    case 'largest':
    case 'entropy':
    case 'gradient': {
      if (!first || !last) return [];
      const { id } = view.step;
      const values = Object.fromEntries(
        versions.flatMap((version) => [
          [`${version}First`, short(first[version][id], id)],
          [`${version}Last`, short(last[version][id], id)],
        ]),
      );
      const all = {
        ...values,
        first: first.width,
        last: last.width,
        keys: tableSample.keys,
        even: short(scene.evenEntropy, 'entropy'),
      };
      const more = { largest: notice.even, entropy: null, gradient: notice.learn }[id];
      return [written(notice[id], all), ...(more === null ? [] : [written(more, all)])];
    }
    default:
      return [];
  }
}

export function places(view: View): Readonly<Record<string, Part>> {
  const words = wordsOf(view);
  const { row, column } = view.quiz?.question.cell ?? { row: 0, column: 0 };
  const width = tableWidths[row] ?? 0;
  return {
    width,
    rootWidth: root(width),
    version: html`${written(words[versions[column] ?? 'unscaled'])}`,
    qk: html`${written('{qk}')}`,
  };
}
