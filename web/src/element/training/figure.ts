// Two networks in training as a figure: what the reader asks of it, and what it shows of the race.
import { html, nothing } from 'lit';
import type { Engine } from '../../../../wasm/engine/types.ts';
import type { Matrix, Step } from '../../state/lesson.ts';
import { playhead as playheadId } from '../../state/knobs.ts';
import type { Question } from '../../state/question.ts';
import type { State } from '../../state/types.ts';
import * as views from '../../views/training/index.ts';
import type { CurvesSize, Scene, SceneFiles, SceneRequests } from '../../views/training/index.ts';
import type { CopyId, Live, View } from '../../views/index.ts';
import type { Solution } from '../judge.ts';
import type { LiveFigure, LiveHost } from '../live.ts';
import { Answers } from './answers.ts';
import { Playhead } from './playhead.ts';
import { Race, hidden, testSet, vocabulary } from './race.ts';
import type { Settings } from './race.ts';
import { solve } from './solve.ts';
import { Turns } from './turns.ts';

/** ln 10: the loss of whoever holds every digit for equally likely. */
const guessing = 2.302585092994046;

export class TrainingFigure implements LiveFigure {
  readonly styles = views.styles;
  readonly #host: LiveHost;
  /** Where the run ends. */
  readonly #most: number;
  #engine: Engine | null = null;
  /** The race that is drawn, and one that has begun anew but has nothing to show yet. */
  #race: Race | null = null;
  #coming: Race | null = null;
  #settings = '';
  #answers: Answers | null = null;
  readonly #playhead = new Playhead();
  /** The place that the state had last: another one is the reader's wish. */
  #told = 0;
  #frame = 0;
  #size: CurvesSize | null = null;
  #stage: HTMLElement | null = null;
  #curves: Element | null = null;
  #closed = false;
  readonly #turns = new Turns();
  /** The workers have told something since the last frame: both do more often than there are frames. */
  #news = false;
  /** It is to run as soon as it can. */
  #eager = false;
  readonly #resizes = new ResizeObserver(() => {
    this.#measure();
  });
  readonly #visibility = (): void => {
    this.#drive();
  };

  constructor(host: LiveHost) {
    this.#host = host;
    this.#most = host.lesson.knobs?.find(({ id }) => id === playheadId)?.most ?? 0;
    document.addEventListener('visibilitychange', this.#visibility);
    host.engine().then(
      (engine) => {
        if (this.#closed) return;
        this.#engine = engine;
        this.follow(host.state());
      },
      // The figure around says it: it has asked for the same engine.
      () => undefined,
    );
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener('visibilitychange', this.#visibility);
    this.#resizes.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#race?.stop();
    this.#coming?.stop();
  }

  follow(state: State): void {
    if (this.#closed || !this.#engine) return;
    const settings = settingsOf(state);
    const key = JSON.stringify(settings);
    if (key !== this.#settings) {
      this.#settings = key;
      this.#begin(settings);
    }
    const at = state.knobs[playheadId] ?? 0;
    if (at !== this.#told) {
      this.#told = at;
      this.#playhead.pause();
      if (this.#race) this.#playhead.put(Math.min(at, this.#race.trained));
    }
    const race = this.#race;
    const { digits } = state;
    if (!race || digits.length === 0) this.#answers = null;
    else if (this.#answers?.digits !== digits) {
      this.#answers = new Answers(race, digits, () => {
        this.#renew();
        this.#host.changed();
      });
      this.#renew();
    }
    this.#drive();
  }

  restart(): void {
    this.#settings = '';
    this.follow(this.#host.state());
    this.#host.changed();
  }

  play(): void {
    if (!this.#race) return;
    if (this.#playhead.playing) {
      this.#rest();
      return;
    }
    if (this.#playhead.at >= this.#end) {
      this.#playhead.put(0);
      this.#tell();
    }
    this.#renew();
    this.#playhead.play(performance.now());
    this.#drive();
    this.#host.changed();
  }

  get live(): Live {
    const scene = this.#scene();
    const size = this.#size;
    return Object.freeze({
      ready: scene !== null,
      playing: this.#playhead.playing,
      stage: (view: View) => (scene ? views.stage(view, scene, size) : html``),
      nudge: (by: 1 | -1) => {
        this.#requests.nudge(by);
      },
      bar: (view: View) => (scene ? views.bar(view, scene) : html``),
      settings: (view: View) => (scene ? views.settings(view, scene) : nothing),
      handing: (view: View) => (scene ? views.handing(view, scene, this.#files(view)) : nothing),
      observations: (view: View) => (scene ? views.observations(view, scene) : []),
      places: (view: View) => (scene ? views.places(view, scene) : {}),
      choices: scene ? views.choices(scene) : [],
      copy: (view: View, what: CopyId) => (what === 'pytorch' ? this.#program(view) : ''),
    });
  }

  solve(_step: Step, question: Question): Solution | null {
    const scene = this.#scene();
    return scene && solve(question, scene);
  }

  settle(stage: HTMLElement): void {
    const curves = stage.querySelector('.curves');
    if (curves === this.#curves) return;
    this.#resizes.disconnect();
    if (curves) this.#resizes.observe(curves);
    this.#curves = curves;
    this.#stage = stage;
    this.#measure();
  }

  #measure(): void {
    const size = this.#stage && views.measured(this.#stage);
    if (!size || (this.#size?.width === size.width && this.#size.height === size.height)) return;
    this.#size = size;
    this.#host.changed();
  }

  /** How far the playhead can go. */
  get #end(): number {
    const race = this.#race;
    return race && race.over ? race.trained : this.#most;
  }

  #begin(settings: Settings): void {
    if (!this.#engine) return;
    this.#coming?.stop();
    this.#playhead.pause();
    const race = new Race(this.#engine, settings, this.#most, {
      changed: () => {
        if (race === this.#coming && race.ready) this.#take(race);
        if (race === this.#race) this.#news = true;
        this.#awaitFrame();
      },
      failed: (error) => {
        if (race === this.#race || race === this.#coming) this.#host.failed(error);
      },
    });
    this.#coming = race;
  }

  #take(race: Race): void {
    this.#race?.stop();
    this.#race = race;
    this.#coming = null;
    this.#answers = null;
    this.#told = 0;
    this.#playhead.put(0);
    this.follow(this.#host.state());
    this.#host.changed();
    if (this.#eager) this.play();
    this.#eager = false;
  }

  /** Where both are to run to: ahead of a playhead that runs, else to where it stands. */
  #drive(): void {
    const race = this.#race;
    if (!race) return;
    const { playing } = this.#playhead;
    const seen = isSeen();
    if (!playing) race.aim(seen ? this.#told : 0, Infinity);
    else race.aim(seen ? this.#most : 0, this.#speed === 0 ? Infinity : this.#speed);
    const { at } = this.#playhead;
    const moves = playing || at !== Math.min(this.#told, race.trained);
    if (moves || (this.#moving && this.#turns.lags(at))) this.#awaitFrame();
  }

  #awaitFrame(): void {
    if (this.#frame === 0 && !this.#closed) this.#frame = requestAnimationFrame(this.#tick);
  }

  readonly #tick = (now: number): void => {
    this.#frame = 0;
    const race = this.#race;
    if (!race || this.#closed) return;
    const { at, playing } = this.#playhead;
    if (playing) {
      // As play does in other lessons: what nobody sees stands still.
      if (isSeen() && this.#host.onScreen()) this.#playhead.tick(now, this.#speed, race.trained);
      else this.#playhead.play(now);
      if (this.#playhead.at >= this.#end) this.#rest();
      // The words of the step that is reached are enough for a frame.
      else if (this.#passed(at)) this.#tell();
      else this.#draw(now);
    } else {
      this.#playhead.put(Math.min(this.#told, race.trained));
      if (this.#playhead.at !== at) this.#news = true;
      this.#draw(now);
    }
    this.#drive();
  };

  /** What has come since the last frame: all of it at rest, a part of it while it moves. */
  #draw(now: number): void {
    const news = this.#news;
    this.#news = false;
    if (!this.#moving) {
      if (news) this.#host.changed();
    } else if (this.#turns.next(this.#playhead.at, now)) this.#host.changed();
  }

  get #moving(): boolean {
    return this.#playhead.playing || this.#playhead.at < Math.min(this.#told, this.#end);
  }

  /** Every part is drawn anew with the next drawing. */
  #renew(): void {
    this.#turns.all(this.#playhead.at, performance.now());
  }

  /** Whether a step of the lesson has been reached since. */
  #passed(before: number): boolean {
    const { at } = this.#playhead;
    return this.#host.lesson.steps.some(
      (step) => step.at !== undefined && step.at > before && step.at <= at,
    );
  }

  #rest(): void {
    this.#playhead.pause();
    this.#tell();
    this.#drive();
    this.#host.changed();
  }

  /** The state learns where the playhead is. */
  #tell(): void {
    const { at } = this.#playhead;
    if (at === this.#told) return;
    this.#told = at;
    this.#host.dispatch({ type: 'look', id: playheadId, value: at });
  }

  get #speed(): number {
    return this.#host.state().knobs.speed ?? 0;
  }

  #scene(): Scene | null {
    const race = this.#race;
    if (!race) return null;
    const state = this.#host.state();
    if (!this.#moving) this.#renew();
    const { counts: turns, at, read } = this.#turns;
    const mark = race.transformer.markAt(read);
    const own = race.lstm.markAt(read);
    const asked = mark && own && this.#answers?.at(mark.step, own.step);
    const sequence = this.#answers ? this.#answers.digits : race.transformer.sample;
    const said = asked
      ? [asked.transformer.digits.data, asked.lstm.digits.data]
      : this.#answers
        ? [null, null]
        : [mark?.predicted ?? null, own?.predicted ?? null];
    const [first = null, second = null] = said.map((each) => each && Array.from(each));
    const attention = this.#map(
      this.#answers ? (asked?.transformer.attention ?? null) : (mark?.attention ?? null),
    );
    const finished = race.both.every((each) => each.finished(at));
    return {
      turns,
      at,
      trained: race.trained,
      most: this.#most,
      mark: mark?.step ?? 0,
      running: this.#playhead.playing,
      transformer: race.transformer.drawn(at, first),
      lstm: race.lstm.drawn(at, second),
      scored: finished ? race.transformer.finalSequences : race.transformer.scored,
      sequence,
      target: [...sequence].reverse(),
      own: this.#answers !== null,
      attention,
      changed:
        this.#host.lesson.knobs?.some(
          ({ id, start, looks }) => looks !== true && state.knobs[id] !== start,
        ) === true,
      guessing,
      diagonal: attention && diagonalOf(attention),
      requests: this.#requests,
    };
  }

  /** What is handed out, made when it is asked for. */
  #files(view: View): SceneFiles {
    const race = this.#race;
    const attention = this.#scene()?.attention;
    return {
      curves: () =>
        race ? views.recordsOfRace(view, race.transformer.records, race.lstm.records) : '',
      map: () => (attention ? views.mapOfRace(attention) : ''),
    };
  }

  #program(view: View): string {
    const settings = settingsOf(this.#host.state());
    return views.programOfRace(view, {
      ...settings,
      ...{ steps: this.#most, vocabulary, hidden, test: testSet },
    });
  }

  /** Of the layer and head in hand. */
  #map(
    attention: { readonly shape: readonly number[]; readonly data: Float32Array } | null,
  ): Matrix | null {
    if (!attention) return null;
    const { layer = 0, head = 0 } = this.#host.state().knobs;
    const [layers = 0, heads = 0, rows = 0, columns = 0] = attention.shape;
    if (layer >= layers || head >= heads) return null;
    const start = (layer * heads + head) * rows * columns;
    return {
      rows,
      columns,
      data: Array.from(attention.data.subarray(start, start + rows * columns)),
    };
  }

  readonly #requests: SceneRequests = {
    play: () => {
      this.play();
    },
    nudge: (by) => {
      const at = this.#playhead.at;
      const before = this.#race?.transformer.markAt(at - 1)?.step ?? 0;
      this.#requests.scrub(by > 0 ? at + 1 : before);
    },
    scrub: (at) => {
      const value = Math.max(0, Math.min(Math.round(at), this.#most));
      this.#playhead.pause();
      this.#host.request({ type: 'look', id: playheadId, value });
      this.#host.changed();
    },
    look: (id, value) => {
      this.#host.request({ type: 'look', id, value });
    },
    set: (id, value) => {
      this.#host.request({ type: 'setting', id, value });
    },
    digits: (text) => {
      const digits = Array.from(text.normalize('NFKC').replace(/[\s,，、]/gu, ''), Number);
      const { length } = this.#host.state().knobs;
      const taken =
        digits.length === 0 ||
        (digits.length === length && digits.every((each) => each >= 0 && each < vocabulary));
      if (taken) this.#host.request({ type: 'digits', digits });
      return taken;
    },
    document: () => {
      for (const { id, start, looks } of this.#host.lesson.knobs ?? []) {
        if (looks !== true) this.#requests.set(id, start);
      }
      this.#requests.scrub(this.#most);
    },
    again: () => {
      this.#requests.scrub(0);
      this.#eager = true;
      this.restart();
    },
  };
}

const isSeen = (): boolean => document.visibilityState === 'visible';

function settingsOf({ knobs }: State): Settings {
  const { seed = 0, rate = 0, width = 0, heads = 0, layers = 0, length = 0, batch = 0 } = knobs;
  return { seed, rate, width, heads, layers, length, batch };
}

/** The mean weight where output i looks at input T − 1 − i. */
const diagonalOf = ({ rows, columns, data }: Matrix): number =>
  Array.from({ length: rows }, (_, row) => data[row * columns + columns - 1 - row] ?? 0).reduce(
    (sum, weight) => sum + weight / rows,
    0,
  );
