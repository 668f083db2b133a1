// Pointing at an output in any of the instruments chooses it in all of them.
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';
import { rowOf } from './words.ts';

const cellOf = ({ target }: Event): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;

export function look(view: View, scene: Scene, row: number): void {
  const last = scene.sequence.length - 1;
  if (row !== rowOf(view, scene) && row >= 0 && row <= last) scene.requests.look('row', row);
}

/** Of a mouse alone: a finger taps. */
export const hovers =
  (view: View, scene: Scene) =>
  (event: PointerEvent): void => {
    const cell = cellOf(event);
    if (cell && event.pointerType === 'mouse') look(view, scene, Number(cell.dataset.row));
  };

/** Where a question is, it leads to its answer, which in front of a class is revealed. */
export const clicks =
  (view: View, scene: Scene) =>
  (event: Event): void => {
    const cell = cellOf(event);
    if (!cell) return;
    look(view, scene, Number(cell.dataset.row));
    if (cell.dataset.asked === undefined) return;
    if (view.state.present) view.requests.dispatch({ type: 'clicker', by: 1 });
    else view.requests.goToAnswer();
  };

const arrows: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/** Arrows move inside the map, and no step. */
export const moves =
  (view: View, scene: Scene) =>
  (event: KeyboardEvent): void => {
    const by = arrows[event.key];
    const cell = cellOf(event);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === 'Enter' && cell.dataset.asked !== undefined) clicks(view, scene)(event);
    else if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    if (!by) return;
    const last = scene.sequence.length - 1;
    const within = (place: number): number => Math.min(last, Math.max(0, place));
    const row = within(Number(cell.dataset.row) + by[0]);
    const column = within(Number(cell.dataset.column) + by[1]);
    look(view, scene, row);
    cell
      .closest('[role=grid]')
      ?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)
      ?.focus({ preventScroll: true });
  };
