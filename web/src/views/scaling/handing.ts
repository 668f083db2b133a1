// What can be taken away: the program, the numbers as files, the parts of the figure as pictures.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { StudyRow } from '../../../../wasm/engine/types.ts';
import { fill } from '../../i18n/template.ts';
import { fileName, fileRow, programRow } from '../share.ts';
import { pictures } from '../view.ts';
import type { View } from '../view.ts';
import { limitOf } from './held.ts';
import { quantities, valueOf, versions } from './scene.ts';
import type { Quantity, Scene, Version } from './scene.ts';
import { spoken, wordsOf } from './words.ts';

const parts = [
  ['plots', '.plots'],
  ['table', '.document'],
  ['curves', '.curves'],
] as const;

export function handing(view: View, scene: Scene): TemplateResult {
  const { files } = wordsOf(view);
  const csv = (id: 'table' | 'curves', text: () => string) =>
    fileRow(
      view,
      'CSV',
      { name: fileName(view, `${id}.csv`), text, type: 'text/csv' },
      fill(files[id], { name: 'CSV' }),
    );
  const rows = scene.table.flatMap((row) => (row ? [row] : []));
  return html`
    ${programRow(view, 'pytorch')}
    <hr />
    ${csv('table', () => tableText(view, rows))}
    ${csv('curves', () => curvesText(view, scene.curves))}
    <hr />
    ${parts.flatMap(([id, part]) =>
      pictures.map((picture) => {
        const what = picture.toUpperCase();
        const file = { name: fileName(view, `${id}.${picture}`), picture, part };
        return fileRow(view, what, file, fill(files[id], { name: what }));
      }),
    )}
    <hr />
  `;
}

type Column = readonly [Quantity, Version];

const softmax: readonly Column[] = quantities
  .filter((quantity) => quantity !== 'variance')
  .flatMap((quantity) => versions.map((version): Column => [quantity, version]));

export const tableText = (view: View, rows: readonly StudyRow[]): string =>
  text(view, rows, [['variance', 'unscaled'], ...softmax]);

export const curvesText = (view: View, rows: readonly StudyRow[]): string =>
  text(view, rows, softmax);

/** What a question holds back stays out of files too. */
function text(view: View, rows: readonly StudyRow[], columns: readonly Column[]): string {
  const words = wordsOf(view);
  const head = columns.map(([quantity, version]) =>
    quantity === 'variance'
      ? spoken(words, words.variance)
      : `${spoken(words, words[quantity])} (${spoken(words, words[version])})`,
  );
  const lines = rows.map((row) => [
    row.width,
    ...columns.map(([quantity, version]) =>
      row.width <= limitOf(view.lesson, view.state, quantity, version)
        ? valueOf(row, quantity, version)
        : '?',
    ),
  ]);
  return [['d', ...head], ...lines]
    .map((line) => `${line.map((each) => quoted(String(each))).join(',')}\r\n`)
    .join('');
}

const quoted = (entry: string): string =>
  /[",\r\n]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry;
