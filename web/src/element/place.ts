// The cell that an event is about.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Cell } from '../state/types.ts';
import { isLive, may, slotsOf, tapOf, turned } from '../views/index.ts';
import type { Slot, View } from '../views/index.ts';

export interface Place {
  readonly slot: Slot;
  readonly tap: TapName;
  readonly element: HTMLElement;
  /** As drawn. */
  readonly drawn: Cell;
  /** In the tap. */
  readonly cell: Cell;
  readonly live: boolean;
  readonly editable: boolean;
  /** The question is about it. */
  readonly asked: boolean;
}

export function placeOf(view: View, target: EventTarget | null): Place | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  const id = element?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
  const slot = slotsOf(view).find((each) => each.id === id);
  if (!element || !slot) return null;
  const tap = tapOf(view, slot);
  const drawn = { row: Number(element.dataset.row), column: Number(element.dataset.column) };
  return {
    slot,
    tap,
    element,
    drawn,
    cell: turned(slot, drawn),
    live: isLive(view, slot),
    editable: tap in view.state.inputs && may(view, 'numbers'),
    asked: element.classList.contains('ask'),
  };
}
