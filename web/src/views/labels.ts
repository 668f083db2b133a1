// The words of one matrix: its caption, and what a screen reader says of it and of its cells.
import { html } from 'lit';
import { fill } from '../i18n/template.ts';
import { precise } from './numbers.ts';
import { isAbsent, isCovered, masking, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { root } from './symbols.ts';
import type { Part } from './symbols.ts';
import type { View } from './view.ts';

export interface Caption {
  readonly symbol: Part;
  /** The symbol in plain letters. */
  readonly spoken: string;
  readonly name: string;
}

export function captionOf(view: View, slot: Slot): Caption {
  const { name } = view.text;
  const scaled = view.state.switches.scale;
  switch (slot.id) {
    case 'Q':
      return { symbol: 'Q', spoken: 'Q', name: name.q };
    case 'K':
      return { symbol: html`K<sup>T</sup>`, spoken: 'K', name: name.k };
    case 'V':
      return { symbol: 'V', spoken: 'V', name: name.v };
    case 'S':
      return { symbol: 'S', spoken: 'S', name: name.scores };
    case 'Z': {
      const base = scaled ? html`S/${root('d')}` : 'S';
      const spoken = scaled ? 'S/√d' : 'S';
      return masking(view)
        ? { symbol: html`${base} + M`, spoken: `${spoken} + M`, name: name.masked }
        : { symbol: base, spoken, name: scaled ? name.scaled : name.unscaled };
    }
    case 'A':
      return { symbol: 'A', spoken: 'A', name: name.weights };
    case 'O':
      return { symbol: 'O', spoken: 'O', name: name.output };
  }
}

/** Shorter, for the map of the whole: the stencil has no place of its own there. */
export const glyphOf = (view: View, slot: Slot): Part =>
  slot.id === 'Z' && masking(view)
    ? view.state.switches.scale
      ? html`S/${root('d')}`
      : 'S'
    : captionOf(view, slot).symbol;

export function spokenMatrix(
  view: View,
  slot: Slot,
  ghost: boolean,
  shape: { readonly rows: number; readonly columns: number },
): string {
  const { matrix } = view.text;
  const { spoken, name } = captionOf(view, slot);
  const input = tapOf(view, slot.id) in view.state.inputs;
  const template = ghost
    ? matrix.ghost
    : !input || view.controls === 'none'
      ? matrix.result
      : slot.transposed
        ? matrix.transposed
        : matrix.input;
  return fill(template, { symbol: spoken, name, rows: shape.rows, columns: shape.columns });
}

/** Rows and columns as drawn, from 0. */
export function spokenCell(
  view: View,
  slot: Slot,
  row: number,
  column: number,
  value: number,
  seen: 'shown' | 'asked' | 'hidden',
  was: number | null,
  marked: boolean,
): string {
  const { cell } = view.text;
  const token = (index: number) => view.tokens[index] ?? '';
  const covered = seen === 'shown' && isCovered(view, slot, { row, column });
  const absent = slot.id === 'A' && isAbsent(view, slot, { row, column });
  const shown = seen === 'shown' || view.step.kind === 'mask';
  const number = absent
    ? cell.absent
    : covered
      ? cell.masked
      : shown
        ? precise(value)
        : cell.hidden;
  const said = seen === 'asked' && !shown ? cell.asked : number;
  const now = was === null ? said : fill(cell.was, { cell: said, before: precise(was) });
  const values = { i: row + 1, j: column + 1, value: marked ? `${now}, ${cell.marked}` : now };
  if (slot.rows === 'dimension') {
    return fill(cell.transposed, { ...values, column: token(column) });
  }
  const rowName = rowNames(view, slot)[row] ?? '';
  return slot.columns === 'dimension'
    ? fill(cell.dimension, { ...values, row: rowName })
    : fill(cell.tokens, { ...values, row: rowName, column: token(column) });
}

/** What the rows of a matrix belong to: keys and values have a row for each token, the rest one per query. */
export const rowNames = (view: View, { id }: Slot): readonly string[] =>
  id === 'K' || id === 'V' ? view.tokens : view.queries;

/** Which vector a token's row or column is, beside the token. */
export const vectorOf: Readonly<Partial<Record<Slot['id'], 'q' | 'k' | 'v'>>> = {
  Q: 'q',
  K: 'k',
  V: 'v',
};
