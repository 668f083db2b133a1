// A page that is one figure speaks its language, and has its colours at the edges.
import type { QkvLabElement } from '../src/element/api.ts';

export function followFigure({ lang, theme }: QkvLabElement): void {
  const page = document.documentElement;
  page.lang = lang;
  page.dataset.theme = theme;
}
