// Long arithmetic is set smaller until it fits its line, and wraps when that would be too small.

const smallest = 0.7;
const wrapped = 0.85;

/** Measures now; what it returns sets the sizes, once everything else has been measured too. */
export function fitLines(root: ParentNode): () => void {
  const lines = [...root.querySelectorAll<HTMLElement>('.sum-line')];
  for (const line of lines) {
    if (line.style.getPropertyValue('--fit') !== '') line.style.removeProperty('--fit');
    line.removeAttribute('data-wrap');
  }
  const ratios = lines.map((line) => line.clientWidth / line.scrollWidth);
  return () => {
    for (const [index, line] of lines.entries()) {
      const ratio = ratios[index] ?? 1;
      if (!(ratio < 1)) continue;
      const wraps = ratio < smallest;
      line.style.setProperty('--fit', (wraps ? wrapped : ratio * 0.99).toFixed(3));
      if (wraps) line.dataset.wrap = '';
    }
  };
}

/** A remark at a cell near the edge moves inwards. */
export function keepInside(stage: HTMLElement): void {
  const remark = stage.querySelector<HTMLElement>('.bubble');
  if (!remark) return;
  remark.style.removeProperty('translate');
  const over = remark.getBoundingClientRect().right - stage.getBoundingClientRect().right + 8;
  if (over > 0) remark.style.translate = `${-over}px`;
}
