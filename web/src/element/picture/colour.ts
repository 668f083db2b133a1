// Colours that other programs know. A mixed colour computes to a notation that only browsers read.
import type { Attributes } from './markup.ts';

export interface Ink {
  readonly hex: string;
  readonly alpha: number;
}

type Channels = readonly [number, number, number, number];

const hexOf = ([r, g, b, alpha]: Channels): Ink => {
  const digits = [r, g, b].map((each) =>
    Math.round(Math.min(255, Math.max(0, each)))
      .toString(16)
      .padStart(2, '0'),
  );
  return { hex: `#${digits.join('')}`, alpha };
};

/** Björn Ottosson's OKLab to sRGB, 0 … 255. */
function fromOklab([lightness, a, b, alpha]: Channels): Channels {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encoded = (x: number): number =>
    255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
    alpha,
  ];
}

/** The canvas paints every notation; a browser that guards against fingerprints falsifies what it gives back. */
function painted(colour: string): Channels {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return [0, 0, 0, 1];
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b, alpha / 255];
}

const known = new Map<string, Ink>();

/** A computed colour. */
export function inkOf(colour: string): Ink {
  const before = known.get(colour);
  if (before) return before;
  const [, notation = '', inside = ''] = /^(\w+)\((?:srgb )?(.*)\)$/.exec(colour) ?? [];
  const [x = 0, y = 0, z = 0, alpha = 1] = inside.split(/[\s,/]+/).map((each) => Number(each) || 0);
  const channels: Channels = [x, y, z, alpha];
  const srgb = notation === 'color' && colour.includes('srgb ');
  const ink = notation.startsWith('rgb')
    ? hexOf(channels)
    : notation === 'oklab'
      ? hexOf(fromOklab(channels))
      : srgb
        ? hexOf([255 * x, 255 * y, 255 * z, alpha])
        : hexOf(painted(colour));
  known.set(colour, ink);
  return ink;
}

/** The attributes of a fill or a stroke; the alpha stands apart, as older programs want it. */
export function inked(property: 'fill' | 'stroke', colour: string, share = 1): Attributes {
  const { hex, alpha } = inkOf(colour);
  const opacity = alpha * share;
  return { [property]: hex, [`${property}-opacity`]: opacity < 1 ? opacity : undefined };
}

export const isClear = (colour: string): boolean => inkOf(colour).alpha === 0;
