// The parameters of an address that say what an experiment runs with, and where in it the reader looks.
import { knobOf, playhead } from './knobs.ts';
import { currentStep, reduce } from './reducer.ts';
import type { Parameter } from './schema-types.ts';
import type { Action, State } from './types.ts';

/** `rate.0.01`: the shortest text of the number after the id. */
const entry = /^([a-z]+)\.(\d+(?:\.\d+)?(?:e-\d+)?)$/;

function knobs(
  row: Pick<Parameter, 'name' | 'description'>,
  looks: boolean,
  action: (id: string, value: number) => Action,
  standing: (id: string, state: State, lesson: Parameters<Parameter['print']>[1]) => number,
): Parameter {
  return {
    ...row,
    syntax: 'id.number, "," between them',
    ofLesson: true,
    default: () => null,
    print(state, lesson) {
      const parts = (lesson.knobs ?? []).flatMap((knob) => {
        const value = state.knobs[knob.id];
        const said = value !== undefined && value !== standing(knob.id, state, lesson);
        return (knob.looks === true) === looks && said ? [`${knob.id}.${value}`] : [];
      });
      return parts.length > 0 ? parts.join() : null;
    },
    parse(text, state, lesson) {
      if (!lesson.knobs) return 'unknown_parameter';
      const found = new Map<string, number>();
      for (const each of text.split(',')) {
        const [, id = '', number = ''] = entry.exec(each) ?? [];
        const knob = knobOf(lesson, id);
        if (!knob || (knob.looks === true) !== looks || found.has(id)) return 'bad_value';
        found.set(id, Number(number));
      }
      // In the lesson's order: some must be below others.
      let next = state;
      for (const { id } of lesson.knobs) {
        const value = found.get(id);
        if (value === undefined) continue;
        next = reduce(next, action(id, value), lesson);
        if (next.knobs[id] !== value) return 'out_of_range';
      }
      // What is set anew begins at the beginning: the address says where it stands.
      return looks ? next : reduce(next, { type: 'go', step: state.step }, lesson);
    },
  };
}

export const settings = knobs(
  {
    name: 'settings',
    description: 'What an experiment runs with, where that is not the lesson’s own.',
  },
  false,
  (id, value) => ({ type: 'setting', id, value }),
  (id, _state, lesson) => knobOf(lesson, id)?.start ?? NaN,
);

export const look = knobs(
  {
    name: 'look',
    description:
      'Where the reader looks. How far an experiment has run is left out where the step says it.',
  },
  true,
  (id, value) => ({ type: 'look', id, value }),
  (id, state, lesson) =>
    (id === playhead ? currentStep(lesson, state).at : undefined) ??
    knobOf(lesson, id)?.start ??
    NaN,
);

export const digits: Parameter = {
  name: 'digits',
  description: 'A sequence of the reader’s own.',
  syntax: 'as many digits as the setting `length` says',
  ofLesson: true,
  default: () => null,
  print: (state) => (state.digits.length > 0 ? state.digits.join('') : null),
  parse(text, state, lesson) {
    if (state.knobs.length === undefined) return 'unknown_parameter';
    if (!/^\d{1,64}$/.test(text)) return 'bad_value';
    if (text.length !== state.knobs.length) return 'wrong_shape';
    return reduce(state, { type: 'digits', digits: Array.from(text, Number) }, lesson);
  },
};
