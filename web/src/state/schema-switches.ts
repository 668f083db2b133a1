// The parameters of an address that say how scores are scaled and which of them are covered.
import type { SwitchName } from './lesson.ts';
import { maskRules, noMask } from './mask.ts';
import type { MaskChoice } from './mask.ts';
import { currentStep, reduce } from './reducer.ts';
import type { Parameter } from './schema-types.ts';
import type { Cell, State } from './types.ts';

const toggle = (name: SwitchName, what: string): Parameter => ({
  name,
  description: `${what} A step that needs the switch turns it on.`,
  syntax: '0 | 1',
  ofLesson: true,
  default: (lesson) =>
    lesson.switches[name] === undefined ? null : lesson.switches[name] ? '1' : '0',
  print(state, lesson) {
    const on = state.switches[name];
    if (on === undefined) return null;
    const text = on ? '1' : '0';
    return text === this.default(lesson, state) ? null : text;
  },
  parse(text, state, lesson) {
    if (state.switches[name] === undefined) return 'unknown_parameter';
    if (text !== '0' && text !== '1') return 'bad_value';
    if (text === '0' && currentStep(lesson, state).needs === name) return 'conflict';
    return reduce(state, { type: 'switch', name, on: text === '1' }, lesson);
  },
});

export const scale = toggle('scale', 'Whether scores are divided by √Dk.');

export const mistake = toggle(
  'mistake',
  'Whether the wrong way of making heads is drawn beside the right one.',
);

const causal = toggle('mask', '');

const printRule = ({ rule, window }: MaskChoice): string =>
  rule === 'window' ? `window.${window}` : rule;

/** A switch in most lessons; where the reader makes the mask, what it begins with. */
export const mask: Parameter = {
  name: 'mask',
  description:
    'Whether the causal mask is on; a step that needs it turns it on. Where the reader makes the mask: the rule that it begins with.',
  syntax: '0 | 1, or none | causal | lower-right | window.n, n keys with the own one as the last',
  ofLesson: true,
  default: (lesson, base) => lesson.mask ?? causal.default(lesson, base),
  print(state, lesson) {
    if (!state.mask) return causal.print(state, lesson);
    const text = printRule(state.mask);
    return text === this.default(lesson, state) ? null : text;
  },
  parse(text, state, lesson) {
    if (!state.mask) return causal.parse(text, state, lesson);
    const [, name, size] = /^([a-z-]+)(?:\.([1-9]))?$/.exec(text) ?? [];
    const rule = maskRules.find((each) => each === name);
    if (!rule || (rule === 'window') !== (size !== undefined)) return 'bad_value';
    return withMask(state, { rule, window: Number(size ?? noMask.window) }, lesson);
  },
};

const withMask = (
  state: State,
  change: Partial<MaskChoice>,
  lesson: Parameters<Parameter['parse']>[2],
): State => reduce(state, { type: 'mask', mask: { ...(state.mask ?? noMask), ...change } }, lesson);

export const flips: Parameter = {
  name: 'flips',
  description: 'Cells of the mask that are other than its rule says.',
  syntax: 'row.column from 1, "," between them',
  ofLesson: true,
  default: () => null,
  print: ({ mask }) =>
    mask && mask.flips.length > 0
      ? mask.flips.map(({ row, column }) => `${row + 1}.${column + 1}`).join()
      : null,
  parse(text, state, lesson) {
    const { mask, inputs } = state;
    if (!mask) return 'unknown_parameter';
    const cells: Cell[] = [];
    for (const each of text.split(',')) {
      const match = /^([1-9]\d?)\.([1-9]\d?)$/.exec(each);
      if (!match) return 'bad_value';
      const cell = { row: Number(match[1]) - 1, column: Number(match[2]) - 1 };
      if (cell.row >= (inputs.q?.rows ?? 0) || cell.column >= (inputs.k?.rows ?? 0)) {
        return 'out_of_range';
      }
      if (cells.some(({ row, column }) => row === cell.row && column === cell.column)) {
        return 'bad_value';
      }
      cells.push(cell);
    }
    return withMask(state, { flips: cells }, lesson);
  },
};

export const padding: Parameter = {
  name: 'padding',
  description: 'Tokens that are padding: no query sees them.',
  syntax: 'numbers of tokens from 1, "," between them',
  ofLesson: true,
  default: () => null,
  print: ({ mask }) =>
    mask && mask.padding.length > 0 ? mask.padding.map((token) => token + 1).join() : null,
  parse(text, state, lesson) {
    const { mask, inputs } = state;
    if (!mask) return 'unknown_parameter';
    const tokens = text.split(',');
    if (!tokens.every((each) => /^[1-9]\d?$/.test(each))) return 'bad_value';
    const numbers = tokens.map((each) => Number(each) - 1);
    if (new Set(numbers).size !== numbers.length) return 'bad_value';
    if (numbers.some((token) => token >= (inputs.k?.rows ?? 0))) return 'out_of_range';
    return withMask(state, { padding: numbers }, lesson);
  },
};

export const nan: Parameter = {
  name: 'nan',
  description: 'Whether NaN stands in the keys and values of the padding.',
  syntax: '0 | 1',
  ofLesson: true,
  default: ({ mask: made }) => (made === undefined ? null : '0'),
  print: ({ mask }) => (mask?.poison ? '1' : null),
  parse(text, state, lesson) {
    if (!state.mask) return 'unknown_parameter';
    if (text !== '0' && text !== '1') return 'bad_value';
    if (text === '1' && state.mask.padding.length === 0) return 'conflict';
    return withMask(state, { poison: text === '1' }, lesson);
  },
};
