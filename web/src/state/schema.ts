// The parameters of an address, one row each; documentation and tests walk this table.
import type { TapName } from '../../../wasm/engine/types.ts';
import { parseFloat32, shortestFloat32 } from './float32.ts';
import type { Lesson, Matrix, SwitchName } from './lesson.ts';
import { currentStep, initialState, reduce } from './reducer.ts';
import { locales, themes } from './types.ts';
import type { Action, Base, ProblemKind, State } from './types.ts';

export interface Parameter {
  readonly name: string;
  readonly description: string;
  /** The texts that it takes. */
  readonly syntax: string;
  /** It says something within the lesson: not taken when the address names a lesson we lack. */
  readonly ofLesson: boolean;
  /** The text that absence stands for; null where absence has a meaning of its own. */
  default(lesson: Lesson, base: Base): string | null;
  /** null: left out. */
  print(state: State, lesson: Lesson): string | null;
  /** The state with this parameter taken up, or why it cannot be. */
  parse(text: string, state: State, lesson: Lesson): State | ProblemKind;
}

export type Migration = (parameters: ReadonlyMap<string, string>) => ReadonlyMap<string, string>;

export interface Schema {
  readonly version: number;
  /** In the order in which they are written and taken up. */
  readonly parameters: readonly Parameter[];
  /** From the version that is the key to the next one. */
  readonly migrations: Readonly<Record<number, Migration>>;
}

const version = 1;

const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined =>
  values.find((value) => value === text);

function setting<T extends string>(
  row: Pick<Parameter, 'name' | 'description' | 'default' | 'print'>,
  values: readonly T[],
  action: (value: T) => Action,
): Parameter {
  return {
    ...row,
    syntax: values.join(' | '),
    ofLesson: false,
    parse(text, state, lesson) {
      const value = oneOf(values, text);
      return value ? reduce(state, action(value), lesson) : 'bad_value';
    },
  };
}

export const printMatrix = ({ rows, columns, data }: Matrix): string =>
  Array.from({ length: rows }, (_, row) =>
    data
      .slice(row * columns, (row + 1) * columns)
      .map(shortestFloat32)
      .join(),
  ).join(';');

function parseMatrix(text: string, { rows, columns }: Matrix): Matrix | ProblemKind {
  const lines = text.split(';').map((line) => line.split(','));
  if (lines.length !== rows || lines.some((line) => line.length !== columns)) return 'wrong_shape';
  const data: number[] = [];
  for (const entry of lines.flat()) {
    const x = parseFloat32(entry);
    if (x === null) return 'bad_number';
    if (!Number.isFinite(x)) return 'out_of_range';
    data.push(x);
  }
  return { rows, columns, data };
}

const own = (lesson: Lesson, tap: TapName): Matrix | undefined =>
  Object.hasOwn(lesson.inputs, tap) ? lesson.inputs[tap] : undefined;

const input = (name: string, tap: TapName, what: string): Parameter => ({
  name,
  description: `The ${what}, row by row. Each number is the shortest text of its float32.`,
  syntax:
    'numbers; "," between columns, ";" between rows; exactly the rows and columns of the lesson',
  ofLesson: true,
  default(lesson) {
    const matrix = own(lesson, tap);
    return matrix ? printMatrix(matrix) : null;
  },
  print(state, lesson) {
    const matrix = state.inputs[tap];
    const text = matrix ? printMatrix(matrix) : null;
    return text === this.default(lesson, state) ? null : text;
  },
  parse(text, state, lesson) {
    const old = own(lesson, tap);
    if (!old) return 'unknown_parameter';
    const matrix = parseMatrix(text, old);
    if (typeof matrix === 'string') return matrix;
    return matrix.data.reduce((next, value, at) => {
      const cell = { row: Math.floor(at / old.columns), column: at % old.columns };
      return reduce(next, { type: 'edit', tap, cell, value }, lesson);
    }, state);
  },
});

const toggle = (name: SwitchName, what: string): Parameter => ({
  name,
  description: `${what} A step that needs the switch turns it on.`,
  syntax: '0 | 1',
  ofLesson: true,
  default: (lesson) => (lesson.switches[name] ? '1' : '0'),
  print(state, lesson) {
    const text = state.switches[name] ? '1' : '0';
    return text === this.default(lesson, state) ? null : text;
  },
  parse(text, state, lesson) {
    if (text !== '0' && text !== '1') return 'bad_value';
    if (text === '0' && currentStep(lesson, state).needs === name) return 'conflict';
    return reduce(state, { type: 'switch', name, on: text === '1' }, lesson);
  },
});

export const addressSchema: Schema = {
  version,
  migrations: {},
  parameters: [
    {
      name: 'v',
      description: 'The version of this schema. Older addresses are migrated, newer ones refused.',
      syntax: 'a whole number from 1',
      ofLesson: false,
      default: () => String(version),
      print: () => String(version),
      // decodeState has compared it already: the rest is the same for every version.
      parse: (text, state) => (/^[1-9]\d{0,8}$/.test(text) ? state : 'bad_value'),
    },
    {
      name: 'lesson',
      description: 'The lesson. If we lack it, the first lesson is shown as it comes.',
      syntax: 'a lesson id',
      ofLesson: false,
      default: (lesson) => lesson.id,
      print: (state) => state.lesson,
      parse: (text, state, lesson) => (text === lesson.id ? state : 'bad_value'),
    },
    {
      name: 'step',
      description: 'The step that is shown.',
      syntax: 'a step id of the lesson',
      ofLesson: true,
      default: (lesson, base) => initialState(lesson, base).step,
      print: (state) => state.step,
      parse: (text, state, lesson) =>
        lesson.steps.some(({ id }) => id === text)
          ? reduce(state, { type: 'go', step: text }, lesson)
          : 'bad_value',
    },
    setting(
      {
        name: 'lang',
        description: 'The language. Always written, so that a shared link reads as it was sent.',
        default: (_, base) => base.locale,
        print: (state) => state.locale,
      },
      locales,
      (locale) => ({ type: 'locale', locale }),
    ),
    setting(
      {
        name: 'theme',
        description: 'Light or dark. Left out while auto: the surroundings decide.',
        default: (_, base) => base.theme,
        print: (state) => (state.theme === 'auto' ? null : state.theme),
      },
      themes,
      (theme) => ({ type: 'theme', theme }),
    ),
    input('q', 'q', 'queries'),
    input('k', 'k', 'keys'),
    input('values', 'v', 'values, spelled out because v is the version'),
    toggle('scale', 'Whether scores are divided by √Dk.'),
    toggle('mask', 'Whether the causal mask is on.'),
    {
      name: 'cell',
      description: 'The pinned cell of the step’s result. Absent: the step’s own cell, not pinned.',
      syntax: 'row and column from 1, "," between them',
      ofLesson: true,
      default: () => null,
      print: ({ cell, pinned }) => (cell && pinned ? `${cell.row + 1},${cell.column + 1}` : null),
      parse(text, state, lesson) {
        const match = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(text);
        if (!match) return 'bad_value';
        const cell = { row: Number(match[1]) - 1, column: Number(match[2]) - 1 };
        const next = reduce(state, { type: 'inspect', cell, pin: true }, lesson);
        return next.cell?.row === cell.row && next.cell.column === cell.column
          ? next
          : 'out_of_range';
      },
    },
  ],
};
