// What is handed out of a race: the program that trains the same, and its records as tables.
import { readableFloat32 } from '../../state/float32.ts';
import { toCsv } from '../../render/matrix-text.ts';
import { recordsCsv } from '../../render/training-csv.ts';
import type { TrainingRecords } from '../../render/training-csv.ts';
import { trainingProgram } from '../../render/training-program.ts';
import type { TrainingProgramInput } from '../../render/training-program.ts';
import { fill } from '../../i18n/template.ts';
import type { Matrix } from '../../state/lesson.ts';
import type { TrainingText } from '../../state/training-text.ts';
import type { View } from '../view.ts';

const wordsOf = ({ words }: View): TrainingText => {
  if (!words.training) throw new RangeError('the lesson has no words for training');
  return words.training;
};

export function programOfRace(view: View, run: Omit<TrainingProgramInput, 'words'>): string {
  const { program, transformer, lstm } = wordsOf(view);
  const title = fill(program.title, { lesson: view.words.title });
  const { comments, printed } = program;
  return trainingProgram({
    ...run,
    words: { title, comments, printed: { ...printed, transformer, lstm } },
  });
}

export function recordsOfRace(
  view: View,
  transformer: TrainingRecords,
  lstm: TrainingRecords,
): string {
  const words = wordsOf(view);
  const { step, loss, gradient, digits, sequences } = words.columns;
  return recordsCsv(
    step,
    [
      { name: words.transformer, records: transformer },
      { name: words.lstm, records: lstm },
    ],
    [loss, gradient, digits, sequences],
  );
}

export const mapOfRace = (attention: Matrix): string => toCsv(attention, readableFloat32);
