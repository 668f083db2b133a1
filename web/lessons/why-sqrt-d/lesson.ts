// Why scores are divided by √d: what products of random vectors do as they get longer.
import type { Lesson } from '../../src/state/lesson.ts';

export const lesson: Lesson = {
  id: 'why-sqrt-d',
  chapter: 2,
  inputs: {},
  axes: [],
  switches: {},
  figure: 'scaling',
  knobs: [
    { id: 'seed', start: 0, least: 0, most: 4_294_967_295 },
    { id: 'd', start: 4, least: 1, most: 1024, looks: true },
  ],
  steps: [
    { id: 'products', kind: 'watch', reads: [] },
    {
      id: 'variance',
      kind: 'watch',
      reads: [],
      cells: [3, 1],
      focus: [0, 0],
      ask: { from: 1, cell: { kind: 'number', tolerance: 0.5, share: 0.05 } },
    },
    {
      id: 'largest',
      kind: 'watch',
      reads: [],
      cells: [3, 2],
      focus: [0, 0],
      ask: { from: 1, cell: { kind: 'number', tolerance: 0.08 } },
    },
    {
      id: 'entropy',
      kind: 'watch',
      reads: [],
      cells: [3, 2],
      focus: [0, 0],
      ask: { from: 2, row: { kind: 'choice' } },
    },
    {
      id: 'gradient',
      kind: 'watch',
      reads: [],
      cells: [3, 2],
      focus: [0, 0],
      ask: { from: 1, row: { kind: 'choice' } },
    },
  ],
};
