// Dragging: sideways over a number turns it up or down, along the stops moves through the lesson.
import { cellCount } from '../state/progress.ts';
import type { Figure } from './interaction.ts';
import { placeOf } from './place.ts';
import type { Place } from './place.ts';

/** Pixels before a press becomes a drag; shorter, it is a click. */
const threshold = 5;
/** Pixels that change a number by one step. */
const perStep = 14;

interface Scrub {
  readonly kind: 'number';
  readonly place: Place;
  readonly gesture: number;
  /** Steps dispatched so far. */
  taken: number;
}

interface Walk {
  readonly kind: 'walk';
  readonly track: HTMLElement;
}

/** Within the present step: where its cells have a line of their own. */
interface Slide {
  readonly kind: 'cells';
  readonly slider: HTMLElement;
}

let gestures = 0;

export class Drags {
  readonly #figure: Figure;
  #pressed: {
    readonly x: number;
    readonly pointer: number;
    readonly finger: boolean;
    readonly drag: Scrub | Walk | Slide;
  } | null = null;
  #dragging = false;
  #ended = -Infinity;

  constructor(figure: Figure, root: ShadowRoot | HTMLElement, signal: AbortSignal) {
    this.#figure = figure;
    const listen = (type: string, listener: (event: PointerEvent) => void) => {
      root.addEventListener(type, listener as EventListener, { signal });
    };
    listen('pointerdown', (event) => {
      this.#down(event);
    });
    // A finger that drags here turns no slide of the page.
    for (const type of ['pointerdown', 'pointermove', 'touchstart', 'touchmove']) {
      listen(type, (event) => {
        if (this.#pressed?.finger) event.stopPropagation();
      });
    }
    // Outside the figure too, until the pointer is up; before the page has a say.
    window.addEventListener(
      'pointermove',
      (event) => {
        this.#move(event);
      },
      { signal, capture: true },
    );
    for (const type of ['pointerup', 'pointercancel'] as const) {
      window.addEventListener(
        type,
        () => {
          const pressed = this.#pressed;
          if (this.#dragging) this.#ended = performance.now();
          else if (pressed?.drag.kind === 'cells') this.#slide(pressed.drag.slider, pressed.x);
          this.#pressed = null;
          this.#dragging = false;
        },
        { signal, capture: true },
      );
    }
  }

  get dragging(): boolean {
    return this.#dragging;
  }

  /** The click that follows the end of a drag is none. */
  justEnded(): boolean {
    return performance.now() - this.#ended < 50;
  }

  #down(event: PointerEvent): void {
    const { view } = this.#figure;
    if (event.button !== 0 || view.controls === 'none') return;
    const { target } = event;
    const track = target instanceof Element ? target.closest<HTMLElement>('.stops') : null;
    const place = placeOf(view, target);
    const field = target instanceof HTMLInputElement;
    const slider = target instanceof Element ? target.closest<HTMLElement>('.ticks') : null;
    const own = slider && track && slider.offsetWidth > track.offsetWidth / 2;
    // A presenter's hand goes to a step, and reveals nothing on the way.
    const walks = track !== null && !view.state.present;
    const drag: Scrub | Walk | Slide | null = own
      ? { kind: 'cells', slider }
      : walks
        ? { kind: 'walk', track }
        : place?.editable && !field
          ? { kind: 'number', place, gesture: ++gestures, taken: 0 }
          : null;
    this.#pressed = drag && {
      x: event.clientX,
      pointer: event.pointerId,
      finger: event.pointerType === 'touch',
      drag,
    };
  }

  #move(event: PointerEvent): void {
    const pressed = this.#pressed;
    if (pressed?.pointer !== event.pointerId) return;
    const dx = event.clientX - pressed.x;
    if (!this.#dragging && Math.abs(dx) < threshold) return;
    this.#dragging = true;
    const { drag } = pressed;
    if (drag.kind === 'walk') this.#walk(drag.track, event.clientX);
    else if (drag.kind === 'cells') this.#slide(drag.slider, event.clientX);
    else this.#scrub(drag, Math.trunc(dx / perStep), event.shiftKey ? 0.1 : 1);
  }

  #scrub(scrub: Scrub, steps: number, size: number): void {
    if (steps === scrub.taken) return;
    const { tap, cell } = scrub.place;
    this.#figure.nudge(tap, cell, (steps - scrub.taken) * size, scrub.gesture);
    scrub.taken = steps;
  }

  #slide(slider: HTMLElement, x: number): void {
    const { view } = this.#figure;
    const { left, width } = slider.getBoundingClientRect();
    const total = cellCount(view.lesson, view.state, view.step);
    view.requests.dispatch({ type: 'reveal', count: Math.round(((x - left) / width) * total) });
  }

  /** From a place on the track to a step, and how much of its result. */
  #walk(track: HTMLElement, x: number): void {
    const { view } = this.#figure;
    const { left, width } = track.getBoundingClientRect();
    const stops = view.steps.length;
    const along = Math.min(stops - 0.5, Math.max(0, ((x - left) / width) * stops - 0.5));
    const index = Math.min(stops - 1, Math.floor(along));
    const step = view.steps[index];
    if (!step) return;
    // After the last stop there is half the way of the others.
    const share = (along - index) / (index === stops - 1 ? 0.5 : 1);
    const { requests } = view;
    // What is passed on the way is shown in full, however fast the pointer is.
    for (const passed of view.steps.slice(view.steps.indexOf(view.step), index)) {
      requests.dispatch({ type: 'go', step: passed.id });
      requests.dispatch({ type: 'reveal', count: Infinity });
    }
    requests.dispatch({ type: 'go', step: step.id });
    const total = cellCount(view.lesson, view.state, step);
    if (total > 0) requests.dispatch({ type: 'reveal', count: Math.round(share * total) });
  }
}
