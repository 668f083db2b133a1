// Numbers that the reader sets beside the matrices: what an experiment runs with, and where in it they look.
import type { Knob, Lesson, Step } from './lesson.ts';
import type { State } from './types.ts';

type Knobs = State['knobs'];
type Turned = Pick<State, 'knobs' | 'digits' | 'step'>;

/** The knob that says how far an experiment has run; steps are places on it. */
export const playhead = 'at';

export const knobOf = (lesson: Lesson, id: string): Knob | undefined =>
  lesson.knobs?.find((knob) => knob.id === id);

export const initialKnobs = (lesson: Lesson): Knobs =>
  Object.freeze(Object.fromEntries((lesson.knobs ?? []).map(({ id, start }) => [id, start])));

function fits({ choices, least, most, real, below }: Knob, value: number, knobs: Knobs): boolean {
  if (!Number.isFinite(value) || (real !== true && !Number.isInteger(value))) return false;
  if (choices && !choices.includes(value)) return false;
  const bound = below === undefined ? Infinity : (knobs[below] ?? Infinity);
  return value >= least && value <= most && value < bound;
}

/** Those that must be less than another stay below it. */
const bounded = (lesson: Lesson, knobs: Knobs): Knobs =>
  Object.freeze(
    Object.fromEntries(
      (lesson.knobs ?? []).map((knob) => {
        const value = knobs[knob.id] ?? knob.start;
        const bound = knob.below === undefined ? Infinity : (knobs[knob.below] ?? Infinity);
        return [knob.id, value < bound ? value : bound - 1];
      }),
    ),
  );

/** The last step that is not beyond the place. */
const stepAt = (lesson: Lesson, at: number): Step | undefined =>
  lesson.steps.filter((step) => step.at !== undefined && step.at <= at).at(-1);

/** A sequence is as long as the knob `length` says. */
const digitsFit = (digits: readonly number[], knobs: Knobs): boolean =>
  digits.length === knobs.length &&
  digits.every((digit) => Number.isInteger(digit) && digit >= 0 && digit <= 9);

/** The state with a knob turned; null where it cannot stand so. What has run begins anew. */
export function turned(
  lesson: Lesson,
  state: Turned,
  id: string,
  value: number,
  looks: boolean,
): Turned | null {
  const knob = knobOf(lesson, id);
  if (!knob || (knob.looks === true) !== looks || !fits(knob, value, state.knobs)) return null;
  if (Object.is(state.knobs[id], value)) return null;
  const fresh = !looks && state.knobs[playhead] !== undefined ? { [playhead]: 0 } : {};
  const knobs = bounded(lesson, { ...state.knobs, ...fresh, [id]: value });
  const at = knobs[playhead];
  const step = at === undefined ? state.step : (stepAt(lesson, at)?.id ?? state.step);
  return { knobs, digits: digitsFit(state.digits, knobs) ? state.digits : noDigits, step };
}

const noDigits: readonly number[] = Object.freeze([]);

export const withDigits = (
  { knobs, digits }: Turned,
  wanted: readonly number[],
): readonly number[] => {
  if (wanted.length === 0) return noDigits;
  return digitsFit(wanted, knobs) ? Object.freeze([...wanted]) : digits;
};

/** Where a step that is entered has its place, the playhead goes there. */
export const knobsOf = ({ at }: Step, knobs: Knobs): Knobs =>
  at === undefined || knobs[playhead] === undefined || knobs[playhead] === at
    ? knobs
    : Object.freeze({ ...knobs, [playhead]: at });

/** Earlier settings, seen from where the reader looks now; what has run begins anew if they differ. */
export function restoredKnobs(lesson: Lesson, state: Turned, content: Knobs): Turned {
  return (lesson.knobs ?? [])
    .filter(({ looks }) => looks !== true)
    .reduce<Turned>((now, { id, start }) => {
      return turned(lesson, now, id, content[id] ?? start, false) ?? now;
    }, state);
}
