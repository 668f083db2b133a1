// Which matrix stands where in a scene, and how it takes part in each step.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Identity, OperationKind, Step } from '../state/lesson.ts';
import { allows, isMasked } from '../state/mask.ts';
import type { Cell } from '../state/types.ts';
import type { Scenery, View } from './view.ts';

/** What rows or columns of a matrix stand for. */
export type Axis = 'token' | 'dimension';

/** Where a matrix stands in the compact layout. */
export type PlaceName = 'left' | 'top' | 'right' | 'below';

export interface Slot {
  /** One for each place of a scene. */
  readonly id: string;
  /** Z shows the masked scores as soon as there is a mask: see tapOf. */
  readonly tap: TapName;
  /** Of one head; absent: of the one in hand, or of none. */
  readonly head?: number;
  readonly identity: Identity;
  readonly transposed: boolean;
  readonly caption: 'above' | 'below';
  readonly rows: Axis;
  readonly columns: Axis;
  /** By the kind of the current step; absent: not shown. */
  readonly place: Readonly<Partial<Record<OperationKind, PlaceName>>>;
}

const tokens = { rows: 'token', columns: 'token' } as const;
const vectors = { rows: 'token', columns: 'dimension' } as const;
const weights = { rows: 'dimension', columns: 'dimension' } as const;
const plain = { transposed: false, caption: 'below' } as const;
const above = { transposed: true, caption: 'above' } as const;

/** The Falk arrangement of attention: each product at the crossing of what it is made of. */
const attention: readonly Slot[] = [
  {
    ...{ id: 'Q', tap: 'q', identity: 'q', ...plain, ...vectors },
    place: { input: 'left', product: 'left' },
  },
  {
    ...{ id: 'K', tap: 'k', identity: 'k', ...above },
    rows: 'dimension',
    columns: 'token',
    place: { input: 'top', product: 'top' },
  },
  {
    ...{ id: 'S', tap: 'scores', identity: 's', ...plain, ...tokens },
    place: { input: 'right', product: 'right', scale: 'left', mask: 'left' },
  },
  {
    ...{ id: 'Z', tap: 'scaled', identity: 's', ...plain, ...tokens },
    place: { scale: 'right', mask: 'right', softmax: 'left' },
  },
  {
    ...{ id: 'A', tap: 'weights', identity: 'a', ...plain, ...tokens },
    place: { softmax: 'right', mix: 'left', leak: 'left', decode: 'left' },
  },
  {
    ...{ id: 'V', tap: 'v', identity: 'v', transposed: false, caption: 'above', ...vectors },
    place: { input: 'below', mix: 'top', leak: 'top', decode: 'top' },
  },
  {
    ...{ id: 'O', tap: 'output', identity: 'o', ...plain, ...vectors },
    place: { mix: 'right', leak: 'right', decode: 'right' },
  },
];

/** X to the left, the three weights above, and what comes of them at the crossings. */
const projection: readonly Slot[] = [
  {
    ...{ id: 'X', tap: 'x', identity: 'x', ...plain, ...vectors },
    place: { input: 'left', project: 'left' },
  },
  ...(['q', 'k', 'v'] as const).flatMap((letter): readonly Slot[] => [
    {
      ...{ id: `W${letter}`, tap: `w_${letter}`, identity: letter, ...above, ...weights },
      place: { input: 'top', project: 'top' },
    },
    {
      ...{ id: `P${letter}`, tap: `projected_${letter}`, identity: letter, ...plain, ...vectors },
      place: { input: 'right', project: 'right' },
    },
  ]),
];

const of = (count: number): readonly number[] => Array.from({ length: count }, (_, head) => head);

/** The queries of all heads over their own columns, and the same the wrong way. */
const splitting = (heads: number, mistake: boolean): readonly Slot[] => [
  {
    ...{ id: 'Pq', tap: 'projected_q', identity: 'q', ...plain, caption: 'above', ...vectors },
    place: { split: 'top' },
  },
  ...of(heads).map((head): Slot => ({
    ...{ id: `H${head}`, tap: 'q', head, identity: 'q', ...plain, ...vectors },
    place: { split: 'below' },
  })),
  ...(mistake ? of(heads) : []).map((head): Slot => ({
    ...{ id: `M${head}`, tap: 'q', head, identity: 'x', ...plain, ...vectors },
    place: { split: 'below' },
  })),
];

/** The heads' outputs over their columns of the concatenation, and that times W_O. */
const joining = (heads: number): readonly Slot[] => [
  ...of(heads).map((head): Slot => ({
    ...{ id: `O${head}`, tap: 'output', head, identity: 'o', ...plain, caption: 'above' },
    ...vectors,
    place: { concat: 'top' },
  })),
  {
    ...{ id: 'C', tap: 'concat', identity: 'o', ...plain, ...vectors },
    place: { concat: 'left', combine: 'left' },
  },
  { ...{ id: 'Wo', tap: 'w_o', identity: 'o', ...above, ...weights }, place: { combine: 'top' } },
  {
    ...{ id: 'Y', tap: 'result', identity: 'o', ...plain, ...vectors },
    place: { combine: 'right' },
  },
];

export type Scene = 'attention' | 'projection' | 'split' | 'join';

/** As the step itself says: by its kind, and inputs by what there is to read. */
export function sceneOf({ step }: { readonly step: Pick<Step, 'kind' | 'reads'> }): Scene {
  switch (step.kind) {
    case 'input':
      return step.reads.includes('x') ? 'projection' : 'attention';
    case 'project':
      return 'projection';
    case 'split':
      return 'split';
    case 'concat':
    case 'combine':
      return 'join';
    default:
      return 'attention';
  }
}

/** What the present step shows. */
export function slotsOf(view: View): readonly Slot[] {
  const { heads, switches } = view.state;
  switch (sceneOf(view)) {
    case 'attention':
      return attention;
    case 'projection':
      return projection;
    case 'split':
      return splitting(heads, switches.mistake === true);
    case 'join':
      return joining(heads);
  }
}

/** Every matrix of the lesson once, in the order in which they come about. */
export function allSlots({ lesson }: Pick<View, 'lesson'>): readonly Slot[] {
  const scenes = new Set(lesson.steps.map((step) => sceneOf({ step })));
  return [
    ...(scenes.has('projection') ? projection : []),
    ...(scenes.has('attention') ? attention : []),
    ...(scenes.has('join') ? joining(0) : []),
  ];
}

const order: readonly OperationKind[] = [
  'input',
  'project',
  'split',
  'product',
  'scale',
  'mask',
  'softmax',
  'mix',
  'leak',
  'decode',
  'concat',
  'combine',
];

/** Whether the walk has come to a kind of step, or passed it. */
export const reached = (view: Scenery, kind: OperationKind): boolean =>
  order.indexOf(view.step.kind) >= order.indexOf(kind);

/** The mask is a stencil on the scaled scores: one slot shows both. */
export const tapOf = (view: Scenery, { id, tap }: Slot): TapName =>
  id === 'Z' && masking(view) ? 'masked' : tap;

/** The matrix that is copied: with the stencil or without, as it is drawn at the moment. */
export const chosenOf = (view: View): Slot | undefined =>
  allSlots(view).find(({ tap }) => tap === view.chosen);

/** The slot of the present scene that shows a tap of the head in hand. */
export const slotOf = (view: View, tap: TapName): Slot | undefined =>
  [...slotsOf(view), ...allSlots(view)].find(
    (slot) => tapOf(view, slot) === tap && (slot.head ?? view.state.head) === view.state.head,
  );

/** The stencil lies on the scaled scores. */
export const masking = (view: Scenery): boolean =>
  isMasked(view.lesson, view.state) && reached(view, 'mask');

const born: Readonly<Partial<Record<TapName, OperationKind>>> = {
  projected_q: 'project',
  projected_k: 'project',
  projected_v: 'project',
  scores: 'product',
  scaled: 'scale',
  masked: 'scale',
  weights: 'softmax',
  output: 'mix',
  concat: 'concat',
  result: 'combine',
};

export type SlotState = 'active' | 'quiet' | 'ghost';

export function stateOf(view: View, slot: Slot): SlotState {
  const { tap: shown, id, head } = slot;
  if (!reached(view, born[shown] ?? 'input')) return 'ghost';
  const { step } = view;
  const tap = tapOf(view, slot);
  const masked = id === 'Z' && (step.reads.includes('masked') || step.reads.includes('scores'));
  const inHand = head === undefined || head === view.state.head || id.startsWith('M');
  const takesPart = step.reads.includes(tap) || isResult(view, tap) || masked;
  return takesPart && (inHand || step.kind === 'concat') ? 'active' : 'quiet';
}

/** Whether the step makes it. */
export const isResult = ({ step }: Pick<View, 'step'>, tap: TapName): boolean =>
  step.makes === tap || step.also?.includes(tap) === true;

/** Its cells are results of the step, to be pointed at. */
export const isLive = (view: View, slot: Slot): boolean =>
  isResult(view, tapOf(view, slot)) && !slot.id.startsWith('M');

/** Where a matrix stands in the compact layout: of three projections the one in hand. */
export function placeOf(view: View, { id, place }: Slot): PlaceName | 'off' {
  const hidden =
    sceneOf(view) === 'projection' && /^[WP]/.test(id) && !id.endsWith(letterInHand(view));
  return hidden ? 'off' : (place[view.step.kind] ?? 'off');
}

const letterInHand = ({ state }: View): string => (state.on ?? 'projected_q').slice(-1);

/** More dimensions than this are drawn thin: as colour, read one at a time. */
const mostWide = 8;

export const isThin = (count: number): boolean => count > mostWide;

/** The side along which the cells of a matrix are too thin for a number. */
export function thinSide(slot: Slot, rows: number, columns: number): 'rows' | 'columns' | null {
  if (slot.columns === 'dimension' && isThin(columns)) return 'columns';
  return slot.rows === 'dimension' && isThin(rows) ? 'rows' : null;
}

/** The stencil lies on it. */
export const isCovered = (view: Scenery, slot: Slot, { row, column }: Cell): boolean =>
  slot.id === 'Z' && masking(view) && view.step.kind !== 'leak' && !allows(view.state, row, column);

/** Where the stencil would lie. */
export const isLeaked = (view: View, { id }: Slot, { row, column }: Cell): boolean =>
  view.step.kind === 'leak' && (id === 'Z' || id === 'A') && !allows(view.state, row, column);

/** Not there yet when the inspected query has its turn. */
export function isAbsent(view: Scenery, { id }: Slot, { row, column }: Cell): boolean {
  if (view.step.kind !== 'decode') return false;
  const now = view.tokensOfQueries[view.state.cell?.row ?? 0] ?? 0;
  if (id === 'K') return column > now;
  if (id === 'V') return row > now;
  return id === 'A' && column > (view.tokensOfQueries[row] ?? 0);
}
