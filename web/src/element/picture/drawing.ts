// SVG in the figure, copied with what its style sheets say.
import { inked } from './colour.ts';
import { escaped, pixels, rounded, tag } from './markup.ts';
import type { Attributes } from './markup.ts';
import { placed, reach } from './paper.ts';
import type { Paper } from './paper.ts';
import { fontAttributes } from './text.ts';

const shapes = [
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'path',
  'text',
  'tspan',
];
const geometry =
  'x y width height rx ry cx cy r x1 y1 x2 y2 dx dy d points transform text-anchor'.split(' ');

/** Properties whose initial values are left out. */
const plain: Readonly<Record<string, string>> = {
  'fill-rule': 'nonzero',
  'stroke-dasharray': 'none',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'text-anchor': 'start',
  'dominant-baseline': 'auto',
};

export function drawingMarkup(drawing: SVGSVGElement, paper: Paper): string {
  const matrix = drawing.getScreenCTM();
  if (!matrix) return '';
  const { a, b, c, d, e, f } = matrix;
  const { scale, left, top } = paper;
  const places = [a, b, c, d, e - left, f - top].map((each) => rounded(each / scale));
  return tag('g', { transform: `matrix(${places.join(' ')})` }, copies(drawing, paper));
}

const copies = (element: Element, paper: Paper): string =>
  [...element.childNodes]
    .map((node) => {
      if (node instanceof Element) return copied(node, paper);
      const inText = /^t(ext|span)$/.test(element.localName) && node.nodeType === Node.TEXT_NODE;
      return inText ? escaped(node.textContent ?? '') : '';
    })
    .join('');

function copied(element: Element, paper: Paper): string {
  const style = getComputedStyle(element);
  const { localName: name } = element;
  if (style.display === 'none' || element.matches(paper.skip)) return '';
  const opacity = style.opacity === '1' ? undefined : style.opacity;
  if (name === 'g') {
    const transform = element.getAttribute('transform') ?? undefined;
    return tag('g', { transform, opacity }, copies(element, paper));
  }
  if (!shapes.includes(name) || style.visibility !== 'visible') return '';
  if (name === 'path' && !element.hasAttribute('d')) return '';
  reach(paper, placed(paper, element.getBoundingClientRect()));
  const given = geometry.flatMap((each): [string, string][] => {
    const value = element.getAttribute(each);
    return value === null ? [] : [[each, value]];
  });
  const rounding = name === 'rect' ? pixels(style.rx) : 0;
  return tag(
    name,
    {
      rx: rounding || undefined,
      ...Object.fromEntries(given),
      ...painted(style, zoomOf(element, style, paper)),
      ...(name.startsWith('t') ? fontAttributes(style, paper) : {}),
      opacity,
    },
    copies(element, paper),
  );
}

/** How much larger a stroke is drawn than it says, where its width is that of the screen. */
function zoomOf(element: Element, style: CSSStyleDeclaration, paper: Paper): number {
  if (style.vectorEffect !== 'non-scaling-stroke') return 1;
  const matrix = (element as SVGGraphicsElement).getScreenCTM();
  return matrix ? Math.abs(matrix.a) / paper.scale : 1; // nothing of a figure is turned
}

function painted(style: CSSStyleDeclaration, zoom: number): Attributes {
  const { fill, stroke } = style;
  const share = (property: string): number => Number(style.getPropertyValue(property));
  const drawn = (paint: string): boolean => paint !== 'none' && !paint.startsWith('url');
  const others = Object.entries(plain).flatMap(([name, initial]): [string, string][] => {
    const value = style.getPropertyValue(name).replaceAll('px', '');
    return value === initial || value === '' ? [] : [[name, value]];
  });
  return {
    ...(drawn(fill) ? inked('fill', fill, share('fill-opacity')) : { fill: 'none' }),
    ...(drawn(stroke)
      ? {
          ...inked('stroke', stroke, share('stroke-opacity')),
          'stroke-width': rounded(pixels(style.strokeWidth) / zoom),
        }
      : {}),
    ...Object.fromEntries(others),
  };
}
