// The page: the whole state lives in the address, and the figure has the keys from the start. The single
// file is this page too, often in a frame of a learning platform, whose history is not ours to fill.
import { keepInAddress, readAddress } from '../../embed/address.ts';
import { releaseOnEscape } from '../../embed/keys.ts';
import { followFigure } from '../../embed/page.ts';
import { negotiateLocale } from '../views/index.ts';
import { attributeNames, readLanguage } from './attributes.ts';
import './define.ts';
import { onTexts, pageIn } from './texts.ts';

document.documentElement.lang = negotiateLocale(navigator.languages) ?? 'en';

const lab = document.createElement('qkv-lab');
lab.chapters = 'shown';
readAddress(lab, attributeNames);
const framed = window.parent !== window;
if (framed) releaseOnEscape();

/** What the page speaks of; the words for it may be on their way. */
let named = { lang: lab.lang, lesson: lab.lesson };

function entitle(): void {
  const title = pageIn(readLanguage(named.lang)).text?.titles[named.lesson];
  if (title !== undefined) document.title = `${title} · QKV Lab`;
}

function follow(): void {
  followFigure(lab);
  named = { lang: lab.lang, lesson: lab.lesson };
  entitle();
}

const hash = (): string => `#${lab.getState()}`;

/** The entry of the step, so that the browser's back and forward walk too. */
function enter(): void {
  follow();
  if (location.hash === hash()) return;
  if (framed) keepInAddress(lab.getState());
  else history.pushState(null, '', hash());
}

function write(): void {
  follow();
  keepInAddress(lab.getState());
}

/** The address has changed already: the step that it brings is no new entry. */
let arriving = false;
/** A drag over many steps is one entry. */
let entered = false;

lab.addEventListener('qkv-step', () => {
  // Play would fill the history with steps that nobody asked for.
  if (arriving || lab.playing || (entered && lab.dragging)) write();
  else enter();
  entered = lab.dragging;
});
lab.addEventListener('qkv-change', write);
window.addEventListener('hashchange', ({ newURL }) => {
  // A change that was waiting may have written the address since.
  arriving = true;
  lab.state = new URL(newURL).hash;
  follow();
  void lab.updateComplete.then(() => {
    arriving = false;
  });
});

onTexts(entitle);
document.querySelector('main')?.replaceChildren(lab);
follow();
void lab.updateComplete.then(() => {
  if (document.activeElement === document.body) lab.focus();
});
