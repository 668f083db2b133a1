// The shape of every matrix of a lesson, known before the engine has computed any.
import type { TapName } from '../../../wasm/engine/types.ts';
import type { Lesson, Matrix } from './lesson.ts';
import type { Cell } from './types.ts';

export type MatrixShape = Pick<Matrix, 'rows' | 'columns'>;

/** What a lesson may pass over has the shape of what it comes from. */
export const passedOver: Readonly<Partial<Record<TapName, TapName>>> = {
  scaled: 'scores',
  masked: 'scaled',
};

/** null for a tap that the lesson neither takes as an input nor makes. Of heads it is one head's. */
export function shapeOf(
  lesson: Lesson,
  inputs: Lesson['inputs'],
  tap: TapName,
  heads = 1,
): MatrixShape | null {
  const input = Object.hasOwn(inputs, tap) ? inputs[tap] : undefined;
  if (input) return { rows: input.rows, columns: input.columns };
  const step = lesson.steps.find(({ makes, also }) => makes === tap || also?.includes(tap));
  const of = (other: TapName) => shapeOf(lesson, inputs, other, heads);
  const made = step ? null : passedOver[tap];
  if (made) return of(made);
  if (!step) return null;
  const [first, second] = step.reads.map(of);
  if (!first) return null;
  switch (step.kind) {
    case 'project':
    case 'combine':
    case 'product': // a · bᵀ
      return second ? { rows: first.rows, columns: second.rows } : null;
    case 'split':
      return { rows: first.rows, columns: first.columns / heads };
    case 'concat':
      return { rows: first.rows, columns: first.columns * heads };
    case 'mix':
    case 'leak':
    case 'decode': // a · b
      return second ? { rows: first.rows, columns: second.columns } : null;
    default:
      return first;
  }
}

export const contains = (shape: MatrixShape, { row, column }: Cell): boolean =>
  Number.isInteger(row) &&
  Number.isInteger(column) &&
  row >= 0 &&
  column >= 0 &&
  row < shape.rows &&
  column < shape.columns;
