// A matrix in miniature: a tile for each number, no digits. Tiles of one depth are one path, so that
// a new number changes a few attributes and no style.
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';

/** Depths of ink that can be told apart at this size, and steps between them. */
export const depths = 20;

/** Of a tile's side, left free around it. */
const margin = 0.06;
const side = 1 - 2 * margin;

const tile = (index: number, columns: number): string =>
  `M${(index % columns) + margin} ${Math.floor(index / columns) + margin}h${side}v${side}h${-side}z`;

/** Row by row, the share of the deepest ink of each tile, from 0 to 1; null where nothing is known. */
export function tilesView(
  rows: number,
  columns: number,
  shareOf: (row: number, column: number) => number | null,
): TemplateResult {
  const drawn = new Map<number | null, string>();
  for (let index = 0; index < rows * columns; index++) {
    const share = shareOf(Math.floor(index / columns), index % columns);
    const depth = share === null ? null : Math.round(share * depths);
    drawn.set(depth, (drawn.get(depth) ?? '') + tile(index, columns));
  }
  return html`<svg
    class="tiles"
    viewBox="0 0 ${columns} ${rows}"
    .style=${`--columns:${columns};--rows:${rows};--side:${Math.max(rows, columns)}`}
  >
    <path class="empty" d=${drawn.get(null) ?? nothing} />
    ${Array.from(
      { length: depths + 1 },
      (_, depth) =>
        svg`<path .style=${`--t:${depth / depths}`} d=${drawn.get(depth) ?? nothing} />`,
    )}
  </svg>`;
}
