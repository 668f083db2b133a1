// The drawn stage as a file.
import type { PictureId, View } from '../views/index.ts';

/** Twice the pixels of the page: sharp in print and on fine screens. */
const pixelRatio = 2;

/** Of the stage, or of a part of it. */
export async function picture(kind: PictureId, stage: HTMLElement, view: View): Promise<Blob> {
  const { stageSvg, svgToPng } = await import('#later/picture');
  const words = view.words.steps[view.step.id];
  const svg = stageSvg(stage, {
    title: `${view.words.title}: ${words?.name ?? ''}`,
    description: view.text.figure,
    lang: view.state.locale,
  });
  return kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : svgToPng(svg, pixelRatio);
}
