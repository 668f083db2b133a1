// A page that is one figure speaks its language, and has its colours at the edges.
import type { QkvLabElement } from '../src/element/api.ts';

export function followFigure({ lang, theme }: QkvLabElement): void {
  const page = document.documentElement;
  // Even the same value has a browser work out the style of all that is in the page.
  if (page.lang !== lang) page.lang = lang;
  if (page.dataset.theme !== theme) page.dataset.theme = theme;
}
