// The parameters of an address, one row each; documentation and tests walk this table.
import type { TapName } from '../../../wasm/engine/types.ts';
import { parseFloat32, shortestFloat32 } from './float32.ts';
import { fitsAddress } from './inputs.ts';
import type { Lesson, Matrix } from './lesson.ts';
import { allowOf, allowText, permissions } from './limits.ts';
import { cleanName, tokenCount } from './names.ts';
import { cellCount, indexOf, resultShape, shownCount } from './progress.ts';
import { currentStep, initialState, reduce } from './reducer.ts';
import { head, heads, on } from './schema-heads.ts';
import { digits, look, settings } from './schema-knobs.ts';
import { flips, mask, mistake, nan, padding, scale } from './schema-switches.ts';
import type { Parameter, Schema } from './schema-types.ts';
import { lastSeed } from './seed.ts';
import { isDrawn, setOf, setsOf } from './sets.ts';
import { contains } from './shape.ts';
import { locales, softmaxParts, themes } from './types.ts';
import type { Action, ProblemKind } from './types.ts';

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

function parseMatrix(text: string): Matrix | ProblemKind {
  const lines = text.split(';').map((line) => line.split(','));
  const columns = lines[0]?.length ?? 0;
  if (lines.some((line) => line.length !== columns)) return 'wrong_shape';
  const data: number[] = [];
  for (const entry of lines.flat()) {
    const x = parseFloat32(entry);
    if (x === null) return 'bad_number';
    if (!Number.isFinite(x)) return 'out_of_range';
    data.push(x);
  }
  return { rows: lines.length, columns, data };
}

const own = (lesson: Lesson, tap: TapName): Matrix | undefined =>
  Object.hasOwn(lesson.inputs, tap) ? lesson.inputs[tap] : undefined;

const input = (name: string, tap: TapName, what: string): Parameter => ({
  name,
  description: `The ${what}, row by row. Each number is the shortest text of its float32.`,
  syntax:
    'numbers; "," between columns, ";" between rows; sizes within the bounds of the lesson, those of k and values as q says',
  ofLesson: true,
  default(lesson) {
    const matrix = own(lesson, tap);
    return matrix ? printMatrix(matrix) : null;
  },
  print(state, lesson) {
    const { inputs, seed } = state;
    const matrix = inputs[tap];
    if (!matrix || (seed !== null && isDrawn(lesson, state))) return null; // the seed says them
    const text = printMatrix(matrix);
    const start = setOf(lesson, state.set)?.inputs[tap];
    return !isDrawn(lesson, state) && start && text === printMatrix(start) ? null : text;
  },
  parse(text, state, lesson) {
    if (!own(lesson, tap)) return 'unknown_parameter';
    const matrix = parseMatrix(text);
    if (typeof matrix === 'string') return matrix;
    return fitsAddress(lesson, state.inputs, tap, matrix)
      ? reduce(state, { type: 'put', tap, matrix }, lesson)
      : 'wrong_shape';
  },
});

/** Names are joined by commas: theirs, and the sign of the escape, are escaped once more. */
const names: Parameter = {
  name: 'names',
  description: 'What the reader calls the tokens, in order. An empty one: the word of the lesson.',
  syntax: 'words, "," between them; "," and "%" inside a word as %2C and %25',
  ofLesson: true,
  default: () => null,
  print: ({ names }) =>
    names.length === 0
      ? null
      : names.map((each) => (each ?? '').replace(/[%,]/g, encodeURIComponent)).join(),
  parse(text, state, lesson) {
    const given = text.split(',').map((each) => each.replaceAll('%2C', ',').replaceAll('%25', '%'));
    if (given.length > tokenCount(lesson, state)) return 'wrong_shape';
    if (given.some((each) => each !== '' && cleanName(each) !== each)) {
      return 'bad_value';
    }
    return given.reduce(
      (next, name, token) => reduce(next, { type: 'name', token, text: name }, lesson),
      state,
    );
  },
};

const seed: Parameter = {
  name: 'seed',
  description:
    'The seed that the numbers were drawn from. They stand beside it, unless the whole set is drawn.',
  syntax: 'a whole number from 0 to 4294967295',
  ofLesson: true,
  default: () => null,
  print: ({ set, seed }, lesson) =>
    seed === null || seed === setOf(lesson, set)?.seed ? null : String(seed),
  parse(text, state, lesson) {
    if (!/^(0|[1-9]\d{0,9})$/.test(text) || Number(text) > lastSeed) return 'bad_value';
    return reduce(state, { type: 'seed', seed: Number(text) }, lesson);
  },
};

const set: Parameter = {
  name: 'set',
  description: 'The set of numbers that the reader began with. Its own numbers are not written.',
  syntax: 'the id of a set of the lesson',
  ofLesson: true,
  default: (lesson) => (lesson.sets ? (setsOf(lesson)[0]?.id ?? null) : null),
  print(state, lesson) {
    return !lesson.sets || state.set === this.default(lesson, state) ? null : state.set;
  },
  parse(text, state, lesson) {
    if (!lesson.sets) return 'unknown_parameter';
    return setOf(lesson, text) ? reduce(state, { type: 'set', set: text }, lesson) : 'bad_value';
  },
};

/** Of any lesson: which ones there are is not for one lesson to know. */
const done: Parameter = {
  name: 'done',
  description: 'Lessons that the reader has walked to their last step.',
  syntax: 'lesson ids, "," between them, 32 at most',
  ofLesson: false,
  default: () => null,
  print: (state) => (state.done.length > 0 ? state.done.join() : null),
  parse(text, state, lesson) {
    const ids = text.split(',');
    const sound = ids.every((id) => /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) && id.length <= 64);
    if (!sound || ids.length > 32 || new Set(ids).size !== ids.length) return 'bad_value';
    return reduce(state, { type: 'done', lessons: ids }, lesson);
  },
};

/** Words that we lack are those of a later QKV Lab: what they name is not ours to show. */
const allow: Parameter = {
  name: 'allow',
  description: 'What the reader may change, beside walking, pointing and answering. Absent: all.',
  syntax: `none, or words with "," between them: ${permissions.join(', ')}`,
  ofLesson: false,
  default: () => null,
  print: (state) => (state.allow === null ? null : allowText(state.allow, ',')),
  parse(text, state, lesson) {
    const words = text.split(',');
    if (words.length > 64 || !words.every((each) => /^[a-z]{1,32}$/.test(each))) return 'bad_value';
    return reduce(state, { type: 'allow', allow: allowOf(words) }, lesson);
  },
};

const present: Parameter = {
  name: 'present',
  description: 'Whether it is shown to a class: results are hidden until they are revealed.',
  syntax: '0 | 1',
  ofLesson: false,
  default: () => '0',
  print: (state) => (state.present ? '1' : null),
  parse(text, state, lesson) {
    if (text !== '0' && text !== '1') return 'bad_value';
    return reduce(state, { type: 'present', on: text === '1' }, lesson);
  },
};

const predict: Parameter = {
  name: 'predict',
  description: 'Whether results hold back the cells that a question is about.',
  syntax: '0 | 1',
  ofLesson: false,
  default: () => '1',
  print: (state) => (state.predict ? null : '0'),
  parse(text, state, lesson) {
    if (text !== '0' && text !== '1') return 'bad_value';
    return reduce(state, { type: 'predict', on: text === '1' }, lesson);
  },
};

const shown: Parameter = {
  name: 'shown',
  description: 'How many cells of a result are shown, step by step, where the reader moved it.',
  syntax: 'step.count, "," between them; count is a whole number, or all',
  ofLesson: true,
  default: () => null,
  print({ shown: counts }, lesson) {
    const parts = lesson.steps.flatMap(({ id }) => {
      const count = Object.hasOwn(counts, id) ? counts[id] : undefined;
      return count === undefined ? [] : [`${id}.${count === Infinity ? 'all' : String(count)}`];
    });
    return parts.length > 0 ? parts.join() : null;
  },
  parse(text, state, lesson) {
    const counts: Record<string, number> = {};
    for (const each of text.split(',')) {
      const match = /^([a-z0-9-]+)\.(0|[1-9]\d{0,5}|all)$/.exec(each);
      const step = lesson.steps.find(({ id }) => id === match?.[1]);
      if (!match || !step || Object.hasOwn(counts, step.id)) return 'bad_value';
      const count = match[2] === 'all' ? Infinity : Number(match[2]);
      if (cellCount(lesson, state, step) === 0) return 'bad_value';
      if (count !== Infinity && count >= cellCount(lesson, state, step)) return 'out_of_range';
      counts[step.id] = count;
    }
    return reduce(state, { type: 'progress', shown: counts }, lesson);
  },
};

const part: Parameter = {
  name: 'part',
  description: 'The move of the softmax in hand. Absent: all of them.',
  syntax: softmaxParts.join(' | '),
  ofLesson: true,
  default: () => null,
  print: (state) => state.part,
  parse(text, state, lesson) {
    const value = oneOf(softmaxParts, text);
    if (!value) return 'bad_value';
    if (currentStep(lesson, state).kind !== 'softmax') return 'conflict';
    return reduce(state, { type: 'part', part: value }, lesson);
  },
};

const cell: Parameter = {
  name: 'cell',
  description: 'The pinned cell of the step’s result. Absent: the step’s own cell, not pinned.',
  syntax: 'row and column from 1, "," between them',
  ofLesson: true,
  default: () => null,
  print: ({ cell: at, pinned }) => (at && pinned ? `${at.row + 1},${at.column + 1}` : null),
  parse(text, state, lesson) {
    const match = /^([1-9]\d{0,8}),([1-9]\d{0,8})$/.exec(text);
    if (!match) return 'bad_value';
    const at = { row: Number(match[1]) - 1, column: Number(match[2]) - 1 };
    const step = currentStep(lesson, state);
    const shape = resultShape(lesson, state, step);
    if (!shape || !contains(shape, at)) return 'out_of_range';
    // Who points at a cell wants it seen.
    const count = indexOf(shape, at) + 1;
    const seen =
      count > shownCount(lesson, state, step)
        ? reduce(state, { type: 'reveal', count }, lesson)
        : state;
    return reduce(seen, { type: 'inspect', cell: at, pin: true }, lesson);
  },
};

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
    done,
    allow,
    set,
    input('q', 'q', 'queries'),
    input('k', 'k', 'keys'),
    input('values', 'v', 'values, spelled out because v is the version'),
    input('x', 'x', 'inputs of multi-head attention'),
    input('wq', 'w_q', 'weights of the queries'),
    input('wk', 'w_k', 'weights of the keys'),
    input('wv', 'w_v', 'weights of the values'),
    input('wo', 'w_o', 'weights of the output'),
    seed,
    scale,
    mask,
    flips,
    padding,
    nan,
    heads,
    head,
    mistake,
    names,
    settings,
    digits,
    look,
    present,
    predict,
    shown,
    on,
    cell,
    part,
  ],
};
