// Every matrix as a table of plain numbers, for those who read tables better than grids.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { Matrix } from '../state/lesson.ts';
import { captionOf, rowNames } from './labels.ts';
import { precise } from './numbers.ts';
import { allSlots, isAbsent, isResult, stateOf, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { at, matrixOf } from './view.ts';
import type { View } from './view.ts';

export function tablesOf(view: View): TemplateResult {
  return html`<section class="tables" aria-label=${view.text.tables.title}>
    <h2>${view.text.tables.title}</h2>
    ${allSlots(view).map((slot) => {
      const matrix = matrixOf(view, tapOf(view, slot), slot.head);
      return matrix && stateOf(view, slot) !== 'ghost' ? table(view, slot, matrix) : '';
    })}
  </section>`;
}

function table(view: View, slot: Slot, matrix: Matrix): TemplateResult {
  const { spoken, name } = captionOf(view, slot);
  const held = isResult(view, tapOf(view, slot)) ? view.shown : Infinity;
  const byToken = !slot.transposed && slot.columns === 'token';
  const columns = Array.from({ length: matrix.columns }, (_, column) => column);
  const text = (row: number, column: number): string => {
    if (slot.id === 'A' && isAbsent(view, slot, { row, column })) return view.text.cell.absent;
    const shown = row * matrix.columns + column < held;
    return shown ? precise(at(matrix, row, column)) : view.text.cell.hidden;
  };
  return html`<table>
    <caption>
      ${spoken} ${name}
    </caption>
    <thead>
      <tr>
        <td></td>
        ${columns.map(
          (column) => html`<th scope="col">${byToken ? view.tokens[column] : column + 1}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${Array.from(
        { length: matrix.rows },
        (_, row) =>
          html`<tr>
            <th scope="row">
              <bdi
                >${slot.rows === 'token' || slot.tap === 'k' ? rowNames(view, slot)[row] : row + 1}</bdi
              >
            </th>
            ${columns.map((column) => html`<td>${text(row, column)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
