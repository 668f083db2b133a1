import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'Attention by hand',
  goal: 'By the end you can take any small Q, K and V and work out attention with pencil and paper.',
  tokens: ['I', 'love', 'AI', 'and', 'maths', 'so', 'very', 'much'],
  steps: {
    inputs: {
      name: 'Inputs',
      title: 'Every token has q, k and v',
      explanation:
        'Each row is one token. {qi} says what it is looking for, {kj} how others can find it, and {vj} what it hands over when it is looked at. The numbers start small so that you can check them on paper.',
    },
    scores: {
      name: 'Scores',
      title: 'Every query meets every key',
      explanation:
        'Row {i}, column {j} holds {qi}{dot}{kj}: multiply in pairs, then add. The larger the score, the better token {j} fits what token {i} is looking for.',
    },
    scale: {
      name: 'Scale',
      title: 'Divide by {rootD}',
      explanation:
        'The larger {d} is, the more products are added up and the further scores drift apart. Dividing by {rootD} keeps their order and narrows the gaps, so softmax does not settle on one token too soon.',
    },
    mask: {
      name: 'Mask',
      title: 'No looking ahead',
      explanation:
        'Row {i} may look at itself and at what came before. Wherever {j} > {i} the score becomes −∞, which softmax turns into 0. The score is not lost, only covered.',
    },
    softmax: {
      name: 'softmax',
      title: 'Each row shares out 1',
      explanation:
        'Subtract the row’s maximum, exponentiate, divide by the sum. The subtraction changes no weight; it only keeps the exponentials from overflowing. A row is how one token spends its attention.',
    },
    output: {
      name: 'Output',
      title: 'Mix the values by weight',
      explanation:
        'Row {i} of the weights averages the rows of V into {oi}, the token’s new vector. The more attention a token gets, the more of its value goes in.',
    },
  },
  questions: {
    'scores-number': { hint: 'Multiply in pairs, then add: {left} and {right}.' },
    'scale-number': { hint: '{d} is {depth}; divide the score by {rootDepth}.' },
    'mask-mark': {
      question: 'Which cells of row {i} will be covered?',
      hint: 'A token sees itself and what came before it.',
    },
    'softmax-choice': {
      question: 'Which token will “{row}” attend to most?',
      hint: 'Look along row {i}: the largest score takes the most.',
    },
    'softmax-number': {
      hint: 'The exponential of this cell over the sum of its row; two decimals will do.',
    },
    'output-number': {
      hint: 'Each value of column {j} times its weight, then add; two decimals will do.',
    },
  },
  misconceptions: {
    forgot_root: 'That is what comes out without dividing by {rootD}.',
    divided_by_d: 'You divided by {d}; divide by {rootD}.',
    row_for_column: 'That is the cell across the diagonal. First the query, then the key.',
    wrong_direction: 'That is softmax down the column. Each row shares out 1, so go along the row.',
    forgot_divide: 'The exponential is right; now divide by the sum of the row.',
    covers_past: 'Those came before, and may be seen. Covered is what comes after.',
    covers_itself: 'A token may look at itself: the diagonal stays open.',
  },
  teacher: {
    shows:
      'Attention as five small steps that anyone can work out by hand: scores, scaling, mask, softmax, weighted average. One row is one token throughout.',
    mistakes: [
      'Taking a row of K for a column: compare the cell across the diagonal.',
      'Dividing by d rather than √d, or forgetting to divide.',
      'Letting softmax run down the columns; every row must add up to 1.',
      'Reading the output as a choice of one value rather than a mixture of all.',
    ],
    time: '20 to 30 minutes with pencil and paper; 10 as a demonstration.',
  },
  notice: {
    overflow:
      'An ∞ or NaN turned up: some number is beyond what float32 can hold (about 3.4×10³⁸). Steps that use it may give NaN as well.',
    input: {
      edit: 'Click any cell of Q, K or V to change it; every later step follows at once.',
      row: 'A row stays with its token all the way from Q to O.',
    },
    product: {
      largest: 'The highest score is “{row}” against “{column}”: {value}.',
      tie: 'The highest score is {value}, shared by {count} cells.',
      asymmetric:
        '“{first}” scores {there} against “{second}”, but {back} the other way round: queries and keys are different numbers, so direction matters.',
      symmetric:
        '“{first}” against “{second}” and the other way round both happen to give {there}; other numbers need not.',
    },
    scale: {
      on: 'Each score is divided by {divisor}: the highest goes from {before} to {after}.',
      off: 'Scaling is off, so the scores pass through unchanged. See how lopsided softmax gets, then switch it back on.',
      spread: 'The gap between highest and lowest shrinks in the same proportion.',
    },
    mask: {
      covered: 'Cells covered: {count} of {total}, all above the diagonal.',
      first: '“{first}” has nothing before it, so all its attention stays with itself.',
    },
    softmax: {
      largest: '“{row}” pays most attention to “{column}”: {percent}.',
      tie: '“{row}” has {count} equal largest weights of {percent} each.',
      sum: 'Σ adds up the weights before they are rounded.',
      covered: 'Covered cells get 0; the others share out the whole 1.',
      unscaled: 'Scaling is off; switch it on to see the weights even out.',
    },
    mix: {
      largest:
        'The largest share of the new “{row}” comes from the value of “{column}”: {percent}.',
      tie: 'In the new “{row}”, {count} values have the same largest share, {percent} each.',
      between:
        'An average stays in range: each cell of O lies between the least and greatest of its column in V.',
    },
  },
};
