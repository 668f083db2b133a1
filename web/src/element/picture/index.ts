export { PictureError, largestSide, svgToPng } from './png.ts';
export { stageSvg } from './svg.ts';
export type { PictureOptions } from './svg.ts';
