// Three tokens, four dimensions: small enough to check on paper.
import type { Lesson } from '../../src/state/lesson.ts';
import { matrix } from '../matrix.ts';

export const lesson: Lesson = {
  id: 'attention-by-hand',
  chapter: 1,
  inputs: {
    q: matrix([2, 0, 1, 0], [0, 2, 2, 1], [1, 1, 0, 2]), // (T, D)
    k: matrix([1, 1, 0, 1], [2, 0, 1, 0], [0, 1, 2, 0]), // (S, D)
    v: matrix([1, 0, 0, 1], [0, 2, 1, 0], [1, 1, 0, 2]), // (S, Dv)
  },
  axes: [
    {
      id: 'tokens',
      most: 8,
      extents: [
        { tap: 'q', dimension: 'rows' },
        { tap: 'k', dimension: 'rows' },
        { tap: 'v', dimension: 'rows' },
      ],
    },
    {
      id: 'depth',
      most: 8,
      extents: [
        { tap: 'q', dimension: 'columns' },
        { tap: 'k', dimension: 'columns' },
      ],
    },
    { id: 'width', most: 8, extents: [{ tap: 'v', dimension: 'columns' }] },
  ],
  switches: { scale: true, mask: false },
  steps: [
    { id: 'inputs', kind: 'input', reads: ['q', 'k', 'v'] },
    {
      id: 'scores',
      kind: 'product',
      reads: ['q', 'k'],
      makes: 'scores',
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    {
      id: 'scale',
      kind: 'scale',
      reads: ['scores'],
      makes: 'scaled',
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.006 } },
    },
    {
      id: 'mask',
      kind: 'mask',
      reads: ['scaled'],
      makes: 'masked',
      needs: 'mask',
      focus: [1, 2],
      ask: { from: 1, row: { kind: 'mark' } },
    },
    {
      id: 'softmax',
      kind: 'softmax',
      reads: ['masked'],
      makes: 'weights',
      focus: [1, 2],
      ask: { from: -1, row: { kind: 'choice' }, cell: { kind: 'number', tolerance: 0.006 } },
    },
    {
      id: 'output',
      kind: 'mix',
      reads: ['weights', 'v'],
      makes: 'output',
      focus: [1, 3],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.011 } },
    },
  ],
};
