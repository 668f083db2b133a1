// The parameters of an address that say how many heads there are, and what of them is in hand.
import { headCounts, headsOfSet } from './heads.ts';
import { currentStep, reduce } from './reducer.ts';
import type { Parameter } from './schema-types.ts';

const wholeNumber = /^[1-9]\d?$/;

export const heads: Parameter = {
  name: 'heads',
  description: 'How many heads there are.',
  syntax: 'a divisor of the width that they have together',
  ofLesson: true,
  default: () => null,
  print: (state, lesson) =>
    state.heads === headsOfSet(lesson, state.set) ? null : String(state.heads),
  parse(text, state, lesson) {
    if (lesson.heads === undefined) return 'unknown_parameter';
    if (!wholeNumber.test(text)) return 'bad_value';
    const count = Number(text);
    return headCounts(lesson, state.inputs).includes(count)
      ? reduce(state, { type: 'heads', count }, lesson)
      : 'out_of_range';
  },
};

export const head: Parameter = {
  name: 'head',
  description: 'The head that is shown in full.',
  syntax: 'a number from 1',
  ofLesson: true,
  default: ({ heads: own }) => (own === undefined ? null : '1'),
  print: (state) => (state.head === 0 ? null : String(state.head + 1)),
  parse(text, state, lesson) {
    if (lesson.heads === undefined) return 'unknown_parameter';
    if (!wholeNumber.test(text)) return 'bad_value';
    if (Number(text) > state.heads) return 'out_of_range';
    return reduce(state, { type: 'head', head: Number(text) - 1 }, lesson);
  },
};

/** Taken up before the cell, which says that something is inspected at all. */
export const on: Parameter = {
  name: 'on',
  description: 'Which of several results of the step the inspected cell lies in.',
  syntax: 'the name of a result of the step',
  ofLesson: true,
  default: () => null,
  print: (state) => (state.pinned ? state.on : null),
  parse(text, state, lesson) {
    const tap = currentStep(lesson, state).also?.find((each) => each === text);
    if (!tap) return 'bad_value';
    if (!state.cell) return 'conflict';
    return reduce(state, { type: 'inspect', cell: state.cell, pin: true, tap }, lesson);
  },
};
