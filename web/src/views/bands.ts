// The crosshair: which cells the inspected cell is made of. Layout arithmetic on measured boxes.
import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { Identity } from '../state/lesson.ts';
import type { SlotId } from './slots.ts';
import type { View } from './view.ts';

interface Place {
  readonly slot: SlotId;
  readonly row: number;
  readonly column: number;
}

export interface Band {
  readonly kind: Identity | 'target';
  readonly from: Place;
  readonly to: Place;
}

const place = (slot: SlotId, row: number, column: number): Place => ({ slot, row, column });

export function bandsOf(view: View): readonly Band[] {
  const { cell } = view.state;
  if (!cell || !view.results || !view.arithmetic) return [];
  const { row, column } = cell;
  const last = (view.state.inputs.k?.rows ?? 1) - 1;
  const target = (slot: SlotId): Band => ({
    kind: 'target',
    from: place(slot, row, column),
    to: place(slot, row, column),
  });
  switch (view.step.kind) {
    case 'input':
      return [];
    case 'product':
      return [
        { kind: 'q', from: place('Q', row, 0), to: place('S', row, column) },
        { kind: 'k', from: place('K', 0, column), to: place('S', row, column) },
        target('S'),
      ];
    case 'scale':
      return [
        { kind: 's', from: place('S', row, column), to: place('S', row, column) },
        target('Z'),
      ];
    case 'mask':
      return [{ kind: 's', from: place('Z', row, 0), to: place('Z', row, last) }, target('Z')];
    case 'softmax':
      return [
        { kind: 's', from: place('Z', row, 0), to: place('Z', row, last) },
        { kind: 'a', from: place('A', row, 0), to: place('A', row, last) },
        target('A'),
      ];
    case 'mix':
    case 'leak':
    case 'decode':
      return [
        { kind: 'a', from: place('A', row, 0), to: place('O', row, column) },
        { kind: 'v', from: place('V', 0, column), to: place('O', row, column) },
        target('O'),
      ];
  }
}

/** Room between a band and the cells that it frames, in pixels. */
const margin = 2;

/** Rectangles over a stage; where the page scales the figure by a transform, measured boxes are unscaled. */
export function drawBands(bands: readonly Band[], stage: HTMLElement): SVGTemplateResult[] {
  const origin = stage.getBoundingClientRect();
  const zoom = stage.offsetWidth > 0 ? origin.width / stage.offsetWidth : 1;
  const box = ({ slot, row, column }: Place): DOMRect | undefined => {
    const found = stage.querySelector(
      `[data-slot=${slot}] [data-row="${row}"][data-column="${column}"]`,
    );
    const rect = found?.getBoundingClientRect();
    return rect && rect.width > 0 ? rect : undefined;
  };
  return bands.flatMap(({ kind, from, to }) => {
    const a = box(from);
    const b = box(to);
    if (!a || !b) return [];
    const left = (Math.min(a.left, b.left) - origin.left) / zoom - margin;
    const top = (Math.min(a.top, b.top) - origin.top) / zoom - margin;
    const right = (Math.max(a.right, b.right) - origin.left) / zoom + margin;
    const bottom = (Math.max(a.bottom, b.bottom) - origin.top) / zoom + margin;
    return [
      svg`<rect class="band-${kind}" x=${left} y=${top} width=${right - left} height=${bottom - top} />`,
    ];
  });
}
