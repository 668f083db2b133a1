// What is asked of the race, and the answers that wrong ideas come to.
import type { Question } from '../../state/question.ts';
import type { Solution } from '../judge.ts';
import type { Scene } from '../../views/training/index.ts';

export function solve({ id }: Question, scene: Scene): Solution | null {
  const { transformer, lstm, attention } = scene;
  switch (id) {
    case 'guess-number': {
      const share = transformer.marks[0]?.digits;
      return share === undefined
        ? null
        : {
            ...whole(100 * share),
            alternatives: [{ value: share, misconception: 'share_for_percent' }],
          };
    }
    case 'solved-choice': {
      if (!attention) return null;
      const first = attention.data.slice(0, attention.columns);
      const most = Math.max(...first);
      const columns = first.flatMap((weight, column) => (weight === most ? [column] : []));
      return { value: NaN, columns, alternatives: [{ value: 0, misconception: 'same_place' }] };
    }
    case 'end-number': {
      const last = lstm.marks.at(-1);
      return last
        ? {
            ...whole(100 * last.sequences),
            alternatives: [
              { value: 100 * last.digits, misconception: 'digit_rate' },
              { value: last.sequences, misconception: 'share_for_percent' },
            ],
          }
        : null;
    }
    default:
      return null;
  }
}

const whole = (value: number): { readonly value: number; readonly columns: readonly number[] } => ({
  value,
  columns: [],
});
