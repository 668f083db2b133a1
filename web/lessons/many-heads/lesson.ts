// One attention cut into several: projections, heads, and what puts them together again.
import type { Lesson, Matrix } from '../../src/state/lesson.ts';
import { matrix, sized } from '../matrix.ts';

const identity = (size: number): Matrix =>
  matrix(
    ...Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)),
    ),
  );

/** Three decimals are enough for a reader, and what is drawn is what is computed with. */
const thousandths = (x: number): number => Math.round(x * 1000) / 1000 + 0;
const hand = (degrees: number): readonly [number, number] => [
  thousandths(Math.cos((degrees * Math.PI) / 180)),
  thousandths(Math.sin((degrees * Math.PI) / 180)),
];

/** Where a token stands: a hand that moves by 30 degrees from each to the next. */
const step = 30;
/** Which word it is: the same hand for the same word. Words 0, 3 and 6 are the same. */
const words = [0, 60, 120, 0, 180, 240, 0, 300];
/** How sharp a head looks: a score is the cosine between two hands times this. */
const gain = 40;

// Columns: position (2), the constant 1, word (2).
const sentence = matrix(...words.map((word, place) => [...hand(place * step), 1, ...hand(word)]));

const [cosine, sine] = hand(step);
const nothing = [0, 0, 0, 0, 0];

// Two rows for each head: the query turned back by one place; the query that always asks for the
// first place; the own word; and no query at all, which finds everything alike.
const queries = matrix(
  [gain * cosine, gain * sine, 0, 0, 0],
  [-gain * sine, gain * cosine, 0, 0, 0],
  [0, 0, gain, 0, 0],
  nothing,
  [0, 0, 0, gain, 0],
  [0, 0, 0, 0, gain],
  nothing,
  nothing,
);
const position = [
  [1, 0, 0, 0, 0],
  [0, 1, 0, 0, 0],
];
const word = [
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1],
];
const keys = matrix(...position, ...position, ...word, ...word);
const values = matrix(...word, ...word, ...word, ...word);

export const lesson: Lesson = {
  id: 'many-heads',
  chapter: 4,
  model: 'multi-head',
  heads: 2,
  set: 'words',
  inputs: {
    // One-hot tokens pick the columns of the weights, so that Q, K and V are the known ones.
    x: identity(3), // (T, D)
    w_q: matrix([2, 0, 1], [0, 2, 1], [1, 2, 0], [0, 1, 2]), // (D', D)
    w_k: matrix([1, 2, 0], [1, 0, 1], [0, 1, 2], [1, 0, 0]), // (D', D)
    w_v: matrix([1, 0, 1], [0, 2, 1], [0, 1, 0], [1, 0, 2]), // (D', D)
    w_o: identity(4), // (Dout, D')
  },
  sets: [
    {
      id: 'sentence',
      heads: 4,
      inputs: { x: sentence, w_q: queries, w_k: keys, w_v: values, w_o: identity(8) },
    },
    {
      id: 'random',
      heads: 4,
      inputs: {
        x: sized(5, 8),
        w_q: sized(8, 8),
        w_k: sized(8, 8),
        w_v: sized(8, 8),
        w_o: sized(8, 8),
      },
      draws: ['x', 'w_q', 'w_k', 'w_v', 'w_o'],
      seed: 0,
    },
  ],
  axes: [
    { id: 'tokens', most: 8, extents: [{ tap: 'x', dimension: 'rows' }] },
    {
      id: 'model',
      most: 8,
      extents: [
        { tap: 'x', dimension: 'columns' },
        { tap: 'w_q', dimension: 'columns' },
        { tap: 'w_k', dimension: 'columns' },
        { tap: 'w_v', dimension: 'columns' },
      ],
    },
    {
      id: 'joined',
      most: 8,
      extents: [
        { tap: 'w_q', dimension: 'rows' },
        { tap: 'w_k', dimension: 'rows' },
        { tap: 'w_v', dimension: 'rows' },
        { tap: 'w_o', dimension: 'columns' },
      ],
    },
    { id: 'out', most: 8, extents: [{ tap: 'w_o', dimension: 'rows' }] },
  ],
  switches: { scale: true, mistake: false },
  steps: [
    { id: 'inputs', kind: 'input', reads: ['x', 'w_q', 'w_k', 'w_v'] },
    {
      id: 'project',
      kind: 'project',
      reads: ['x', 'w_q', 'w_k', 'w_v'],
      makes: 'projected_q',
      also: ['projected_k', 'projected_v'],
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    {
      id: 'split',
      kind: 'split',
      reads: ['projected_q', 'projected_k', 'projected_v'],
      makes: 'q',
      also: ['k', 'v'],
      focus: [1, 0],
      ask: { from: -1, row: { kind: 'number', tolerance: 0.005 } },
    },
    {
      id: 'scores',
      kind: 'product',
      reads: ['q', 'k'],
      makes: 'scores',
      focus: [1, 2],
      ask: { from: -1, cell: { kind: 'number', tolerance: 0.005 } },
    },
    {
      id: 'weights',
      kind: 'softmax',
      reads: ['scores'],
      makes: 'weights',
      focus: [1, 2],
      ask: { from: -1, row: { kind: 'choice' }, cell: { kind: 'number', tolerance: 0.006 } },
    },
    {
      id: 'outputs',
      kind: 'mix',
      reads: ['weights', 'v'],
      makes: 'output',
      focus: [1, 1],
      ask: { from: -1, row: { kind: 'number', tolerance: 0.011 } },
    },
    { id: 'concat', kind: 'concat', reads: ['output'], makes: 'concat', focus: [1, 2] },
    {
      id: 'result',
      kind: 'combine',
      reads: ['concat', 'w_o'],
      makes: 'result',
      focus: [1, 2],
      ask: { from: -1, row: { kind: 'number', tolerance: 0.011 } },
    },
  ],
};
