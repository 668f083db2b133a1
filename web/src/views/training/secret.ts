// Predict first: which number the question of the step is about, while it is not shown.
import type { Step } from '../../state/lesson.ts';
import type { View } from '../view.ts';
import type { Mark } from './scene.ts';

/** digits: of both before any training; map: the first row of it; sequences: of the LSTM at the end. */
export type Secret = 'digits' | 'map' | 'sequences' | null;

const secrets: Readonly<Record<string, Secret>> = {
  guess: 'digits',
  solved: 'map',
  end: 'sequences',
};

export const secretOf = ({ step, shown }: Pick<View, 'step' | 'shown'>): Secret =>
  step.cells && shown < 1 ? (secrets[step.id] ?? null) : null;

/** The row that the question about the map is about. */
export const secretRow = 0;

export const hidden = '?';

/** Where the step before this one has its place. */
const milestoneBefore = (steps: readonly Step[], { at = 0 }: Step): number =>
  Math.max(0, ...steps.map((each) => each.at ?? 0).filter((place) => place < at));

/** The marks of the LSTM that may be drawn. */
export const openMarks = (view: View, marks: readonly Mark[]): readonly Mark[] =>
  secretOf(view) === 'sequences'
    ? marks.filter(({ step }) => step <= milestoneBefore(view.steps, view.step))
    : marks;
