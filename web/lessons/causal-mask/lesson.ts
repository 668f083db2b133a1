// Who may look at whom: the mask, what it does to the weights, and why it makes training parallel.
import type { Lesson } from '../../src/state/lesson.ts';
import { matrix, sized } from '../matrix.ts';

export const lesson: Lesson = {
  id: 'causal-mask',
  chapter: 3,
  set: 'words',
  inputs: {
    q: matrix([2, 0, 1, 0], [0, 2, 2, 1], [1, 1, 0, 2]), // (T, D)
    k: matrix([1, 1, 0, 1], [2, 0, 1, 0], [0, 1, 2, 0]), // (S, D)
    v: matrix([1, 0, 0, 1], [0, 2, 1, 0], [1, 1, 0, 2]), // (S, Dv)
  },
  sets: [
    {
      id: 'tensors',
      inputs: { q: sized(5, 16), k: sized(5, 16), v: sized(5, 16) },
      draws: ['q', 'k', 'v'],
      seed: 0,
    },
  ],
  axes: [
    {
      id: 'tokens',
      most: 8,
      extents: [
        { tap: 'k', dimension: 'rows' },
        { tap: 'v', dimension: 'rows' },
      ],
    },
    { id: 'queries', most: 8, within: 'tokens', extents: [{ tap: 'q', dimension: 'rows' }] },
    {
      id: 'depth',
      most: 16,
      extents: [
        { tap: 'q', dimension: 'columns' },
        { tap: 'k', dimension: 'columns' },
      ],
    },
    { id: 'width', most: 16, extents: [{ tap: 'v', dimension: 'columns' }] },
  ],
  switches: { scale: true },
  mask: 'causal',
  steps: [
    { id: 'inputs', kind: 'input', reads: ['q', 'k', 'v'] },
    { id: 'scores', kind: 'product', reads: ['q', 'k'], makes: 'scores', focus: [0, 1] },
    {
      id: 'mask',
      kind: 'mask',
      reads: ['scores'],
      makes: 'masked',
      focus: [0, 1],
      ask: { from: 1, row: { kind: 'mark' } },
    },
    {
      id: 'softmax',
      kind: 'softmax',
      reads: ['masked'],
      makes: 'weights',
      focus: [1, 0],
      ask: { from: 1, row: { kind: 'number', tolerance: 0.006 } },
    },
    {
      id: 'output',
      kind: 'mix',
      reads: ['weights', 'v'],
      makes: 'output',
      focus: [1, 1],
      ask: { from: 1, row: { kind: 'number', tolerance: 0.011 } },
    },
    {
      id: 'leak',
      kind: 'leak',
      reads: ['weights', 'v'],
      makes: 'output',
      variant: 'open',
      focus: [0, 1],
      ask: { from: 0, row: { kind: 'unchanged' } },
    },
    {
      id: 'decode',
      kind: 'decode',
      reads: ['weights', 'v'],
      makes: 'output',
      variant: 'decoded',
      focus: [1, 1],
    },
  ],
};
