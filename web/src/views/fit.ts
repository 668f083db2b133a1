// Long arithmetic is set smaller until it fits its line, and wraps when that would be too small.
import { zoomOf } from './surroundings.ts';

const smallest = 0.7;
const wrapped = 0.85;
const steps = 20;

/** Measures now; what it returns sets the sizes, once everything else has been measured too. */
export function fitLines(root: ParentNode): () => void {
  const measured = [...root.querySelectorAll<HTMLElement>('.sum-line')].map((line) => {
    const fit = Number(line.style.getPropertyValue('--fit') || 1);
    // Its parts side by side, whether it is wrapped now or not.
    const long = [...line.children].reduce((sum, part) => sum + widthOf(part), 0) / fit;
    return { line, fit, ratio: widthOf(line) / long };
  });
  return () => {
    for (const { line, fit, ratio } of measured) {
      const wraps = ratio < smallest;
      // In steps, so that most edits leave the line as it is: another size lays it out once more.
      const next = wraps ? wrapped : Math.min(1, Math.floor(ratio * 0.99 * steps) / steps);
      line.toggleAttribute('data-wrap', wraps);
      if (fit !== next) line.style.setProperty('--fit', String(next));
    }
  };
}

const widthOf = (element: Element): number => element.getBoundingClientRect().width;

/** A remark at a cell near the edge moves inwards, and so does a field that is wider than its cell. */
export function keepInside(stage: HTMLElement): void {
  const zoom = zoomOf(stage);
  const remark = stage.querySelector<HTMLElement>('.bubble');
  if (remark) {
    remark.style.removeProperty('translate');
    const over =
      (remark.getBoundingClientRect().right - stage.getBoundingClientRect().right) / zoom + 8;
    if (over > 0) remark.style.translate = `${-over}px`;
  }
  const field = stage.querySelector<HTMLElement>('[data-thin] .field');
  if (field) {
    field.style.removeProperty('margin-left');
    const room = (stage.parentElement ?? stage).getBoundingClientRect();
    const { left, right } = field.getBoundingClientRect();
    const by =
      Math.min(0, (room.right - right) / zoom - 4) || Math.max(0, (room.left - left) / zoom + 4);
    if (by !== 0) field.style.marginLeft = `${by}px`;
  }
}
