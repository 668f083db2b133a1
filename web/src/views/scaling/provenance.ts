// A number in words: what it is the mean or the variance of, and how much was drawn for it.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { isShown } from '../../state/progress.ts';
import { root } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import type { View } from '../view.ts';
import { limitOf } from './held.ts';
import { curveSample, quantities, tableSample, tableWidths, valueOf, versions } from './scene.ts';
import type { Pointed, Scene } from './scene.ts';
import { count, long, wordsOf, written } from './words.ts';

/** Live, so that whoever cannot point hears it too. */
export const provenance = (view: View, scene: Scene): TemplateResult =>
  html`<p class="origin" aria-live=${view.playing ? 'off' : 'polite'}>${said(view, scene)}</p>`;

function said(view: View, scene: Scene): readonly Part[] {
  const words = wordsOf(view);
  const { pairs } = scene.sample;
  const at = scene.pointed ?? chosen(view);
  if (!at) return written(words.said.dots, { width: scene.width, pairs: count(pairs) });
  const { quantity, version, width, of } = at;
  const fromTable = tableWidths.includes(width);
  const row = fromTable
    ? scene.table[tableWidths.indexOf(width)]
    : scene.curves.find((each) => each.width === width);
  const seen = width <= limitOf(view.lesson, view.state, quantity, version);
  if (!row || !seen) return [words.coming];
  const sample = of === 'table' || fromTable ? tableSample : curveSample;
  return written(words.said[quantity], {
    value: html`<b>${long(valueOf(row, quantity, version))}</b>`,
    width,
    pairs: count(sample.pairs),
    rows: count(sample.groups * sample.keys),
    keys: sample.keys,
    even: quantity === 'entropy' ? long(scene.evenEntropy) : `1/${sample.keys}`,
    version: html`${written(words.said[version], { root: root(width), value: long(row.root) })}`,
  });
}

/** The cell in hand, if it is one that may be seen. */
function chosen({ lesson, state, step }: View): Pointed | null {
  const { cell } = state;
  const quantity = quantities.find((each) => each === step.id);
  if (!cell || !quantity || !isShown(state, lesson, step, cell)) return null;
  const version = versions[cell.column];
  const width = tableWidths[cell.row];
  return version && width !== undefined ? { quantity, version, width, of: 'table' } : null;
}
