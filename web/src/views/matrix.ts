// One matrix: brackets, cells, labels and caption.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import { live } from 'lit/directives/live.js';
import type { TapName } from '../../../wasm/engine/types.ts';
import { isInverted, signedShare, weightShare } from '../render/colour.ts';
import { colourDomain } from '../render/domain.ts';
import { decimalsFor } from '../render/format.ts';
import { shapeOf } from '../state/shape.ts';
import type { Matrix } from '../state/lesson.ts';
import type { Cell } from '../state/types.ts';
import { earlier } from './changes.ts';
import { captionOf, spokenCell, spokenMatrix, vectorOf } from './labels.ts';
import { asTyped, digitsOf, fitted, fourDecimals, percent, precise, widthOf } from './numbers.ts';
import { inkSteps } from './shares.ts';
import { sizes } from './sizes.ts';
import { symbol } from './symbols.ts';
import {
  isAbsent,
  isCovered,
  isLeaked,
  isLive,
  isResult,
  placeOf,
  stateOf,
  tapOf,
  thinSide,
} from './slots.ts';
import type { Slot } from './slots.ts';
import { canPad, padLabel, tokenLabel } from './tokens.ts';
import { exact, rowOf, surroundingsOf } from './unchanged.ts';
import { at, matrixOf, may, sumsOf } from './view.ts';
import type { View } from './view.ts';

interface Drawn {
  readonly view: View;
  readonly slot: Slot;
  readonly tap: TapName;
  readonly rows: number;
  readonly columns: number;
  readonly matrix: Matrix | undefined;
  readonly max: number;
  readonly digits: number;
  readonly editable: boolean;
  /** Its cells are inspected in this step. */
  readonly live: boolean;
  /** The inspected cell, and the one that is asked about, lies in it. */
  readonly target: boolean;
  /** Of V while it is mixed: each row has the strength of its weight. */
  readonly shares: readonly number[] | null;
  /** The side along which cells are too thin for a number. */
  readonly thin: 'rows' | 'columns' | null;
}

/** A drawn place as a cell of the tap, and back: the transpose of a cell is its own inverse. */
export const turned = (slot: Slot, { row, column }: Cell): Cell =>
  slot.transposed ? { row: column, column: row } : { row, column };

const same = (a: Cell | null | undefined, b: Cell): boolean =>
  a?.row === b.row && a.column === b.column;

export function matrixView(view: View, slot: Slot): TemplateResult {
  const tap = tapOf(view, slot);
  const { inputs, heads } = view.state;
  const shape = shapeOf(view.lesson, inputs, tap, heads) ?? { rows: 0, columns: 0 };
  const [rows, columns] = slot.transposed
    ? [shape.columns, shape.rows]
    : [shape.rows, shape.columns];
  const matrix = mistakenOf(view, slot) ?? matrixOf(view, tap, slot.head);
  const state = matrix ? stateOf(view, slot) : 'ghost';
  const input = tap in view.state.inputs;
  const drawn: Drawn = {
    view,
    slot,
    tap,
    rows,
    columns,
    matrix: state === 'ghost' ? undefined : matrix,
    max: colourDomain<TapName>(tap, view.values),
    digits: digitsOf(tap, matrix?.data ?? [], view.writing.digits),
    editable: input && may(view, 'numbers'),
    live: isLive(view, slot),
    target:
      isLive(view, slot) &&
      (view.state.on ?? view.step.makes) === tap &&
      (slot.head ?? view.state.head) === view.state.head,
    shares: slot.id === 'V' ? weightsOf(view) : null,
    thin: thinSide(slot, rows, columns),
  };
  const result = drawn.target || (isResult(view, tap) && drawn.live && slot.head === undefined);
  return html`<figure
    class=${classMap({ mx: true, above: slot.caption === 'above', result, live: drawn.live, editable: drawn.editable })}
    data-slot=${slot.id}
    data-identity=${slot.identity}
    data-state=${state}
    data-place=${placeOf(view, slot)}
    data-head=${slot.head ?? nothing}
    data-thin=${drawn.thin ?? nothing}
    .style=${`--columns:${columns};--rows:${rows}`}
    data-before=${earlier(view, tap) ? 'true' : nothing}
  >
    ${columnLabels(drawn)} ${rowLabels(drawn)} ${body(drawn, state === 'ghost')}
    ${slot.id === 'A' && result ? sums(view) : nothing} ${caption(drawn)} ${sizes(view, slot)}
  </figure>`;
}

/** Queries cut the wrong way: no step makes them. */
const mistakenOf = ({ results }: View, { id, head = 0 }: Slot): Matrix | undefined =>
  id.startsWith('M') ? results?.mistaken?.[head] : undefined;

/** How many columns a head has, of a matrix that holds the columns of all. */
function cutOf({ state, lesson, step }: View, { tap }: Slot): number | null {
  const cut = tap.startsWith('projected_') ? step.kind === 'split' : tap === 'concat';
  if (!cut || state.heads < 2) return null;
  const shape = shapeOf(lesson, state.inputs, tap, state.heads);
  return shape ? shape.columns / state.heads : null;
}

function body(drawn: Drawn, ghost: boolean): TemplateResult {
  const { view, slot, rows, columns, editable } = drawn;
  const label = spokenMatrix(view, slot, ghost, { rows, columns });
  const cells = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ({ row, column })),
  );
  if (ghost) {
    return html`<div class="mx-body" role="img" aria-label=${label}>
      ${cells.flat().map(() => html`<div class="c"></div>`)}
    </div>`;
  }
  return html`<div
    class="mx-body"
    role="grid"
    aria-label=${label}
    aria-readonly=${editable ? 'false' : 'true'}
  >
    ${cells.map(
      (places, row) =>
        html`<div role="row">
          ${guard(whatShows(drawn, row), () => places.map((place) => cell(drawn, place)))}
        </div>`,
    )}
  </div>`;
}

/** All that the cells of a row are made of: of an edit most rows show nothing, and are left as they are. */
function whatShows(drawn: Drawn, row: number): unknown[] {
  const { view, slot, tap, matrix, max, digits, editable, live, target, thin, shares } = drawn;
  const stop = tabStop(drawn);
  const others = [
    earlier(view, tap, slot.head),
    otherWay(view, tap),
    // What lies under the stencil, and what may have made NaN of a weight.
    view.step.kind === 'mask' ? matrixOf(view, 'scaled') : undefined,
    view.step.kind === 'softmax' ? view.results?.taps.scores : undefined,
  ];
  return [
    // What is typed is no longer what was drawn.
    view.editing ? Symbol('typing') : null,
    ...surroundingsOf(view),
    ...[slot.id, slot.head, tap, drawn.rows, drawn.columns, editable, live, target, thin],
    ...[max, digits, exact(shares?.[row]), stop.row, stop.column],
    ...[matrix, ...others].flatMap((each) => rowOf(each, row, slot.transposed)),
  ];
}

function tabStop(drawn: Drawn): Cell {
  const { view, tap, slot } = drawn;
  if (drawn.target && view.state.cell) return turned(slot, view.state.cell);
  return view.stops[tap] ?? { row: 0, column: 0 };
}

/** What is known of a place: play and questions hold back the cells that come next. */
type Seen = 'shown' | 'asked' | 'hidden';

function seen(
  { view, live, target, columns }: Pick<Drawn, 'view' | 'live' | 'target' | 'columns'>,
  place: Cell,
): Seen {
  if (!live || place.row * columns + place.column < view.shown) return 'shown';
  const question = target ? view.quiz?.question : undefined;
  const asked =
    question?.kind === 'mark' ? question.cell.row === place.row : same(question?.cell, place);
  return asked ? 'asked' : 'hidden';
}

function cell(drawn: Drawn, place: Cell): TemplateResult {
  const { view, slot, tap, max, digits, editable } = drawn;
  const source = turned(slot, place);
  const state = seen(drawn, place);
  // The mask is laid over numbers that are known already.
  const uncovered = state !== 'shown' && view.step.kind === 'mask';
  const matrix = uncovered ? matrixOf(view, 'scaled') : drawn.matrix;
  const known = matrix !== undefined && (state === 'shown' || uncovered);
  const value = known ? at(matrix, source.row, source.column) : NaN;
  const covered = isCovered(view, slot, place) && !uncovered;
  const absent = isAbsent(view, slot, place);
  const cut = cutOf(view, slot) ?? 0;
  const signed = signedShare(value, max);
  const share =
    covered || absent || !known ? 0 : slot.identity === 'a' ? weightShare(value) : signed.share;
  const editing = view.editing?.tap === tap && same(view.editing.cell, source);
  const problem =
    view.problem?.tap === tap && same(view.problem.cell, source) ? view.problem.problem : null;
  const written = editable
    ? asTyped(value, view.writing)
    : fitted(value, { ...view.writing, digits });
  const bare = drawn.thin !== null || (absent && slot.id === 'A');
  const text = state === 'asked' && !uncovered ? '?' : known && !bare ? written : '';
  const was = state === 'shown' && !editing ? formerly(drawn, source, value) : null;
  const marked = state === 'asked' && view.quiz?.marks.includes(place.column) === true;
  const kinds = {
    neg: signed.negative && !covered && known,
    zero: value === 0 && known,
    covered,
    todo: state !== 'shown',
    ask: state === 'asked',
    marked,
    changed: was !== null,
    absent,
    cut: cut > 0 && place.column > 0 && place.column % cut === 0,
    leaked: isLeaked(view, slot, place),
    inverted: slot.identity === 'a' && known && isInverted(value, view.theme),
    editing,
  };
  const names = Object.entries(kinds).reduce(
    (all, [name, on]) => (on ? `${all} ${name}` : all),
    'c',
  );
  const spoken = spokenCell(view, slot, place.row, place.column, value, state, was, marked);
  return html`<div
    role="gridcell"
    class=${names}
    data-share=${Math.round(share * inkSteps)}
    .style=${strength(drawn, place)}
    data-row=${place.row}
    data-column=${place.column}
    data-length=${text.length}
    data-was=${was === null ? nothing : formerText(drawn, was)}
    tabindex=${same(tabStop(drawn), place) && !editing ? 0 : -1}
    aria-label=${spoken}
    aria-selected=${
      drawn.live ? String(marked || (drawn.target && same(view.state.cell, source))) : nothing
    }
  >
    ${editing ? field(drawn, place, value) : html`<span .style=${`--width:${widthOf(text).toFixed(2)}`}>${text}</span>`}
    ${problem ? bubble(view, problem) : nothing}
  </div>`;
}

const formerText = ({ view, editable, digits }: Drawn, was: number): string =>
  fitted(was, {
    ...view.writing,
    digits: editable ? decimalsFor([was], 2) : Math.min(2, digits),
  });

/** Never quite nothing: a row of weight 0 is still there. */
function strength({ shares }: Drawn, { row }: Cell): string {
  const weight = shares?.[row];
  return weight === undefined ? '' : `--strength:${Math.max(0.1, weightShare(weight)).toFixed(3)}`;
}

/** What a step compares with: weights without the mask, and with it what comes of none. */
function otherWay({ step, results }: View, tap: TapName): Matrix | undefined {
  if (step.kind === 'leak') return results?.taps[tap];
  return step.kind === 'softmax' && tap === 'weights' ? results?.variants?.open.weights : undefined;
}

/** The number that a cell had before the last change; null where it has it still. */
function formerly({ view, tap, slot }: Drawn, { row, column }: Cell, value: number): number | null {
  const other = otherWay(view, tap);
  const then = other ?? earlier(view, tap, slot.head);
  const was = then ? at(then, row, column) : value;
  const without = other !== undefined && view.step.kind === 'softmax';
  const idle = Object.is(was, value) || (without && spreads(view, was, { row, column }));
  return idle ? null : was;
}

/** NaN of another cell: one in a row of scores makes NaN of every weight that shares out with it. */
function spreads(view: View, weight: number, { row, column }: Cell): boolean {
  const scores = view.results?.taps.scores;
  return Number.isNaN(weight) && scores !== undefined && !Number.isNaN(at(scores, row, column));
}

/** The input in an edited cell. The element opens, fills and closes it; composing text never commits. */
function field(drawn: Drawn, place: Cell, value: number): TemplateResult {
  const { view, slot } = drawn;
  const { requests, text, editing, problem } = view;
  const spoken = spokenCell(view, slot, place.row, place.column, value, 'shown', null, false);
  return html`<input
      class="field"
      inputmode="decimal"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      enterkeyhint="done"
      aria-label=${text.edit.label.replace('{cell}', spoken)}
      aria-invalid=${problem ? 'true' : 'false'}
      aria-describedby=${problem ? 'problem' : nothing}
      .value=${live(editing?.text ?? '')}
      @input=${(event: InputEvent) => {
        requests.type((event.target as HTMLInputElement).value);
      }}
      @blur=${() => {
        requests.commit(true);
      }}
    /><button
      type="button"
      class="sign"
      tabindex="-1"
      aria-label=${text.edit.sign}
      @pointerdown=${(event: Event) => {
        event.preventDefault(); // the field keeps focus, and the keypad stays up
        const typed = editing?.text.trim() ?? '';
        requests.type(/^[-\u2212\uff0d]/.test(typed) ? typed.slice(1) : `-${typed}`);
      }}
    >
      ±
    </button>`;
}

const bubble = (view: View, problem: keyof View['text']['edit']['problem']): TemplateResult =>
  html`<span class="bubble" id="problem" role="alert">${view.text.edit.problem[problem]}</span>`;

function columnLabels(drawn: Drawn): TemplateResult | typeof nothing {
  const { slot, columns, view } = drawn;
  if (slot.columns !== 'token') return nothing;
  const inspected = slot.id === 'K' && view.step.kind === 'product' ? view.state.cell?.column : -1;
  // Names alone are said with every cell; buttons are heard.
  const pads = slot.id === 'Z' && canPad(view);
  // A long word is wider than a column of middling width; with its vector, than one of many, and
  // where there are heads, whose examples have long words, than any.
  const narrow =
    view.writing.digits < 3 ||
    (slot.id === 'K' && (view.tokens.length > 3 || view.lesson.heads !== undefined));
  const crowded = narrow && view.tokens.some((token) => Array.from(token).length > 4);
  return html`<div
    class="mx-columns"
    role=${pads ? 'group' : nothing}
    aria-label=${pads ? view.text.mask.padding : nothing}
    aria-hidden=${pads ? nothing : 'true'}
  >
    ${Array.from({ length: columns }, (_, index) =>
      pads
        ? padLabel(view, index)
        : view.writing.bare || crowded
          ? shortLabel(slot, index, index === inspected)
          : tokenLabel(view, index, index === inspected, { vector: vectorOf[slot.id] }),
    )}
  </div>`;
}

/** Where a cell is too narrow for a word: the vector, or the number of the column. */
const shortLabel = (slot: Slot, index: number, on: boolean): TemplateResult => {
  const vector = vectorOf[slot.id];
  return html`<span class=${classMap({ token: true, on })}
    >${vector ? symbol(vector, vector, index + 1) : index + 1}</span
  >`;
};

/** Rows have labels once for the whole stage; V, which stands higher, has its own. */
function rowLabels(drawn: Drawn): TemplateResult | typeof nothing {
  if (drawn.slot.id !== 'V') return nothing;
  return html`<div class="mx-rows" aria-hidden="true">
    ${Array.from({ length: drawn.rows }, (_, index) => {
      const weight = drawn.shares?.[index];
      return weight === undefined
        ? tokenLabel(drawn.view, index, false, { vector: 'v' })
        : html`<span class="share" .style=${`--t:${weightShare(weight).toFixed(3)}`}
            >${tokenLabel(drawn.view, index, false)}<span class="ca">${percent(weight)}</span><i></i
          ></span>`;
    })}
  </div>`;
}

function sums(view: View): TemplateResult {
  const all = sumsOf(view);
  const rows = Math.floor(view.shown / Math.max(1, all.length));
  return html`<div class="sums" aria-hidden="true">
    ${all.map((sum, row) => html`<span>${row < rows ? `Σ = ${fourDecimals(sum)}` : ''}</span>`)}
  </div>`;
}

/** The weight of each row of V in the inspected output; null in other steps. */
function weightsOf(view: View): readonly number[] | null {
  const weights = view.step.kind === 'mix' ? matrixOf(view, 'weights') : undefined;
  const row = view.state.cell?.row;
  if (!weights || row === undefined) return null;
  return Array.from({ length: weights.columns }, (_, column) => at(weights, row, column));
}

function caption(drawn: Drawn): TemplateResult {
  const { symbol: letters, name } = captionOf(drawn.view, drawn.slot);
  const read = readOut(drawn);
  if (read) return html`<figcaption class="mx-caption">${read}</figcaption>`;
  return html`<figcaption class="mx-caption">
    <span class="letter">${letters}</span><span class="name">${name}</span
    ><span class="shape">${drawn.rows}×${drawn.columns}</span>
  </figcaption>`;
}

/** The number of the cell that is pointed at, where none has room for its own. */
function readOut({ view, tap, slot, matrix, thin, live, target }: Drawn): TemplateResult | null {
  const { peek } = view;
  if (!thin || !matrix || peek?.tap !== tap) return null;
  const { row, column } = peek;
  const drawn = turned(slot, peek);
  if (seen({ view, live, target, columns: matrix.columns }, drawn) !== 'shown') return null;
  const letters = captionOf(view, slot).spoken.toLowerCase();
  return html`<span class="letter">${letters}<sub>${row + 1},${column + 1}</sub></span
    ><span class="eq">=</span><span class="name">${precise(at(matrix, row, column))}</span>`;
}
