// How much room the curves have; they are drawn as large as that.
import type { CurvesSize } from './scene.ts';

/** After a drawing: null where nothing is drawn. */
export function measured(stage: ParentNode): CurvesSize | null {
  const drawing = stage.querySelector<SVGSVGElement>('.curves');
  if (!drawing) return null;
  const unit = parseFloat(getComputedStyle(drawing).fontSize) / 16;
  const { clientWidth, clientHeight } = drawing;
  if (clientWidth === 0 || clientHeight === 0 || !(unit > 0)) return null;
  return { width: Math.round(clientWidth / unit), height: Math.round(clientHeight / unit) };
}
