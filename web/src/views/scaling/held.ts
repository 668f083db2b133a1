// What questions hold back: a number is shown up to the d whose cell is, and drawings with it.
import type { Lesson } from '../../state/lesson.ts';
import { shownCount } from '../../state/progress.ts';
import type { State } from '../../state/types.ts';
import { tableWidths, versions } from './scene.ts';
import type { Quantity, Version } from './scene.ts';

/** How many rows of a quantity's column are shown; all of them where nothing is held back. */
function rowsShown(lesson: Lesson, state: State, quantity: Quantity, version: Version): number {
  const step = lesson.steps.find(({ id }) => id === quantity);
  if (!step?.cells) return Infinity;
  const [rows, columns] = step.cells;
  // The variance has one column: what becomes of it divided is said when all of it is known.
  const column = Math.min(versions.indexOf(version), columns - 1);
  const count = shownCount(lesson, state, step);
  if (count >= rows * columns) return Infinity;
  const shown = Math.floor(count / columns) + (count % columns > column ? 1 : 0);
  return quantity === 'variance' && version === 'scaled' ? 0 : shown;
}

/** The largest d of which the number may be seen: 0 where of none. */
export function limitOf(
  lesson: Lesson,
  state: State,
  quantity: Quantity,
  version: Version,
): number {
  const rows = rowsShown(lesson, state, quantity, version);
  // One tells of the other.
  const other = quantity === 'entropy' ? limitOf(lesson, state, 'largest', version) : Infinity;
  const own = rows >= tableWidths.length ? Infinity : (tableWidths[rows - 1] ?? 0);
  return Math.min(own, other);
}

/** How q·k spreads may be seen below the d that is asked about next: what the spread comes to is the question. */
export function spreadLimit(lesson: Lesson, state: State): number {
  const rows = rowsShown(lesson, state, 'variance', 'unscaled');
  const from = lesson.steps.find(({ id }) => id === 'variance')?.ask?.from ?? 0;
  const next = tableWidths[Math.max(rows, from)];
  return rows >= tableWidths.length || next === undefined ? Infinity : next - 1;
}
