// The Falk arrangement: which matrix stands where, and how it takes part in each step.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Identity, OperationKind } from '../state/lesson.ts';
import { allows, isMasked } from '../state/mask.ts';
import type { Cell } from '../state/types.ts';
import type { View } from './view.ts';

export type SlotId = 'Q' | 'K' | 'S' | 'Z' | 'A' | 'V' | 'O';

/** What rows or columns of a matrix stand for. */
export type Axis = 'token' | 'dimension';

export interface Slot {
  readonly id: SlotId;
  readonly identity: Identity;
  readonly transposed: boolean;
  readonly caption: 'above' | 'below';
  readonly rows: Axis;
  readonly columns: Axis;
  /** Where it stands in the compact layout, by the kind of the current step; absent: not shown. */
  readonly place: Readonly<Partial<Record<OperationKind, 'left' | 'top' | 'right' | 'below'>>>;
}

const tokens = { rows: 'token', columns: 'token' } as const;
const vectors = { rows: 'token', columns: 'dimension' } as const;

export const slots: readonly Slot[] = [
  {
    id: 'Q',
    identity: 'q',
    transposed: false,
    caption: 'below',
    ...vectors,
    place: { input: 'left', product: 'left' },
  },
  {
    id: 'K',
    identity: 'k',
    transposed: true,
    caption: 'above',
    rows: 'dimension',
    columns: 'token',
    place: { input: 'top', product: 'top' },
  },
  {
    id: 'S',
    identity: 's',
    transposed: false,
    caption: 'below',
    ...tokens,
    place: { input: 'right', product: 'right', scale: 'left', mask: 'left' },
  },
  {
    id: 'Z',
    identity: 's',
    transposed: false,
    caption: 'below',
    ...tokens,
    place: { scale: 'right', mask: 'right', softmax: 'left' },
  },
  {
    id: 'A',
    identity: 'a',
    transposed: false,
    caption: 'below',
    ...tokens,
    place: { softmax: 'right', mix: 'left', leak: 'left', decode: 'left' },
  },
  {
    id: 'V',
    identity: 'v',
    transposed: false,
    caption: 'above',
    ...vectors,
    place: { input: 'below', mix: 'top', leak: 'top', decode: 'top' },
  },
  {
    id: 'O',
    identity: 'o',
    transposed: false,
    caption: 'below',
    ...vectors,
    place: { mix: 'right', leak: 'right', decode: 'right' },
  },
];

const order: readonly OperationKind[] = [
  'input',
  'product',
  'scale',
  'mask',
  'softmax',
  'mix',
  'leak',
  'decode',
];

/** Whether the walk has come to a kind of step, or passed it. */
export const reached = (view: View, kind: OperationKind): boolean =>
  order.indexOf(view.step.kind) >= order.indexOf(kind);

const taps: Readonly<Record<SlotId, TapName>> = {
  Q: 'q',
  K: 'k',
  S: 'scores',
  Z: 'scaled',
  A: 'weights',
  V: 'v',
  O: 'output',
};

/** The mask is a stencil on the scaled scores: one slot shows both. */
export const tapOf = (view: View, id: SlotId): TapName =>
  id === 'Z' && masking(view) ? 'masked' : taps[id];

export const slotOf = (view: View, tap: TapName): Slot | undefined =>
  slots.find((slot) => tapOf(view, slot.id) === tap);

/** The stencil lies on the scaled scores. */
export const masking = (view: View): boolean =>
  isMasked(view.lesson, view.state) && reached(view, 'mask');

const born: Readonly<Record<SlotId, OperationKind>> = {
  Q: 'input',
  K: 'input',
  V: 'input',
  S: 'product',
  Z: 'scale',
  A: 'softmax',
  O: 'mix',
};

export type SlotState = 'active' | 'quiet' | 'ghost';

export function stateOf(view: View, slot: Slot): SlotState {
  if (!reached(view, born[slot.id])) return 'ghost';
  const { step } = view;
  const tap = tapOf(view, slot.id);
  const masked = slot.id === 'Z' && step.reads.includes('masked');
  return step.reads.includes(tap) || step.makes === tap || masked ? 'active' : 'quiet';
}

/** More dimensions than this are drawn thin: as colour, read one at a time. */
const mostWide = 8;

export const isThin = (count: number): boolean => count > mostWide;

/** The side along which the cells of a matrix are too thin for a number. */
export function thinSide(slot: Slot, rows: number, columns: number): 'rows' | 'columns' | null {
  if (slot.columns === 'dimension' && isThin(columns)) return 'columns';
  return slot.rows === 'dimension' && isThin(rows) ? 'rows' : null;
}

/** The stencil lies on it. */
export const isCovered = (view: View, slot: Slot, { row, column }: Cell): boolean =>
  slot.id === 'Z' && masking(view) && view.step.kind !== 'leak' && !allows(view.state, row, column);

/** Where the stencil would lie. */
export const isLeaked = (view: View, { id }: Slot, { row, column }: Cell): boolean =>
  view.step.kind === 'leak' && (id === 'Z' || id === 'A') && !allows(view.state, row, column);

/** Not there yet when the inspected query has its turn. */
export function isAbsent(view: View, { id }: Slot, { row, column }: Cell): boolean {
  if (view.step.kind !== 'decode') return false;
  const now = view.tokensOfQueries[view.state.cell?.row ?? 0] ?? 0;
  if (id === 'K') return column > now;
  if (id === 'V') return row > now;
  return id === 'A' && column > (view.tokensOfQueries[row] ?? 0);
}
