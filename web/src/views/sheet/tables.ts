// Matrices on paper: to read, to fill in, and filled in. Each cell and each label has a place of its own.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TapName } from '../../../../wasm/engine/types.ts';
import type { Matrix } from '../../state/lesson.ts';
import { captionOf, rowNames } from '../labels.ts';
import { asTyped, digitsOf, fitted, roomy } from '../numbers.ts';
import { isAbsent, isCovered } from '../slots.ts';
import type { Slot } from '../slots.ts';
import type { Part } from '../symbols.ts';
import { at } from '../view.ts';
import type { Scenery } from '../view.ts';

/** given: numbers to calculate with. blank: cells to write in. answer: what is right. */
export type Filling = 'given' | 'blank' | 'answer';

/** A matrix in the scene of a step. */
export interface Item {
  readonly scene: Scenery;
  readonly slot: Slot;
  readonly tap: TapName;
  readonly matrix: Matrix;
  /** What sets it apart from another of the same symbol. */
  readonly note: string | null;
}

/** Columns that stand side by side on the narrowest paper, with room to write. */
const mostColumns = 10;

/** Longer ones break after a row. */
const mostRows = 12;

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

/** Answers have the symbol in their corner, so that a page holds them all. */
export function table(item: Item, filling: Filling): TemplateResult {
  const { scene, slot, matrix, note } = item;
  const { symbol, name } = captionOf(scene, slot);
  const [rows, columns] = drawnShape(item);
  const letters = html`<b class="symbol">${symbol}</b>`;
  return grid({
    filling,
    corner: filling === 'answer' ? letters : nothing,
    caption:
      filling === 'answer'
        ? nothing
        : html`${letters} ${name}
            <small>${rows}×${columns}${note === null ? nothing : html` · ${note}`}</small>`,
    rows: slot.rows === 'token' ? rowNames(scene, slot) : upTo(rows).map((row) => row + 1),
    columns: slot.columns === 'token' ? scene.tokens : upTo(columns).map((column) => column + 1),
    cell: (row, column) => cell(item, filling, matrix, row, column),
  });
}

const drawnShape = ({ slot, matrix: { rows, columns } }: Item): readonly [number, number] =>
  slot.transposed ? [columns, rows] : [rows, columns];

type Words = TemplateResult | typeof nothing;

export interface Grid {
  readonly filling: Filling;
  readonly caption: Words;
  readonly corner: Words;
  readonly rows: readonly (string | number)[];
  readonly columns: readonly (string | number)[];
  readonly cell: (row: number, column: number) => TemplateResult;
}

/** Bands of columns, one below the other where they do not all fit beside each other. */
export const grid = (drawn: Grid): TemplateResult =>
  html`<div class="matrix">
    ${upTo(Math.ceil(drawn.columns.length / mostColumns)).map((at) => band(drawn, at))}
  </div>`;

function band({ filling, caption, corner, rows, columns, cell }: Grid, at: number): TemplateResult {
  const shown = upTo(columns.length).slice(at * mostColumns, (at + 1) * mostColumns);
  const said = at === 0 && caption !== nothing;
  return html`<table class=${rows.length > mostRows ? `${filling} long` : filling}>
    ${
      said
        ? html`<caption>
            ${caption}
          </caption>`
        : nothing
    }
    <thead>
      <tr>
        <td class="corner">${corner}</td>
        ${shown.map((column) => html`<th scope="col"><bdi>${columns[column]}</bdi></th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (label, row) =>
          html`<tr>
            <th scope="row"><bdi>${label}</bdi></th>
            ${shown.map((column) => cell(row, column))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Crossed out, as on paper. */
export const crossed = (text: Part): TemplateResult =>
  html`<td class="crossed">
    <svg viewBox="0 0 8 8" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 0 8 8M8 0 0 8" /></svg
    ><span>${text}</span>
  </td>`;

function cell(
  { scene, slot, tap }: Item,
  filling: Filling,
  matrix: Matrix,
  row: number,
  column: number,
): TemplateResult {
  if (filling === 'blank') return html`<td class="write"></td>`;
  const value = slot.transposed ? at(matrix, column, row) : at(matrix, row, column);
  if (slot.id === 'A' && isAbsent(scene, slot, { row, column })) return html`<td></td>`;
  const digits = digitsOf(tap, matrix.data, roomy.digits);
  const text =
    tap in scene.state.inputs ? asTyped(value, roomy) : fitted(value, { ...roomy, digits });
  return isCovered(scene, slot, { row, column }) ? crossed(text) : html`<td>${text}</td>`;
}
