// Injected: the contrast of every text with what lies under it, by WCAG 2.2, 1.4.3.

type Rgb = readonly [number, number, number];

const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const pen = canvas.getContext('2d', { willReadFrequently: true });

const painted = new Map<string, Rgb>();

/** Any CSS colour, over a background; the canvas knows every notation that a style computes to. */
function paint(colour: string, under: Rgb): Rgb {
  if (colour === 'rgba(0, 0, 0, 0)') return under;
  const key = `${colour} over ${under.join()}`;
  const known = painted.get(key) ?? paintAnew(colour, under);
  painted.set(key, known);
  return known;
}

function paintAnew(colour: string, under: Rgb): Rgb {
  if (!pen) throw new Error('no canvas');
  pen.globalCompositeOperation = 'source-over';
  for (const each of [`rgb(${under.join()})`, colour]) {
    pen.fillStyle = each;
    pen.fillRect(0, 0, 1, 1);
  }
  const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** What is painted by an element and all around it; each is looked at once. */
function under(element: Element | null, known: Map<Element, Rgb>): Rgb {
  if (!element) return [255, 255, 255];
  const found =
    known.get(element) ??
    paint(getComputedStyle(element).backgroundColor, under(element.parentElement, known));
  known.set(element, found);
  return found;
}

/** Texts whose contrast is below 4.5:1, or 3:1 where they are large. */
export function faintTexts(root: ShadowRoot): { texts: number; faint: string[] } {
  const faint = new Set<string>();
  const backgrounds = new Map<Element, Rgb>();
  let texts = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest('style')) continue;
    // Of a control that cannot be used, no contrast is asked.
    if (!element.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (element.closest('[aria-disabled=true]')) continue;
    texts++;
    const style = getComputedStyle(element);
    const below = under(element, backgrounds);
    const ratio = contrast(paint(style.color, below), below);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      faint.add(`"${text}" in ${element.className || element.localName}: ${ratio.toFixed(2)}`);
    }
  }
  return { texts, faint: [...faint] };
}
