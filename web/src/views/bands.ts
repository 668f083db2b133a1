// The crosshair: which cells the inspected cell is made of. Layout arithmetic on measured boxes.
import { svg } from 'lit';
import type { SVGTemplateResult } from 'lit';
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Identity } from '../state/lesson.ts';
import { zoomOf } from './surroundings.ts';
import { matrixOf } from './view.ts';
import type { View } from './view.ts';

interface Place {
  readonly slot: string;
  readonly row: number;
  readonly column: number;
}

export interface Band {
  readonly kind: Identity | 'target';
  readonly from: Place;
  readonly to: Place;
}

const place = (slot: string, row: number, column: number): Place => ({ slot, row, column });

/** The columns of a head. */
const headWidth = (view: View): number => (matrixOf(view, 'output') ?? { columns: 1 }).columns;

const inner = (view: View, tap: TapName): number => matrixOf(view, tap)?.columns ?? 1;

export function bandsOf(view: View): readonly Band[] {
  const { cell } = view.state;
  if (!cell || !view.results || !view.arithmetic) return [];
  const { row, column } = cell;
  const last = view.tokens.length - 1;
  const { head } = view.state;
  const width = headWidth(view);
  const target = (slot: string): Band => ({
    kind: 'target',
    from: place(slot, row, column),
    to: place(slot, row, column),
  });
  switch (view.step.kind) {
    case 'input':
    case 'watch':
      return [];
    case 'project': {
      const letter = (view.state.on ?? 'projected_q').slice(-1) as 'q' | 'k' | 'v';
      return [
        { kind: 'x', from: place('X', row, 0), to: place('X', row, inner(view, 'x') - 1) },
        {
          kind: letter,
          from: place(`W${letter}`, 0, column),
          to: place(`P${letter}`, row, column),
        },
        target(`P${letter}`),
      ];
    }
    case 'split': {
      const at = head * width + column;
      return [
        {
          kind: 'q',
          from: place('Pq', row, head * width),
          to: place('Pq', row, (head + 1) * width - 1),
        },
        { kind: 'target', from: place('Pq', row, at), to: place('Pq', row, at) },
        target(`H${head}`),
      ];
    }
    case 'concat': {
      const from = Math.floor(column / width);
      return [
        { kind: 'o', from: place(`O${from}`, row, 0), to: place(`O${from}`, row, width - 1) },
        {
          kind: 'target',
          from: place(`O${from}`, row, column % width),
          to: place(`O${from}`, row, column % width),
        },
        target('C'),
      ];
    }
    case 'combine':
      return [
        { kind: 'a', from: place('C', row, 0), to: place('Y', row, column) },
        { kind: 'o', from: place('Wo', 0, column), to: place('Y', row, column) },
        target('Y'),
      ];
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
  const zoom = zoomOf(stage);
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
