import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'Many heads',
  goal: 'By the end you can follow a token through the projections, the heads and back, and say what more heads cost.',
  tokens: ['I', 'love', 'AI', 'and', 'maths', 'so', 'very', 'much'],
  sets: {
    words: { name: 'three tokens, as before' },
    sentence: {
      name: 'heads made for a purpose',
      tokens: ['I', 'read', 'books', 'I', 'write', 'words', 'I', 'think'],
    },
    random: {
      name: 'random weights',
      tokens: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
    },
  },
  steps: {
    inputs: {
      name: 'Inputs',
      title: 'Tokens and weights',
      explanation:
        'A row of X is one token. Three matrices of weights make its query, its key and its value; they are what training learns. With one-hot tokens they give the Q, K and V that you know.',
    },
    project: {
      name: 'Project',
      title: 'Three products with X',
      explanation:
        'Row {i} of X times a matrix of weights is the query of token {i}; likewise its key and its value. Point at a cell of Q, K or V to see its sum.',
    },
    split: {
      name: 'Split',
      title: 'Columns are shared out',
      explanation:
        'Each head takes neighbouring columns of Q, K and V, all rows of them. Nothing is computed: (T, D) is read as (T, H, D/H) and turned to (H, T, D/H). Without the turn, rows get mixed up.',
    },
    scores: {
      name: 'Scores',
      title: 'Every head scores for itself',
      explanation:
        'Inside a head everything is as before: query {i} meets key {j}, but only with the columns of this head. Choose a head above.',
    },
    weights: {
      name: 'softmax',
      title: 'Every head has its own softmax',
      explanation:
        'The scores of a head are divided by the root of its own width, then each row shares out 1. Scores add up over the heads; weights do not, and that is why heads can look at different tokens.',
    },
    outputs: {
      name: 'Mix',
      title: 'Every head mixes its values',
      explanation:
        'Each head averages its own columns of V with its own weights. Its output is as narrow as its values.',
    },
    concat: {
      name: 'Concat',
      title: 'Side by side again',
      explanation:
        'The outputs of the heads are put side by side, in the order in which their columns were shared out. So the width is back to what it was.',
    },
    result: {
      name: 'Result',
      title: 'One more product mixes the heads',
      explanation:
        'Until here no head knows of another. The last matrix of weights lets every component of the result draw on all of them.',
    },
  },
  questions: {
    'project-number': {
      hint: 'Row {i} of X times column {j} of the transposed weights: multiply in pairs, then add.',
    },
    'split-number': {
      hint: 'Head {head} takes its columns of Q from every row; which one comes first?',
    },
    'scores-number': { hint: 'Multiply in pairs, then add: {left} and {right}.' },
    'weights-choice': {
      question: 'Head {head}: which token will “{row}” attend to most?',
      hint: 'Look along row {i}: the largest score takes the most.',
    },
    'weights-number': {
      hint: 'A head is {depth} wide: divide its scores by {rootDepth}, then softmax along the row.',
    },
    'outputs-number': {
      hint: 'Each value of column {j} of this head times its weight, then add; two decimals will do.',
    },
    'result-number': {
      hint: 'Row {i} of C times column {j} of the transposed weights; two decimals will do.',
    },
  },
  misconceptions: {
    forgot_root: 'That is what comes out without dividing by the root.',
    root_of_whole:
      'You divided by the root of the whole width, {joined}. A head is {depth} wide: divide by {rootDepth}.',
    whole_score: 'That is the score with all columns. Head {head} has only its own.',
    other_head: 'That is the same cell of another head.',
    row_for_column: 'That is the cell across the diagonal. First the query, then the key.',
    wrong_direction: 'That is softmax down the column. Each row shares out 1, so go along the row.',
    forgot_divide: 'The exponential is right; now divide by the sum of the row.',
    forgot_transpose:
      'That is what a reshape without the transpose gives: the numbers in the order of memory, rows mixed up.',
    weights_not_transposed:
      'That is the product with W itself. Here W is transposed, as in a linear layer.',
  },
  teacher: {
    shows:
      'Multi-head attention from the inputs to the result, with every shape: heads are columns, each attends for itself, the last product mixes them. More heads cost neither parameters nor multiplications; only the score matrices grow.',
    mistakes: [
      'Taking heads for copies of the whole attention: each has only D/H columns.',
      'Reshaping to (H, T, D/H) at once, without the transpose.',
      'Dividing by √D instead of √(D/H).',
      'Believing that weights add up over heads as scores do.',
    ],
    time: '30 minutes; the set with made-up heads is worth ten of them.',
  },
  notice: {
    overflow:
      'An ∞ or NaN turned up: some number is beyond what float32 can hold (about 3.4×10³⁸). Steps that use it may give NaN as well.',
    input: {
      edit: 'Click any cell of X or of the weights to change it; every later step follows at once.',
      row: 'A row stays with its token from X to Y.',
    },
    project:
      'With one-hot rows a product only picks: the row of a token takes its column of the weights.',
    split: {
      width: 'Columns of each head: {joined} ÷ {heads} = {width}.',
      wrong:
        'In grey the wrong way: such a “head” holds whole rows cut in pieces, and is no head at all.',
    },
    product: {
      largest: 'The highest score in this head is “{row}” against “{column}”: {value}.',
      tie: 'The highest score in this head is {value}, shared by {count} cells.',
      asymmetric: '“{first}” against “{second}” scores {there}, the other way round {back}.',
      symmetric: '“{first}” against “{second}” scores {there}, and so the other way round.',
    },
    heads: {
      add: 'Over all heads the scores of a cell add up to what one head of full width would score.',
      one: 'With one head this is plain attention.',
      opinions: 'One row, several opinions: compare the small maps of the heads.',
    },
    softmax: {
      largest: 'In this head “{row}” pays most attention to “{column}”: {percent}.',
      tie: 'In this head “{row}” has {count} equal largest weights of {percent} each.',
      sum: 'Σ adds up the weights before they are rounded.',
      covered: 'Covered cells get 0; the others share out the whole 1.',
      unscaled: 'Scaling is off; switch it on to see the weights even out.',
    },
    mix: {
      largest: 'For this head most of the new “{row}” comes from “{column}”: {percent}.',
      tie: 'For this head {count} values have the same largest share of the new “{row}”, {percent} each.',
      between:
        'An average stays in range: each cell lies between the least and greatest of its column.',
    },
    concat: 'Column by column C says which head it comes from: the dashed lines part them.',
    combine: {
      mixes: 'With the identity as weights Y is C; other weights mix the heads.',
      cost: 'Whatever the number of heads, parameters and multiplications stay the same; the scores grow.',
    },
  },
};
