// Text at its measured place, one run a line.
import { inked } from './colour.ts';
import { escaped, pixels, tag } from './markup.ts';
import type { Attributes } from './markup.ts';
import { placed } from './paper.ts';
import type { Font, Paper, Run } from './paper.ts';

interface Line {
  text: string;
  left: number;
  right: number;
  readonly top: number;
  readonly height: number;
}

/** Collapsible white space; other spaces are characters like any other. */
const blank = /^[ \t\n\r\f]$/;

/** What a text node shows on each line, and where. Measured by character: nothing else knows where lines break. */
function linesOf(node: Text): Line[] {
  const lines: Line[] = [];
  const range = document.createRange();
  let line: Line | undefined;
  let unplaced = ''; // joiners and marks that take no room before the first that does
  let offset = 0;
  for (const character of node.data) {
    range.setStart(node, offset);
    range.setEnd(node, (offset += character.length));
    const rect = [...range.getClientRects()].find(({ width }) => width > 0);
    const space = blank.test(character);
    if (!rect) {
      if (space) continue; // collapsed, or hanging at the end of a line
      if (line) line.text += character;
      else unplaced += character;
      continue;
    }
    if (!line || Math.abs(rect.top - line.top) > line.height / 2) {
      const { top, height } = rect;
      line = { text: unplaced, left: Infinity, right: -Infinity, top, height };
      unplaced = '';
      lines.push(line);
    }
    line.text += space ? ' ' : character;
    if (space) continue;
    line.left = Math.min(line.left, rect.left);
    line.right = Math.max(line.right, rect.right);
  }
  return lines.filter(({ left, right }) => left < right);
}

export function runsOf(
  node: Text,
  style: CSSStyleDeclaration,
  struck: string,
  paper: Paper,
): Run[] {
  const element = node.parentElement;
  if (!element || node.data.trim() === '') return [];
  const font = fontOf(element, style);
  const rtl = style.direction === 'rtl';
  const attributes = {
    ...fontAttributes(style, paper),
    ...inked('fill', style.color),
    direction: rtl ? 'rtl' : undefined,
    'text-decoration': struck || undefined,
    'xml:lang': font.lang === paper.lang ? undefined : font.lang,
  };
  return linesOf(node).map(({ text, left, right, top, height }) => {
    const box = placed(paper, new DOMRect(left, top, right - left, height));
    return {
      text: transformed(text.trim(), element, style),
      element,
      font,
      attributes: { x: rtl ? box.x + box.width : box.x, ...attributes },
      box,
      ascent: box.height,
    };
  });
}

function fontOf(element: Element, style: CSSStyleDeclaration): Font {
  const { fontFamily, fontSize, fontWeight, fontStyle } = style;
  const [lang, locale] = [langOf(element), localeOf(style)];
  return { fontFamily, fontSize, fontWeight, fontStyle, lang, locale };
}

export const localeOf = (style: CSSStyleDeclaration): string =>
  style.getPropertyValue('-webkit-locale');

function transformed(text: string, element: Element, style: CSSStyleDeclaration): string {
  if (style.textTransform === 'uppercase') return text.toLocaleUpperCase(langOf(element));
  if (style.textTransform === 'lowercase') return text.toLocaleLowerCase(langOf(element));
  if (element.localName === 'mi' && element.getAttribute('mathvariant') !== 'normal') {
    return mathItalic(text);
  }
  return element.localName === 'mo' ? text.replace('-', '\u2212') : text;
}

const alphabets: readonly (readonly [from: string, to: string, italic: number])[] = [
  ['A', 'Z', 0x1d434],
  ['a', 'z', 0x1d44e],
  ['Α', 'Ω', 0x1d6e2],
  ['α', 'ω', 0x1d6fc],
];

/** The letter that MathML shows for a one-letter identifier: it has a place of its own in Unicode. */
function mathItalic(text: string): string {
  if (text === 'h') return '\u210e'; // Planck's constant was there first
  const found = alphabets.find(([from, to]) => text.length === 1 && text >= from && text <= to);
  if (!found) return text;
  const [from, , italic] = found;
  return String.fromCodePoint(italic + text.charCodeAt(0) - from.charCodeAt(0));
}

/** The nearest `lang`, through the borders of shadow trees. */
export function langOf(element: Element): string {
  const found = element.closest('[lang]');
  if (found) return found.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? langOf(root.host) : '';
}

/** Other faces, which lend what the first has not, may raise a line. */
const sampleOf = (text: string): string => (/^[ -~]*$/.test(text) ? 'x' : text);

/** Where the baselines of the runs are: the same text, in the same font, beside a mark that stands on its line. */
export function measureBaselines({ runs, scale }: Paper, stage: Element): void {
  const holder = document.createElement('div');
  holder.style.cssText =
    'all: initial; position: fixed; top: 0; left: 0; width: 0; height: 0; overflow: hidden; visibility: hidden';
  const probes = new Map<string, { text: Text; mark: Element }>();
  const keys = runs.map(({ font, text }) => JSON.stringify(font) + sampleOf(text));
  runs.forEach((run, index) => {
    const key = keys[index] ?? '';
    if (probes.has(key)) return;
    const probe = document.createElement('span');
    const mark = document.createElement('i');
    const text = document.createTextNode(sampleOf(run.text));
    const { fontFamily, fontSize, fontWeight, fontStyle } = run.font;
    probe.style.cssText = 'all: initial; position: absolute; white-space: pre';
    Object.assign(probe.style, { fontFamily, fontSize, fontWeight, fontStyle });
    probe.lang = run.font.lang;
    probe.style.setProperty('-webkit-locale', run.font.locale);
    mark.style.cssText = 'all: initial; display: inline-block';
    probe.append(text, mark);
    holder.append(probe);
    probes.set(key, { text, mark });
  });
  stage.parentNode?.append(holder);
  const range = document.createRange();
  runs.forEach((run, index) => {
    const probe = probes.get(keys[index] ?? '');
    if (!probe) return;
    range.selectNodeContents(probe.text);
    const { top } = range.getBoundingClientRect();
    run.ascent = (probe.mark.getBoundingClientRect().bottom - top) / scale;
  });
  holder.remove();
}

export const baselineOf = ({ box, ascent }: Run): number => box.y + ascent;

/** Family lists in single quotes, which end in a family that every program has. */
export function familyOf({ fontFamily }: CSSStyleDeclaration): string {
  const family = fontFamily.replaceAll('"', "'");
  return /(^|, )(sans-serif|serif|monospace)$/.test(family) ? family : `${family}, sans-serif`;
}

export function fontAttributes(style: CSSStyleDeclaration, paper: Paper): Attributes {
  const family = familyOf(style);
  return {
    'font-family': family === paper.family ? undefined : family,
    'font-size': pixels(style.fontSize),
    'font-weight': style.fontWeight === '400' ? undefined : style.fontWeight,
    'font-style': style.fontStyle === 'normal' ? undefined : style.fontStyle,
    'letter-spacing': style.letterSpacing === 'normal' ? undefined : pixels(style.letterSpacing),
  };
}

export const textMarkup = (run: Run): string =>
  tag('text', { ...run.attributes, y: baselineOf(run) }, escaped(run.text));
