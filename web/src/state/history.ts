// What undo and redo go back and forth between.
import type { Action, Content, State } from './types.ts';

export interface History {
  readonly past: readonly Content[];
  readonly future: readonly Content[];
  /** The gesture that the last entry of the past began. */
  readonly gesture: number | null;
  /** What stood before the last change of numbers, for showing what it changed. */
  readonly before: Content | null;
}

/** Enough for a lesson; each entry shares what did not change. */
const longest = 200;

export const noHistory: History = Object.freeze({
  past: Object.freeze([]),
  future: Object.freeze([]),
  gesture: null,
  before: null,
});

export function contentOf(state: State): Content {
  const { set, inputs, names, seed, pending, switches, mask, heads } = state;
  return Object.freeze({ set, inputs, names, seed, pending, switches, mask, heads });
}

const recorded: ReadonlySet<Action['type']> = new Set([
  'edit',
  'put',
  'numbers',
  'resize',
  'name',
  'switch',
  'set',
  'seed',
  'heads',
  'rule',
  'flip',
  'pad',
  'poison',
  'window',
  'reset',
]);

/** The past with one more entry, after an action that changed the state. */
export function recordedHistory(history: History, previous: State, action: Action): History {
  // A state from elsewhere is no change of what stood here.
  if (action.type === 'restore') return Object.freeze({ ...history, gesture: null, before: null });
  if (!recorded.has(action.type)) return history;
  const gesture = action.type === 'edit' ? (action.gesture ?? null) : null;
  if (gesture !== null && gesture === history.gesture) return history;
  const before = contentOf(previous);
  return Object.freeze({
    past: Object.freeze([...history.past, before].slice(-longest)),
    future: Object.freeze([]),
    gesture,
    before: isAnew(action, previous) ? null : action.type === 'name' ? history.before : before,
  });
}

/** Numbers that have nothing to do with those before. */
const isAnew = ({ type }: Action, previous: State): boolean =>
  type === 'reset' || type === 'set' || previous.pending;

/** One step back or forward: what to restore, and the history after it. */
export function travelled(
  history: History,
  state: State,
  direction: 'undo' | 'redo',
): { readonly content: Content; readonly history: History } | null {
  const [from, to] =
    direction === 'undo' ? [history.past, history.future] : [history.future, history.past];
  const content = from.at(-1);
  if (!content) return null;
  const left = Object.freeze(from.slice(0, -1));
  const gained = Object.freeze([...to, contentOf(state)]);
  const [past, future] = direction === 'undo' ? [left, gained] : [gained, left];
  return {
    content,
    history: Object.freeze({ past, future, gesture: null, before: contentOf(state) }),
  };
}
