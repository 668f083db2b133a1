// The box of an element: ground, hatching, rings, borders.
import { inked, isClear } from './colour.ts';
import { hatched } from './hatch.ts';
import { listed, pixels, rounded, tag } from './markup.ts';
import { inset } from './paper.ts';
import type { Box, Paper } from './paper.ts';

interface Side {
  readonly width: number;
  readonly line: string;
  readonly colour: string;
  /** The strip that it fills. */
  readonly strip: Box;
}

export function boxMarkup(box: Box, style: CSSStyleDeclaration, paper: Paper): string {
  if (box.width <= 0 && box.height <= 0) return '';
  const radius = radiusOf(box, style);
  const shadows = shadowsOf(style);
  return [
    ...shadows
      .filter(({ inner }) => !inner)
      .map(({ spread, colour }) =>
        ring(inset(box, -spread), spread, colour, radius && radius + spread),
      ),
    isClear(style.backgroundColor)
      ? ''
      : tag('rect', { ...box, rx: radius || undefined, ...inked('fill', style.backgroundColor) }),
    ...listed(style.backgroundImage).map((image) => hatched(box, image, radius, paper)),
    ...shadows
      .filter(({ inner }) => inner)
      .map(({ spread, colour }) => ring(box, spread, colour, radius)),
    borders(box, style, radius),
  ].join('');
}

function radiusOf({ width, height }: Box, { borderTopLeftRadius: given }: CSSStyleDeclaration) {
  const radius = given.includes('%') ? (pixels(given) / 100) * width : pixels(given);
  return Math.min(radius, width / 2, height / 2);
}

/** Shadows that are rings; one that is blurred or moved only lifts a thing off the page. */
function shadowsOf({ boxShadow }: CSSStyleDeclaration) {
  if (boxShadow === 'none') return [];
  return listed(boxShadow).flatMap((shadow) => {
    const [, colour = '', lengths = '', inner] =
      /^(.*?\)|\S+) ((?:-?[\d.]+px ?)+)(inset)?$/.exec(shadow) ?? [];
    const [x, y, blur, spread = 0] = lengths.split(' ').map(pixels);
    return x === 0 && y === 0 && blur === 0 && spread > 0 && !isClear(colour)
      ? [{ colour, spread, inner: inner !== undefined }]
      : [];
  });
}

const ring = (outer: Box, width: number, colour: string, radius: number): string =>
  tag('rect', {
    ...inset(outer, width / 2),
    rx: Math.max(0, radius - width / 2) || undefined,
    fill: 'none',
    ...inked('stroke', colour),
    'stroke-width': width,
  });

function borders(box: Box, style: CSSStyleDeclaration, radius: number): string {
  const sides = sidesOf(box, style);
  const [first] = sides;
  if (!first) return '';
  const { width, line, colour } = first;
  const alike = sides.every(
    (side) => side.width === width && side.line === line && side.colour === colour,
  );
  if (alike && line === 'solid' && sides.length === 4) return ring(box, width, colour, radius);
  const solid = sides.filter((side) => side.line !== 'dashed');
  const colours = [...new Set(solid.map((side) => side.colour))];
  return [
    // One path a colour: sides that meet leave no seam.
    ...colours.map((each) =>
      tag('path', {
        d: solid
          .filter((side) => side.colour === each)
          .map(({ strip }) => rectanglePath(strip))
          .join(''),
        ...inked('fill', each),
      }),
    ),
    ...sides.filter((side) => side.line === 'dashed').map(dashed),
  ].join('');
}

function sidesOf({ x, y, width, height }: Box, style: CSSStyleDeclaration): Side[] {
  const [top, right, bottom, left] = (['top', 'right', 'bottom', 'left'] as const).map((name) => ({
    width: pixels(style.getPropertyValue(`border-${name}-width`)),
    line: style.getPropertyValue(`border-${name}-style`),
    colour: style.getPropertyValue(`border-${name}-color`),
  }));
  if (!top || !right || !bottom || !left) return [];
  return [
    { ...top, strip: { x, y, width, height: top.width } },
    { ...right, strip: { x: x + width - right.width, y, width: right.width, height } },
    { ...bottom, strip: { x, y: y + height - bottom.width, width, height: bottom.width } },
    { ...left, strip: { x, y, width: left.width, height } },
  ].filter((side) => side.width > 0 && !/none|hidden/.test(side.line) && !isClear(side.colour));
}

const rectanglePath = ({ x, y, width, height }: Box): string =>
  `M${rounded(x)} ${rounded(y)}h${rounded(width)}v${rounded(height)}h${rounded(-width)}z`;

/** Whole dashes from corner to corner, the gaps as near to a dash as that allows. */
function dashed({ strip, width, colour }: Side): string {
  const across = strip.width >= strip.height;
  const length = Math.max(strip.width, strip.height);
  const dash = width * (width < 3 ? 3 : 2);
  const gaps = Math.max(1, Math.round((length - dash) / (2 * dash)));
  const middle = { x: strip.x + strip.width / 2, y: strip.y + strip.height / 2 };
  return tag('path', {
    d: across
      ? `M${rounded(strip.x)} ${rounded(middle.y)}h${rounded(length)}`
      : `M${rounded(middle.x)} ${rounded(strip.y)}v${rounded(length)}`,
    ...inked('stroke', colour),
    'stroke-width': width,
    'stroke-dasharray': `${rounded(dash)} ${rounded(Math.max(0, (length - dash) / gaps - dash))}`,
  });
}

/** An outline that the figure has; where the reader's focus is belongs to no picture. */
export function outlineMarkup(box: Box, element: Element, style: CSSStyleDeclaration): string {
  const width = pixels(style.outlineWidth);
  if (style.outlineStyle === 'none' || width === 0 || isClear(style.outlineColor)) return '';
  if (element.matches(':focus-visible')) return '';
  return ring(inset(box, -width - pixels(style.outlineOffset)), width, style.outlineColor, 0);
}

/** The box of `::before` or `::after` where it is positioned: nothing else of it can be measured. */
export function pseudoMarkup(
  element: Element,
  name: '::before' | '::after',
  origin: Box,
  paper: Paper,
  snap: (box: Box) => Box,
): { markup: string; box: Box } | null {
  const style = getComputedStyle(element, name);
  const drawn = style.content !== 'none' && style.content !== 'normal';
  if (!drawn || style.position !== 'absolute' || style.display === 'none') return null;
  if (style.visibility !== 'visible') return null;
  const around = style.boxSizing === 'border-box' ? [] : ['padding', 'border'];
  const extra = (...sides: readonly string[]): number =>
    around
      .flatMap((kind) =>
        sides.map((side) => (kind === 'border' ? `border-${side}-width` : `padding-${side}`)),
      )
      .reduce((sum, property) => sum + pixels(style.getPropertyValue(property)), 0);
  const box = {
    x: origin.x + pixels(style.left) + pixels(style.marginLeft),
    y: origin.y + pixels(style.top) + pixels(style.marginTop),
    width: pixels(style.width) + extra('left', 'right'),
    height: pixels(style.height) + extra('top', 'bottom'),
  };
  if (style.transform === 'none') return { markup: boxMarkup(snap(box), style, paper), box };
  const [x = 0, y = 0] = style.transformOrigin.split(' ').map(pixels);
  const matrix = style.transform.replace(/^matrix\(|\)$/g, '');
  const centre = { x: box.x + x, y: box.y + y };
  return {
    markup: tag(
      'g',
      { transform: `translate(${rounded(centre.x)} ${rounded(centre.y)}) matrix(${matrix})` },
      boxMarkup({ ...box, x: -x, y: -y }, style, paper),
    ),
    box,
  };
}
