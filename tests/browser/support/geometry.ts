// Runs inside the page: finds text that is clipped, overlaps other text, lies over numbers, is too small,
// or leaves its place; and matrices that lie over each other.
// Glyphs fill less than the box of their line, so boxes are trimmed above and below before comparing.

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The element that lays the text out: within it the browser keeps text apart. */
  readonly flow: Element;
  readonly node: Element;
}

export function geometryProblems(root: ShadowRoot): { boxes: number; problems: string[] } {
  const slack = 0.75; // of rounding to device pixels
  const problems: string[] = [];
  const boxes: Box[] = [];
  const width = document.documentElement.clientWidth;

  const flowOf = (element: Element): Element => {
    let flow = element;
    while (
      flow.parentElement &&
      /^(inline|contents|ruby|math)/.test(getComputedStyle(flow).display) &&
      !/^inline-(block|flex|grid)/.test(getComputedStyle(flow).display)
    ) {
      flow = flow.parentElement;
    }
    return flow;
  };

  const add = (node: Element, rects: DOMRectList | DOMRect[], text: string, flow: Element) => {
    for (const { left, right, top, bottom, height, width: wide } of rects) {
      if (wide === 0 || height === 0) continue;
      const box = { left, right, top: top + height * 0.22, bottom: bottom - height * 0.18 };
      boxes.push({ ...box, text, flow, node });
    }
  };

  const shown = (element: Element) =>
    element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) &&
    !element.closest('.unseen');

  for (const math of root.querySelectorAll('math')) {
    if (shown(math)) add(math, [math.getBoundingClientRect()], 'math', math);
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('math, style') || !shown(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(element, range.getClientRects(), text.slice(0, 40), flowOf(element));
  }
  for (const field of root.querySelectorAll('input')) {
    add(field, [field.getBoundingClientRect()], field.value, field);
  }

  const overlaps = (a: Box, b: Box) =>
    a.left < b.right - slack &&
    b.left < a.right - slack &&
    a.top < b.bottom - slack &&
    b.top < a.bottom - slack;
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      if (a.flow !== b.flow && overlaps(a, b)) problems.push(`"${a.text}" overlaps "${b.text}"`);
    }
    if (a.left < -slack || a.right > width + slack) problems.push(`"${a.text}" leaves the page`);
  });

  // Numbers are seen whole: nothing but their own words lies on a matrix.
  const matrices = [...root.querySelectorAll<HTMLElement>('.mx-body')]
    .filter((each) => shown(each) && each.clientWidth > 0)
    .map((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const text = node.parentElement?.dataset.slot ?? '';
      return { left, right, top, bottom, text, flow: node, node };
    });
  matrices.forEach((matrix, index) => {
    for (const other of matrices.slice(index + 1)) {
      if (overlaps(matrix, other)) problems.push(`${matrix.text} lies over ${other.text}`);
    }
    for (const box of boxes) {
      // The bar of steps stays in view, whatever is under it; steppers have a test of their own.
      const apart = !matrix.node.contains(box.node) && !box.node.closest('.step-bar, .stepper');
      if (apart && overlaps(box, matrix)) problems.push(`"${box.text}" lies over ${matrix.text}`);
    }
  });

  const legible = 11;
  for (const name of root.querySelectorAll('.stop > span:last-child')) {
    const size = parseFloat(getComputedStyle(name).fontSize);
    if (shown(name) && size < legible) {
      problems.push(`"${name.textContent}" is written in ${size} px`);
    }
  }

  // Whatever hides its overflow must have none; and a cell or a button holds its own words.
  const clipping = new Map<Element, boolean>();
  const clip = (element: Element): boolean => {
    const known =
      clipping.get(element) ??
      (getComputedStyle(element).overflowX !== 'visible' ||
        element.matches('[role=gridcell], button'));
    clipping.set(element, known);
    return known;
  };
  for (const box of boxes) {
    for (let outer: Element | null = box.node; outer; outer = outer.parentElement) {
      const clips = clip(outer);
      // A remark and the key for the sign lie on their cell's surroundings.
      const floats =
        (box.node.closest('.bubble, .sign') && outer.matches('[role=gridcell]')) ||
        // Where only the step in hand has its name shown, the stops beside it lend it their room.
        (outer.matches('.stop') &&
          [
            ...(outer.parentElement?.querySelectorAll('.stop:not([aria-current]) > span + span') ??
              []),
          ].filter((name) => !shown(name)).length > 0);
      if (!clips || floats) continue;
      const { left, right } = outer.getBoundingClientRect();
      if (box.left < left - slack || box.right > right + slack) {
        problems.push(`"${box.text}" is wider than its ${outer.className || outer.tagName}`);
      }
    }
  }
  const isTight = (element: HTMLElement): boolean => {
    const { left, right } = element.getBoundingClientRect();
    const { borderLeftWidth, borderRightWidth } = getComputedStyle(element);
    const range = document.createRange();
    const inside = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return inside.some((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].some(
        (box) =>
          box.right > right - parseFloat(borderRightWidth) + 0.02 ||
          box.left < left + parseFloat(borderLeftWidth) - 0.02,
      );
    });
  };
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    const text = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    const hidden = element.closest('.unseen, svg') !== null || !shown(element);
    if (!text || hidden || element.clientWidth === 0) continue;
    // Whole pixels alone would hang on where the page puts the element: words that fit by a hair
    // scroll in one place and not in the next.
    if (element.scrollWidth > element.clientWidth || isTight(element)) {
      problems.push(`"${element.textContent.trim().slice(0, 40)}" scrolls sideways`);
    }
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) problems.push(`the page scrolls to ${page.scrollWidth}`);
  return { boxes: boxes.length, problems: [...new Set(problems)] };
}
