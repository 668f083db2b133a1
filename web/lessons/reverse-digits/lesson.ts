// Ten digits to be reversed: a small Transformer and a larger LSTM learn it side by side, in the page.
import type { Lesson } from '../../src/state/lesson.ts';

const whole = (id: string, start: number, least: number, most: number) =>
  ({ id, start, least, most }) as const;

const oneOf = (id: string, start: number, choices: readonly number[]) =>
  ({ id, start, choices, least: Math.min(...choices), most: Math.max(...choices) }) as const;

export const lesson: Lesson = {
  id: 'reverse-digits',
  chapter: 9,
  inputs: {},
  axes: [],
  switches: {},
  figure: 'training',
  knobs: [
    whole('seed', 0, 0, 4_294_967_295),
    { id: 'rate', start: 0.003, least: 1e-6, most: 10, real: true },
    oneOf('width', 32, [8, 16, 32, 64]),
    oneOf('heads', 1, [1, 2, 4]),
    oneOf('layers', 1, [1, 2, 3]),
    whole('length', 10, 2, 16),
    whole('batch', 64, 1, 256),
    { ...whole('at', 0, 0, 1500), looks: true },
    { ...whole('row', 3, 0, 15), below: 'length', looks: true },
    { ...whole('head', 0, 0, 3), below: 'heads', looks: true },
    { ...whole('layer', 0, 0, 2), below: 'layers', looks: true },
    // Steps in a second; 0: as many as there can be.
    { ...oneOf('speed', 240, [60, 240, 0]), looks: true },
  ],
  steps: [
    {
      id: 'guess',
      kind: 'watch',
      reads: [],
      at: 0,
      cells: [1, 1],
      focus: [0, 0],
      // In per cent of all digits.
      ask: { from: 0, cell: { kind: 'number', tolerance: 3 } },
    },
    { id: 'diagonal', kind: 'watch', reads: [], at: 100 },
    {
      id: 'solved',
      kind: 'watch',
      reads: [],
      at: 250,
      cells: [1, 1],
      focus: [0, 0],
      ask: { from: 0, row: { kind: 'choice' } },
    },
    { id: 'follow', kind: 'watch', reads: [], at: 700 },
    {
      id: 'end',
      kind: 'watch',
      reads: [],
      at: 1500,
      cells: [1, 1],
      focus: [0, 0],
      // In per cent of all sequences.
      ask: { from: 0, cell: { kind: 'number', tolerance: 6 } },
    },
  ],
};
