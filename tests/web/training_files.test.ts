// What a race hands out: its records as a table, and a program that trains the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordsCsv } from '../../web/src/render/training-csv.ts';
import { trainingProgram } from '../../web/src/render/training-program.ts';
import type { TrainingProgramInput } from '../../web/src/render/training-program.ts';
import { assertCompiles } from './support/python.ts';

describe('the records of a race as CSV', () => {
  const names = ['loss', 'gradient', 'digits', 'sequences'] as const;
  const table = recordsCsv(
    'step',
    [
      {
        name: 'A',
        records: {
          losses: [2.5, Math.fround(0.1)],
          norms: [1, 0.5],
          shares: [
            { step: 0, digits: 0.1, sequences: 0 },
            { step: 2, digits: 0.95, sequences: 0.5 },
          ],
        },
      },
      { name: 'B "b"', records: { losses: [NaN], norms: [Infinity], shares: [] } },
    ],
    [...names],
  );

  it('has a row for each step, the loss before it beside the shares after it', () => {
    assert.deepEqual(table.split('\r\n'), [
      '"step","A loss","A gradient","A digits","A sequences","B ""b"" loss","B ""b"" gradient","B ""b"" digits","B ""b"" sequences"',
      '0,,,0.1,0,,,,',
      '1,2.5,1,,,,,,',
      '2,0.10000000149011612,0.5,0.95,0.5,,,,',
      '',
    ]);
  });

  it('of nothing has the untrained row alone', () => {
    const empty = recordsCsv(
      's',
      [{ name: 'A', records: { losses: [], norms: [], shares: [] } }],
      [...names],
    );
    assert.equal(empty.split('\r\n').length, 3);
  });
});

const word = (name: string): string => name;

const input: TrainingProgramInput = {
  ...{ seed: 7, rate: 0.01, width: 16, heads: 2, layers: 3, length: 5, batch: 8, steps: 200 },
  vocabulary: 10,
  hidden: { transformer: 64, lstm: 48 },
  test: { sequences: 2000, seed: 99 },
  words: {
    title: 'T',
    comments: {
      ...{ settings: 'a', batches: 'b', positions: 'c', layer: 'd', transformer: 'e' },
      ...{ lstm: 'f', train: 'g', score: 'h', attention: 'i' },
    },
    printed: {
      ...{ transformer: 'A "quoted" {name}', lstm: 'B', step: 'step', loss: word('loss') },
      ...{ parameters: 'p', digits: 'd', sequences: 's', diagonal: 'x' },
    },
  },
};

describe('the program that trains the same', () => {
  it('is Python, whatever the words in it are', () => {
    assertCompiles([trainingProgram(input)]);
  });

  it('has every setting of the run', () => {
    const program = trainingProgram(input);
    for (const part of [
      'SEED, STEPS, BATCH, RATE = 7, 200, 8, 0.01',
      'DIGITS, LENGTH, WIDTH, HEADS, LAYERS = 10, 5, 16, 2, 3',
      'nn.Linear(WIDTH, 64)',
      'nn.LSTM(WIDTH, 48, batch_first=True, bidirectional=True)',
      'draw(2000, torch.Generator().manual_seed(99))',
    ]) {
      assert.ok(program.includes(part), part);
    }
  });
});
