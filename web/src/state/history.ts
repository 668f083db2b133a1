// What undo and redo go back and forth between.
import { neededFor, permits } from './limits.ts';
import type { Allow, Permission } from './limits.ts';
import type { Action, Content, State } from './types.ts';

export interface Entry {
  readonly content: Content;
  /** What the change took that lies between it and the next. */
  readonly needs: Permission | null;
}

export interface History {
  readonly past: readonly Entry[];
  readonly future: readonly Entry[];
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
  const { set, inputs, names, seed, pending, switches, mask, heads, knobs, digits } = state;
  return Object.freeze({
    ...{ set, inputs, names, seed, pending, switches, mask, heads },
    ...{ knobs, digits },
  });
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
  'setting',
  'digits',
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
    past: Object.freeze(
      [...history.past, Object.freeze({ content: before, needs: neededFor(action) })].slice(
        -longest,
      ),
    ),
    future: Object.freeze([]),
    gesture,
    before: isAnew(action, previous) ? null : action.type === 'name' ? history.before : before,
  });
}

/** Numbers that have nothing to do with those before. */
const isAnew = ({ type }: Action, previous: State): boolean =>
  type === 'reset' || type === 'set' || previous.pending;

/** Whether there is something to take back, or to do again, that the reader may change. */
export function canTravel(entries: History['past'], allow: Allow): boolean {
  const needs = entries.at(-1)?.needs;
  return needs !== undefined && (needs === null || permits(allow, needs));
}

/** One step back or forward: what to restore, and the history after it. */
export function travelled(
  history: History,
  state: State,
  direction: 'undo' | 'redo',
): { readonly content: Content; readonly history: History } | null {
  const [from, to] =
    direction === 'undo' ? [history.past, history.future] : [history.future, history.past];
  const entry = from.at(-1);
  if (!entry) return null;
  const { content, needs } = entry;
  const left = Object.freeze(from.slice(0, -1));
  const gained = Object.freeze([...to, Object.freeze({ content: contentOf(state), needs })]);
  const [past, future] = direction === 'undo' ? [left, gained] : [gained, left];
  return {
    content,
    history: Object.freeze({ past, future, gesture: null, before: contentOf(state) }),
  };
}
