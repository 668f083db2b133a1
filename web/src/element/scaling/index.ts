// The figure of scores and their size: its studies, and where in them the reader looks.
import type { StudyRow } from '../../../../wasm/engine/index.ts';
import { knobOf } from '../../state/knobs.ts';
import { shownCount } from '../../state/progress.ts';
import { currentStep } from '../../state/reducer.ts';
import type { ScalingText } from '../../state/scaling-text.ts';
import type { State } from '../../state/types.ts';
import { liveOf, styles } from '../../views/scaling/index.ts';
import { ownSample, tableSample, tableWidths } from '../../views/scaling/scene.ts';
import type { Pointed, Scene, SceneRequests } from '../../views/scaling/scene.ts';
import type { LiveFigure, LiveHost } from '../live.ts';
import { Numbers } from './numbers.ts';
import { solve } from './solve.ts';

export function create(host: LiveHost): LiveFigure {
  let words: ScalingText | null = null;
  let pointed: Pointed | null = null;
  /** What is drawn for the d in hand, and the seed that it is of. */
  let drawn: { readonly row: StudyRow; readonly seed: number } | null = null;
  let before: State | null = null;

  const numbers = new Numbers({
    engine: () => host.engine(),
    changed: () => {
      host.changed();
    },
    failed: (error) => {
      host.failed(error);
    },
    finished: () => {
      if (words) host.say(words.finished);
    },
  });

  const sight = () => {
    if (document.visibilityState === 'hidden') numbers.sleep();
    else numbers.wake();
  };
  document.addEventListener('visibilitychange', sight);

  const knob = (id: string): number =>
    host.state().knobs[id] ?? knobOf(host.lesson, id)?.start ?? 0;

  const requests: SceneRequests = {
    turn: (width) => {
      host.request({ type: 'look', id: 'd', value: width });
    },
    point: (at) => {
      const same = (Object.keys(at ?? {}) as (keyof Pointed)[]).every(
        (key) => pointed?.[key] === at?.[key],
      );
      if (same && (at === null) === (pointed === null)) return;
      pointed = at;
      host.changed();
    },
    choose: (row, column) => {
      host.request({ type: 'inspect', cell: { row, column }, pin: true });
      requests.turn(tableWidths[row] ?? 1);
    },
    stop: () => {
      numbers.stop();
      if (words) host.say(words.stopped);
    },
    run: () => {
      numbers.run();
      host.changed();
    },
    seed: (value) => {
      host.request({ type: 'setting', id: 'seed', value });
    },
  };

  /** What is revealed is looked at: its d is taken in hand. */
  const lookAtRevealed = (state: State) => {
    const earlier = before;
    before = state;
    if (earlier === null || earlier.step !== state.step || earlier.shown === state.shown) return;
    const step = currentStep(host.lesson, state);
    const [, columns = 1] = step.cells ?? [];
    const count = shownCount(host.lesson, state, step);
    const more = count > shownCount(host.lesson, earlier, step);
    const row = Math.ceil(count / columns) - 1;
    const width = tableWidths[row];
    if (!more || state.cell?.row !== row || width === undefined) return;
    // A drawing is under way: no other state may come of it.
    queueMicrotask(() => {
      if (host.state() === state) host.dispatch({ type: 'look', id: 'd', value: width });
    });
  };

  const scene = (): Scene => {
    const [seed, width] = [knob('seed'), knob('d')];
    const row = numbers.rowOf(width);
    if (row) drawn = { row, seed };
    const ofTable = drawn !== null && numbers.table.includes(drawn.row);
    return Object.freeze({
      seed,
      width,
      row: drawn?.row ?? null,
      fresh: row !== null,
      sample: ofTable ? tableSample : ownSample,
      table: numbers.table,
      progress: {
        drawn: numbers.drawn,
        draws: numbers.draws,
        running: numbers.running,
        stopped: numbers.stopped,
      },
      curves: numbers.curves,
      growing: numbers.growing,
      evenEntropy: numbers.evenEntropy,
      pointed,
      requests,
    });
  };

  return {
    styles,
    follow(state) {
      numbers.follow(knob('seed'), knob('d'));
      lookAtRevealed(state);
    },
    get live() {
      return liveOf(scene(), {
        keep: (text) => {
          words = text;
        },
        kept: () => words,
      });
    },
    solve(step, question) {
      const solution = solve(step, question, numbers.table, tableSample.keys);
      if (!solution) {
        if (!numbers.running) requests.run();
        if (words) host.say(words.wait);
      }
      return solution;
    },
    settle: () => undefined,
    restart() {
      if (numbers.stopped) requests.run();
    },
    close() {
      document.removeEventListener('visibilitychange', sight);
      numbers.end();
    },
  };
}
