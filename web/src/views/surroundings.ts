// What the page around a figure does to its boxes.

/** How much larger than laid out: a page may scale the figure by a transform, as slides do. */
export function zoomOf(element: HTMLElement): number {
  const { offsetWidth } = element;
  return offsetWidth > 0 ? element.getBoundingClientRect().width / offsetWidth : 1;
}

const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return (
    element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
  );
};

/**
 * Whether something between the figure and what it scrolls in moves or scales it. The browser reckons
 * without that where it makes a thing stick to an edge, and the thing lies anywhere.
 */
export function isMoved(figure: Element): boolean {
  for (let each = parentOf(figure); each; each = parentOf(each)) {
    const { overflowY, transform, translate, scale, rotate } = getComputedStyle(each);
    if (overflowY !== 'visible' && overflowY !== 'clip') return false;
    if ([transform, translate, scale, rotate].some((value) => value !== 'none')) return true;
  }
  return false;
}
