// What lies open around a figure and is no part of its state: fields, panels, play, the question.
import type { TapName } from '../../../wasm/engine/index.ts';
import { mayDo, mayReveal } from '../state/limits.ts';
import type { Allow, Permission } from '../state/limits.ts';
import { namesOf } from '../state/names.ts';
import { questionOf, countAfter } from '../state/question.ts';
import type { Question } from '../state/question.ts';
import { cellCount, shownCount } from '../state/progress.ts';
import { currentStep } from '../state/reducer.ts';
import { isDrawn, setOf, wordsOf } from '../state/sets.ts';
import type { Action, State } from '../state/types.ts';
import { answered, copyOf, fill, parseMatrixText } from '../views/index.ts';
import type {
  CopyId,
  Delivery,
  HandedFile,
  Naming,
  PanelId,
  Pasting,
  PictureId,
  Requests,
  UiText,
  View,
} from '../views/index.ts';
import { copyText, saveFile } from './delivery.ts';
import type { Editor } from './editor.ts';
import { Exam } from './exam.ts';
import type { Answer } from './exam.ts';
import { admitted, allows } from './gate.ts';
import type { LiveFigure } from './live.ts';
import { Player } from './player.ts';
import { Printer } from './printer.ts';
import type { Power } from './power.ts';
import type { Session } from './session.ts';
import type { FocusTarget } from './surface.ts';
import type { Shown } from './words.ts';

export interface DeskHost {
  readonly power: Power;
  onScreen(): boolean;
  readonly editor: Editor;
  session(): Session | null;
  view(): View | null;
  /** null while there is nothing to say anything with. */
  shown(): Shown | null;
  focusNext(target: FocusTarget): void;
  /** What the figure is drawn into. */
  root(): Node;
  changed(): void;
  answered(answer: Answer): void;
  /** Of the stage, or of a part of it by its selector. */
  picture(kind: PictureId, part?: string): Promise<Blob>;
  live(): LiveFigure | null;
  fillScreen(): void;
  retryText(): void;
}

/** Looking around does not stop play. */
const looking: ReadonlySet<Action['type']> = new Set([
  'advance',
  'head',
  'locale',
  'look',
  'theme',
  'unpin',
]);

export class Desk {
  drawerOpen = false;
  panel: PanelId | null = null;
  naming: Naming | null = null;
  pasting: Pasting = { tap: 'q', text: '', problem: null };
  delivery: Delivery | null = null;
  chosen: TapName = 'weights';
  tables = false;
  peek: View['peek'] = null;
  /** What the link is to allow; the figure itself keeps what it has. */
  handed: Allow = null;
  /** A presenter has covered the figure. */
  blank = false;
  announcement = '';
  readonly player: Player;
  readonly printer: Printer;
  readonly #host: DeskHost;
  readonly #exam: Exam;

  constructor(host: DeskHost) {
    this.#host = host;
    this.player = new Player({
      advance: () => this.#advance(),
      onScreen: () => host.onScreen(),
      changed: () => {
        host.changed();
      },
    });
    this.printer = new Printer({
      power: host.power,
      session: () => host.session(),
      view: () => host.view(),
      root: () => host.root(),
      changed: () => {
        host.changed();
      },
      printed: () => {
        if (this.panel === 'print') host.focusNext('print');
        host.changed();
      },
    });
    this.#exam = new Exam({
      solve: () => this.#solve(),
      answered: (answer, question) => {
        host.answered(answer);
        if (answer.correct) this.#reveal(question);
        if (answer.correct) this.#sayRight(answer.expected);
      },
      changed: () => {
        host.changed();
      },
    });
  }

  /** The question as it is drawn; none while play shows the cells. */
  quiz(state: State): View['quiz'] {
    const session = this.#host.session();
    if (!session || this.player.playing) return null;
    return this.#exam.quiz(questionOf(session.lesson, state));
  }

  /** For where nothing more is asked in the step. */
  get praise(): View['praise'] {
    return this.player.playing ? null : this.#exam.praise;
  }

  /** After every change of the state, whoever made it. */
  follow(action: Action | null, state: State, previous: State | null): void {
    if (action === null) this.close();
    if (
      previous &&
      (state.inputs !== previous.inputs ||
        state.switches !== previous.switches ||
        state.mask !== previous.mask ||
        state.heads !== previous.heads ||
        state.head !== previous.head ||
        // Whoever only looks elsewhere has the same numbers.
        (state.knobs !== previous.knobs && action?.type !== 'look'))
    ) {
      this.#exam.numbersChanged();
      this.delivery = null;
    }
    if (action?.type === 'reset') this.#exam.forget();
    if (action?.type === 'allow' || action?.type === 'present') this.close();
    if (previous && state.step !== previous.step) {
      this.#exam.leave();
      if (!this.player.playing) this.#sayStep();
    }
  }

  /** Numbers of a set that the engine draws, as soon as there is an engine. */
  drawPending(): void {
    const session = this.#host.session();
    if (!session?.state.pending) return;
    const { state, lesson } = session;
    const taps = setOf(lesson, state.set)?.draws ?? [];
    const seed = state.seed ?? 0;
    const inputs = this.#host.power.drawNormal(seed, state.inputs, taps);
    if (inputs) session.dispatch({ type: 'drawn', seed, inputs });
  }

  /** Everything shut, nothing running. */
  close(): void {
    this.player.stop();
    this.#exam.forget();
    this.panel = null;
    this.drawerOpen = false;
    this.blank = false;
    this.naming = null;
    this.delivery = null;
    this.printer.forget();
    this.pasting = { ...this.pasting, text: '', problem: null };
    this.announcement = '';
  }

  get #text(): UiText | undefined {
    return this.#host.shown()?.text;
  }

  say(template: string | undefined, values: Readonly<Record<string, string | number>> = {}): void {
    if (template === undefined) return;
    const text = fill(template, values);
    // The same again is a change only if something differs: a space that nobody hears.
    this.announcement = text === this.announcement ? `${text}\u00a0` : text;
    this.#host.changed();
  }

  #sayStep(): void {
    const session = this.#host.session();
    const shown = this.#host.shown();
    if (!session || !shown) return;
    const { state, lesson, steps } = session;
    const step = steps.findIndex(({ id }) => id === state.step);
    const name = shown.wordsOf(lesson).steps[state.step]?.name ?? '';
    this.say(shown.text.said.step, { step: step + 1, total: steps.length, name });
  }

  #advance(): boolean {
    const session = this.#host.session();
    if (!session) return false;
    const before = session.state;
    session.dispatch({ type: 'advance' });
    if (session.state !== before) return true;
    this.say(this.#text?.said.finished);
    return false;
  }

  #solve(): ReturnType<ConstructorParameters<typeof Exam>[0]['solve']> {
    const session = this.#host.session();
    const { power } = this.#host;
    if (!session) return null;
    const { lesson } = session;
    const question = questionOf(lesson, session.state);
    const step = currentStep(lesson, session.state);
    const solution =
      question &&
      (lesson.figure
        ? (this.#host.live()?.solve(step, question, session.state) ?? null)
        : power.solve(step, question, session.state));
    return question && solution ? { question, solution } : null;
  }

  #reveal(question: Question): void {
    const session = this.#host.session();
    const view = this.#host.view();
    if (!session || !view) return;
    const { lesson } = session;
    const count = countAfter(lesson, session.state, question);
    session.dispatch({ type: 'reveal', count });
    this.#host.focusNext('answer');
  }

  #play(): void {
    const session = this.#host.session();
    if (!session) return;
    const live = this.#host.live();
    if (live?.play) {
      live.play();
      return;
    }
    if (!mayReveal(session.state)) return;
    if (this.player.playing) {
      this.player.stop();
      const { lesson } = session;
      const step = currentStep(lesson, session.state);
      this.say(this.#text?.said.paused, {
        count: shownCount(lesson, session.state, step),
        total: cellCount(lesson, session.state, step),
      });
      return;
    }
    this.announcement = '';
    session.dispatch({ type: 'play' });
    this.player.start();
  }

  may(what: Permission): boolean {
    return allows(this.#host.session(), what);
  }

  /** By the reader's own hand. */
  #request(action: Action): void {
    const session = this.#host.session();
    const taken = session && admitted(session, action);
    if (taken) this.dispatch(taken);
    else this.#sayChange(action, false);
  }

  dispatch(action: Action): void {
    const session = this.#host.session();
    if (!session) return;
    if (!looking.has(action.type) && !(action.type === 'inspect' && !action.pin)) {
      this.player.stop();
    }
    const before = session.state;
    session.dispatch(action);
    this.#sayChange(action, session.state !== before);
  }

  #sayChange(action: Action, changed: boolean): void {
    const text = this.#text;
    const session = this.#host.session();
    if (!text) return;
    const { said } = text;
    if (action.type === 'undo') this.say(changed ? said.undone : said.nothingToUndo);
    else if (action.type === 'redo') this.say(changed ? said.redone : said.nothingToRedo);
    else if (action.type === 'resize' && changed && session) {
      const { axis, size } = action;
      if (axis === 'tokens') this.say(said.resized, { rows: size });
      else this.say(said.dimensions, { what: text.size[axis], size });
    }
  }

  #sayRight(expected: Answer['expected']): void {
    const view = this.#host.view();
    if (view) this.say(view.text.exercise.right, { answer: answered(view, expected) });
  }

  #endName(take: boolean): void {
    const session = this.#host.session();
    const shown = this.#host.shown();
    const { naming } = this;
    if (!naming || !session || !shown) return;
    this.naming = null;
    const name = () => {
      const { state, lesson } = session;
      const own = wordsOf(shown.wordsOf(lesson), state);
      return namesOf(lesson, state, own)[naming.token] ?? '';
    };
    // The word that stood there is no new one: the lesson's own stays the lesson's.
    if (take && naming.text !== name()) {
      this.#request({ type: 'name', token: naming.token, text: naming.text });
      this.say(this.#text?.said.renamed, { i: naming.token + 1, name: name() });
    }
    this.#host.changed();
  }

  paste(tap: TapName, text: string): void {
    if (this.#host.session()?.state.pending || !this.may('numbers')) return;
    this.pasting = { tap, text, problem: null };
    const parsed = parseMatrixText(text);
    const session = this.#host.session();
    if (!session) return;
    if ('problem' in parsed) this.pasting = { tap, text, problem: parsed };
    else {
      const before = session.state;
      this.#request({ type: 'put', tap, matrix: parsed });
      const { rows, columns } = parsed;
      const place = session.state.inputs[tap];
      const taken = place?.rows === rows && place.columns === columns;
      if (session.state !== before || taken) {
        if (this.panel) this.#openPanel(null);
      } else this.pasting = { tap, text, problem: { problem: 'wrong_size', rows, columns } };
    }
    // Where there is no panel, there is no place to say why.
    if (this.pasting.problem && this.#host.view()?.controls === 'full') this.#openPanel('numbers');
    this.#host.changed();
  }

  #openPanel(panel: PanelId | null): void {
    this.#host.focusNext(panel === null ? 'opener' : 'panel');
    this.panel = panel;
    this.delivery = null;
    this.#host.changed();
  }

  async #copy(what: CopyId): Promise<void> {
    const view = this.#host.view();
    if (!view || !this.may('export')) return;
    const text = copyOf(view, what);
    this.delivery = (await copyText(text))
      ? { kind: 'copied', what }
      : { kind: 'refused', what, text };
    if (this.delivery.kind === 'copied') this.say(this.#text?.share.copied);
    this.#host.changed();
  }

  async #save(file: HandedFile): Promise<void> {
    if (!this.may('export')) return;
    const { name } = file;
    try {
      const content =
        'text' in file
          ? new Blob([file.text()], { type: file.type })
          : await this.#host.picture(file.picture, file.part);
      saveFile(content, name);
      this.delivery = { kind: 'saved', name };
    } catch {
      this.delivery = { kind: 'failed', name };
    }
    this.#host.changed();
  }

  readonly requests: Requests = {
    dispatch: (action) => {
      this.#request(action);
    },
    openLesson: (lesson) => {
      if (!this.may('lessons')) return;
      this.drawerOpen = false;
      this.#host.session()?.openLesson(lesson);
      this.#host.changed();
    },
    toggleDrawer: (open) => {
      if (open && !this.may('lessons')) return;
      this.drawerOpen = open;
      this.#host.focusNext('contents');
      this.#host.changed();
    },
    dismiss: () => {
      const session = this.#host.session();
      if (session) session.damaged = false;
      this.#host.focusNext('stage');
      this.#host.changed();
    },
    retry: () => {
      this.#host.focusNext('stage');
      this.#host.power.retry();
    },
    retryText: () => {
      this.#host.retryText();
    },
    type: (text) => {
      this.#host.editor.type(text);
    },
    commit: (leave) => {
      this.#host.editor.commit(leave);
    },
    cancel: () => {
      this.#host.editor.cancel();
    },
    play: () => {
      this.#play();
    },
    present: (on) => {
      const state = this.#host.session()?.state;
      if (!state || state.present === on || !mayDo(state, { type: 'present', on })) return;
      if (on) this.#host.fillScreen();
      this.#host.focusNext('stage');
      this.dispatch({ type: 'present', on });
      this.say(on ? this.#text?.present.on : this.#text?.present.off);
    },
    cover: (on) => {
      this.blank = on;
      this.say(on ? this.#text?.present.blank : this.#text?.present.uncovered);
    },
    openPanel: (panel) => {
      this.#openPanel(panel);
    },
    rename: (token) => {
      if (!this.may('names')) return;
      const view = this.#host.view();
      this.player.stop();
      this.naming = { token, text: view?.tokens[token] ?? '' };
      this.#host.focusNext('field');
      this.#host.changed();
    },
    typeName: (text) => {
      if (this.naming) this.naming = { ...this.naming, text };
    },
    endName: (take, leave) => {
      if (!leave) this.#host.focusNext('name');
      this.#endName(take);
    },
    typeAnswer: (text) => {
      this.#exam.type(text);
    },
    submitAnswer: () => {
      this.#exam.submit();
    },
    goToAnswer: () => {
      this.#host.focusNext('answer');
      this.#host.changed();
    },
    choose: (column) => {
      this.#exam.choose(column);
    },
    mark: (column) => {
      this.#exam.mark(column);
    },
    showAnswer: () => {
      const asked = this.may('predict') ? this.#solve() : null;
      if (asked) this.#reveal(asked.question);
    },
    forgetChange: () => {
      this.#host.session()?.forgetBefore();
      this.#host.focusNext('stage');
      this.#host.changed();
    },
    showTables: (on) => {
      this.tables = on;
      this.#host.changed();
    },
    peek: (at) => {
      const { peek } = this;
      if (peek?.tap === at?.tap && peek?.row === at?.row && peek?.column === at?.column) return;
      this.peek = at;
      this.#host.changed();
    },
    drawNumbers: (seed) => {
      const session = this.#host.session();
      const { power } = this.#host;
      if (!session || !this.may('numbers')) return;
      if (isDrawn(session.lesson, session.state)) {
        this.dispatch({ type: 'seed', seed });
        return;
      }
      const inputs = power.drawFriendly(seed, session.state.inputs);
      if (inputs) this.dispatch({ type: 'numbers', inputs, seed });
    },
    typeMatrix: (text) => {
      this.pasting = { ...this.pasting, text, problem: null };
      this.#host.changed();
    },
    pasteInto: (tap) => {
      this.pasting = { ...this.pasting, tap, problem: null };
      this.#host.changed();
    },
    applyMatrix: () => {
      this.paste(this.pasting.tap, this.pasting.text);
    },
    hand: (allow) => {
      this.handed = allow;
      this.delivery = null;
      this.#host.changed();
    },
    chooseMatrix: (tap) => {
      this.chosen = tap;
      this.delivery = null;
      this.#host.changed();
    },
    copy: (what) => {
      void this.#copy(what);
    },
    save: (file) => {
      void this.#save(file);
    },
    planSheet: (change) => {
      this.printer.change(change);
    },
    printSheet: () => {
      if (this.may('export')) void this.printer.print();
    },
    saveSheet: () => {
      if (this.may('export')) void this.printer.save();
    },
  };
}
