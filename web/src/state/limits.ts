// What students may change, where whoever hands the figure out has set limits to it.
import { inputOf } from './inputs.ts';
import type { Action, State } from './types.ts';

export const permissions = [
  'numbers', // edit and paste them, draw new ones, settings of an experiment, reset
  'sizes',
  'names',
  'switches', // scale, mask, the wrong way of making heads
  'mask', // where it is the reader's to make: rule, cells, padding
  'heads',
  'sets',
  'lessons', // the list of chapters
  'predict', // questions off and on; the answer without answering
  'language',
  'theme',
  'export', // the link, programs, matrices, pictures
] as const;
export type Permission = (typeof permissions)[number];

/** null: everything. Walking, pointing and answering are free whatever it says. */
export type Allow = readonly Permission[] | null;

export const permits = (allow: Allow, what: Permission): boolean =>
  allow === null || allow.includes(what);

/** Of words those that are permissions, in their order; all of them are no limit. */
export function allowOf(words: readonly string[]): Allow {
  const found = permissions.filter((each) => words.includes(each));
  return found.length === permissions.length ? null : Object.freeze(found);
}

/** 'all', 'none', or the words. */
export const allowText = (allow: Allow, between: string): string =>
  allow === null ? 'all' : allow.length === 0 ? 'none' : allow.join(between);

/** What an action by the reader's own hand takes; null: nothing. */
const needed: Readonly<Record<Action['type'], Permission | null>> = {
  edit: 'numbers',
  put: 'numbers',
  numbers: 'numbers',
  seed: 'numbers',
  reset: 'numbers',
  resize: 'sizes',
  name: 'names',
  switch: 'switches',
  rule: 'mask',
  flip: 'mask',
  pad: 'mask',
  poison: 'mask',
  window: 'mask',
  mask: 'mask',
  heads: 'heads',
  setting: 'numbers',
  digits: 'numbers',
  set: 'sets',
  predict: 'predict',
  locale: 'language',
  theme: 'theme',
  go: null,
  next: null,
  previous: null,
  drawn: null,
  head: null,
  look: null,
  reveal: null,
  progress: null,
  part: null,
  play: null,
  advance: null,
  content: null,
  undo: null,
  redo: null,
  inspect: null,
  unpin: null,
  done: null,
  allow: null,
  present: null,
  clicker: null,
  restore: null,
};

export const neededFor = ({ type }: Action): Permission | null => needed[type];

/** Play and the slider over the cells show what questions hold back, where those may be left out. */
export const mayReveal = ({ allow, predict }: Pick<State, 'allow' | 'predict'>): boolean =>
  !predict || permits(allow, 'predict');

const revealing: ReadonlySet<Action['type']> = new Set(['reveal', 'play', 'advance']);

/** Whether the reader's own hand may do it. Undo and redo depend on what they take back. */
export function mayDo(state: State, action: Action): boolean {
  const { allow } = state;
  if (allow === null) return true;
  // Who presents has the answers by a key.
  const reveals = revealing.has(action.type) || (action.type === 'present' && action.on);
  if (reveals) return mayReveal(state);
  if (action.type === 'put' && !permits(allow, 'sizes')) {
    const now = inputOf(state.inputs, action.tap);
    const { rows, columns } = action.matrix;
    if (now?.rows !== rows || now.columns !== columns) return false;
  }
  const need = neededFor(action);
  return need === null || permits(allow, need);
}

/** What undo may have to do with. */
const undoable: readonly Permission[] = [
  'numbers',
  'sizes',
  'names',
  'switches',
  'mask',
  'heads',
  'sets',
];

export const mayUndo = (allow: Allow): boolean => undoable.some((each) => permits(allow, each));
