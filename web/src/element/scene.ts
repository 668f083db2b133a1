// One frozen view of everything that a figure shows, put together for each drawing.
import { chapters as allChapters } from '../../lessons/index.ts';
import type { TapName } from '../../../wasm/engine/index.ts';
import { canTravel } from '../state/history.ts';
import { permits } from '../state/limits.ts';
import { isShown, shownCount } from '../state/progress.ts';
import { currentStep } from '../state/reducer.ts';
import type { Cell, Locale, State } from '../state/types.ts';
import { uiTexts } from '../views/index.ts';
import type { Before, Chapters, Controls, PanelId, Results, Values, View } from '../views/index.ts';
import type { Desk } from './desk.ts';
import type { Editor } from './editor.ts';
import { handedOut, nothingHanded } from './handing.ts';
import { labelsOf } from './labels.ts';
import type { Power } from './power.ts';
import type { Session } from './session.ts';
import type { Surface } from './surface.ts';

export interface Scene {
  readonly session: Session;
  readonly power: Power;
  readonly desk: Desk;
  readonly editor: Editor;
  readonly surface: Surface;
  readonly stops: Readonly<Partial<Record<TapName, Cell>>>;
  readonly controls: Controls;
  readonly chapters: Chapters;
  readonly dark: boolean;
}

const languageNames: Readonly<Record<Locale, string>> = {
  'zh-Hant': uiTexts['zh-Hant'].language,
  'zh-Hans': uiTexts['zh-Hans'].language,
  en: uiTexts.en.language,
};

export function viewOf(scene: Scene): View {
  const { session, power, desk, editor, controls, chapters } = scene;
  const { chapter } = session;
  const { lesson } = chapter;
  // A figure that cannot be operated holds nothing back.
  const state =
    controls === 'none'
      ? Object.freeze({ ...session.state, predict: false, present: false })
      : session.state;
  const step = currentStep(lesson, state);
  const results = power.compute(lesson, state);
  const shown = shownCount(lesson, state, step);
  const { cell } = state;
  const seen = state.part !== null || (cell !== null && isShown(state, lesson, step, cell));
  const words = chapter.text[state.locale];
  return Object.freeze({
    lesson,
    state,
    steps: session.steps,
    step,
    results: power.failure ? null : results,
    values: valuesOf(state.inputs, results),
    arithmetic: seen ? power.explain(step, state) : null,
    failure: power.failure?.code ?? null,
    editing: editor.editing,
    problem: editor.problem,
    naming: desk.naming,
    ...labelsOf(chapter, state),
    shown,
    quiz: desk.quiz(state),
    praise: desk.praise,
    before: beforeOf(scene),
    canUndo: canTravel(session.history.past, state.allow),
    canRedo: canTravel(session.history.future, state.allow),
    playing: desk.player.playing,
    panel: drawn(desk.panel, scene),
    pasting: desk.pasting,
    delivery: desk.delivery,
    plan: desk.panel === 'print' ? desk.printer.plan(chapter, session.state) : null,
    chosen: desk.chosen,
    handed: desk.handed,
    ...(desk.panel === 'share' ? handedOut(session, desk.handed, chapters) : nothingHanded),
    tables: desk.tables,
    peek: desk.peek,
    blank: desk.blank,
    announcement: desk.announcement,
    stops: scene.stops,
    drawerOpen: desk.drawerOpen && permits(state.allow, 'lessons'),
    damaged: session.damaged,
    theme: scene.dark ? 'dark' : 'light',
    writing: scene.surface.writing,
    controls,
    chapters,
    chapterLinks: allChapters.map((each) => ({
      lesson: each.lesson.id,
      title: each.text[state.locale].title,
      done: state.done.includes(each.lesson.id),
    })),
    text: uiTexts[state.locale],
    words,
    languageNames,
    requests: desk.requests,
  } satisfies View);
}

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
  return { inputs: before.inputs, results: power.computeEarlier(session.chapter.lesson, before) };
}

/** Where the button of a panel is gone, the panel is too. */
function drawn(panel: PanelId | null, { controls, chapters, session }: Scene): PanelId | null {
  const { allow } = session.state;
  if ((panel === 'share' || panel === 'print') && !permits(allow, 'export')) return null;
  if (panel === 'numbers' && !permits(allow, 'numbers')) return null;
  const above = panel === 'share' || panel === 'print' || panel === 'teacher';
  return controls === 'full' || (above && chapters === 'shown') ? panel : null;
}
