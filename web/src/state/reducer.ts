// What every action does to the state: pure, frozen, and the same object when nothing changes.
import type { TapName } from '../../../wasm/engine/types.ts';
import {
  axisOf,
  frozenMatrix,
  inputOf,
  putInput,
  replaceInputs,
  resizeAxis,
  withoutFirstRow,
} from './inputs.ts';
import type { Inputs } from './inputs.ts';
import type { Lesson, Step } from './lesson.ts';
import {
  flipped,
  lastPadded,
  maskAfterResize,
  noMask,
  padded,
  poisoned,
  ruled,
  windowed,
} from './mask.ts';
import { initialKnobs, knobsOf, restoredKnobs, turned, withDigits } from './knobs.ts';
import { headCounts, headsOfSet, withHeads } from './heads.ts';
import { renamed, tokenCount, trimmedNames } from './names.ts';
import {
  cellAt,
  cellCount,
  counted,
  indexOf,
  isShown,
  resultShape,
  shownAfterResize,
  shownCount,
} from './progress.ts';
import { contentOfSet, isDrawn, setOf, setsOf } from './sets.ts';
import { contains } from './shape.ts';
import { softmaxParts } from './types.ts';
import type { Action, Base, Cell, Content, SoftmaxPart, State } from './types.ts';

export const visibleSteps = (
  lesson: Lesson,
  { switches }: Pick<State, 'switches'>,
): readonly Step[] => lesson.steps.filter(({ needs }) => !needs || switches[needs]);

export function currentStep(lesson: Lesson, state: Pick<State, 'step'>): Step {
  const step = lesson.steps.find(({ id }) => id === state.step);
  if (!step) throw new RangeError(`lesson ${lesson.id} has no step ${state.step}`);
  return step;
}

export function initialState(
  lesson: Lesson,
  { locale, theme, done = [], allow = null, present = false }: Base,
): State {
  const [own] = setsOf(lesson);
  if (!own) throw new RangeError(`lesson ${lesson.id} has no numbers to begin with`);
  const switches = Object.freeze({ ...lesson.switches });
  const [first] = visibleSteps(lesson, { switches });
  if (!first) throw new RangeError(`lesson ${lesson.id} has no step to begin with`);
  const state: State = {
    lesson: lesson.id,
    step: first.id,
    locale,
    theme,
    done: Object.freeze([...done]),
    allow,
    present,
    ...contentOfSet(lesson, own),
    names: Object.freeze([]),
    switches,
    mask: lesson.mask === undefined ? null : ruled(noMask, lesson.mask),
    heads: headsOfSet(lesson, own.id),
    head: 0,
    on: null,
    knobs: initialKnobs(lesson),
    digits: Object.freeze([]),
    predict: true,
    shown: Object.freeze({}),
    part: null,
    cell: null,
    pinned: false,
  };
  return Object.freeze({ ...state, cell: firstCell(lesson, state, first) });
}

/** The cell that a step inspects when it is entered: its own if it is shown, else the last that is. */
function firstCell(lesson: Lesson, state: State, step: Step): Cell | null {
  const shape = resultShape(lesson, state, step);
  if (!shape) return null;
  const [row, column] = step.focus ?? [0, 0];
  const shown = shownCount(lesson, state, step);
  if (contains(shape, { row, column }) && indexOf(shape, { row, column }) < shown) {
    return Object.freeze({ row, column });
  }
  return cellAt(shape, Math.max(0, shown - 1));
}

/** Deep equality of plain data; −0 differs from 0, as their bits do. */
function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const mine = Object.entries(a);
  const theirs = new Map(Object.entries(b));
  return mine.length === theirs.size && mine.every(([key, value]) => equal(value, theirs.get(key)));
}

const changed = (state: State, change: Partial<State>): State => {
  const next = { ...state, ...change };
  return equal(state, next) ? state : Object.freeze(next);
};

function enter(state: State, lesson: Lesson, step: Step | undefined): State {
  if (!step || step.id === state.step) return state;
  const { switches } = state;
  return changed(state, {
    step: step.id,
    done: step === lesson.steps.at(-1) ? withDone(state.done, lesson.id) : state.done,
    switches:
      step.needs && !switches[step.needs]
        ? Object.freeze({ ...switches, [step.needs]: true })
        : switches,
    knobs: knobsOf(step, state.knobs),
    cell: firstCell(lesson, state, step),
    pinned: false,
    part: null,
    on: null,
  });
}

/** A knob may lead to another step, which stays where the knob is. */
function turn(
  state: State,
  lesson: Lesson,
  { id, value }: { readonly id: string; readonly value: number },
  looks: boolean,
): State {
  const next = turned(lesson, state, id, value, looks);
  return next ? withKnobs(state, lesson, next) : state;
}

function withKnobs(
  state: State,
  lesson: Lesson,
  { knobs, digits, step: id }: Pick<State, 'knobs' | 'digits' | 'step'>,
): State {
  const step = lesson.steps.find((each) => each.id === id);
  return changed(enter(state, lesson, step), { knobs, digits });
}

/** Most that an address carries. */
const mostDone = 32;

export const withDone = (done: State['done'], id: string): State['done'] =>
  done.includes(id) ? done : Object.freeze([...done, id].slice(-mostDone));

function move(state: State, lesson: Lesson, by: 1 | -1): State {
  const steps = visibleSteps(lesson, state);
  return enter(state, lesson, steps[steps.findIndex(({ id }) => id === state.step) + by]);
}

/** A step whose switch went off gives way to the nearest earlier one. */
function relocated(state: State, lesson: Lesson): State {
  const { needs } = currentStep(lesson, state);
  if (!needs || state.switches[needs]) return state;
  const steps = visibleSteps(lesson, state);
  const order = (id: string) => lesson.steps.findIndex((step) => step.id === id);
  const earlier = steps.filter(({ id }) => order(id) < order(state.step)).at(-1);
  return enter(state, lesson, earlier ?? steps[0]);
}

function setSwitch(state: State, lesson: Lesson, name: string, on: boolean): State {
  if (!Object.hasOwn(state.switches, name)) return state;
  const switches = Object.freeze({ ...state.switches, [name]: on });
  return relocated(changed(state, { switches }), lesson);
}

const sameSizes = (a: Inputs, b: Inputs): boolean =>
  Object.entries(a).every(([tap, { rows, columns }]) => {
    const other = inputOf(b, tap as TapName);
    return other?.rows === rows && other.columns === columns;
  });

/** Other numbers; where the sizes changed with them, the cell and what is shown follow. */
function withInputs(
  state: State,
  lesson: Lesson,
  inputs: Inputs | null,
  seed: number | null = null,
): State {
  if (!inputs) return state;
  if (sameSizes(inputs, state.inputs)) {
    return changed(state, { inputs, seed, pending: false });
  }
  const next = changed(state, {
    inputs,
    seed,
    pending: false,
    names: trimmedNames(state.names, tokenCount(lesson, { inputs })),
    mask: maskAfterResize({ ...state, inputs }),
    ...withHeads(lesson, { ...state, inputs }, state.heads),
    shown: shownAfterResize(state.shown),
  });
  return withShown(next, lesson);
}

/** Another set as it comes; the reader's own names belong to the old one. */
function openSet(state: State, lesson: Lesson, id: string): State {
  const set = setOf(lesson, id);
  if (!set) return state;
  const { inputs, seed, pending } = contentOfSet(lesson, set);
  const next = withInputs(changed(state, { set: id, names: Object.freeze([]) }), lesson, inputs);
  const { heads, head } = withHeads(lesson, { ...next, head: 0 }, headsOfSet(lesson, id));
  return withShown(changed(state, { ...next, seed, pending, heads, head }), lesson);
}

/** A new seed: what the engine draws it draws anew, in the sizes of the set. */
function reseed(state: State, lesson: Lesson, seed: number): State {
  const set = setOf(lesson, state.set);
  if (!set || !isDrawn(lesson, state)) return changed(state, { seed });
  const next = withInputs(state, lesson, contentOfSet(lesson, set).inputs);
  return changed(state, { ...next, seed, pending: true });
}

/** The widths of the heads change with their number, and half-shown results begin anew. */
function setHeads(state: State, lesson: Lesson, count: number): State {
  if (!headCounts(lesson, state.inputs).includes(count)) return state;
  const { heads, head } = withHeads(lesson, state, count);
  if (heads === state.heads) return state;
  const shown = shownAfterResize(state.shown);
  return withShown(changed(state, { heads, head, shown }), lesson);
}

function setRule(state: State, lesson: Lesson, rule: (Action & { type: 'rule' })['rule']): State {
  const { mask } = state;
  if (!mask) return state;
  if (rule === 'padding') return changed(state, { mask: lastPadded(state) });
  const next = changed(state, { mask: ruled(mask, rule) });
  // With as many queries as keys both corners are the same: the first query makes room.
  const { q, k } = state.inputs;
  const alike = rule === 'lower-right' && q !== undefined && q.rows === k?.rows && q.rows > 1;
  return alike && !state.pending
    ? withInputs(next, lesson, withoutFirstRow(state.inputs, 'q'))
    : next;
}

function edit(state: State, lesson: Lesson, tap: TapName, cell: Cell, value: number): State {
  const matrix = inputOf(state.inputs, tap);
  const rounded = Math.fround(value);
  if (!matrix || state.pending || !contains(matrix, cell) || !Number.isFinite(rounded)) {
    return state;
  }
  const at = indexOf(matrix, cell);
  if (Object.is(matrix.data[at], rounded)) return state;
  const data = matrix.data.map((old, index) => (index === at ? rounded : old));
  const inputs = Object.freeze({ ...state.inputs, [tap]: frozenMatrix(matrix, data) });
  return withInputs(state, lesson, inputs);
}

function resize(state: State, lesson: Lesson, action: Action & { type: 'resize' }): State {
  const axis = axisOf(lesson, action.axis);
  const inputs =
    axis && !state.pending ? resizeAxis(lesson, state.inputs, axis, action.size) : null;
  return inputs && sameSizes(inputs, state.inputs) ? state : withInputs(state, lesson, inputs);
}

function inspect(state: State, lesson: Lesson, action: Action & { type: 'inspect' }): State {
  const { pin, tap = state.on ?? undefined, head = state.head } = action;
  const { row, column } = action.cell;
  const step = currentStep(lesson, state);
  const on = tap !== undefined && step.also?.includes(tap) === true ? tap : null;
  if (!Number.isInteger(head) || head < 0 || head >= state.heads) return state;
  if (state.pinned && !pin) return state;
  if (!isShown(state, lesson, step, { row, column })) return state;
  // Whoever only looks around keeps the move in hand: play goes on with the next one.
  const part = pin ? null : state.part;
  return changed(state, { cell: Object.freeze({ row, column }), pinned: pin, part, on, head });
}

function reveal(state: State, lesson: Lesson, count: number, part: SoftmaxPart | null): State {
  const step = currentStep(lesson, state);
  const shape = resultShape(lesson, state, step);
  if (!shape) return state;
  const all = cellCount(lesson, state, step);
  const shown = counted(count, all);
  return changed(state, {
    shown: Object.freeze({ ...state.shown, [step.id]: shown }),
    cell: cellAt(shape, Math.max(0, Math.min(shown, all) - 1)),
    pinned: false,
    part,
  });
}

/** The inspected cell stays while it is shown. */
function withShown(next: State, lesson: Lesson): State {
  const step = currentStep(lesson, next);
  if (next.cell && isShown(next, lesson, step, next.cell)) return next;
  return changed(next, { cell: firstCell(lesson, next, step), pinned: false, part: null });
}

const setPredict = (state: State, lesson: Lesson, on: boolean): State =>
  state.predict === on
    ? state
    : withShown(changed(state, { predict: on, shown: Object.freeze({}) }), lesson);

/** Whoever begins to present has nothing revealed yet; what the class has seen stays to be seen. */
function setPresent(state: State, lesson: Lesson, on: boolean): State {
  if (state.present === on) return state;
  const shown = on ? Object.freeze({}) : shownAfterResize(state.shown);
  return withShown(changed(state, { present: on, shown, pinned: false, part: null }), lesson);
}

/** All of a result at once; the cell that was asked about, the first one, is explained. */
function reveals(state: State, lesson: Lesson): State {
  const all = reveal(state, lesson, Infinity, null);
  return all.cell ? changed(all, { cell: Object.freeze({ row: 0, column: 0 }) }) : all;
}

function click(state: State, lesson: Lesson, by: 1 | -1): State {
  const step = currentStep(lesson, state);
  const all = cellCount(lesson, state, step);
  const count = shownCount(lesson, state, step);
  if (by > 0) return count < all ? reveals(state, lesson) : move(state, lesson, 1);
  if (count > 0) return reveal(state, lesson, 0, null);
  const before = move(state, lesson, -1);
  return before === state ? state : reveals(before, lesson);
}

function withProgress(state: State, lesson: Lesson, shown: State['shown']): State {
  const kept = lesson.steps.flatMap((step) => {
    const count = Object.hasOwn(shown, step.id) ? shown[step.id] : undefined;
    const all = cellCount(lesson, state, step);
    return count === undefined || all === 0 ? [] : [[step.id, counted(count, all)] as const];
  });
  return withShown(changed(state, { shown: Object.freeze(Object.fromEntries(kept)) }), lesson);
}

/** A result that the reader left half way goes on from there. */
function play(state: State, lesson: Lesson): State {
  const step = currentStep(lesson, state);
  const begun = Object.hasOwn(state.shown, step.id);
  const all = cellCount(lesson, state, step);
  if (all === 0 || (begun && shownCount(lesson, state, step) < all)) return state;
  return reveal(state, lesson, 0, null);
}

function advance(state: State, lesson: Lesson): State {
  const step = currentStep(lesson, state);
  const shape = resultShape(lesson, state, step);
  const count = shownCount(lesson, state, step);
  if (!shape || count >= shape.rows * shape.columns) {
    const next = move(state, lesson, 1);
    return next === state ? state : reveal(next, lesson, 0, null);
  }
  if (step.kind !== 'softmax') return reveal(state, lesson, count + 1, null);
  // Each row begins with its maximum, its exponentials and their sum; the cells come of dividing.
  if (count % shape.columns === 0) {
    const part = softmaxParts[(softmaxParts.indexOf(state.part ?? 'divide') + 1) % 4] ?? 'max';
    if (part !== 'divide')
      return changed(state, { part, cell: cellAt(shape, count), pinned: false });
  }
  const last = count + 1 === shape.rows * shape.columns;
  return reveal(state, lesson, count + 1, last ? null : 'divide');
}

function restoreContent(state: State, lesson: Lesson, content: Content): State {
  const { inputs, seed, pending, set, names, switches, mask, heads } = content;
  const run = withKnobs(state, lesson, restoredKnobs(lesson, state, content.knobs));
  const digits = withDigits(run, content.digits);
  const next = withInputs(changed(run, { digits }), lesson, inputs, seed);
  const kept = trimmedNames(names, tokenCount(lesson, next));
  return relocated(
    setHeads(
      changed(state, { ...next, set, seed, pending, names: kept, switches, mask }),
      lesson,
      heads,
    ),
    lesson,
  );
}

export function reduce(state: State, action: Action, lesson: Lesson): State {
  switch (action.type) {
    case 'go':
      return enter(
        state,
        lesson,
        lesson.steps.find(({ id }) => id === action.step),
      );
    case 'next':
      return move(state, lesson, 1);
    case 'previous':
      return move(state, lesson, -1);
    case 'switch':
      return setSwitch(state, lesson, action.name, action.on);
    case 'set':
      return openSet(state, lesson, action.set);
    case 'seed':
      return reseed(state, lesson, action.seed);
    case 'drawn':
      return state.pending && state.seed === action.seed
        ? withInputs(state, lesson, replaceInputs(state.inputs, action.inputs), action.seed)
        : state;
    case 'heads':
      return setHeads(state, lesson, action.count);
    case 'head':
      return Number.isInteger(action.head) && action.head >= 0 && action.head < state.heads
        ? changed(state, { head: action.head })
        : state;
    case 'rule':
      return setRule(state, lesson, action.rule);
    case 'flip':
      return changed(state, { mask: flipped(state, action.cell) });
    case 'pad':
      return changed(state, { mask: padded(state, action.token, action.on) });
    case 'poison':
      return changed(state, { mask: state.mask && poisoned(state.mask, action.on) });
    case 'window':
      return changed(state, {
        mask: state.mask && windowed(state.mask, action.size, tokenCount(lesson, state)),
      });
    case 'mask':
      return changed(state, {
        mask: state.mask && maskAfterResize({ ...state, mask: action.mask }),
      });
    case 'edit':
      return edit(state, lesson, action.tap, action.cell, action.value);
    case 'put':
      return withInputs(state, lesson, putInput(lesson, state.inputs, action.tap, action.matrix));
    case 'numbers':
      return withInputs(state, lesson, replaceInputs(state.inputs, action.inputs), action.seed);
    case 'resize':
      return resize(state, lesson, action);
    case 'name':
      return changed(state, { names: renamed(state, lesson, action.token, action.text) });
    case 'setting':
      return turn(state, lesson, action, false);
    case 'look':
      return turn(state, lesson, action, true);
    case 'digits':
      return changed(state, { digits: withDigits(state, action.digits) });
    case 'predict':
      return setPredict(state, lesson, action.on);
    case 'reveal':
      return reveal(state, lesson, action.count, null);
    case 'progress':
      return withProgress(state, lesson, action.shown);
    case 'part':
      return currentStep(lesson, state).kind === 'softmax'
        ? changed(state, { part: action.part })
        : state;
    case 'play':
      return play(state, lesson);
    case 'advance':
      return advance(state, lesson);
    case 'inspect':
      return inspect(state, lesson, action);
    case 'unpin':
      return changed(state, { pinned: false });
    case 'done':
      return changed(state, {
        done: [...action.lessons, ...state.done].reduce(withDone, Object.freeze([])),
      });
    case 'allow':
      return changed(state, { allow: action.allow });
    case 'present':
      return setPresent(state, lesson, action.on);
    case 'clicker':
      return click(state, lesson, action.by);
    case 'locale':
      return changed(state, { locale: action.locale });
    case 'theme':
      return changed(state, { theme: action.theme });
    case 'content':
      return restoreContent(state, lesson, action.content);
    case 'restore':
      return action.state.lesson === lesson.id ? changed(state, action.state) : state;
    case 'reset':
      return action.to
        ? withProgress(restoreContent(state, lesson, action.to), lesson, {})
        : changed(state, { ...initialState(lesson, state), predict: state.predict });
    case 'undo':
    case 'redo':
      return state; // the store knows what was before
  }
}
