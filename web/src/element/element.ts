// <qkv-lab>: one figure with a store of its own. Registration is apart, in define.ts.
import { LitElement, adoptStyles, unsafeCSS } from 'lit';
import type { TemplateResult } from 'lit';
import { lessons } from '../../lessons/index.ts';
import type { TapName } from '../../../wasm/engine/index.ts';
import type { Action, Cell, State, Theme } from '../state/types.ts';
import {
  at,
  figure,
  registerProperties,
  styles,
  wordless,
  wordlessLesson,
} from '../views/index.ts';
import type { Chapters, Controls, PictureId, View } from '../views/index.ts';
import { allowText } from '../state/limits.ts';
import type { Present, QkvLabElement } from './api.ts';
import { attributeNames, readChapters, readControls, surroundingLocale } from './attributes.ts';
import type { AttributeName } from './attributes.ts';
import { Desk } from './desk.ts';
import { Editor } from './editor.ts';
import { Interaction } from './interaction.ts';
import { Experiment } from './live.ts';
import { picture } from './picture.ts';
import { Power } from './power.ts';
import { frameOf, leftView, viewOf } from './scene.ts';
import { Session } from './session.ts';
import { sharedEngine } from './shared-engine.ts';
import { Surface } from './surface.ts';
import { Words } from './words.ts';

/** How long after the last change `qkv-change` comes, in milliseconds. */
const changeDelay = 250;

/**
 * @attr lesson - id of a lesson; default the first
 * @attr step - id of a step of the lesson; default the first
 * @attr lang - BCP 47; default the nearest `lang` around, then the browser's
 * @attr theme - light, dark, auto (default)
 * @attr controls - full (default); steps: the step bar without language, theme and reset;
 *   none: a figure to look at and point at, with nothing to operate
 * @attr allow - what the reader may change, words with spaces between them; default everything, '' or none
 *   nothing but walking, pointing and answering questions. Of what is not allowed nothing is drawn, and no
 *   pointer, key or paste does it; properties and methods are not limited.
 *   numbers: edit, paste, new numbers, reset; sizes; names: of tokens; switches: scale, mask, mistake;
 *   mask: rule, cells and padding of a mask that is the reader's to make; heads: how many; sets: of numbers;
 *   lessons: the list of chapters; predict: questions off and on, and the answer without answering, so
 *   also play and the slider over the cells while questions are on; language; theme; export: the link,
 *   programs, matrices, pictures, worksheets. The state carries it too; the attribute wins
 * @attr present - presenter mode: present or 'on', absent or 'off'. Large, with few words; each result is
 *   hidden until it is revealed. With the focus inside Page Down and → reveal, then go on; Page Up and ← go
 *   back; B and . blank the screen; Escape leaves. Outside of presenter mode P enters it where its button is
 *   (in the top line), and Page Down, Page Up, B and . are the host's. The button and the key ask for the full
 *   screen and do without it where it is refused; the attribute does not ask
 * @attr state - what `getState()` gave: the part of a shared link behind '#'
 * @attr chapters - shown, hidden (default)
 * @fires qkv-ready - once per connection, when the numbers are drawn
 * @fires qkv-step - {lesson, step}, after another step is drawn, or has to wait for its words
 * @fires qkv-change - {state}, 250 ms after the last change
 * @fires qkv-answer - {exercise, given, expected, correct}; columns count from 0
 * @fires qkv-error - {code, message}
 */
export class QkvLab extends LitElement implements QkvLabElement {
  static override styles = [...styles];

  static {
    registerProperties();
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, ...attributeNames];
  }

  #session: Session | null = null;
  /** Properties set before the first connection; as strong as attributes, and later. */
  readonly #given = new Map<AttributeName, string>();
  #controls: Controls = 'full';
  /** As the page said it last. */
  #allow: string | null = null;
  #chapters: Chapters = 'hidden';

  readonly #power = new Power(() => {
    this.requestUpdate();
  });
  readonly #words = new Words(() => {
    this.requestUpdate();
  });
  readonly #editor: Editor = new Editor({
    dispatch: (action) => {
      this.#desk.requests.dispatch(action);
    },
    value: (tap, { row, column }) => {
      const matrix = this.#session?.state.inputs[tap];
      return matrix ? at(matrix, row, column) : 0;
    },
    changed: (focus) => {
      if (focus) this.#surface.focusNext(focus);
      this.requestUpdate();
    },
  });
  #interaction: Interaction | null = null;
  #stops: Partial<Record<TapName, Cell>> = {};
  #view: View | null = null;
  readonly #surface = new Surface(
    () => this.renderRoot,
    () => {
      this.requestUpdate();
    },
  );
  readonly #experiment: Experiment = new Experiment({
    state: () => this.#begun.state,
    engine: sharedEngine,
    request: (action) => {
      this.#desk.requests.dispatch(action);
    },
    dispatch: (action) => {
      this.#desk.dispatch(action);
    },
    say: (template, values) => {
      this.#desk.say(template, values);
    },
    changed: () => {
      this.requestUpdate();
    },
    failed: (error) => {
      this.#experiment.close();
      this.#power.fail(error);
      this.requestUpdate();
    },
    onScreen: () => this.#surface.onScreen,
    adopt: (sheet) => {
      adoptStyles(this.renderRoot as ShadowRoot, [...styles, unsafeCSS(sheet)]);
    },
  });
  readonly #desk: Desk = new Desk({
    power: this.#power,
    editor: this.#editor,
    session: () => this.#session,
    view: () => this.#current,
    shown: () => this.#session && this.#words.shown(this.#session.state),
    live: () => this.#experiment.figure,
    onScreen: () => this.#surface.onScreen,
    focusNext: (target) => {
      this.#surface.focusNext(target);
    },
    root: () => this.renderRoot,
    changed: () => {
      this.requestUpdate();
    },
    answered: (answer) => {
      this.#emit('qkv-answer', answer);
    },
    picture: (kind, part) => this.#picture(kind, part),
    fillScreen: () => {
      this.#fillScreen();
    },
    retryText: () => {
      this.#retryText();
    },
  });

  readonly #darkness = matchMedia('(prefers-color-scheme: dark)');
  readonly #redraw = (): void => {
    this.requestUpdate();
  };

  #announced = '';
  #changeTimer: ReturnType<typeof setTimeout> | undefined;
  #toldReady = false;
  /** It has its height: something is drawn in it. */
  #tall = false;
  #toldFailure: unknown = null;
  #toldMissing: unknown = null;
  #drawnStep: string | null = null;

  // ---- properties: current values; setting one writes no attribute

  get lesson(): string {
    return this.#session?.state.lesson ?? this.#explicit('lesson') ?? lessons[0].id;
  }
  set lesson(value: string) {
    this.#set('lesson', value);
  }

  get step(): string {
    return this.#session?.state.step ?? this.#explicit('step') ?? '';
  }
  set step(value: string) {
    this.#set('step', value);
  }

  override get lang(): string {
    return this.#session?.state.locale ?? this.#explicit('lang') ?? '';
  }
  override set lang(value: string) {
    this.#set('lang', value);
  }

  get theme(): Theme {
    return this.#session?.state.theme ?? 'auto';
  }
  set theme(value: Theme) {
    this.#set('theme', value);
  }

  get controls(): Controls {
    return this.#controls;
  }
  set controls(value: Controls) {
    this.#set('controls', value);
  }

  get allow(): string {
    return this.#session ? allowText(this.#session.state.allow, ' ') : (this.#allow ?? 'all');
  }
  set allow(value: string) {
    this.#set('allow', value);
  }

  get present(): Present {
    return this.#session?.state.present ? 'on' : 'off';
  }
  set present(value: Present) {
    this.#set('present', value);
  }

  get chapters(): Chapters {
    return this.#chapters;
  }
  set chapters(value: Chapters) {
    this.#set('chapters', value);
  }

  get state(): string {
    return this.getState();
  }
  set state(value: string) {
    this.#set('state', value);
  }

  // ---- methods

  next(): void {
    this.#desk.dispatch({ type: 'next' });
  }

  previous(): void {
    this.#desk.dispatch({ type: 'previous' });
  }

  /** A pointer drags a number or walks along the stops. */
  get dragging(): boolean {
    return this.#interaction?.dragging ?? false;
  }

  get playing(): boolean {
    return this.#desk.player.playing || this.#experiment.figure?.live.playing === true;
  }

  goTo(step: string): void {
    this.#set('step', step);
  }

  reset(): void {
    this.#editor.close();
    this.#desk.dispatch({ type: 'reset' });
  }

  /** The drawn stage as a picture that stands by itself, in the theme and language in use. */
  async toSVG(): Promise<string> {
    return (await this.#picture('svg')).text();
  }

  toPNG(): Promise<Blob> {
    return this.#picture('png');
  }

  /** The whole state as text: a share link carries it behind '#'. */
  getState(): string {
    return this.#session?.text ?? this.#explicit('state') ?? '';
  }

  /** Makes the keys act; moves no scroll position and shows no ring. */
  override focus(options?: FocusOptions): void {
    this.#surface.focusStage(options);
  }

  // ---- life

  override connectedCallback(): void {
    for (const name of attributeNames) this.#adopt(name);
    super.connectedCallback();
    this.#session ??= this.#begin();
    this.#announced = this.#session.text;
    this.#toldReady = false;
    this.#darkness.addEventListener('change', this.#redraw);
    this.addEventListener('fullscreenchange', this.#screenChanged);
    this.#words.start(this.#session.state);
    this.#power.start();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#interaction?.end();
    this.#interaction = null;
    this.#words.end();
    this.#darkness.removeEventListener('change', this.#redraw);
    this.removeEventListener('fullscreenchange', this.#screenChanged);
    this.#surface.end();
    this.#experiment.close();
    this.#desk.close();
    clearTimeout(this.#changeTimer);
    this.#editor.close();
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    const known = attributeNames.find((each) => each === name);
    if (known && old !== value) this.#apply(known, value);
  }

  /** A property that was set before the class was known hides the accessor: take it over. */
  #adopt(name: AttributeName): void {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    Reflect.deleteProperty(this, name);
    this.#set(name, value);
  }

  #explicit(name: AttributeName): string | null {
    return this.#given.get(name) ?? this.getAttribute(name);
  }

  #set(name: AttributeName, value: string): void {
    if (!this.#session) this.#given.set(name, value);
    this.#apply(name, value);
  }

  #apply(name: AttributeName, value: string | null): void {
    const session = this.#session;
    if (name === 'controls') this.#controls = readControls(value);
    else if (name === 'chapters') this.#chapters = readChapters(value);
    else if (name === 'allow') {
      this.#allow = value;
      session?.setAllow(value);
    } else if (!session) return;
    else if (name === 'theme') session.setTheme(value);
    else if (name === 'lang') session.setLanguage(value ?? surroundingLocale(this));
    else if (name === 'present') session.setPresent(value);
    else if (value === null) return;
    else if (name === 'lesson') session.openLesson(value);
    else if (name === 'step') session.goTo(value);
    else session.restore(value, this.#allow);
    this.requestUpdate();
  }

  /** What is drawn; null while that is another lesson, which stays until the words of this one are there. */
  get #current(): View | null {
    return this.#view?.lesson === this.#session?.lesson ? this.#view : null;
  }

  async #picture(kind: PictureId, part = '.stage'): Promise<Blob> {
    // Before the first connection nothing is ever drawn, and the update would be awaited for ever.
    if (!this.#session) throw new Error('nothing is drawn');
    await this.updateComplete;
    const stage = this.renderRoot.querySelector<HTMLElement>(part);
    const view = this.#current;
    if (!stage || !view) throw new Error('nothing is drawn');
    return picture(kind, stage, view);
  }

  /** Refused without leave of the page around, and unknown to some phones: presenting goes on without. */
  #fillScreen(): void {
    if ('requestFullscreen' in this) this.requestFullscreen().catch(() => undefined);
  }

  /** The browser's own way out of the full screen leaves presenter mode too, and the other way about. */
  readonly #screenChanged = (): void => {
    if (!this.matches(':fullscreen')) this.#desk.requests.present(false);
  };

  /** Of a figure that has been connected once. */
  get #begun(): Session {
    if (!this.#session) throw new Error('nothing has begun');
    return this.#session;
  }

  #begin(): Session {
    const base = { locale: surroundingLocale(this), theme: 'auto' } as const;
    return new Session(
      (name) => this.#explicit(name),
      base,
      (action, previous) => {
        this.#changed(action, previous);
      },
    );
  }

  #changed(action: Action | null, previous: State | null): void {
    if (action === null) this.#stops = {};
    // What is open may no longer be the reader's to change.
    if (action === null || action.type === 'allow') this.#editor.close();
    if (this.#session) {
      this.#desk.follow(action, this.#session.state, previous);
      if (action?.type === 'reset') this.#experiment.figure?.restart();
      if (this.isConnected) this.#words.start(this.#session.state);
    }
    if (action?.type !== 'inspect' && action?.type !== 'edit') this.#editor.clearProblem();
    clearTimeout(this.#changeTimer);
    this.#changeTimer = setTimeout(() => {
      const state = this.getState();
      if (state === this.#announced) return;
      this.#announced = state;
      this.#emit('qkv-change', { state });
    }, changeDelay);
    this.requestUpdate();
  }

  #emit(type: string, detail?: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }

  // ---- drawing

  protected override willUpdate(): void {
    if (this.#session && this.isConnected && !this.#power.failure) {
      this.#experiment.show(this.#session.lesson);
    }
    this.#desk.drawPending();
  }

  protected override render(): TemplateResult | undefined {
    const session = this.#session;
    if (!session) return undefined;
    const { state } = session;
    const { theme, locale } = state;
    const dark = theme === 'dark' || (theme === 'auto' && this.#darkness.matches);
    const scene = {
      session,
      power: this.#power,
      experiment: this.#experiment,
      desk: this.#desk,
      editor: this.#editor,
      surface: this.#surface,
      words: this.#words,
      stops: this.#stops,
      controls: this.#controls,
      chapters: this.#chapters,
      dark,
    };
    const shown = this.#words.shown(state);
    if (shown) {
      this.#view = viewOf(scene, shown);
      return figure(this.#view);
    }
    const failed = this.#words.failure(state) !== null;
    if (this.#view && !failed) {
      this.#surface.keepFocus();
      return figure(leftView(this.#view, scene), true);
    }
    this.#view = null;
    const around = this.#words.around(state);
    if (around) return wordlessLesson(frameOf(scene, around), locale, failed);
    const retry = () => {
      this.#retryText();
    };
    return wordless({ locale, theme: dark ? 'dark' : 'light', failed, retry });
  }

  #retryText(): void {
    this.#surface.focusNext('stage');
    if (this.#session) this.#words.retry(this.#session.state);
  }

  /** A figure whose words are on their way is not drawn yet. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    const coming = this.#session && this.#words.settled(this.#session.state);
    if (!coming) return done;
    await coming;
    return super.getUpdateComplete();
  }

  protected override updated(): void {
    // A drawing that was asked for while the figure was taken away must hold on to nothing.
    const view = this.#current;
    if (view && this.isConnected) {
      this.#interaction ??= new Interaction(this.#operable(), this.renderRoot as ShadowRoot);
      this.#surface.settle(view);
      const stage = this.renderRoot.querySelector<HTMLElement>('.stage');
      if (stage) this.#experiment.figure?.settle(stage);
      if (!this.#tall) {
        this.#tall = true;
        // Slides and the like have placed a figure that had no words yet: this is what they listen to.
        window.dispatchEvent(new Event('resize'));
      }
    } else {
      this.#interaction?.end();
      this.#interaction = null;
      if (this.#session && this.#words.failure(this.#session.state)) this.#surface.moveFocus();
    }
    if (this.present === 'off' && this.matches(':fullscreen')) void document.exitFullscreen();
    this.#tell();
  }

  #tell(): void {
    const session = this.#session;
    if (!session || !this.isConnected) return;
    const { failure } = this.#power;
    if (failure && failure !== this.#toldFailure) this.#emit('qkv-error', { ...failure });
    this.#toldFailure = failure;
    const missing = this.#words.failure(session.state);
    if (missing && missing !== this.#toldMissing) {
      this.#emit('qkv-error', { code: 'load_failed', message: missing.message });
    }
    this.#toldMissing = missing;
    if (this.#current?.results && !this.#toldReady) {
      this.#toldReady = true;
      performance.mark('qkv-ready'); // for who measures a page
      this.#emit('qkv-ready');
    }
    const { lesson, step } = session.state;
    const drawn = `${lesson} ${step}`;
    const moved = this.#drawnStep !== null && drawn !== this.#drawnStep;
    this.#drawnStep = drawn;
    if (moved) this.#emit('qkv-step', { lesson, step });
  }

  #operable(): ConstructorParameters<typeof Interaction>[0] {
    const view = () => {
      if (!this.#view) throw new Error('nothing is drawn yet');
      return this.#view;
    };
    return {
      get view() {
        return view();
      },
      open: (tap, cell, text) => {
        this.#desk.player.stop();
        this.#editor.open(tap, cell, text);
      },
      nudge: (tap, cell, by, gesture) => {
        this.#editor.nudge(tap, cell, by, gesture);
      },
      paste: (tap, text, cell) => {
        this.#editor.close();
        this.#surface.remember(cell);
        this.#surface.focusNext('cell');
        this.#desk.paste(tap, text);
      },
      moveStop: (tap, place) => {
        this.#stops = { ...this.#stops, [tap]: place };
        this.requestUpdate();
      },
      clearProblem: () => {
        this.#editor.clearProblem();
      },
    };
  }
}
