// Holds the state of one figure; every element instance owns one.
import { noHistory, recordedHistory, travelled } from './history.ts';
import type { History } from './history.ts';
import type { Lesson } from './lesson.ts';
import { reduce } from './reducer.ts';
import type { Action, State } from './types.ts';

export type Listener = (state: State, previous: State, action: Action) => void;

export interface Store {
  readonly state: State;
  readonly history: History;
  /** What changed is no longer of interest. */
  forgetBefore(): void;
  dispatch(action: Action): void;
  /** The listener hears every change, not actions without effect. Returns the way to stop. */
  subscribe(listener: Listener): () => void;
}

export function createStore(lesson: Lesson, initial: State): Store {
  if (initial.lesson !== lesson.id) {
    throw new RangeError(`a state of ${initial.lesson} was given with lesson ${lesson.id}`);
  }
  let state = initial;
  let history = noHistory;
  const subscriptions = new Set<{ readonly listener: Listener }>();
  const waiting: Action[] = [];
  let running = false;

  function take(action: Action): void {
    if (action.type === 'undo' || action.type === 'redo') {
      const travel = travelled(history, state, action.type);
      if (!travel) return;
      history = travel.history;
      state = reduce(state, { type: 'content', content: travel.content }, lesson);
      return;
    }
    const next = reduce(state, action, lesson);
    if (next !== state) history = recordedHistory(history, state, action);
    state = next;
  }

  // Listeners may dispatch: their actions wait, so that every listener hears all changes in order.
  function run(): void {
    const errors: unknown[] = [];
    for (let action = waiting.shift(); action; action = waiting.shift()) {
      const previous = state;
      take(action);
      if (state === previous) continue;
      const now = state;
      for (const subscription of [...subscriptions]) {
        if (!subscriptions.has(subscription)) continue;
        try {
          subscription.listener(now, previous, action);
        } catch (error) {
          errors.push(error);
        }
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) throw new AggregateError(errors, 'several listeners failed');
  }

  return {
    get state() {
      return state;
    },
    get history() {
      return history;
    },
    forgetBefore() {
      history = Object.freeze({ ...history, before: null, gesture: null });
    },
    dispatch(action) {
      waiting.push(action);
      if (running) return;
      running = true;
      try {
        run();
      } finally {
        running = false;
      }
    },
    subscribe(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => void subscriptions.delete(subscription);
    },
  };
}
