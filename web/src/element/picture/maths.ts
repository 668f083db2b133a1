// What MathML draws beside its letters: bars, radical signs, tall brackets, large operators.
import { inked } from './colour.ts';
import { escaped, rounded, tag } from './markup.ts';
import { placed } from './paper.ts';
import type { Box, Paper } from './paper.ts';
import { baselineOf, fontAttributes } from './text.ts';

export const isMath = (element: Element): boolean =>
  element.namespaceURI === 'http://www.w3.org/1998/Math/MathML';

const boxOf = (element: Element, paper: Paper): Box =>
  placed(paper, element.getBoundingClientRect());

/** An operator is drawn larger than its letter: its text is measured where it is not. */
export function isStretched(element: Element): boolean {
  if (element.localName !== 'mo') return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width } = range.getBoundingClientRect();
  return width > 0 && element.getBoundingClientRect().width > width * 1.05;
}

export function stretched(element: Element, style: CSSStyleDeclaration, paper: Paper): string {
  const box = boxOf(element, paper);
  const text = element.textContent.trim();
  if (text === '(' || text === ')') {
    return tag('path', { d: parenthesis(box, text), ...inked('fill', style.color) });
  }
  const { width, ...ink } = inkBox(style, text);
  const down = box.height / (ink.ascent + ink.descent);
  const place = `${rounded(box.x)} ${rounded(box.y + ink.ascent * down)}`;
  return tag(
    'text',
    {
      transform: `translate(${place}) scale(${rounded(box.width / width)} ${rounded(down)})`,
      ...fontAttributes(style, paper),
      ...inked('fill', style.color),
    },
    escaped(text),
  );
}

/** The ink of a text above and below its baseline, by the canvas: layout knows only its font's box. */
function inkBox(style: CSSStyleDeclaration, text: string) {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('this browser gives no canvas to measure with');
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const measured = pen.measureText(text);
  const { width, actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = measured;
  return { width, ascent, descent };
}

/** Points given as shares of a box, as a path. */
const pathIn =
  ({ x, y, width, height }: Box, flip = false) =>
  (command: string, ...points: readonly (readonly [number, number])[]): string =>
    command +
    points
      .map(([a, b]) => `${rounded(x + (flip ? 1 - a : a) * width)} ${rounded(y + b * height)}`)
      .join(' ');

/** Thin at its ends and swelling to the middle, like the one it stands for. */
function parenthesis(box: Box, side: '(' | ')'): string {
  const to = pathIn(box, side === ')');
  return [
    to('M', [0.91, 0]),
    to('C', [0.5, 0.12], [0.15, 0.28], [0.15, 0.5]),
    to('C', [0.15, 0.72], [0.5, 0.88], [0.91, 1]),
    to('L', [0.91, 0.981]),
    to('C', [0.56, 0.86], [0.315, 0.7], [0.315, 0.5]),
    to('C', [0.315, 0.3], [0.56, 0.14], [0.91, 0.019]),
    'Z',
  ].join('');
}

/** The thickness of bars, as maths fonts have it. */
const rule = (style: CSSStyleDeclaration): number =>
  Math.max(1, Math.round(0.066 * parseFloat(style.fontSize)));

/** The bar of a fraction, and the sign of a root. */
export function mathMarkup(element: Element, style: CSSStyleDeclaration, paper: Paper): string {
  if (element.localName === 'mfrac') return bar(element, style, paper);
  if (element.localName === 'msqrt') return radical(element, style, paper);
  return '';
}

function bar(element: Element, style: CSSStyleDeclaration, paper: Paper): string {
  const { x, width } = boxOf(element, paper);
  const [over, under] = [...element.children].map((each) => boxOf(each, paper));
  if (!over || !under) return '';
  const baseline = rowBaseline(element, paper);
  const minus = inkBox(style, '\u2212'); // it lies on the axis that bars lie on
  const axis = (minus.ascent - minus.descent) / 2;
  const middle = baseline === undefined ? (over.y + over.height + under.y) / 2 : baseline - axis;
  const height = rule(style);
  const y = Math.round(middle - height / 2);
  const padding = parseFloat(style.paddingLeft);
  const bar = { x: x + padding, y, width: width - 2 * padding, height };
  return tag('rect', { ...bar, ...inked('fill', style.color) });
}

const rows = ['math', 'mrow', 'mstyle', 'mpadded', 'msqrt'];
const scripted = ['msub', 'msup', 'msubsup', 'mrow', 'mstyle'];

/** The line that the element's row stands on: of a letter in it, or in a row around it. */
function rowBaseline(element: Element, paper: Paper): number | undefined {
  for (
    let row = element.parentElement;
    row && rows.includes(row.localName);
    row = row.parentElement
  ) {
    for (const each of row.children) {
      let letter: Element | null = each;
      while (letter && scripted.includes(letter.localName)) letter = letter.firstElementChild;
      const run = paper.runs.find((run) => run.element === letter);
      if (run) return baselineOf(run);
    }
  }
  return undefined;
}

/** Hook, thick stroke down, thin stroke up, bar: one outline. */
function radical(element: Element, style: CSSStyleDeclaration, paper: Paper): string {
  const box = boxOf(element, paper);
  const inside = [...element.children].map((each) => boxOf(each, paper));
  const left = Math.min(...inside.map(({ x }) => x));
  const right = Math.max(...inside.map(({ x, width }) => x + width));
  if (!Number.isFinite(left)) return '';
  const em = parseFloat(style.fontSize);
  const top = Math.round(box.y + 0.09 * em); // maths fonts ask for some room above the bar
  const sign = { x: box.x, y: top, width: left - box.x, height: box.y + box.height - top };
  const to = pathIn(sign);
  const d = [
    to('M', [0.12, 0.555], [0.31, 0.435], [0.52, 0.88], [1, 0]),
    `H${rounded(right)}v${rule(style)}`,
    `H${rounded(left + 0.055 * em)}`,
    to('L', [0.54, 1], [0.49, 1], [0.24, 0.515], [0.13, 0.585]),
    'Z',
  ].join('');
  return tag('path', { d, ...inked('fill', style.color) });
}
