// Where a state is shown: the page keeps it in the address, a figure within a course page has it alone.
import type { Chapters } from '../views/index.ts';

export function linkTo(state: string, chapters: Chapters): string {
  const page = new URL(document.baseURI);
  page.hash = state;
  return chapters === 'shown' ? page.href : page.hash;
}
