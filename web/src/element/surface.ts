// What the drawn figure needs after each drawing: measured boxes and moved focus.
import { render, svg } from 'lit';
import { bandsOf, drawBands, fitLines, isMoved, keepInside, roomy } from '../views/index.ts';
import type { View, Writing } from '../views/index.ts';

export type FocusTarget =
  'field' | 'cell' | 'stage' | 'contents' | 'answer' | 'panel' | 'opener' | 'name' | 'print';

/** The smallest that digits are set in, in em: below it fewer digits say more. */
const smallest = 0.5;

const narrow: Writing = Object.freeze({ room: 3.25, digits: 2, bare: false });

/** How numbers are written in cells of so many em. */
function writingFor(cell: number): Writing {
  if (cell >= 2.45) return roomy;
  if (cell >= 1.9) return narrow;
  // In steps, so that a cell that grows by a hair redraws nothing.
  const room = Math.round(((cell - 0.12) / smallest) * 10) / 10;
  return Object.freeze({ room, digits: 2, bare: true });
}

const sameWriting = (a: Writing, b: Writing): boolean =>
  a.room === b.room && a.digits === b.digits && a.bare === b.bare;

export class Surface {
  writing: Writing = roomy;
  readonly #root: () => HTMLElement | DocumentFragment;
  readonly #redraw: () => void;
  readonly #resizes = new ResizeObserver(() => {
    if (this.#view) this.#measure(this.#view);
  });
  /** Until it is known the figure counts as seen. */
  #onScreen = true;
  readonly #sight = new IntersectionObserver((entries) => {
    this.#onScreen = entries.at(-1)?.isIntersecting ?? true;
  });
  /** A page that scales the figure by the size of its window changes no size of the figure. */
  readonly #whenWindow = (): void => {
    requestAnimationFrame(() => {
      if (this.#view && this.#observed) this.#measure(this.#view);
    });
  };
  #observed: Element | null = null;
  #view: View | null = null;
  #focusNext: FocusTarget | null = null;
  /** Where the edited cell is, to come back to. */
  #editedCell: string | null = null;
  /** The panel, and the token's name, that were open last. */
  #panel = '';
  #token = 0;

  constructor(root: () => HTMLElement | DocumentFragment, redraw: () => void) {
    this.#root = root;
    this.#redraw = redraw;
  }

  get onScreen(): boolean {
    return this.#onScreen;
  }

  focusNext(target: FocusTarget): void {
    this.#focusNext = target;
  }

  /** Where the focus is about to be put out of reach: what is drawn next gets it. */
  keepFocus(): void {
    if (this.#root().querySelector(':is(.middle, .step-bar) :focus')) this.focusNext('stage');
  }

  /** The cell that 'cell' goes to. */
  remember(cell: HTMLElement): void {
    const slot = cell.closest<HTMLElement>('[data-slot]')?.dataset.slot ?? '';
    const { row = '', column = '' } = cell.dataset;
    this.#editedCell = `[data-slot=${slot}] [data-row="${row}"][data-column="${column}"]`;
  }

  focusStage(options?: FocusOptions): void {
    const stage = this.#root().querySelector<HTMLElement>('.stage, .failure');
    stage?.focus({ preventScroll: true, ...options });
  }

  /** After every drawing. */
  settle(view: View): void {
    this.#view = view;
    this.#panel = view.panel ?? this.#panel;
    this.#token = view.naming?.token ?? this.#token;
    const stage = this.#root().querySelector('.stage');
    if (stage !== this.#observed) {
      this.end();
      if (stage) {
        this.#resizes.observe(stage);
        this.#sight.observe(stage);
        window.addEventListener('resize', this.#whenWindow);
      }
      this.#observed = stage;
    }
    this.#measure(view);
    this.moveFocus();
  }

  end(): void {
    this.#resizes.disconnect();
    this.#sight.disconnect();
    this.#onScreen = true;
    window.removeEventListener('resize', this.#whenWindow);
    this.#observed = null;
  }

  #measure(view: View): void {
    const stage = this.#root().querySelector<HTMLElement>('.stage');
    const lab = stage?.closest('.lab');
    const bands = stage?.querySelector<HTMLElement>('.bands');
    const cell = [...(stage?.querySelectorAll<HTMLElement>('.mx:not([data-thin]) .c') ?? [])].find(
      ({ offsetWidth }) => offsetWidth > 0,
    );
    if (!stage || !lab || !bands || !cell) return;
    // First all that is measured, then all that is set: each change in between would lay the page
    // out once more.
    const fit = fitLines(stage);
    const writing = writingFor(cell.offsetWidth / parseFloat(getComputedStyle(lab).fontSize));
    const drawing = drawBands(bandsOf(view), stage);
    const moved = isMoved(lab);
    lab.toggleAttribute('data-moved', moved);
    fit();
    keepInside(stage);
    render(svg`<svg>${drawing}</svg>`, bands);
    if (!sameWriting(writing, this.writing)) {
      this.writing = writing;
      this.#redraw();
    }
  }

  /** To where the last request wants it. */
  moveFocus(): void {
    const target = this.#focusNext;
    const root = this.#root();
    this.#focusNext = null;
    if (target === 'stage') this.focusStage();
    else if (target === 'contents') {
      const buttons = root.querySelectorAll<HTMLElement>('.contents');
      [...buttons].find(({ offsetWidth }) => offsetWidth > 0)?.focus({ preventScroll: true });
    } else if (target === 'answer') {
      const next = root.querySelector<HTMLElement>('.exercise :is(input, button)');
      if (next) next.focus({ preventScroll: true });
      else this.focusStage(); // nothing more is asked
    } else if (target === 'panel') {
      root.querySelector<HTMLElement>('.panel')?.focus({ preventScroll: true });
    } else if (target === 'opener') {
      const button = root.querySelector<HTMLElement>(`[data-panel=${this.#panel}] > button`);
      if (button) button.focus({ preventScroll: true });
      else this.focusStage();
    } else if (target === 'print') {
      root.querySelector<HTMLElement>('.panel .print')?.focus({ preventScroll: true });
    } else if (target === 'name') {
      const names = root.querySelectorAll<HTMLElement>('.row-labels .rename');
      names[this.#token]?.focus({ preventScroll: true });
    } else if (target === 'field') {
      this.#focusField(root.querySelector('.c input'));
      const name = root.querySelector<HTMLInputElement>('.name-field');
      name?.focus({ preventScroll: true });
      name?.select();
    }

    if (target === 'cell' && this.#editedCell !== null) {
      const cell = root.querySelector<HTMLElement>(this.#editedCell);
      if (cell) cell.focus({ preventScroll: true });
      else this.focusStage(); // the matrix is smaller now
    }
  }

  #focusField(field: HTMLInputElement | null): void {
    const cell = field?.closest<HTMLElement>('[role=gridcell]');
    if (!field || !cell) return;
    this.remember(cell);
    field.focus({ preventScroll: true });
    if (this.#view?.editing?.whole) field.select();
  }
}
