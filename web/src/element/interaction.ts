// Pointers and keys on the figure, turned into requests. Listens on the shadow root, so that the keys
// it uses go no further; the page around hears the others.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Cell } from '../state/types.ts';
import { slots, tapOf, turned } from '../views/index.ts';
import type { Slot, View } from '../views/index.ts';

export interface Figure {
  readonly view: View;
  open(tap: TapName, cell: Cell, text?: string): void;
  moveStop(tap: TapName, place: Cell): void;
  clearProblem(): void;
}

interface Place {
  readonly slot: Slot;
  readonly tap: TapName;
  readonly element: HTMLElement;
  /** As drawn. */
  readonly drawn: Cell;
  /** In the tap. */
  readonly cell: Cell;
  readonly live: boolean;
  readonly editable: boolean;
}

function placeOf(view: View, target: EventTarget | null): Place | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[role=gridcell]') : null;
  const id = element?.closest<HTMLElement>('[data-slot]')?.dataset.slot;
  const slot = slots.find((each) => each.id === id);
  if (!element || !slot) return null;
  const tap = tapOf(view, slot.id);
  const drawn = { row: Number(element.dataset.row), column: Number(element.dataset.column) };
  return {
    slot,
    tap,
    element,
    drawn,
    cell: turned(slot, drawn),
    live: view.step.makes === tap,
    editable: tap in view.state.inputs && view.controls !== 'none',
  };
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Interaction {
  readonly #figure: Figure;
  readonly #abort = new AbortController();

  constructor(figure: Figure, root: ShadowRoot | HTMLElement) {
    this.#figure = figure;
    const { signal } = this.#abort;
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => {
      root.addEventListener(type, listener as EventListener, { signal });
    };
    listen('pointerover', (event) => {
      this.#hover(event);
    });
    listen('pointerdown', (event) => {
      if (!(event.target instanceof Element && event.target.closest('.editing'))) {
        this.#figure.clearProblem();
      }
    });
    listen('click', (event) => {
      this.#click(event);
    });
    listen('keydown', (event) => {
      this.#key(event);
    });
  }

  /** Takes the listeners away. */
  end(): void {
    this.#abort.abort();
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    const { view } = this.#figure;
    const place = placeOf(view, event.target);
    if (place?.live) view.requests.dispatch({ type: 'inspect', cell: place.cell, pin: false });
  }

  #click(event: MouseEvent): void {
    const { view } = this.#figure;
    const place = placeOf(view, event.target);
    if (!place) return;
    this.#figure.moveStop(place.tap, place.drawn);
    if (place.live) this.#pin(place);
    else if (place.editable && !this.#isEdited(place)) this.#figure.open(place.tap, place.cell);
  }

  #isEdited({ tap, cell }: Place): boolean {
    const { editing } = this.#figure.view;
    return (
      editing?.tap === tap && editing.cell.row === cell.row && editing.cell.column === cell.column
    );
  }

  /** A second time lets go. */
  #pin({ cell }: Place): void {
    const { state, requests } = this.#figure.view;
    const again = state.pinned && state.cell?.row === cell.row && state.cell.column === cell.column;
    requests.dispatch(again ? { type: 'unpin' } : { type: 'inspect', cell, pin: true });
  }

  #key(event: KeyboardEvent): void {
    const { view } = this.#figure;
    if (event.target instanceof HTMLInputElement) {
      event.stopPropagation(); // while a field is edited, every key is its own
      this.#fieldKey(event);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf(view, event.target);
    const used =
      (place && this.#cellKey(event, place)) || this.#figureKey(event) || pressesButton(event);
    if (used) event.stopPropagation();
  }

  #fieldKey(event: KeyboardEvent): void {
    // Enter and Escape belong to the input method while it composes; Safari says so by 229 alone.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.isComposing || event.keyCode === 229) return;
    const { requests } = this.#figure.view;
    if (event.key === 'Enter') requests.commit(false);
    else if (event.key === 'Escape') requests.cancel();
    else return;
    event.preventDefault();
  }

  #cellKey(event: KeyboardEvent, place: Place): boolean {
    const by = arrows[event.key];
    if (by || event.key === 'Home' || event.key === 'End') {
      const last = place.element.parentElement?.childElementCount ?? 1;
      const { row, column } = place.drawn;
      this.#move(
        place,
        by
          ? { row: row + by[0], column: column + by[1] }
          : { row, column: event.key === 'Home' ? 0 : last - 1 },
      );
    } else if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') {
      if (place.editable) this.#figure.open(place.tap, place.cell);
      else if (place.live) this.#pin(place);
    } else if (place.editable && /^[-\u2212+.\d]$/.test(event.key)) {
      this.#figure.open(place.tap, place.cell, event.key);
    } else return false;
    event.preventDefault();
    return true;
  }

  #move({ slot, tap, element, live }: Place, drawn: Cell): void {
    const next = element
      .closest('[role=grid]')
      ?.querySelector<HTMLElement>(`[data-row="${drawn.row}"][data-column="${drawn.column}"]`);
    if (!next) return; // the edge holds
    this.#figure.moveStop(tap, drawn);
    next.focus({ preventScroll: false });
    if (live) {
      const cell = turned(slot, drawn);
      this.#figure.view.requests.dispatch({ type: 'inspect', cell, pin: true });
    }
  }

  #figureKey(event: KeyboardEvent): boolean {
    const { view } = this.#figure;
    const { requests } = view;
    if (event.key === 'Escape') {
      if (view.drawerOpen) requests.toggleDrawer(false);
      else if (view.problem) this.#figure.clearProblem();
      else if (view.state.pinned) requests.dispatch({ type: 'unpin' });
      else return false;
      return true;
    }
    if (view.controls === 'none' || view.failure || view.drawerOpen) return false;
    if (event.key === 'ArrowRight') requests.dispatch({ type: 'next' });
    else if (event.key === 'ArrowLeft') requests.dispatch({ type: 'previous' });
    else return false;
    event.preventDefault();
    return true;
  }
}

/** Space and Enter on our buttons would also turn a host's slide. */
const pressesButton = (event: KeyboardEvent): boolean =>
  (event.key === ' ' || event.key === 'Enter') &&
  event.target instanceof Element &&
  event.target.closest('button') !== null;
