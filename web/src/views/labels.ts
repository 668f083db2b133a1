// The words of one matrix: its caption, and what a screen reader says of it and of its cells.
import { html } from 'lit';
import { fill } from '../i18n/template.ts';
import { precise } from './numbers.ts';
import { isAbsent, isCovered, masking, tapOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { root } from './symbols.ts';
import type { Part } from './symbols.ts';
import { may } from './view.ts';
import type { Scenery, View } from './view.ts';

export interface Caption {
  readonly symbol: Part;
  /** The symbol in plain letters. */
  readonly spoken: string;
  readonly name: string;
}

export function captionOf(view: Scenery, slot: Slot): Caption {
  const { name } = view.text;
  const { scale } = view.state.switches;
  switch (tapOf(view, slot)) {
    case 'x':
      return { symbol: 'X', spoken: 'X', name: name.x };
    case 'w_q':
      return weights('Q', name.w);
    case 'w_k':
      return weights('K', name.w);
    case 'w_v':
      return weights('V', name.w);
    case 'w_o':
      return weights('O', name.w);
    case 'projected_q':
      return { symbol: 'Q', spoken: 'Q', name: name.q };
    case 'projected_k':
      return { symbol: 'K', spoken: 'K', name: name.k };
    case 'projected_v':
      return { symbol: 'V', spoken: 'V', name: name.v };
    case 'concat':
      return { symbol: 'C', spoken: 'C', name: name.concat };
    case 'result':
      return { symbol: 'Y', spoken: 'Y', name: name.output };
    case 'q':
      return ofHead(view, slot, 'Q', slot.id.startsWith('M') ? name.mistake : name.q);
    case 'k':
      return ofHead(view, slot, 'K', name.k, slot.transposed ? 'T' : '');
    case 'v':
      return ofHead(view, slot, 'V', name.v);
    case 'scores':
      return ofHead(view, slot, 'S', name.scores);
    case 'weights':
      return ofHead(view, slot, 'A', name.weights);
    case 'output':
      return ofHead(view, slot, 'O', name.output);
    default: {
      const scaled = scale !== false;
      const base = scaled ? html`S/${root('d')}` : 'S';
      const spoken = scaled ? 'S/√d' : 'S';
      // Without the mask the slot shows what lies under it.
      return masking(view) && view.step.kind !== 'leak'
        ? { symbol: html`${base} + M`, spoken: `${spoken} + M`, name: name.masked }
        : { symbol: base, spoken, name: scaled ? name.scaled : name.unscaled };
    }
  }
}

const weights = (letter: string, name: string): Caption => ({
  symbol: html`W<sub>${letter}</sub><sup>T</sup>`,
  spoken: `W_${letter}`,
  name,
});

/** With the number of its head, where there are heads. */
function ofHead(view: Scenery, { head }: Slot, letter: string, name: string, mark = ''): Caption {
  if (view.lesson.heads === undefined) {
    return { symbol: mark ? html`${letter}<sup>${mark}</sup>` : letter, spoken: letter, name };
  }
  const number = (head ?? view.state.head) + 1;
  return {
    symbol: html`${letter}<sup>(${number})${mark}</sup>`,
    spoken: fill(view.text.heads.of, { symbol: letter, head: number }),
    name,
  };
}

/** Shorter, for the map of the whole: the stencil has no place of its own there. */
export const glyphOf = (view: View, slot: Slot): Part =>
  view.lesson.heads !== undefined && slot.id !== 'Z'
    ? slot.id.slice(-1).toUpperCase()
    : wholeGlyph(view, slot);

const wholeGlyph = (view: View, slot: Slot): Part =>
  slot.id === 'Z' && masking(view)
    ? view.state.switches.scale !== false
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
  const input = tapOf(view, slot) in view.state.inputs;
  const template = ghost
    ? matrix.ghost
    : !input || !may(view, 'numbers')
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
  if (slot.rows === 'dimension' && slot.columns === 'dimension') {
    return fill(cell.weights, values);
  }
  if (slot.rows === 'dimension') {
    return fill(cell.transposed, { ...values, column: token(column) });
  }
  const rowName = rowNames(view, slot)[row] ?? '';
  return slot.columns === 'dimension'
    ? fill(cell.dimension, { ...values, row: rowName })
    : fill(cell.tokens, { ...values, row: rowName, column: token(column) });
}

/** What the rows of a matrix belong to: keys and values have a row for each token, the rest one per query. */
export const rowNames = (view: Scenery, { tap }: Slot): readonly string[] =>
  tap === 'k' || tap === 'v' ? view.tokens : view.queries;

/** Which vector a token's row or column is, beside the token. */
export const vectorOf: Readonly<Partial<Record<string, 'q' | 'k' | 'v'>>> = {
  Q: 'q',
  K: 'k',
  V: 'v',
};
