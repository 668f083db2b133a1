// A lesson that only the tests have: what a new folder needs, and no more.
import type { Lesson } from '../../../web/src/state/lesson.ts';

export const lesson: Lesson = {
  id: 'sample',
  chapter: 2,
  inputs: {
    q: { rows: 2, columns: 3, data: [1, 0, 2, 0, 1, -1] }, // (T, D)
    k: { rows: 2, columns: 3, data: [2, 1, 0, 0, 1, 1] }, // (S, D)
    v: { rows: 2, columns: 2, data: [4, 0, 0, 8] }, // (S, Dv)
  },
  axes: [
    {
      id: 'tokens',
      most: 3,
      extents: [
        { tap: 'q', dimension: 'rows' },
        { tap: 'k', dimension: 'rows' },
        { tap: 'v', dimension: 'rows' },
      ],
    },
    {
      id: 'depth',
      most: 4,
      extents: [
        { tap: 'q', dimension: 'columns' },
        { tap: 'k', dimension: 'columns' },
      ],
    },
    { id: 'width', most: 4, extents: [{ tap: 'v', dimension: 'columns' }] },
  ],
  switches: {},
  steps: [
    { id: 'inputs', kind: 'input', reads: ['q', 'k', 'v'] },
    {
      id: 'scores',
      kind: 'product',
      reads: ['q', 'k'],
      makes: 'scores',
      focus: [0, 1],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    { id: 'softmax', kind: 'softmax', reads: ['scores'], makes: 'weights', focus: [0, 0] },
    { id: 'output', kind: 'mix', reads: ['weights', 'v'], makes: 'output', focus: [0, 0] },
  ],
};
