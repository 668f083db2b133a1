// What is handed out of a figure so that others have it too: its address, and lines for a course page.
import { encodeState } from '../state/url.ts';
import { allowText } from '../state/limits.ts';
import type { Allow } from '../state/limits.ts';
import type { State } from '../state/types.ts';
import { elementCode, frameCode } from '../views/index.ts';
import type { Chapters } from '../views/index.ts';
import { linkTo } from './link.ts';
import type { Session } from './session.ts';

export interface Handed {
  readonly link: string;
  readonly frame: string;
  readonly element: string;
}

/** While nobody asks for it. */
export const nothingHanded: Handed = Object.freeze({ link: '', frame: '', element: '' });

/** Attributes say these, and they need not be said twice. */
const said = new Set(['v', 'lesson', 'step', 'lang', 'allow']);

/** The rest of the state, if there is any. */
const more = (text: string): string =>
  text.split('&').every((part) => said.has(part.split('=', 1)[0] ?? '')) ? '' : text;

/** A figure with limits hands on its own; else what is chosen for whoever gets it. */
const toHand = ({ allow }: State, chosen: Allow): Allow => (allow === null ? chosen : allow);

export function handedOut(
  session: Session,
  chosen: Allow,
  chapters: Chapters,
  title: string,
): Handed {
  const { lesson } = session;
  const state = { ...session.state, allow: toHand(session.state, chosen) };
  const address = encodeState(state, lesson);
  const embedding = {
    base: embedBase(chapters),
    attributes: [
      ['lesson', state.lesson],
      ['step', state.step],
      ['lang', state.locale],
      ...(state.allow === null ? [] : [['allow', allowText(state.allow, ' ')] as const]),
    ] as const,
    state: more(address),
    title: `QKV Lab: ${title}`,
  };
  return {
    link: linkTo(address, chapters),
    frame: frameCode(embedding),
    element: elementCode(embedding),
  };
}

/** Beside the site lies embed/; a course page says itself where it has the module from. */
function embedBase(chapters: Chapters): string {
  if (!/^https?:$/.test(location.protocol)) return '';
  if (chapters === 'shown') return new URL('../embed/', document.baseURI.split(/[?#]/)[0]).href;
  const module = document.querySelector<HTMLScriptElement>('script[src*="qkv-lab.js"]');
  return module ? new URL('.', module.src).href : '';
}
