// Which observations are true of the numbers as they are now. Compares values, computes none.
import type { Matrix } from '../state/lesson.ts';
import { allowed, allows, emptyRows } from '../state/mask.ts';
import { percent, precise } from './numbers.ts';
import { rich } from './symbols.ts';
import type { Part } from './symbols.ts';
import { at, matrixOf, may } from './view.ts';
import type { View } from './view.ts';

interface Peak {
  readonly value: number;
  readonly row: number;
  readonly column: number;
  /** How many cells share the largest value; none where all are NaN. */
  readonly count: number;
}

function peak(matrix: Matrix, rows: readonly number[]): Peak {
  let best: Peak = { value: -Infinity, row: 0, column: 0, count: 0 };
  for (const row of rows) {
    for (let column = 0; column < matrix.columns; column++) {
      const value = at(matrix, row, column);
      const first = best.count === 0 && !Number.isNaN(value);
      if (value > best.value || first) best = { value, row, column, count: 1 };
      else if (value === best.value) best = { ...best, count: best.count + 1 };
    }
  }
  return best;
}

const indices = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const overflowed = (...matrices: (Matrix | undefined)[]): boolean =>
  matrices.some((matrix) => matrix?.data.some((x) => !Number.isFinite(x)));

/** Sentences for the current step, in reading order. */
export function observations(view: View): readonly Part[][] {
  const { tokens, queries } = view;
  const { notice, goal } = view.words;
  if (!notice) return [];
  const token = (index: number) => tokens[index] ?? '';
  const { kind } = view.step;
  if (kind === 'input') return [[goal], ...(may(view, 'numbers') ? [[notice.input.edit]] : [])];
  const scores = matrixOf(view, 'scores');
  const scaled = matrixOf(view, 'scaled');
  const weights = matrixOf(view, 'weights');
  const made = view.step.makes && matrixOf(view, view.step.makes);
  if (!scores || !scaled || !weights || !made) return [];
  // NaN that the reader has put into the padding is no overflow.
  const results = kind === 'mask' ? [scaled] : [scores, made];
  if (!view.state.mask?.poison && overflowed(...results)) return [[notice.overflow]];

  switch (kind) {
    case 'product': {
      const { value, row, column, count } = peak(scores, indices(scores.rows));
      const words = notice.product;
      if (count === 0) return [];
      const highest = [
        count === 1
          ? rich(words.largest, {
              row: queries[row] ?? '',
              column: token(column),
              value: precise(value),
            })
          : rich(words.tie, { value: precise(value), count }),
      ];
      if (notice.heads) return [...highest, ...adding(view)];
      if (tokens.length < 2 || queries.length < tokens.length) return highest;
      // What the mask keeps is said where it keeps one of the two.
      const { state } = view;
      if (state.mask && (allows(state, 0, 1) || !allows(state, 1, 0))) return highest;
      const there = precise(at(scores, 0, 1));
      const back = precise(at(scores, 1, 0));
      const names = { first: token(0), second: token(1), there, back };
      return [...highest, rich(there === back ? words.symmetric : words.asymmetric, names)];
    }
    case 'scale': {
      const words = notice.scale;
      if (!words) return [];
      if (view.state.switches.scale === false) return [[words.off]];
      const highest = peak(scores, indices(scores.rows));
      const divisor = view.arithmetic?.divisor;
      if (divisor === undefined) return [];
      return [
        rich(words.on, {
          divisor: precise(divisor),
          before: precise(highest.value),
          after: precise(at(scaled, highest.row, highest.column)),
        }),
        [words.spread],
      ];
    }
    case 'mask': {
      const covered = matrixOf(view, 'masked')?.data.filter((x) => x === -Infinity).length ?? 0;
      const total = scaled.data.length;
      const words = notice.mask;
      if (!words) return [];
      const own = view.tokensOfQueries[0];
      const firstAlone = allowed(view.state)[0]?.every((may, column) => may === (column === own));
      const [empty] = emptyRows(view.state);
      return [
        rich(words.covered, { total, count: covered }),
        ...(empty !== undefined && words.empty
          ? [rich(words.empty, { row: queries[empty] ?? '' })]
          : firstAlone
            ? [rich(words.first, { first: queries[0] ?? '' })]
            : []),
        ...(words.toggle && may(view, 'mask') ? [[words.toggle]] : []),
      ];
    }
    case 'softmax': {
      const words = notice.softmax;
      const row = view.state.cell?.row ?? 0;
      const empty = nothingLeft(view, row);
      if (empty) return empty;
      const gone = view.results?.variants?.removed[row];
      const more = notice.heads
        ? [[view.state.heads > 1 ? notice.heads.opinions : notice.heads.one]]
        : words.removed
          ? gone
            ? [rich(words.removed, { row: queries[row] ?? '', percent: percent(gone) })]
            : view.state.mask?.poison && words.poison
              ? [[words.poison]]
              : []
          : view.state.switches.mask
            ? [[words.covered]]
            : view.state.switches.scale !== false
              ? [[words.sum]]
              : [[words.unscaled]];
      return [share(view, weights, words), ...more];
    }
    case 'project':
      return notice.project ? [[notice.project]] : [];
    case 'split': {
      const words = notice.split;
      if (!words) return [];
      const width = matrixOf(view, 'q')?.columns ?? 1;
      const { heads, switches } = view.state;
      return [
        rich(words.width, { joined: width * heads, heads, width }),
        ...(switches.mistake ? [[words.wrong]] : []),
      ];
    }
    case 'concat':
      return notice.concat ? [[notice.concat]] : [];
    case 'combine':
      return notice.combine ? [[notice.combine.mixes], [notice.combine.cost]] : [];
    case 'watch':
      return [];
    case 'leak':
      return leaked(view);
    case 'decode':
      return decoded(view);
    case 'mix':
      return (
        nothingLeft(view, view.state.cell?.row ?? 0) ?? [
          share(view, weights, notice.mix),
          [notice.mix.between],
        ]
      );
  }
}

/** Of a row that the mask covers from end to end: there is no share to speak of. */
function nothingLeft(view: View, row: number): readonly Part[][] | null {
  const { empty } = view.words.notice?.softmax ?? {};
  if (!empty || !emptyRows(view.state).includes(row)) return null;
  return [rich(empty, { row: view.queries[row] ?? '' })];
}

/** Who has the largest weight in the inspected row. */
function share(
  view: View,
  weights: Matrix,
  words: { readonly largest: string; readonly tie: string },
): Part[] {
  const inspected = view.state.cell?.row ?? 0;
  const { value, column, count } = peak(weights, [inspected]);
  const { tokens } = view;
  const values = { row: view.queries[inspected] ?? '', percent: percent(value) };
  return count === 1
    ? rich(words.largest, { ...values, column: tokens[column] ?? '' })
    : rich(words.tie, { ...values, count });
}

/** Rows of a variant's output that differ from those of all at once under the mask. */
function differing(view: View): readonly number[] {
  const now = matrixOf(view, 'output');
  const whole = view.results?.taps.output;
  if (!now || !whole) return [];
  return indices(now.rows).filter((row) =>
    indices(now.columns).some((column) => !Object.is(at(now, row, column), at(whole, row, column))),
  );
}

const named = (view: View, rows: readonly number[]): string =>
  rows.map((row) => view.queries[row] ?? '').join(view.state.locale === 'en' ? ', ' : '、');

function leaked(view: View): readonly Part[][] {
  const words = view.words.notice?.leak;
  if (!words) return [];
  const rows = differing(view);
  if (rows.length === 0) return [[words.none]];
  return [rich(words.some, { rows: named(view, rows), count: rows.length }), [words.why]];
}

function decoded(view: View): readonly Part[][] {
  const words = view.words.notice?.decode;
  if (!words) return [];
  const rows = differing(view);
  if (rows.length > 0) return [rich(words.differs, { rows: named(view, rows) })];
  return [[words.same], [words.parallel]];
}

/** Scores add up over the heads; in one head there is nothing to add. */
function adding(view: View): readonly Part[][] {
  const words = view.words.notice?.heads;
  if (!words) return [];
  return [[view.state.heads > 1 ? words.add : words.one]];
}
