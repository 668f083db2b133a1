// Runs inside the page: makes pictures of the figure, reads them again, and lays them over photographs of the page.
import { stageSvg, svgToPng } from '../../../web/src/element/picture/index.ts';

export const stageOf = (): HTMLElement => {
  const stage = document
    .querySelector('qkv-lab')
    ?.shadowRoot?.querySelector<HTMLElement>('section.stage');
  if (!stage) throw new Error('no stage is drawn');
  return stage;
};

export const svgOf = (element: HTMLElement = stageOf()): string =>
  stageSvg(element, { title: 'Figure <1>', description: 'Q & K' });

export interface Found {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
}

const middle = ({ left, right, top, bottom }: DOMRect, from: DOMRect): Omit<Found, 'text'> => ({
  x: (left + right) / 2 - from.left,
  y: (top + bottom) / 2 - from.top,
  left: left - from.left,
  right: right - from.left,
});

/** Shows a picture in the page while something is measured. */
function shown<T>(svg: string, measure: (root: SVGSVGElement) => T): T {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const root = document.importNode(parsed, true) as unknown as SVGSVGElement;
  root.style.cssText += '; position: fixed; top: 0; left: 0';
  document.body.append(root);
  try {
    return measure(root);
  } finally {
    root.remove();
  }
}

/** The picture's texts, and where a browser that draws it puts them. */
export const textsOf = (svg: string): Found[] =>
  shown(svg, (root) =>
    [...root.querySelectorAll('text')].map((text) => ({
      text: text.textContent,
      ...middle(text.getBoundingClientRect(), root.getBoundingClientRect()),
    })),
  );

/** The picture without one of its texts. */
export function without(svg: string, index: number): string {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const text = parsed.querySelectorAll('text')[index];
  if (!text) throw new RangeError(`no text ${index}`);
  text.remove();
  return new XMLSerializer().serializeToString(parsed);
}

/** The numbers in the cells of the figure, with the middle of their cell. */
export function cellTexts() {
  const stage = stageOf();
  const from = stage.getBoundingClientRect();
  return [...stage.querySelectorAll('[role=gridcell]')].flatMap((cell) => {
    const number = cell.querySelector('span');
    if (!number || !cell.checkVisibility({ checkVisibilityCSS: true })) return [];
    const text = number.textContent;
    const range = document.createRange();
    range.selectNodeContents(number);
    const box = cell.getBoundingClientRect();
    return [
      {
        text,
        ...middle(range.getBoundingClientRect(), from),
        cell: { ...middle(box, from), half: box.height / 2 },
      },
    ];
  });
}

/** What a picture must not hold, and what its root says. */
export function faults(svg: string): string[] {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = parsed.documentElement;
  const found: string[] = [];
  if (parsed.querySelector('parsererror')) found.push('not well-formed');
  for (const name of ['foreignObject', 'script', 'style', 'image', 'use', 'a']) {
    if (root.getElementsByTagName(name).length > 0) found.push(name);
  }
  for (const element of root.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (/href|^on|^src/.test(name)) found.push(`${element.localName} ${name}`);
      if (/var\(|color-mix|oklab|oklch|https?:|NaN|Infinity|undefined/.test(value)) {
        found.push(`${element.localName} ${name}="${value}"`);
      }
      const [, id] = /url\(#(.*)\)/.exec(value) ?? [];
      if (value.includes('url(') && (id === undefined || !parsed.getElementById(id))) {
        found.push(`${name}="${value}" leads nowhere`);
      }
      const family = name === 'font-family' ? value : '';
      if (family && !/(^|, )(sans-serif|serif|monospace)$/.test(family)) found.push(family);
    }
  }
  const [width, height] = ['width', 'height'].map((name) => root.getAttribute(name));
  if (root.getAttribute('viewBox') !== `0 0 ${width} ${height}`) found.push('viewBox');
  if (root.querySelector(':scope > title')?.textContent !== 'Figure <1>') found.push('title');
  if (root.querySelector(':scope > desc')?.textContent !== 'Q & K') found.push('desc');
  return found;
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

async function pixelsOf(png: Blob | string): Promise<Pixels> {
  const image = typeof png === 'string' ? new Image() : await createImageBitmap(png);
  if (typeof png === 'string' && image instanceof Image) {
    image.src = png;
    await image.decode();
  }
  const canvas = document.createElement('canvas');
  const { width, height } = image;
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('no canvas');
  pen.drawImage(image, 0, 0);
  return { width, height, data: pen.getImageData(0, 0, width, height).data };
}

/** How far the nearest of the pixels around is from the colour of this one, in its worst channel. */
function distance(a: Pixels, b: Pixels, x: number, y: number): number {
  const at = 4 * (y * a.width + x);
  let least = 255;
  for (let row = Math.max(0, y - 1); row <= Math.min(b.height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(b.width - 1, x + 1); column++) {
      const other = 4 * (row * b.width + column);
      let most = 0;
      for (let channel = 0; channel < 3; channel++) {
        const apart = (a.data[at + channel] ?? 0) - (b.data[other + channel] ?? 0);
        most = Math.max(most, Math.abs(apart));
      }
      least = Math.min(least, most);
    }
  }
  return least;
}

/** Pixels of either picture that the other has nothing like, within one pixel: antialiasing passes. */
export function differing(a: Pixels, b: Pixels, limit = 64): { count: number; places: string[] } {
  const places = new Map<string, number>();
  let count = 0;
  for (let y = 0; y < Math.min(a.height, b.height); y++) {
    for (let x = 0; x < Math.min(a.width, b.width); x++) {
      const at = 4 * (y * a.width + x);
      const other = 4 * (y * b.width + x);
      if (
        a.data[at] === b.data[other] &&
        a.data[at + 1] === b.data[other + 1] &&
        a.data[at + 2] === b.data[other + 2]
      ) {
        continue;
      }
      if (Math.max(distance(a, b, x, y), distance(b, a, x, y)) <= limit) continue;
      count++;
      const place = `${x - (x % 20)},${y - (y % 20)}`;
      places.set(place, (places.get(place) ?? 0) + 1);
    }
  }
  const worst = [...places].sort(([, m], [, n]) => n - m).slice(0, 6);
  return { count, places: worst.map(([place, n]) => `${place}: ${n}`) };
}

const render = async (svg: string, ratio = 1): Promise<Pixels> =>
  pixelsOf(await svgToPng(svg, ratio));

const same = (a: Found, b: Found): boolean =>
  a.text === b.text && Math.hypot(a.x - b.x, a.y - b.y) <= 1.5;

/** A number whose cell holds another text in the picture, or none, or its own elsewhere. */
function strays(texts: readonly Found[]): string[] {
  return cellTexts().flatMap((number) => {
    const { cell } = number;
    const inside = texts.filter(
      ({ x, y }) => x > cell.left && x < cell.right && Math.abs(y - cell.y) < cell.half,
    );
    const [only] = inside;
    if (inside.length === 1 && only && same(only, number)) return [];
    return [`${number.text}: ${inside.map(({ text }) => text).join()}`];
  });
}

/** All that is asked of the picture of the stage, which the photograph shows. */
export async function examined(photo: string, damaging: boolean) {
  const svg = svgOf();
  const texts = textsOf(svg);
  const [page, whole] = [await pixelsOf(photo), await render(svg)];
  const [longest] = cellTexts().sort((a, b) => b.text.length - a.text.length);
  const lost = texts.findIndex((each) => longest && same(each, longest));
  return {
    cells: cellTexts().length,
    strays: strays(texts),
    faults: faults(svg),
    apart: differing(whole, page),
    damage: damaging ? differing(await render(without(svg, lost)), page).count : Infinity,
    size: [whole.width, whole.height] as const,
    room: [page.width, page.height] as const,
    corner: [...whole.data.slice(0, 4)],
  };
}

/** Controls, which a picture leaves out, leave the page's figure too. Where the figure stands. */
export function posed() {
  const stage = stageOf();
  for (const each of stage.querySelectorAll<HTMLElement>('button')) {
    each.style.visibility = 'hidden';
  }
  const { x, y, width, height } = stage.getBoundingClientRect();
  return { x, y, width, height };
}

/** The size of the stage's SVG, of its PNG at each ratio, and why there is none at others. */
export async function sizes(ratios: readonly number[]) {
  const svg = svgOf();
  const { width, height } = await render(svg);
  const found: string[] = [];
  for (const ratio of ratios) {
    found.push(
      await svgToPng(svg, ratio).then(async (png) => {
        const bitmap = await createImageBitmap(png);
        return `${png.type} ${bitmap.width} ${bitmap.height}`;
      }, String),
    );
  }
  return { width, height, found };
}

export const refusal = (svg: string): Promise<string> => svgToPng(svg, 1).then(String, String);

export interface Drawn extends Found {
  readonly attributes: string;
}

/** The picture of some markup; its texts, and the boxes of its spans as the layout has them. */
export function pictured(markup: string, style = '') {
  const host = document.createElement('div');
  host.style.cssText = `position: fixed; inset: 0 auto auto 0; width: 600px; font: 20px sans-serif; ${style}`;
  host.innerHTML = `<div lang="en" style="background: #fff">${markup}</div>`;
  document.body.append(host);
  const stage = host.firstElementChild as HTMLElement;
  const svg = svgOf(stage);
  const frame = stage.getBoundingClientRect();
  const scale = frame.width / stage.offsetWidth;
  const spans = [...stage.querySelectorAll('span')].map((span) => {
    const { left, right } = span.getBoundingClientRect();
    return {
      text: span.textContent,
      left: (left - frame.left) / scale,
      right: (right - frame.left) / scale,
    };
  });
  host.remove();
  const elements = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('text');
  const texts = textsOf(svg).map((each, index): Drawn => {
    const attributes = [...(elements[index]?.attributes ?? [])];
    return {
      ...each,
      attributes: attributes.map(({ name, value }) => `${name}=${value}`).join(' '),
    };
  });
  return { svg, texts, spans };
}

/** A colour as the canvas paints it. */
export function paintedHex(colour: string): string {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map((each) => each.toString(16).padStart(2, '0')).join('')}`;
}
