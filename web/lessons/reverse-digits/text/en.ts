import type { LessonText } from '../../../src/state/lesson-text.ts';

export const text: LessonText = {
  title: 'Training: ten digits reversed',
  goal: 'By the end you can say how the loss comes down, why attention forms an anti-diagonal, and how digits that are right differ from sequences that are.',
  tokens: [],
  steps: {
    guess: {
      name: 'Guess',
      title: 'Untrained, all they can do is guess',
      explanation:
        'Two networks have the same task: write a sequence of digits backwards. Their weights are still random, attention is spread about evenly, and every digit is a guess. Start training at the bottom left.',
    },
    diagonal: {
      name: 'Diagonal',
      title: 'Nobody told it to look backwards',
      explanation:
        'A ring marks the input that an output should look at; together they make the anti-diagonal. When training goes well, ink gathers there from an even spread. While it is still blurred, two equal neighbours can outvote the right digit.',
    },
    solved: {
      name: 'Solved',
      title: 'Look in the right place and copy',
      explanation:
        'Once attention is sharp, an output only has to copy the digit at the mirrored place. However far apart the two are, attention needs a single step.',
    },
    follow: {
      name: 'LSTM follows',
      title: 'The BiLSTM hands on step by step',
      explanation:
        'It reads the sequence once from either end, and a digit passes through every step between before it gets to where it is needed. It has more parameters, and it usually needs more training.',
    },
    end: {
      name: 'End',
      title: 'As many steps, two results',
      explanation:
        'One wrong digit spoils a sequence, so however many digits are right, far fewer sequences may be. What is compared is how far each gets in this budget of steps, not what it could ever learn.',
    },
  },
  questions: {
    'guess-number': {
      question: 'Before any training, what per cent of digits are right?',
      hint: 'There are {digits} different digits, and nothing is known yet.',
    },
    'solved-choice': {
      question: 'Which input does output 0 look at most?',
      hint: 'The first of the reversed: which of the original is it?',
    },
    'end-number': {
      question: 'In the end, what per cent of the BiLSTM’s sequences are all right?',
      hint: 'All {length} digits of a sequence have to be right.',
    },
  },
  misconceptions: {
    digit_rate:
      'That is how many digits are right. A sequence counts only when all {length} are, so it is far less.',
    same_place: 'That is the same place. Reversed, the first output is the last input.',
    share_for_percent: 'Give it in per cent: half of them is 50, not 0.5.',
  },
  teacher: {
    shows:
      'Two networks trained side by side on one task, for as many steps. Nobody tells the Transformer where to look, and its attention still becomes an anti-diagonal. The loss begins near ln 10, since at first they only guess.',
    mistakes: [
      'Taking the share of right digits for that of right sequences.',
      'Thinking that an output looks at the input in the same place.',
      'Believing that attention knew from the start to look backwards: it was learnt.',
      'Concluding that an LSTM cannot learn this: it has not finished in this budget of steps.',
    ],
    time: '25 minutes; 15 more to train again with another seed, learning rate or length.',
  },
  training: {
    transformer: 'Transformer',
    lstm: 'BiLSTM',
    formula: {
      label: 'What is to be learnt: the input reversed',
      loss: 'The loss: minus the logarithm of the probability of the right digit',
    },
    task: {
      title: 'An unseen sequence',
      own: 'Your digits',
      width: 'width = attention',
      input: 'input',
      target: 'target',
      said: 'Input {digits}, target {target}.',
      wrong: '{name} answers {digits}, wrong: {count}.',
    },
    score: {
      tested: '{tested} tests',
      digits: 'each digit',
      sequences: 'all right',
      parameters: 'params',
      pace: 'ms/step',
    },
    curves: {
      loss: 'Loss',
      better: 'lower is better',
      sequences: 'Sequences all right',
      guessing: 'guessing, ln {digits}',
      described: 'Step {at}.',
      each: '{name}: loss {loss}, all of a sequence right {share}.',
    },
    map: {
      title: 'Attention',
      axes: 'output {i} × input {j}',
      grid: 'Attention of the Transformer, a row for each output, a column for each input',
      cell: 'output {i} at input {j} ({digit}): {weight}',
      output: 'output {i}, target {digit}',
      input: 'input {j}: {digit}',
      layer: 'Layer',
      head: 'Head',
    },
    reads: {
      right: 'Output {i}: {looks}. It says {digit}, which is right.',
      wrong: 'Output {i}: {looks}. It says {digit}; the target is {target} (input {j}).',
      digit: '{digit} gets {weight} (input {inputs})',
      spread: 'still spread out',
      hidden: 'Output {i} looks most at input {what}.',
      phrases: '{first}, {second}',
      list: '{first}, {second}',
    },
    bar: {
      train: 'Train',
      one: 'One step of training',
      again: 'Train again from the start',
      range: 'Training step',
      of: '/ {all} steps',
      at: 'step {at} of {all}, {name}',
      speed: 'Speed',
      most: 'max',
    },
    settings: {
      seed: 'Seed',
      rate: 'Learning rate',
      width: 'Width',
      heads: 'Heads',
      layers: 'Layers',
      length: 'Length',
      batch: 'Batch',
      why: 'Any change of these trains both networks from the start. Weights and sequences are drawn from the seed: the same seed and settings give the same result.',
      digits: 'Your own digits',
      digitsWhy: 'As many as {length}, without training again. Empty: the first test sequence.',
      digitsWrong: 'This has to be exactly {length} digits from 0 to 9.',
      document: 'Train with the lecture notes’ settings',
      documentWhy:
        'Seed {seed}, learning rate {rate}, width {width}, heads {heads}, layers {layers}, length {length}, batch {batch}.',
    },
    columns: {
      step: 'step',
      loss: 'loss',
      gradient: 'gradient norm',
      digits: 'digits right',
      sequences: 'sequences right',
    },
    program: {
      title: '{lesson}: PyTorch trains the same two networks from the same seed',
      comments: {
        settings: 'Settings',
        batches: 'A task is a row of random digits, and the answer that row turned round',
        positions: 'Positions: sines in the even components, cosines in the odd ones',
        layer:
          'A layer: attention and feed-forward, each with its input added and layer norm after it',
        transformer:
          'Transformer: what the digit is plus where it stands, the layers, a choice of digit',
        lstm: 'BiLSTM: read from both ends, then a choice of digit',
        train:
          'One generator draws the tasks of both: the second network’s go on where the first one’s end',
        score: 'How much of what it has not seen it gets right',
        attention: 'Attention on the first test sequence: a row for each output',
      },
      printed: {
        step: 'step',
        loss: 'loss',
        parameters: 'parameters',
        digits: 'digits right',
        sequences: 'sequences right',
        diagonal: 'mean of the anti-diagonal',
      },
    },
    files: { curves: 'Save the curves as {name}', map: 'Save the attention map as {name}' },
    notice: {
      guessing: 'Guessing among {digits} digits costs a loss of ln {digits} ≈ {guessing}.',
      start:
        'Guessing among {digits} digits costs a loss of ln {digits} ≈ {guessing}; measured: {first}, {second}.',
      even: 'The largest weight is {largest}; with perfectly even attention each would be {even}.',
      diagonal: 'Under the rings the mean weight is {mean}; even attention would give {even}.',
      solved: 'On {tested} tests the {name} has every sequence all right, the {other} {share}.',
      both: 'On {tested} tests both networks have every sequence all right.',
      none: 'On {tested} tests neither network has a single sequence all right yet.',
      product:
        '{name}: {digits} of digits right, {sequences} of sequences. If digits went wrong independently, it would be {digits} to the power of {length}: {power}.',
      document:
        'Lecture notes, same settings and budget: {transformer}, sequences {transformerAll}; {lstm}, sequences {lstmAll}, give or take rounding.',
      diverged:
        'The loss of the {name} is no number from step {step} on. Lower the learning rate in the settings and train again.',
    },
  },
};
