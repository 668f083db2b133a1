// The sheet that a picture is drawn on: where things lie, and what has been drawn so far.
import type { Attributes } from './markup.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Painted once the whole figure is known; a higher layer later, like `z-index`. */
export interface Mark {
  readonly layer: number;
  readonly markup: () => string;
}

/** What a text's place depends on, read once: a computed style is asked at a price. */
export interface Font {
  readonly fontFamily: string;
  readonly fontSize: string;
  readonly fontWeight: string;
  readonly fontStyle: string;
  readonly lang: string;
  /** The language that faces are chosen by, which `all: initial` on an element may have taken from its texts. */
  readonly locale: string;
}

/** Text on one line, in one style. */
export interface Run {
  readonly text: string;
  readonly element: Element;
  readonly font: Font;
  readonly attributes: Attributes;
  readonly box: Box;
  /** From the top of its box down to its baseline, once that is measured. */
  ascent: number;
}

export interface Paper {
  /** The client's place of the picture's corner, and how much the page enlarges the figure. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly lang: string;
  /** The family of most texts, named once. */
  readonly family: string;
  /** A selector: what is not of the picture. */
  readonly skip: string;
  readonly runs: Run[];
  /** By id; an id says all of what it names, so that pictures in one page may share it. */
  readonly defs: Map<string, string>;
  /** Where the drawing ends. */
  bottom: number;
}

/** Where the page scales the figure by a transform, measured boxes are unscaled. */
export const placed = (paper: Paper, { left, top, width, height }: DOMRect): Box => ({
  x: (left - paper.left) / paper.scale,
  y: (top - paper.top) / paper.scale,
  width: width / paper.scale,
  height: height / paper.scale,
});

/** Edges on whole pixels, as browsers paint them: hairlines stay sharp. */
export function snapped({ x, y, width, height }: Box): Box {
  const left = Math.round(x);
  const top = Math.round(y);
  return {
    x: left,
    y: top,
    width: Math.round(x + width) - left,
    height: Math.round(y + height) - top,
  };
}

export const inset = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

/** The picture reaches down to here. */
export function reach(paper: Paper, { y, height }: Box): void {
  paper.bottom = Math.max(paper.bottom, y + height);
}
