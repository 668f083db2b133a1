import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'The causal mask',
  goal: 'By the end you can say what a mask does, and why it lets a model learn at all positions at once.',
  tokens: ['I', 'love', 'AI', 'and', 'maths', 'so', 'very', 'much'],
  sets: {
    words: { name: 'three tokens, four dimensions' },
    tensors: {
      name: 'five tokens, sixteen dimensions, drawn',
      tokens: ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'],
    },
  },
  steps: {
    inputs: {
      name: 'Inputs',
      title: 'Two sets to try',
      explanation:
        'Begin with the numbers that you know, or with five tokens of sixteen dimensions each, which are drawn at random. Wide matrices are shown as colour: point at a cell to read its number.',
    },
    scores: {
      name: 'Scores',
      title: 'All pairs are scored first',
      explanation:
        'Every query still meets every key, later ones included. That is one matrix product, whatever the mask will say: {qi}{dot}{kj}, then divided by {rootD}.',
    },
    mask: {
      name: 'Mask',
      title: 'A stencil of −∞',
      explanation: 'Covered scores become −∞ before softmax, open ones stay.',
    },
    softmax: {
      name: 'softmax',
      title: 'What is left shares out 1',
      explanation:
        'e to the power −∞ is 0, so covered cells drop out of the sum as well, and the open cells of row {i} share the whole 1. The corner of a cell shows its weight without the mask.',
    },
    output: {
      name: 'Output',
      title: 'Only values in sight',
      explanation:
        'Row {i} averages the values that it may see. A covered value takes no part at all, not even as 0 times something: were it NaN, the result would not notice.',
    },
    leak: {
      name: 'Leak',
      title: 'What if the future leaks in?',
      explanation:
        'The same outputs without the mask; the old number stands in the corner of each cell that changes. A model trained this way would copy the word that it should predict, and have nothing to copy when it writes.',
    },
    decode: {
      name: 'Decode',
      title: 'One at a time, or all at once',
      explanation:
        'When a model writes, tokens come one by one: query {i} meets only the keys so far. Here every row is computed alone like that and compared with the row of the one large product.',
    },
  },
  covers: {
    none: 'Here nothing is covered: every token sees all the others.',
    causal: 'Causal covers {j} > {i}: token {i} sees itself and what came before.',
    'lower-right': 'The queries are the last T of S tokens: {j} > {i} + S − T is covered.',
    window: 'Token {i} sees itself and the few before that the window holds.',
    padding: 'Padding is covered for every query.',
    byHand: 'Some cells are set by hand.',
  },
  questions: {
    'mask-mark': {
      question: 'Which cells of row {i} will be covered?',
      hint: 'Go through the keys: is each of them in sight?',
    },
    'softmax-number': {
      hint: 'Only open cells are in the sum: the exponential of this cell over theirs; two decimals will do.',
    },
    'output-number': {
      hint: 'Weights that share out 1 among the open cells, times their values; two decimals will do.',
    },
    'leak-unchanged': {
      question: 'Without the mask, whose output stays the same?',
      hint: 'Look for the row in which nothing was covered.',
    },
  },
  misconceptions: {
    forgot_root: 'That is what comes out without dividing by {rootD}.',
    row_for_column: 'That is the cell across the diagonal. First the query, then the key.',
    wrong_direction: 'That is softmax down the column. Each row shares out 1, so go along the row.',
    forgot_divide: 'The exponential is right; now divide by the sum of the open cells.',
    covers_past: 'Those are in sight and stay open.',
    covers_itself: 'A token may look at itself here: that cell stays open.',
    forgot_renormalise:
      'That is the weight with the covered cells still in the sum. Leave them out, and the rest shares out 1.',
    masked_after_softmax:
      'You set the covered weights to 0 after softmax; then the row no longer adds up to 1. Mask first, then softmax.',
  },
  teacher: {
    shows:
      'A mask as a change of scores before softmax; rows that share out 1 anew; what leaks without it; and that one masked product gives the same rows as writing token by token.',
    mistakes: [
      'Masking after softmax, so that rows no longer add up to 1.',
      'Setting covered scores to 0 instead of −∞: e to the power 0 is 1.',
      'Covering the diagonal: a token may see itself.',
      'Taking a padding mask and a causal mask for the same thing; they combine.',
    ],
    time: '20 minutes; add 10 for padding and windows.',
  },
  notice: {
    overflow:
      'An ∞ or NaN turned up: some number is beyond what float32 can hold (about 3.4×10³⁸). Steps that use it may give NaN as well.',
    input: {
      edit: 'Click any cell to change it. Fewer queries than keys: Q then holds only some of the tokens.',
      row: 'A row stays with its token all the way from Q to O.',
    },
    product: {
      largest: 'The highest score is “{row}” against “{column}”: {value}.',
      tie: 'The highest score is {value}, shared by {count} cells.',
      asymmetric:
        '“{first}” scores {there} against “{second}” and {back} the other way round. The mask will keep only the second.',
      symmetric:
        '“{first}” against “{second}” and the other way round both give {there}. The mask will keep only the second.',
    },
    mask: {
      covered: 'Cells covered: {count} of {total}.',
      first: '“{first}” sees nothing but itself.',
      toggle: 'Click a cell to cover or open it; click a token’s button to make it padding.',
      empty:
        '“{row}” has nothing left to look at. Here that gives weights and an output of 0; many libraries divide 0 by 0 instead, give NaN, and the NaN spreads.',
    },
    softmax: {
      largest: '“{row}” pays most attention to “{column}”: {percent}.',
      tie: '“{row}” has {count} equal largest weights of {percent} each.',
      sum: 'Σ adds up the weights before they are rounded.',
      covered: 'Covered cells get 0; the others share out the whole 1.',
      unscaled: 'Scaling is off; switch it on to see the weights even out.',
      removed:
        'Without the mask, {percent} of the attention of “{row}” would be on covered cells. Now the open ones have it.',
      poison: 'Without the mask the NaN of the padding would spread to every weight of this row.',
      empty:
        '“{row}” has nothing left to look at: its weights are 0, and so is its output. Many libraries give NaN here.',
    },
    mix: {
      largest:
        'The largest share of the new “{row}” comes from the value of “{column}”: {percent}.',
      tie: 'In the new “{row}”, {count} values have the same largest share, {percent} each.',
      between:
        'An average stays in range: each cell of O lies between the least and greatest of its column in V.',
    },
    leak: {
      some: 'Without the mask these outputs change: {rows}.',
      none: 'No output changes: this mask covers nothing.',
      why: 'A row that sees everything anyway stays as it was, to the last bit.',
    },
    decode: {
      same: 'Every row is the same either way, to the last bit.',
      differs:
        'With this mask some rows look at tokens that are not there yet while a model writes, so they differ: {rows}.',
      parallel:
        'So training is parallel: one product gives the outputs of all positions, as if each had been written last.',
    },
  },
};
