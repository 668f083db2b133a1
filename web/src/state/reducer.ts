// What every action does to the state: pure, frozen, and the same object when nothing changes.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Lesson, Matrix, Step } from './lesson.ts';
import { contains, shapeOf } from './shape.ts';
import type { Action, Base, Cell, State } from './types.ts';

const frozenMatrix = ({ rows, columns }: Matrix, data: readonly number[]): Matrix =>
  Object.freeze({ rows, columns, data: Object.freeze([...data]) });

const frozenCell = (row: number, column: number): Cell => Object.freeze({ row, column });

export const inputTaps = (lesson: Lesson): readonly TapName[] =>
  Object.keys(lesson.inputs) as TapName[];

export const visibleSteps = (
  lesson: Lesson,
  { switches }: Pick<State, 'switches'>,
): readonly Step[] => lesson.steps.filter(({ needs }) => !needs || switches[needs]);

export function currentStep(lesson: Lesson, state: Pick<State, 'step'>): Step {
  const step = lesson.steps.find(({ id }) => id === state.step);
  if (!step) throw new RangeError(`lesson ${lesson.id} has no step ${state.step}`);
  return step;
}

export function initialState(lesson: Lesson, { locale, theme }: Base): State {
  const inputs: Partial<Record<TapName, Matrix>> = {};
  for (const tap of inputTaps(lesson)) {
    const matrix = lesson.inputs[tap];
    if (matrix) inputs[tap] = frozenMatrix(matrix, matrix.data.map(Math.fround));
  }
  const switches = Object.freeze({ ...lesson.switches });
  const [first] = visibleSteps(lesson, { switches });
  if (!first) throw new RangeError(`lesson ${lesson.id} has no step to begin with`);
  return Object.freeze({
    lesson: lesson.id,
    step: first.id,
    locale,
    theme,
    inputs: Object.freeze(inputs),
    switches,
    cell: firstCell(lesson, inputs, first),
    pinned: false,
  });
}

/** The cell that a step inspects when it is entered. */
function firstCell(lesson: Lesson, inputs: State['inputs'], step: Step): Cell | null {
  const shape = step.makes && shapeOf(lesson, inputs, step.makes);
  const [row, column] = step.focus ?? [0, 0];
  return shape && contains(shape, { row, column }) ? frozenCell(row, column) : null;
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
    switches:
      step.needs && !switches[step.needs]
        ? Object.freeze({ ...switches, [step.needs]: true })
        : switches,
    cell: firstCell(lesson, state.inputs, step),
    pinned: false,
  });
}

function move(state: State, lesson: Lesson, by: 1 | -1): State {
  const steps = visibleSteps(lesson, state);
  return enter(state, lesson, steps[steps.findIndex(({ id }) => id === state.step) + by]);
}

function setSwitch(state: State, lesson: Lesson, name: string, on: boolean): State {
  if (!Object.hasOwn(state.switches, name)) return state;
  const next = changed(state, { switches: Object.freeze({ ...state.switches, [name]: on }) });
  const { needs } = currentStep(lesson, next);
  if (!needs || next.switches[needs]) return next;
  const steps = visibleSteps(lesson, next);
  const order = (id: string) => lesson.steps.findIndex((step) => step.id === id);
  const earlier = steps.filter(({ id }) => order(id) < order(next.step)).at(-1);
  return enter(next, lesson, earlier ?? steps[0]);
}

function edit(state: State, tap: TapName, cell: Cell, value: number): State {
  const matrix = Object.hasOwn(state.inputs, tap) ? state.inputs[tap] : undefined;
  const rounded = Math.fround(value);
  if (!matrix || !contains(matrix, cell) || !Number.isFinite(rounded)) return state;
  const data = [...matrix.data];
  data[cell.row * matrix.columns + cell.column] = rounded;
  const inputs = Object.freeze({ ...state.inputs, [tap]: frozenMatrix(matrix, data) });
  return changed(state, { inputs });
}

function inspect(state: State, lesson: Lesson, { row, column }: Cell, pin: boolean): State {
  const { makes } = currentStep(lesson, state);
  const shape = makes && shapeOf(lesson, state.inputs, makes);
  if (!shape || !contains(shape, { row, column }) || (state.pinned && !pin)) return state;
  return changed(state, { cell: frozenCell(row, column), pinned: pin });
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
    case 'edit':
      return edit(state, action.tap, action.cell, action.value);
    case 'inspect':
      return inspect(state, lesson, action.cell, action.pin);
    case 'unpin':
      return changed(state, { pinned: false });
    case 'locale':
      return changed(state, { locale: action.locale });
    case 'theme':
      return changed(state, { theme: action.theme });
    case 'restore':
      return action.state.lesson === lesson.id ? changed(state, action.state) : state;
    case 'reset':
      return changed(state, initialState(lesson, state));
  }
}
