// Pointers and keys on the figure, turned into requests. Listens on the shadow root, so that the keys
// it uses go no further; the page around hears the others.
import type { TapName } from '../../../wasm/engine/types.ts';
import { mayReveal, mayUndo } from '../state/limits.ts';
import type { Action, Cell } from '../state/types.ts';
import { may, offersPresenting, parseNumber, turned, walked } from '../views/index.ts';
import type { View } from '../views/index.ts';
import { Drags } from './drags.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';

export interface Figure {
  readonly view: View;
  open(tap: TapName, cell: Cell, text?: string): void;
  nudge(tap: TapName, cell: Cell, by: number, gesture?: number): void;
  /** Into the cell that is drawn there. */
  paste(tap: TapName, text: string, cell: HTMLElement): void;
  moveStop(tap: TapName, place: Cell): void;
  clearProblem(): void;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Interaction {
  readonly #figure: Figure;
  readonly #root: ShadowRoot;
  readonly #abort = new AbortController();
  readonly #drags: Drags;

  constructor(figure: Figure, root: ShadowRoot) {
    this.#figure = figure;
    this.#root = root;
    const { signal } = this.#abort;
    this.#drags = new Drags(figure, root, signal);
    const listen = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => {
      root.addEventListener(type, listener as EventListener, { signal });
    };
    listen('pointerover', (event) => {
      this.#hover(event);
    });
    listen('focusin', (event) => {
      this.#peek(event.target);
    });
    listen('pointerleave', () => {
      this.#figure.view.requests.peek(null);
    });
    listen('pointerdown', (event) => {
      if (!(event.target instanceof Element && event.target.closest('.editing'))) {
        this.#figure.clearProblem();
      }
    });
    listen('click', (event) => {
      if (!this.#drags.justEnded()) this.#click(event);
    });
    listen('paste', (event) => {
      this.#paste(event);
    });
    listen('keydown', (event) => {
      this.#key(event);
    });
  }

  get dragging(): boolean {
    return this.#drags.dragging;
  }

  /** Takes the listeners away. */
  end(): void {
    this.#abort.abort();
  }

  #hover(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    const { view } = this.#figure;
    const place = placeOf(view, event.target);
    this.#peek(event.target);
    if (place?.live && !(view.quiz && isElsewhere(view, place))) {
      view.requests.dispatch(inspected(place, false));
    }
  }

  /** Where cells are too thin for a number, the one that is pointed at is read under its matrix. */
  #peek(target: EventTarget | null): void {
    const { view } = this.#figure;
    const place = placeOf(view, target);
    const thin = place?.element.closest('[data-thin]');
    view.requests.peek(place && thin ? { tap: place.tap, ...place.cell } : null);
  }

  #click(event: MouseEvent): void {
    const { view } = this.#figure;
    const place = placeOf(view, event.target);
    if (!place) return;
    this.#figure.moveStop(place.tap, place.drawn);
    if (place.asked) this.#answer(place);
    else if (place.live) this.#act(place);
    else if (place.editable && !this.#isEdited(place)) this.#figure.open(place.tap, place.cell);
  }

  #isEdited({ tap, cell }: Place): boolean {
    const { editing } = this.#figure.view;
    return (
      editing?.tap === tap && editing.cell.row === cell.row && editing.cell.column === cell.column
    );
  }

  /** Where the reader makes the mask, a cell of it changes sides; elsewhere a result is pinned. */
  #act(place: Place): void {
    const { view } = this.#figure;
    if (view.step.kind !== 'mask' || !view.state.mask || !may(view, 'mask')) {
      this.#pin(place);
      return;
    }
    const { cell } = place;
    view.requests.dispatch(inspected(place, true));
    view.requests.dispatch({ type: 'flip', cell });
  }

  /** A second time lets go. */
  #pin(place: Place): void {
    const { cell } = place;
    const { view } = this.#figure;
    const { state, requests } = view;
    const again =
      !isElsewhere(view, place) &&
      state.pinned &&
      state.cell?.row === cell.row &&
      state.cell.column === cell.column;
    requests.dispatch(again ? { type: 'unpin' } : inspected(place, true));
  }

  /** A cell in question is marked, or leads to where its answer is written. */
  #answer({ cell }: Place): void {
    const { quiz, requests, state } = this.#figure.view;
    if (state.present) requests.dispatch({ type: 'clicker', by: 1 });
    else if (quiz?.question.kind === 'mark') requests.mark(cell.column);
    else requests.goToAnswer();
  }

  /** A matrix takes the place of the one that is pasted into; a number goes into its cell. */
  #paste(event: ClipboardEvent): void {
    const { view } = this.#figure;
    const target = event.target;
    const place = placeOf(view, target);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!place?.editable) return;
    // In an open field a lone 1,5 is a number that someone writes with a comma.
    const lone = isField(target) && /^\s*\S+,\S+\s*$/.test(text);
    if (lone || typeof parseNumber(text) === 'number') {
      if (isField(target)) return; // the browser puts it where the caret is
      this.#figure.open(place.tap, place.cell, text.trim());
    } else if (/\S[\s,;]+\S/.test(text)) this.#figure.paste(place.tap, text, place.element);
    else return;
    event.preventDefault();
  }

  #key(event: KeyboardEvent): void {
    const { view } = this.#figure;
    if (isField(event.target)) {
      event.stopPropagation(); // while a field is edited, every key is its own
      this.#fieldKey(event);
      return;
    }
    if (this.#presenterKey(event)) {
      event.stopPropagation();
      event.preventDefault();
      return;
    }
    const place = placeOf(view, event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if ((place && this.#nudge(event, place)) || this.#historyKey(event)) event.stopPropagation();
      return;
    }
    const used =
      moveAmongNames(event) ||
      (place && this.#cellKey(event, place)) ||
      this.#figureKey(event) ||
      pressesButton(event);
    if (used) event.stopPropagation();
  }

  /** What clickers send, and what leaves or enters presenter mode. */
  #presenterKey(event: KeyboardEvent): boolean {
    const { view } = this.#figure;
    const { requests, state } = view;
    const choosing = event.target instanceof HTMLSelectElement;
    if (event.ctrlKey || event.metaKey || event.altKey || choosing || view.failure) return false;
    const key = event.key.toLowerCase();
    if (!state.present) {
      if (key !== 'p' || !offersPresenting(view) || view.panel || view.drawerOpen) return false;
      requests.present(true);
      return true;
    }
    const by = { pagedown: 1, pageup: -1 }[key];
    if (view.blank) {
      // Whatever a presenter presses, the class sees again what it saw.
      if (by === undefined && !wakes.has(key)) return false;
      requests.cover(false);
    } else if (by) requests.dispatch({ type: 'clicker', by: by > 0 ? 1 : -1 });
    else if (key === 'b' || key === '.') requests.cover(true);
    else if (key === 'p' || key === 'escape') requests.present(false);
    else return false;
    return true;
  }

  #fieldKey(event: KeyboardEvent): void {
    // Enter and Escape belong to the input method while it composes; Safari says so by 229 alone.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    if (event.isComposing || event.keyCode === 229) return;
    const { view } = this.#figure;
    const { requests } = view;
    const { target } = event;
    const place = placeOf(view, target);
    if (place && this.#nudge(event, place)) return;
    const ends = event.key === 'Enter' ? true : event.key === 'Escape' ? false : null;
    if (ends === null) return;
    if (place) {
      if (ends) requests.commit(false);
      else requests.cancel();
    } else if (target instanceof HTMLElement && target.dataset.ends === 'name') {
      requests.endName(ends, false);
    } else {
      if (!ends) this.#figureKey(event);
      return; // Enter sends a form or breaks a line
    }
    event.preventDefault();
  }

  /** With a modifier, up and down count the number up and down; with Shift too, by tenths. */
  #nudge(event: KeyboardEvent, { editable, tap, cell }: Place): boolean {
    const up = event.key === 'ArrowUp';
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (!editable || !modified || !(up || event.key === 'ArrowDown')) return false;
    const by = event.shiftKey ? 0.1 : 1;
    this.#figure.nudge(tap, cell, up ? by : -by);
    event.preventDefault();
    return true;
  }

  #historyKey(event: KeyboardEvent): boolean {
    const { view } = this.#figure;
    if (view.controls !== 'full' || event.altKey || !mayUndo(view.state.allow)) return false;
    const key = event.key.toLowerCase();
    const redo = key === 'y' || (key === 'z' && event.shiftKey);
    if (!redo && key !== 'z') return false;
    view.requests.dispatch({ type: redo ? 'redo' : 'undo' });
    event.preventDefault();
    return true;
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
      if (place.asked) this.#answer(place);
      else if (place.editable) this.#figure.open(place.tap, place.cell);
      else if (place.live) this.#act(place);
    } else if (place.editable && /^[-\u2212+.\d]$/.test(event.key)) {
      this.#figure.open(place.tap, place.cell, event.key);
    } else return false;
    event.preventDefault();
    return true;
  }

  #move(place: Place, drawn: Cell): void {
    const { slot, tap, element, live } = place;
    const next = element
      .closest('[role=grid]')
      ?.querySelector<HTMLElement>(`[data-row="${drawn.row}"][data-column="${drawn.column}"]`);
    if (!next) return; // the edge holds
    this.#figure.moveStop(tap, drawn);
    next.focus({ preventScroll: false });
    if (live) {
      const cell = turned(slot, drawn);
      this.#figure.view.requests.dispatch(inspected({ ...place, cell }, true));
    }
  }

  #figureKey(event: KeyboardEvent): boolean {
    const { view } = this.#figure;
    const { requests } = view;
    if (event.key === 'Escape') {
      if (view.panel) requests.openPanel(null);
      else if (view.drawerOpen) requests.toggleDrawer(false);
      else if (view.problem) this.#figure.clearProblem();
      else if (view.state.pinned) requests.dispatch({ type: 'unpin' });
      else return view.chapters === 'hidden' && this.#release();
      return true;
    }
    if (view.controls === 'none' || view.failure || view.drawerOpen || view.panel) return false;
    if (onSlider(event) && event.key !== ' ') return this.#slide(event);
    const onButton = event.target instanceof Element && event.target.closest('button') !== null;
    const cells = (event.key === ' ' && !onButton) || (event.shiftKey && event.key in arrows);
    const reveals = !view.live?.nudge;
    if (cells && reveals && !mayReveal(view.state) && !view.state.present) return false;
    if (view.state.present && reveals && !event.shiftKey && cells)
      requests.dispatch({ type: 'clicker', by: 1 });
    else if (event.key === ' ' && !onButton) requests.play();
    else if (event.key === 'ArrowRight' && event.shiftKey) this.#reveal(1);
    else if (event.key === 'ArrowLeft' && event.shiftKey) this.#reveal(-1);
    else if (event.key === 'ArrowRight') requests.dispatch(walked(view, 1));
    else if (event.key === 'ArrowLeft') requests.dispatch(walked(view, -1));
    else return false;
    event.preventDefault();
    return true;
  }

  /** In a page that has keys of its own: they act again. */
  #release(): boolean {
    const { activeElement } = this.#root;
    if (!(activeElement instanceof HTMLElement)) return false;
    activeElement.blur();
    return true;
  }

  /** So many cells more of the step's result, or fewer. */
  #reveal(by: number): void {
    const { view } = this.#figure;
    if (view.live?.nudge) view.live.nudge(by > 0 ? 1 : -1);
    else view.requests.dispatch({ type: 'reveal', count: view.shown + by });
  }

  #slide(event: KeyboardEvent): boolean {
    const { view } = this.#figure;
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      Home: -view.shown,
      End: Infinity,
    };
    const by = moves[event.key];
    if (by === undefined) return false;
    this.#reveal(by);
    event.preventDefault();
    return true;
  }
}

/** Keys that uncover what a presenter has covered. */
const wakes: ReadonlySet<string> = new Set([
  'b',
  '.',
  'escape',
  ' ',
  'enter',
  'arrowleft',
  'arrowright',
]);

/** Which of several results, and of which head, goes without saying where there is only one. */
const inspected = ({ cell, tap, slot: { head } }: Place, pin: boolean): Action => ({
  type: 'inspect',
  cell,
  pin,
  tap,
  ...(head === undefined ? {} : { head }),
});

/** In another result of the step, or in that of another head: what is asked about would go there too. */
const isElsewhere = ({ state, step }: View, { tap, slot }: Place): boolean =>
  (state.on ?? step.makes) !== tap || (slot.head ?? state.head) !== state.head;

/** The names are one tab stop; up and down move among them. */
function moveAmongNames(event: KeyboardEvent): boolean {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const name = event.target instanceof Element ? event.target.closest('.rename') : null;
  if (!name || by === undefined) return false;
  const names = [...(name.closest('.row-labels')?.querySelectorAll<HTMLElement>('.rename') ?? [])];
  names[names.findIndex((each) => each === name) + by]?.focus();
  event.preventDefault();
  return true;
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;

const onSlider = ({ target }: Event): boolean =>
  target instanceof Element && target.matches('[role=slider]');

/** Space and Enter on our buttons would also turn a host's slide. */
const pressesButton = (event: KeyboardEvent): boolean =>
  (event.key === ' ' || event.key === 'Enter') &&
  event.target instanceof Element &&
  event.target.closest('button') !== null;
