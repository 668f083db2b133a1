// Which key each query may look at, where the reader can say so cell by cell.
import { inputOf } from './inputs.ts';
import type { Lesson } from './lesson.ts';
import type { Cell, State } from './types.ts';

export const maskRules = ['none', 'causal', 'lower-right', 'window'] as const;
export type MaskRule = (typeof maskRules)[number];

/** Frozen; cells and tokens are sorted, each there once. */
export interface MaskChoice {
  readonly rule: MaskRule;
  /** How many keys a query sees, itself the last; of the rule 'window' alone. */
  readonly window: number;
  /** Cells that are other than the rule says. */
  readonly flips: readonly Cell[];
  /** Keys that only fill the row up: no query sees them, whatever the rule and the flips say. */
  readonly padding: readonly number[];
  /** NaN stands in the key and the value of each of them. */
  readonly poison: boolean;
}

type Masked = Pick<State, 'inputs' | 'switches' | 'mask'>;

export const noMask: MaskChoice = Object.freeze({
  rule: 'none',
  window: 2,
  flips: Object.freeze([]),
  padding: Object.freeze([]),
  poison: false,
});

const queries = ({ inputs }: Pick<State, 'inputs'>): number => inputOf(inputs, 'q')?.rows ?? 0;
const keys = ({ inputs }: Pick<State, 'inputs'>): number => inputOf(inputs, 'k')?.rows ?? 0;

/** The token of a query: the last tokens ask where the lower right corner is the one that counts. */
export const tokenOfQuery = (state: Masked, row: number): number =>
  state.mask?.rule === 'lower-right' ? row + Math.max(0, keys(state) - queries(state)) : row;

function byRule(state: Masked, { rule, window }: MaskChoice, row: number, column: number): boolean {
  switch (rule) {
    case 'none':
      return true;
    case 'causal':
      return column <= row;
    case 'lower-right':
      return column <= row + keys(state) - queries(state);
    case 'window':
      return column <= row && column > row - window;
  }
}

const sameCell = (a: Cell, b: Cell): boolean => a.row === b.row && a.column === b.column;

/** Whether query `row` may look at key `column`. */
export function allows(state: Masked, row: number, column: number): boolean {
  const { mask } = state;
  if (!mask) return state.switches.mask !== true || column <= row;
  if (mask.padding.includes(column)) return false;
  const flipped = mask.flips.some((each) => sameCell(each, { row, column }));
  return byRule(state, mask, row, column) !== flipped;
}

/** Whether any mask is laid over the scores at all. */
export const isMasked = (lesson: Lesson, state: Masked): boolean =>
  lesson.mask !== undefined || state.switches.mask === true;

const frozen = (mask: MaskChoice): MaskChoice =>
  Object.freeze({
    ...mask,
    window: mask.rule === 'window' ? mask.window : noMask.window,
    flips: Object.freeze(
      [...mask.flips]
        .sort((a, b) => a.row - b.row || a.column - b.column)
        .map((cell) => Object.freeze({ row: cell.row, column: cell.column })),
    ),
    padding: Object.freeze([...mask.padding].sort((a, b) => a - b)),
    poison: mask.poison && mask.padding.length > 0,
  });

/** The other way about, one cell; a cell of a padding token stays covered. */
export function flipped(state: Masked, cell: Cell): MaskChoice | null {
  const { mask } = state;
  const inside =
    Number.isInteger(cell.row) &&
    Number.isInteger(cell.column) &&
    cell.row >= 0 &&
    cell.row < queries(state) &&
    cell.column >= 0 &&
    cell.column < keys(state);
  if (!mask || !inside || mask.padding.includes(cell.column)) return mask;
  const others = mask.flips.filter((each) => !sameCell(each, cell));
  const flips = others.length < mask.flips.length ? others : [...mask.flips, cell];
  return frozen({ ...mask, flips });
}

export const ruled = (mask: MaskChoice, rule: MaskRule): MaskChoice =>
  frozen({ ...mask, rule, flips: [], padding: [] });

/** The preset of padding: nothing is covered but the last token. */
export const lastPadded = (state: Masked): MaskChoice =>
  frozen({ ...noMask, padding: [keys(state) - 1] });

export function padded(state: Masked, token: number, on: boolean): MaskChoice | null {
  const { mask } = state;
  if (!mask || !Number.isInteger(token) || token < 0 || token >= keys(state)) return mask;
  const others = mask.padding.filter((each) => each !== token);
  const flips = on ? mask.flips.filter(({ column }) => column !== token) : mask.flips;
  return frozen({ ...mask, flips, padding: on ? [...others, token] : others });
}

export function windowed(mask: MaskChoice, window: number, most: number): MaskChoice {
  if (!Number.isInteger(window) || window < 1 || window > most) return mask;
  return frozen({ ...mask, window });
}

export const poisoned = (mask: MaskChoice, poison: boolean): MaskChoice =>
  frozen({ ...mask, poison });

/** What is left of it when there are fewer queries or keys. */
export function maskAfterResize(state: Masked): MaskChoice | null {
  const { mask } = state;
  if (!mask) return null;
  const [rows, columns] = [queries(state), keys(state)];
  return frozen({
    ...mask,
    flips: mask.flips.filter(({ row, column }) => row < rows && column < columns),
    padding: mask.padding.filter((token) => token < columns),
  });
}

/** Of each query, whether it may look at each key. */
export const allowed = (state: Masked): readonly (readonly boolean[])[] =>
  Array.from({ length: queries(state) }, (_, row) =>
    Array.from({ length: keys(state) }, (_, column) => allows(state, row, column)),
  );

/** What a mask is put together from: its rule, padding, and what the reader did cell by cell. */
export const maskParts = [...maskRules, 'padding', 'byHand'] as const;
export type MaskPart = (typeof maskParts)[number];

/** The parts that this mask has; that its rule covers nothing goes without saying where others do. */
export const partsOf = ({ rule, padding, flips }: MaskChoice): readonly MaskPart[] => {
  const others = [
    ...(padding.length > 0 ? (['padding'] as const) : []),
    ...(flips.length > 0 ? (['byHand'] as const) : []),
  ];
  return rule === 'none' && others.length > 0 ? others : [rule, ...others];
};

/** Queries with nothing left to look at. */
export const emptyRows = (state: Masked): readonly number[] =>
  allowed(state).flatMap((row, index) => (row.includes(true) ? [] : [index]));

/** Whether some rows see everything, and not all of them do. */
export function hasUnchanged(state: Masked): boolean {
  const open = allowed(state).map((row) => !row.includes(false));
  return open.includes(true) && open.includes(false);
}
