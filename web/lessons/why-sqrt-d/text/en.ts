import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'Why scores are divided by √d',
  goal: 'By the end you can say how dot products spread as vectors grow longer, and what that does to softmax.',
  tokens: [],
  steps: {
    products: {
      name: 'Products',
      title: 'Dot products of random vectors',
      explanation:
        'The {d} components of a query and of a key are drawn at random, independently, with mean 0 and variance 1. Their dot product adds up {d} terms, some above zero and some below. The histogram holds thousands of such products: drag {d} and watch how far they spread.',
    },
    variance: {
      name: 'Variance',
      title: 'How far do they spread?',
      explanation:
        'Each term of the sum is a product of two independent numbers of mean 0 and variance 1, so it has mean 0 and variance 1 itself. What becomes of a sum of {d} such terms?',
    },
    largest: {
      name: 'Weights',
      title: 'What softmax makes of it',
      explanation:
        'Now eight keys compete for each query, and softmax turns the eight scores of a row into weights. How much does the largest of them get? These keys are random, so none of them deserves more than the others.',
    },
    entropy: {
      name: 'Entropy',
      title: 'How many keys still count?',
      explanation:
        'Entropy says how evenly a row shares out its weight. It is the logarithm of the number of keys when all of them have the same, and 0 when one key has everything.',
    },
    gradient: {
      name: 'Gradient',
      title: 'What is left to learn by',
      explanation:
        'Learning goes backwards through softmax: it needs to know how far each weight moves with each score. Shown is the size of all these derivatives of a row together. Where one weight is close to 1, every derivative is close to 0.',
    },
  },
  questions: {
    'variance-number': {
      question: 'At {d} = {width}: what will the variance of {qk} be?',
      hint: 'Variances of independent terms add up. How many terms are there?',
    },
    'largest-number': {
      question:
        'At {d} = {width}, {version}: how large is the largest of the eight weights, on average?',
      hint: 'It lies between an even share and 1. Do the scores lie further apart than in the row above?',
    },
    'entropy-choice': {
      question: 'At {d} = {width}: where is the weight shared out among more keys?',
      hint: 'The more the largest weight takes, the less is left for the others.',
    },
    'gradient-choice': {
      question: 'At {d} = {width}: where is the gradient larger?',
      hint: 'The derivative of a weight by its own score is a (1 − a). Where is that close to 0?',
    },
  },
  misconceptions: {
    root_of_width:
      'That is about {rootWidth}, the standard deviation: how far a typical product lies from 0. The variance is its square.',
    width_squared:
      'That would be so if all terms were one and the same number. Independent terms cancel each other in part.',
    unchanged_by_width:
      'That would be so if {d} made no difference, but every further component adds a term to each score.',
    even_share: 'That is an even share, as if all scores were equal. The largest has more.',
    takes_all: 'Not quite everything: in some rows two scores lie close together and share.',
    forgot_root: 'That is what comes out without dividing by {rootD}.',
    sharp_is_steep:
      'Sharp is not steep: where one weight has almost everything, a small change of the scores changes almost nothing.',
  },
  teacher: {
    shows:
      'Where the square root in scaled dot-product attention comes from: the variance of a dot product grows like d, softmax of such scores ends up with one key, and its gradient dies; dividing by √d undoes that for every d. The numbers are drawn in the order of the teaching document, so seed 0 gives its table.',
    mistakes: [
      'Taking the standard deviation, √d, for the variance, d.',
      'Dividing by d: then scores draw together as d grows, and all weights drift towards an even share.',
      'Looking for the right key: the scores are random, and the largest weight belongs to another key in every row.',
      'Expecting that a softmax which is sure of itself learns fastest.',
    ],
    time: '20 minutes; add 10 to try other seeds and the program.',
  },
  scaling: {
    root: '√d',
    width: 'd, how many numbers a vector has',
    widthIs: 'd = {width}',
    unscaled: 'unscaled',
    scaled: '÷ {rootD}',
    variance: 'variance of {qk}',
    largest: 'largest weight',
    entropy: 'entropy',
    gradient: 'gradient',
    dots: '{qk}, pairs drawn: {count}',
    weights: 'largest of {keys} weights, rows drawn: {count}',
    mean: {
      variance: 'variance {value}',
      largest: 'mean {value}',
      entropy: 'entropy {value}',
      gradient: 'gradient {value}',
    },
    histogram: 'Histogram of {name}, {version}: {value}.',
    curves: '{name} against {d}',
    curve: '{version}: from {first} at d = {from} to {last} at d = {to}.',
    table: 'Measured for three {d}',
    cell: '{name}, {version}, d = {width}: {value}',
    three: '{first}, {second} and {third}',
    held: 'predict first',
    coming: 'still being drawn',
    progress: '{drawn} of {draws} random numbers drawn',
    stop: 'Stop',
    run: 'Draw them',
    finished: 'The table is drawn.',
    stopped: 'Stopped.',
    wait: 'The numbers for this answer are still being drawn. Check it again in a moment.',
    said: {
      dots: 'Products drawn for {d} = {width}: {pairs}. Each adds up as many terms as its vectors have components.',
      variance:
        '{value} is the variance of the products {qk} at {d} = {width}. Pairs drawn: {pairs}.',
      largest:
        '{value} is the mean of the largest of {keys} weights, {d} = {width}, {version}. Rows drawn: {rows}. If no key were preferred, it would be {even}.',
      entropy:
        '{value} is the mean of −Σ a ln a, {d} = {width}, {version}. Rows drawn: {rows}. Equal weights would give ln {keys} = {even}.',
      gradient:
        '{value} is the mean of the root of all squared ∂a/∂s of a row added up, {d} = {width}, {version}. Rows drawn: {rows}.',
      unscaled: 'scores as they are',
      scaled: 'scores divided by {root} = {value}',
    },
    seed: 'Seed',
    document: 'The numbers of the document (seed 0)',
    again: 'Draw other numbers',
    files: {
      table: 'Save the table as {name}',
      curves: 'Save the curves as {name}',
      plots: 'Save the histograms as {name}',
      before: 'The generator has given 240 numbers before: Q, K and V of another example.',
    },
    notice: {
      drawn:
        'All numbers come from one generator, seed {seed}: the same seed gives the same table.',
      move: 'Drag {d}, type it, or choose a row of the table.',
      variance:
        'The variance is about {d} itself: {values} for {d} = {widths}. Every component adds a term of variance 1.',
      divided:
        'Dividing by {rootD} divides the variance by {d}. What is left is {values}, whatever {d} is.',
      largest:
        'From {d} = {first} to {last} the largest weight goes from {unscaledFirst} to {unscaledLast}; divided by {rootD}, from {scaledFirst} to {scaledLast}.',
      even: 'These are means of the largest of {keys} weights: 1/{keys} would be indifference.',
      entropy:
        'From {d} = {first} to {last} the entropy goes from {unscaledFirst} to {unscaledLast}; divided by {rootD}, from {scaledFirst} to {scaledLast}. The most that there can be is ln {keys} = {even}.',
      gradient:
        'From {d} = {first} to {last} the gradient goes from {unscaledFirst} to {unscaledLast}; divided by {rootD}, from {scaledFirst} to {scaledLast}.',
      learn:
        'What is not passed back cannot be learned from: so scores are divided before softmax.',
    },
  },
};
