// One frozen view of everything that a figure shows, put together for each drawing.
import { lessons } from '../../lessons/index.ts';
import type { TapName } from '../../../wasm/engine/index.ts';
import { canTravel } from '../state/history.ts';
import { permits } from '../state/limits.ts';
import { isShown, shownCount } from '../state/progress.ts';
import { currentStep } from '../state/reducer.ts';
import type { Cell, State } from '../state/types.ts';
import { notYetLive } from '../views/index.ts';
import type {
  Before,
  Chapters,
  Controls,
  Frame,
  Live,
  PanelId,
  Results,
  Values,
  View,
} from '../views/index.ts';
import type { Desk } from './desk.ts';
import type { Editor } from './editor.ts';
import type { Experiment } from './live.ts';
import { handedOut, nothingHanded } from './handing.ts';
import { labelsOf } from './labels.ts';
import type { Power } from './power.ts';
import type { Session } from './session.ts';
import type { Surface } from './surface.ts';
import type { Around, Shown, Words } from './words.ts';

export interface Scene {
  readonly session: Session;
  readonly power: Power;
  readonly experiment: Experiment;
  readonly desk: Desk;
  readonly editor: Editor;
  readonly surface: Surface;
  readonly words: Words;
  readonly stops: Readonly<Partial<Record<TapName, Cell>>>;
  readonly controls: Controls;
  readonly chapters: Chapters;
  readonly dark: boolean;
}

/** What is drawn of a state: in a language whose words are there. */
function drawnState({ session, controls }: Scene, { locale }: Around): State {
  const { state } = session;
  // A figure that cannot be operated holds nothing back.
  if (controls === 'none') {
    return Object.freeze({ ...state, locale, predict: false, present: false });
  }
  return state.locale === locale ? state : Object.freeze({ ...state, locale });
}

export function frameOf(scene: Scene, around: Around): Frame {
  const { session, desk, controls, chapters } = scene;
  const state = drawnState(scene, around);
  return Object.freeze({
    lesson: session.lesson,
    state,
    drawerOpen: desk.drawerOpen && permits(state.allow, 'lessons'),
    theme: scene.dark ? 'dark' : 'light',
    controls,
    chapters,
    chapterLinks: lessons.map((each) => ({
      lesson: each.id,
      title: around.titleOf(each),
      done: state.done.includes(each.id),
    })),
    text: around.text,
    requests: desk.requests,
  });
}

/** A view of the lesson that is left: what opens beside it belongs to the next one. */
export const leftView = (view: View, scene: Scene): View =>
  Object.freeze({
    ...view,
    panel: null,
    drawerOpen: scene.desk.drawerOpen,
    theme: scene.dark ? 'dark' : 'light',
  });

export function viewOf(scene: Scene, shownWords: Shown): View {
  const { session, power, desk, editor, chapters } = scene;
  const frame = frameOf(scene, shownWords);
  const { lesson, state } = frame;
  const step = currentStep(lesson, state);
  const live = lesson.figure ? liveOf(scene) : null;
  const results = live ? (live.ready ? noResults : null) : power.compute(lesson, state);
  const shown = shownCount(lesson, state, step);
  const { cell } = state;
  const seen = state.part !== null || (cell !== null && isShown(state, lesson, step, cell));
  const words = shownWords.wordsOf(lesson);
  return Object.freeze({
    ...frame,
    steps: session.steps,
    step,
    results: power.failure ? null : results,
    values: valuesOf(state.inputs, results),
    arithmetic: seen && !live ? power.explain(step, state) : null,
    failure: power.failure?.code ?? null,
    live: power.failure ? null : live,
    missing: scene.words.failure(session.state) ? session.state.locale : null,
    editing: editor.editing,
    problem: editor.problem,
    naming: desk.naming,
    ...labelsOf(lesson, words, state),
    shown,
    // What it names is known to the experiment.
    quiz: live && !live.ready ? null : desk.quiz(state),
    praise: desk.praise,
    before: beforeOf(scene),
    canUndo: canTravel(session.history.past, state.allow),
    canRedo: canTravel(session.history.future, state.allow),
    playing: desk.player.playing || live?.playing === true,
    panel: drawn(desk.panel, scene),
    pasting: desk.pasting,
    delivery: desk.delivery,
    plan: desk.panel === 'print' ? desk.printer.plan(lesson, session.state) : null,
    chosen: desk.chosen,
    handed: desk.handed,
    ...(desk.panel === 'share'
      ? handedOut(session, desk.handed, chapters, words.title)
      : nothingHanded),
    tables: desk.tables,
    peek: desk.peek,
    blank: desk.blank,
    announcement: desk.announcement,
    stops: scene.stops,
    damaged: session.damaged,
    writing: scene.surface.writing,
    words,
  } satisfies View);
}

/** Its own figure, or nothing yet. */
function liveOf({ session, experiment }: Scene): Live {
  const { figure } = experiment;
  if (!figure) return notYetLive;
  figure.follow(session.state);
  return figure.live;
}

/** An experiment has none of matrices. */
const noResults: Results = Object.freeze({
  ...{ taps: {}, sums: [], variants: null, heads: null },
  ...{ whole: null, mistaken: null, costs: null },
});

function valuesOf(inputs: State['inputs'], results: Results | null): Values {
  const heads = results?.heads ?? [];
  return Object.fromEntries([
    ...Object.entries({ ...results?.taps, ...inputs }).map(([tap, { data }]) => [tap, data]),
    ...Object.keys(heads[0]?.taps ?? {}).map((tap) => [
      tap,
      heads.flatMap(({ taps }) => taps[tap as TapName]?.data ?? []),
    ]),
  ]) as Values;
}

function beforeOf({ session, power }: Scene): Before | null {
  const { before } = session.history;
  if (!before || power.failure) return null;
  const { inputs, switches } = session.state;
  const { mask, heads } = session.state;
  const same =
    before.inputs === inputs &&
    before.switches === switches &&
    before.mask === mask &&
    before.heads === heads;
  if (same || before.pending) return null; // names alone, or numbers that nobody has seen
  return { inputs: before.inputs, results: power.computeEarlier(session.lesson, before) };
}

/** Where the button of a panel is gone, the panel is too. */
function drawn(panel: PanelId | null, { controls, chapters, session }: Scene): PanelId | null {
  const { allow } = session.state;
  if ((panel === 'share' || panel === 'print') && !permits(allow, 'export')) return null;
  if (panel === 'numbers' && !permits(allow, 'numbers')) return null;
  const above = panel === 'share' || panel === 'print' || panel === 'teacher';
  return controls === 'full' || (above && chapters === 'shown') ? panel : null;
}
