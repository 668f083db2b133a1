// Whether the figure tells the truth: every number that it shows or says is the engine's.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lessons } from '../../../web/lessons/index.ts';
import type { Lesson } from '../../../web/src/state/lesson.ts';
import { currentStep } from '../../../web/src/state/reducer.ts';
import type { State } from '../../../web/src/state/types.ts';
import { decodeState } from '../../../web/src/state/url.ts';
import { precise } from '../../../web/src/views/numbers.ts';
import { engine, tensor } from '../../wasm/support/engine.ts';
import {
  alone,
  drawnState,
  keysSoFar,
  maskTensor,
  openCells,
  scaleOf,
  tensorsOf,
} from '../../web/support/masks.ts';

export interface Seen {
  readonly state: string;
  readonly step: string;
  readonly cells: readonly {
    readonly slot: string;
    readonly row: number;
    readonly column: number;
    readonly label: string;
    readonly held: boolean;
  }[];
  readonly sideways: number;
  readonly failed: boolean;
}

/** All at once, as it is now. */
export const look = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    const lab = document.querySelector('qkv-lab');
    await lab?.updateComplete;
    await lab?.updateComplete; // a change of density draws once more
    const root = lab?.shadowRoot;
    const cells = [...(root?.querySelectorAll<HTMLElement>('[role=gridcell]') ?? [])];
    return {
      state: lab?.getState() ?? '',
      step: root?.querySelector<HTMLElement>('.stage')?.dataset.step ?? '',
      cells: cells.map((cell) => ({
        slot: cell.closest<HTMLElement>('[data-slot]')?.dataset.slot ?? '',
        row: Number(cell.dataset.row),
        column: Number(cell.dataset.column),
        label: cell.getAttribute('aria-label') ?? '',
        held: cell.classList.contains('todo'),
      })),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      failed: root?.querySelector('.failure') !== null,
    };
  });

export function stateOfText(text: string, where: string): readonly [State, Lesson] {
  const { state, problems } = decodeState(text, lessons, { locale: 'en', theme: 'auto' });
  assert.deepEqual(problems, [], where);
  const lesson = lessons.find(({ id }) => id === state.lesson);
  assert.ok(lesson);
  return [drawnState(state, lesson), lesson];
}

type Rows = readonly (readonly number[])[];
type Said = 'covered' | 'absent' | number;

const rowsOf = ({ shape, data }: { shape: readonly number[]; data: Float32Array }): Rows => {
  const [rows = 0, columns = 0] = shape;
  return Array.from({ length: rows }, (_, row) => [
    ...data.slice(row * columns, (row + 1) * columns),
  ]);
};

/** What the engine says of the state that the figure claims to be in, by slot, as it is drawn. */
function truth(
  state: State,
  lesson: Lesson,
): (slot: string, row: number, column: number, held: boolean) => Said {
  const { kind } = currentStep(lesson, state);
  const { q: queries, k: keys } = state.inputs;
  assert.ok(queries && keys);
  const causal = state.switches.mask === true;
  const may = state.mask
    ? openCells(state)
    : rowsOf(
        tensor(Array.from({ length: queries.rows }, () => Array<number>(keys.rows).fill(1))),
      ).map((row, i) => row.map((_, j) => !causal || j <= i));
  const [q, k, v] = tensorsOf(state);
  const masked = engine.attention(q, k, v, { mask: maskTensor(may), ...scaleOf(state) });
  const steps = kind === 'leak' ? engine.attention(q, k, v, scaleOf(state)) : masked;
  const turns = kind === 'decode' ? may.map((_, row) => alone(state, row)) : null;
  const tables: Readonly<Record<string, Rows>> = {
    Q: rowsOf(q),
    K: rowsOf(k),
    V: rowsOf(v),
    S: rowsOf(steps.scores),
    Z: rowsOf(steps.scaled),
    A: turns ? turns.flatMap(({ weights }) => rowsOf(weights)) : rowsOf(steps.weights),
    O: turns ? turns.flatMap(({ output }) => rowsOf(output)) : rowsOf(steps.output),
  };
  const stencil = ['mask', 'softmax', 'mix', 'decode'].includes(kind);
  return (slot, row, column, held) => {
    if (slot === 'Z' && stencil && !held && may[row]?.[column] === false) return 'covered';
    if (slot === 'A' && turns && column >= keysSoFar(state, row)) return 'absent';
    return (slot === 'K' ? tables.K?.[column]?.[row] : tables[slot]?.[row]?.[column]) ?? NaN;
  };
}

const words: Readonly<Record<'covered' | 'absent', RegExp>> = {
  covered: /minus infinity, covered|負無限大，已蓋住|负无穷，已遮住/,
  absent: /not there yet|還沒有這個 token|还没有这个 token/,
};

function says(label: string, said: Said): boolean {
  if (typeof said !== 'number') return words[said].test(label);
  const text = precise(said).replace(/[.+]/g, '\\$&');
  return new RegExp(`(: |：)${text}(?![\\d.×])`).test(label);
}

export function insist({ state: text, cells, step, sideways, failed }: Seen, where: string): void {
  assert.equal(failed, false, `${where}: the engine failed`);
  assert.equal(sideways, 0, `${where}: the page scrolls sideways`);
  const [state, lesson] = stateOfText(text, where);
  assert.equal(step, state.step, where);
  const expected = truth(state, lesson);
  assert.ok(cells.length >= 3, where);
  for (const { slot, row, column, label, held } of cells) {
    if (held && currentStep(lesson, state).kind !== 'mask') continue;
    const said = expected(slot, row, column, held);
    const shown = typeof said === 'number' ? precise(said) : said;
    assert.ok(says(label, said), `${where}: ${slot} ${row} ${column} is ${shown}, not ${label}`);
  }
}

/** Everything that is shown now. */
export const insistOn = async (page: Page, where: string): Promise<void> => {
  insist(await look(page), where);
};
