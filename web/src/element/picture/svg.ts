// The drawn figure as an SVG that any program opens: shapes and text at measured places, colours resolved.
import { boxMarkup, outlineMarkup, pseudoMarkup } from './box.ts';
import { inkOf, isClear } from './colour.ts';
import { drawingMarkup } from './drawing.ts';
import { escaped, pixels, rounded, tag } from './markup.ts';
import type { Attributes } from './markup.ts';
import { isMath, isStretched, mathMarkup, stretched } from './maths.ts';
import { placed, reach, snapped } from './paper.ts';
import type { Box, Mark, Paper } from './paper.ts';
import { familyOf, langOf, localeOf, measureBaselines, runsOf, textMarkup } from './text.ts';

export interface PictureOptions {
  /** The picture's name, and what it shows in words. */
  readonly title: string;
  readonly description: string;
  /** BCP 47; default the nearest `lang` around. */
  readonly lang?: string;
  /** A selector for more that is not of the picture. */
  readonly skip?: string;
}

/** What is there to be operated, or only to be heard. */
const controls = 'button:not(.rename), input, select, textarea, .unseen, [data-picture=skip]';

/** Paper below the last mark, in pixels: a page that is taller than its figure leaves no void. */
const margin = 16;

/** Elements that a transform turns are drawn straight; what is not positioned of `::before` is left out. */
export function stageSvg(stage: HTMLElement, options: PictureOptions): string {
  const frame = stage.getBoundingClientRect();
  const style = getComputedStyle(stage);
  // The layout's own width is rounded: less than a pixel is no scale.
  const scaled = stage.offsetWidth > 0 && Math.abs(frame.width - stage.offsetWidth) >= 1;
  const scale = scaled ? frame.width / stage.offsetWidth : 1;
  const paper: Paper = {
    left: scaled ? frame.left : Math.round(frame.left),
    top: scaled ? frame.top : Math.round(frame.top),
    scale,
    lang: options.lang ?? langOf(stage),
    family: familyOf(style),
    skip: options.skip ? `${controls}, ${options.skip}` : controls,
    runs: [],
    defs: new Map(),
    bottom: 0,
  };
  const marks: Mark[] = [];
  paint(stage, paper, marks, { origin: placed(paper, frame), struck: '' });
  measureBaselines(paper, stage);
  const drawing = drawn(marks);
  const width = Math.ceil(frame.width / scale);
  const room = Math.min(frame.height / scale, paper.bottom + margin);
  const height = Math.ceil(Math.max(paper.bottom, room));
  return tag(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      lang: paper.lang,
      'xml:lang': paper.lang,
      'xml:space': 'preserve',
      'font-family': paper.family,
      style: rootStyle(style),
    },
    [
      tag('title', {}, escaped(options.title)),
      tag('desc', {}, escaped(options.description)),
      paper.defs.size > 0 ? tag('defs', {}, [...paper.defs.values()].join('')) : '',
      tag('rect', { width, height, fill: ground(stage) }),
      drawing,
    ].join('\n'),
  );
}

/** What has no attribute in SVG; other programs than browsers pass over it. */
function rootStyle(style: CSSStyleDeclaration): string {
  const locale = localeOf(style);
  const figures = `font-variant-numeric:${style.fontVariantNumeric}`;
  return locale === '' ? figures : `${figures};-webkit-locale:${locale}`;
}

/** In the order of their layers. */
const drawn = (marks: readonly Mark[]): string =>
  [...marks]
    .sort((a, b) => a.layer - b.layer)
    .map(({ markup }) => markup())
    .filter((each) => each !== '')
    .join('\n');

/** The colour that the figure stands on. */
function ground(element: Element): string {
  const { backgroundColor } = getComputedStyle(element);
  if (!isClear(backgroundColor)) return inkOf(backgroundColor).hex;
  const root = element.getRootNode();
  const outer = element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  return outer ? ground(outer) : '#ffffff';
}

interface Surroundings {
  /** The box that positioned pseudo-elements are placed in. */
  readonly origin: Box;
  /** Lines through or under the text, which no style of a child repeats. */
  readonly struck: string;
}

function paint(element: Element, paper: Paper, marks: Mark[], around: Surroundings): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.opacity === '0' || element.matches(paper.skip)) return;
  const visible = style.visibility === 'visible';
  const inner = contextOf(element, style, paper, marks);
  const add = (markup: string | (() => string), box?: Box): void => {
    if (markup === '') return;
    if (box) reach(paper, box);
    inner.push({ layer: 0, markup: typeof markup === 'string' ? () => markup : markup });
  };
  if (element instanceof SVGSVGElement) {
    if (visible) add(drawingMarkup(element, paper));
    return;
  }
  if (visible && isMath(element)) {
    const box = placed(paper, element.getBoundingClientRect());
    if (isStretched(element)) {
      add(stretched(element, style, paper), box);
      return;
    }
    add(() => mathMarkup(element, style, paper)); // baselines are known later
  } else if (visible && style.display !== 'contents') {
    for (const rect of boxesOf(element, style)) {
      const box = snapped(placed(paper, rect));
      add(boxMarkup(box, style, paper) + outlineMarkup(box, element, style), box);
    }
  }
  const origin = style.position === 'static' ? around.origin : paddingBox(element, style, paper);
  const pseudo = (name: '::before' | '::after'): void => {
    const found = pseudoMarkup(element, name, origin, paper, snapped);
    if (found) add(found.markup, found.box);
  };
  const struck = struckBy(style, around.struck);
  pseudo('::before');
  for (const node of (element.shadowRoot ?? element).childNodes) {
    if (node instanceof Element) paint(node, paper, inner, { origin, struck });
    else if (node instanceof Text && visible) {
      for (const run of runsOf(node, style, struck, paper)) {
        paper.runs.push(run);
        add(() => textMarkup(run), run.box);
      }
    }
  }
  pseudo('::after');
}

/** Boxes with something in them to draw: an inline element has one on each line. */
function boxesOf(element: Element, style: CSSStyleDeclaration): DOMRect[] {
  return style.display === 'inline'
    ? [...element.getClientRects()]
    : [element.getBoundingClientRect()];
}

function paddingBox(element: Element, style: CSSStyleDeclaration, paper: Paper): Box {
  const { x, y, width, height } = placed(paper, element.getBoundingClientRect());
  const [left, top] = [pixels(style.borderLeftWidth), pixels(style.borderTopWidth)];
  return { x: x + left, y: y + top, width: width - left, height: height - top };
}

/** A line through a text goes through the inline elements in it, and stops at every box. */
function struckBy({ display, textDecorationLine }: CSSStyleDeclaration, around: string): string {
  if (textDecorationLine !== 'none' && textDecorationLine !== '') return textDecorationLine;
  return display === 'inline' ? around : '';
}

/** Where the element's marks go: a group of their own if it fades, clips or is lifted over others. */
function contextOf(
  element: Element,
  style: CSSStyleDeclaration,
  paper: Paper,
  marks: Mark[],
): Mark[] {
  const layer = style.position === 'static' ? 0 : Number(style.zIndex) || 0;
  const opacity = style.opacity === '1' ? undefined : style.opacity;
  const clip = clipOf(element, style, paper);
  if (layer === 0 && opacity === undefined && clip === undefined) return marks;
  const inner: Mark[] = [];
  const attributes: Attributes = { opacity, 'clip-path': clip };
  marks.push({
    layer,
    markup: () => {
      const content = drawn(inner);
      return content === '' ? '' : tag('g', attributes, content);
    },
  });
  return inner;
}

function clipOf(element: Element, style: CSSStyleDeclaration, paper: Paper): string | undefined {
  if (style.overflowX === 'visible' || style.display === 'inline') return undefined;
  const fits =
    element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight;
  if (fits) return undefined;
  const box = snapped(placed(paper, element.getBoundingClientRect()));
  const id = `clip-${Object.values(box).map(Number).map(rounded).join('-')}`;
  paper.defs.set(id, tag('clipPath', { id }, tag('rect', { ...box })));
  return `url(#${id})`;
}
