// The page: the whole state lives in the address, and the figure has the keys from the start.
import { chapters } from '../../lessons/index.ts';
import { negotiateLocale } from '../views/index.ts';
import './define.ts';

const page = document.documentElement;
page.lang = negotiateLocale(navigator.languages) ?? 'en';

const lab = document.createElement('qkv-lab');
lab.chapters = 'shown';
lab.state = location.hash;

function follow(): void {
  page.lang = lab.lang;
  page.dataset.theme = lab.theme;
  const chapter = chapters.find(({ lesson }) => lesson.id === lab.lesson) ?? chapters[0];
  const locale = negotiateLocale([lab.lang]) ?? 'en';
  document.title = `${chapter.text[locale].title} · QKV Lab`;
}

function write(): void {
  follow();
  history.replaceState(history.state, '', `#${lab.getState()}`);
}

lab.addEventListener('qkv-step', write);
lab.addEventListener('qkv-change', write);
window.addEventListener('hashchange', ({ newURL }) => {
  // A change that was waiting may have written the address since.
  lab.state = new URL(newURL).hash;
  follow();
});

document.querySelector('main')?.replaceChildren(lab);
follow();
void lab.updateComplete.then(() => {
  if (document.activeElement === document.body) lab.focus();
});
