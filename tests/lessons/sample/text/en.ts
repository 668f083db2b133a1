import type { LessonText } from '../../../../web/src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'A sample',
  goal: 'By the end you know what a folder of a lesson holds.',
  tokens: ['red', 'green', 'blue'],
  steps: {
    inputs: {
      name: 'Inputs',
      title: 'Two tokens',
      explanation: 'Each row is a token: {qi} asks, {kj} answers, {vj} is what it gives.',
    },
    scores: {
      name: 'Scores',
      title: 'Pairs are scored',
      explanation: 'Row {i}, column {j} is {qi}{dot}{kj}.',
    },
    softmax: {
      name: 'softmax',
      title: 'Each row shares out 1',
      explanation: 'The higher score gets the larger weight.',
    },
    output: {
      name: 'Output',
      title: 'Values are mixed',
      explanation: 'Row {i} mixes the rows of V by its weights.',
    },
  },
  questions: {
    'scores-number': { hint: 'Multiply in pairs, then add: {left} and {right}.' },
  },
  misconceptions: { row_for_column: 'That is the cell across the diagonal.' },
  teacher: {
    shows: 'That a lesson is a folder.',
    mistakes: ['To look for a list of lessons to add it to.'],
    time: '1 minute.',
  },
  notice: {
    overflow: 'A number is too large.',
    input: { edit: 'Click a cell to change it.', row: 'A row stays with its token.' },
    product: {
      largest: 'The highest score is “{row}” against “{column}”: {value}.',
      tie: 'The highest score is {value}, shared by {count} cells.',
      asymmetric: '“{first}” scores {there} against “{second}” and {back} the other way round.',
      symmetric: '“{first}” and “{second}” score {there} both ways.',
    },
    mask: {
      covered: 'Cells covered: {count} of {total}.',
      first: '“{first}” sees itself.',
    },
    softmax: {
      largest: '“{row}” pays most attention to “{column}”: {percent}.',
      tie: '“{row}” has {count} equal weights of {percent}.',
      sum: 'Σ adds up the weights before they are rounded.',
      covered: 'Covered cells get 0.',
      unscaled: 'Scaling is off.',
    },
    mix: {
      largest: 'The largest share of “{row}” comes from “{column}”: {percent}.',
      tie: 'In “{row}”, {count} values share {percent} each.',
      between: 'An average stays in range.',
    },
  },
};
