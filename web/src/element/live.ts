// Experiments: figures that no matrices make. The script of each is fetched when the first lesson that
// needs it is shown; it is a bundle of its own, so that it has nothing of ours by value but what it is handed.
import { QkvError } from '../../../wasm/engine/index.ts';
import type { Engine } from '../../../wasm/engine/index.ts';
import type { FigureName, Lesson, Step } from '../state/lesson.ts';
import type { Question } from '../state/question.ts';
import type { Action, State } from '../state/types.ts';
import type { Live } from '../views/index.ts';
import type { Solution } from './judge.ts';

/** What an experiment has of the figure around it. */
export interface LiveHost {
  readonly lesson: Lesson;
  state(): State;
  /** The one of the page. */
  engine(): Promise<Engine>;
  /** By the reader's own hand: what they may not change stays. */
  request(action: Action): void;
  /** By the experiment itself. */
  dispatch(action: Action): void;
  /** To a screen reader: a sentence with its placeholders filled. */
  say(template: string, values?: Readonly<Record<string, string | number>>): void;
  /** Something else is to be drawn. */
  changed(): void;
  /** It cannot go on; whoever retries gets a new one. */
  failed(error: unknown): void;
  /** Whether anything of the figure is in view. */
  onScreen(): boolean;
}

export interface LiveFigure {
  /** Style sheets of its own. */
  readonly styles: string;
  /** Before each drawing, and so after each change of the state. */
  follow(state: State): void;
  /** For this drawing. */
  readonly live: Live;
  /** Runs, or does not any more; absent: play reveals and walks on as in other lessons. */
  play?(): void;
  /** null while there are no numbers. */
  solve(step: Step, question: Question, state: State): Solution | null;
  /** After each drawing. */
  settle(stage: HTMLElement): void;
  /** The reader wants everything as it was at first. */
  restart(): void;
  /** Ends all that runs. */
  close(): void;
}

export interface LiveModule {
  readonly create: (host: LiveHost) => LiveFigure;
}

const modules: Readonly<Record<FigureName, () => Promise<LiveModule>>> = {
  training: () => import('#later/training'),
  scaling: () => import('#later/scaling'),
};

export type Surroundings = Omit<LiveHost, 'lesson'> & {
  /** Its styles hold from now on. */
  adopt(styles: string): void;
};

/** The experiment of one figure. */
export class Experiment {
  readonly #host: Surroundings;
  #lesson: Lesson | null = null;
  #figure: LiveFigure | null = null;

  constructor(host: Surroundings) {
    this.#host = host;
  }

  get figure(): LiveFigure | null {
    return this.#figure;
  }

  /** Another lesson ends the experiment of the one before. */
  show(lesson: Lesson): void {
    if (lesson === this.#lesson) return;
    this.close();
    if (!lesson.figure) return;
    this.#lesson = lesson;
    const load = modules[lesson.figure];
    load().then(
      ({ create }) => {
        if (this.#lesson !== lesson) return;
        const figure = create({ ...this.#host, lesson });
        this.#figure = figure;
        this.#host.adopt(figure.styles);
        this.#host.changed();
      },
      (cause: unknown) => {
        if (this.#lesson !== lesson) return;
        this.#host.failed(
          new QkvError('load_failed', `the script of the figure did not come: ${String(cause)}`),
        );
      },
    );
  }

  close(): void {
    this.#figure?.close();
    this.#figure = null;
    this.#lesson = null;
  }
}
