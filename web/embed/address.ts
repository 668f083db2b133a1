// A page that is one figure, and whose address says what it shows: the query what its author wants, the
// hash what the reader has made of it.
import type { QkvLabElement } from '../src/element/api.ts';

/** Attributes that the state carries too: once the reader has moved on, they say what was. */
const carried = ['lesson', 'step', 'lang', 'theme', 'present'];

/** Sets the attributes that the query names, and the state behind '#'. */
export function readAddress(lab: QkvLabElement, names: readonly string[]): void {
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (names.includes(name) && name !== 'state') lab.setAttribute(name, value);
  }
  lab.state = location.hash.slice(1);
}

/** The address of what the figure shows now. */
export function addressOf(base: string, state: string): string {
  const [before = ''] = base.split('#');
  const [path = '', query] = before.split('?');
  const asked = new URLSearchParams(query);
  for (const name of carried) asked.delete(name);
  const left = asked.toString();
  return `${path}${left && `?${left}`}#${state}`;
}

/** Keeps the state in this page's address, where the page may: a sandbox or a file's policy may forbid it. */
export function keepInAddress(state: string): void {
  for (const address of [addressOf(location.href, state), `#${state}`]) {
    try {
      history.replaceState(history.state, '', address);
      return;
    } catch {
      // the query cannot change, or nothing can
    }
  }
}
