// What a sheet of paper takes over from the figure: sizes that a hand can work with, and the choices around them.
import { contentOf } from './history.ts';
import { sizeOf } from './inputs.ts';
import type { Lesson, Step } from './lesson.ts';
import { initialState, reduce, visibleSteps } from './reducer.ts';
import { isDrawn } from './sets.ts';
import type { Action, State } from './types.ts';

/** Tokens or dimensions that can be worked out by hand. */
export const mostByHand = 6;

/** Drawn sets are made of numbers that no hand adds up. */
export const isByHand = (lesson: Lesson, state: State): boolean =>
  !isDrawn(lesson, state) && lesson.axes.every((axis) => sizeOf(state.inputs, axis) <= mostByHand);

/** As if the lesson had just been opened, with the reader's content; with its own sizes where those are too large. */
export function stateOnPaper(lesson: Lesson, state: State): State {
  const fresh = initialState(lesson, { locale: state.locale, theme: 'auto' });
  const actions: Action[] = isByHand(lesson, state)
    ? [{ type: 'content', content: contentOf(state) }]
    : [
        ...switchesOf(state).map(([name, on]): Action => ({ type: 'switch', name, on })),
        ...(state.mask ? [{ type: 'mask', mask: state.mask } as const] : []),
      ];
  // NaN shows something to who looks on, and gives nothing to work out.
  return [...actions, { type: 'poison', on: false } as const].reduce(
    (next, action) => reduce(next, action, lesson),
    fresh,
  );
}

const switchesOf = ({ switches }: State) =>
  Object.entries(switches) as (readonly [keyof State['switches'], boolean])[];

/** The steps whose results can be asked for. */
export const stepsOnPaper = (lesson: Lesson, state: State): readonly Step[] =>
  visibleSteps(lesson, state).filter(({ makes }) => makes !== undefined);
