// The lesson and the state of one figure, and what pages say about them.
import { lessons } from '../../lessons/index.ts';
import { contentOf } from '../state/history.ts';
import type { History } from '../state/history.ts';
import type { Lesson, Step } from '../state/lesson.ts';
import { initialState, reduce, visibleSteps } from '../state/reducer.ts';
import { createStore } from '../state/store.ts';
import type { Store } from '../state/store.ts';
import type { Action, Base, Content, State } from '../state/types.ts';
import { decodeState, encodeState } from '../state/url.ts';
import {
  readAllow,
  readLanguage,
  readLesson,
  readPresent,
  readStep,
  readTheme,
  warnOnce,
} from './attributes.ts';

export type Given = (
  name: 'lesson' | 'step' | 'lang' | 'theme' | 'allow' | 'present' | 'state',
) => string | null;

/** null for the action: another lesson, or a state from outside. */
export type Changed = (action: Action | null, previous: State | null) => void;

export class Session {
  lesson: Lesson = lessons[0];
  /** Part of the last state text could not be read. */
  damaged = false;
  #store: Store;
  #origin: Content;
  readonly #changed: Changed;

  /** An explicit attribute wins over `state`, which wins over defaults. */
  constructor(given: Given, base: Base, changed: Changed) {
    this.#changed = changed;
    let state = this.#decode(given('state') ?? '', base);
    const lesson = given('lesson');
    if (lesson !== null) {
      this.lesson = readLesson(lessons, lesson);
      if (state.lesson !== this.lesson.id) state = initialState(this.lesson, state);
    }
    const actions: (Action | null)[] = [
      stepAction(this.lesson, given('step')),
      languageAction(given('lang')),
      themeAction(given('theme')),
      allowAction(given('allow')),
      presentAction(given('present')),
    ];
    for (const action of actions) if (action) state = reduce(state, action, this.lesson);
    this.#store = this.#open(state);
    this.#origin = contentOf(state);
  }

  get state(): State {
    return this.#store.state;
  }

  get steps(): readonly Step[] {
    return visibleSteps(this.lesson, this.state);
  }

  get history(): History {
    return this.#store.history;
  }

  /** What the reader began with: what a figure with limits goes back to. */
  get origin(): Content {
    return this.#origin;
  }

  forgetBefore(): void {
    this.#store.forgetBefore();
  }

  get text(): string {
    return encodeState(this.state, this.lesson);
  }

  dispatch(action: Action): void {
    this.#store.dispatch(action);
  }

  openLesson(id: string): void {
    const lesson = readLesson(lessons, id);
    if (lesson.id === this.state.lesson) return;
    this.lesson = lesson;
    const { predict } = this.state;
    const fresh = initialState(lesson, this.state);
    this.#store = this.#open(reduce(fresh, { type: 'predict', on: predict }, lesson));
    this.#origin = contentOf(fresh);
    this.#changed(null, null);
  }

  goTo(step: string): void {
    const action = stepAction(this.lesson, step);
    if (action) this.dispatch(action);
  }

  setLanguage(tag: string): void {
    const action = languageAction(tag);
    if (action) this.dispatch(action);
  }

  setTheme(theme: string | null): void {
    this.dispatch({ type: 'theme', theme: readTheme(theme) });
  }

  setAllow(allow: string | null): void {
    this.dispatch(allowAction(allow) ?? { type: 'allow', allow: null });
  }

  setPresent(present: string | null): void {
    this.dispatch(presentAction(present) ?? { type: 'present', on: false });
  }

  /** Limits that the page sets outlast whatever a state brings. */
  restore(text: string, allow: string | null = null): void {
    const before = this.state;
    const decoded = this.#decode(text, before);
    const limits = allowAction(allow);
    const state = limits ? reduce(decoded, limits, this.lesson) : decoded;
    this.#origin = contentOf(state);
    if (state.lesson === before.lesson) {
      this.#store.dispatch({ type: 'restore', state });
    } else this.#store = this.#open(state);
    this.#changed(null, null);
  }

  #open(state: State): Store {
    const store = createStore(this.lesson, state);
    store.subscribe((_state, previous, action) => {
      this.#changed(action, previous);
    });
    return store;
  }

  #decode(text: string, base: Base): State {
    const { state, problems } = decodeState(text, lessons, base);
    this.damaged = problems.length > 0;
    for (const { parameter, kind } of problems) {
      warnOnce(`state: ${kind}${parameter === null ? '' : ` in ${parameter}`}`);
    }
    this.lesson = lessons.find(({ id }) => id === state.lesson) ?? lessons[0];
    return state;
  }
}

function stepAction(lesson: Lesson, given: string | null): Action | null {
  const step = given === null ? undefined : readStep(lesson, given);
  return step === undefined ? null : { type: 'go', step };
}

const languageAction = (given: string | null): Action | null =>
  given === null ? null : { type: 'locale', locale: readLanguage(given) };

const allowAction = (given: string | null): Action | null =>
  given === null ? null : { type: 'allow', allow: readAllow(given) };

const presentAction = (given: string | null): Action | null =>
  given === null ? null : { type: 'present', on: readPresent(given) === 'on' };

const themeAction = (given: string | null): Action | null =>
  given === null ? null : { type: 'theme', theme: readTheme(given) };
