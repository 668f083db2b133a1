// What the reader's own hand may do. Scripts of the page act on the session itself, without a gate.
import { canTravel } from '../state/history.ts';
import { mayDo, permits } from '../state/limits.ts';
import type { Permission } from '../state/limits.ts';
import type { Action } from '../state/types.ts';
import type { Session } from './session.ts';

export const allows = (session: Session | null, what: Permission): boolean =>
  session !== null && permits(session.state.allow, what);

/** What becomes of an action: itself, another in its place, or nothing. */
export function admitted(session: Session, action: Action): Action | null {
  const { state, history } = session;
  if (action.type === 'undo') return canTravel(history.past, state.allow) ? action : null;
  if (action.type === 'redo') return canTravel(history.future, state.allow) ? action : null;
  if (!mayDo(state, action)) return null;
  // What the reader may not change must not go back to the lesson's own either.
  return action.type === 'reset' && state.allow !== null
    ? { type: 'reset', to: session.origin }
    : action;
}
