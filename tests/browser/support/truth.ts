// Whether the figure tells the truth: every number that it shows or says is the engine's.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lessons } from '../../../web/lessons/index.ts';
import type { Lesson } from '../../../web/src/state/lesson.ts';
import { currentStep } from '../../../web/src/state/reducer.ts';
import type { State } from '../../../web/src/state/types.ts';
import { decodeState } from '../../../web/src/state/url.ts';
import { precise } from '../../../web/src/views/numbers.ts';
import { tilesOf } from './heads.ts';
import { headsTruth } from './heads_truth.ts';
import type { Near } from './heads_truth.ts';
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
    /** What stands in it; '' while it is edited. */
    readonly text: string;
    readonly held: boolean;
  }[];
  /** Of each small map of a head its tiles, in twentieths of ink; null where they are empty. */
  readonly maps: readonly (readonly (number | null)[])[];
  readonly sideways: number;
  readonly failed: boolean;
}

/** All at once, as it is now; and the small maps. */
export async function look(page: Page): Promise<Seen> {
  const seen = await page.evaluate(async () => {
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
        text: cell.querySelector(':scope > span:not(.bubble)')?.textContent.trim() ?? '',
        held: cell.classList.contains('todo'),
      })),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      failed: root?.querySelector('.failure') !== null,
    };
  });
  return { ...seen, maps: await tilesOf(page) };
}

export function stateOfText(text: string, where: string): readonly [State, Lesson] {
  const { state, problems } = decodeState(text, lessons, { locale: 'en', theme: 'auto' });
  assert.deepEqual(problems, [], where);
  const lesson = lessons.find(({ id }) => id === state.lesson);
  assert.ok(lesson);
  return [drawnState(state, lesson), lesson];
}

type Rows = readonly (readonly number[])[];
/** A number of the engine is said to the digit, one of our own as near as float32 comes to it. */
type Said = 'covered' | 'absent' | number | Near;

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

/** A number as the figure writes it, and half a step of its last place; null: none stands there. */
export function written(text: string): Near | null {
  const found = /^(−?)(\d*\.?\d+)(?:e(−?\d+)|×10([⁻⁰¹²³⁴-⁹]+))?$/.exec(text);
  if (!found) return null;
  const [, sign, mantissa = '', plain = '', raised = ''] = found;
  const digits = Array.from(raised, (each) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(each));
  const power = Number(
    plain.replace('−', '-') || digits.map((each) => (each < 0 ? '-' : each)).join(''),
  );
  const x = Number(mantissa) * 10 ** power * (sign ? -1 : 1);
  return { x, off: 0.5 * 10 ** (power - (mantissa.split('.')[1]?.length ?? 0)) };
}

const agree = (shown: Near, { x, off }: Near): boolean =>
  Math.abs(shown.x - x) <= (shown.off + off) * (1 + 1e-6);

/** What stands in a cell is its number, as far as it goes. */
function shows(text: string, said: Said): boolean {
  if (text === '' || text === '?') return true;
  const number = written(text);
  if (typeof said === 'number') said = { x: said, off: Math.abs(said) * 2 ** -24 };
  if (typeof said === 'string') return number === null;
  if (!Number.isFinite(said.x)) return number === null;
  return said.off === Infinity || (number !== null && agree(number, said));
}

function says(label: string, said: Said): boolean {
  if (typeof said === 'object') {
    const [, text = ''] = /.*(?:: |：)([^\s;，；]+)/.exec(label.split(/[;；]/)[0] ?? '') ?? [];
    const number = written(text);
    return said.off === Infinity || (number !== null && agree(number, said));
  }
  if (typeof said !== 'number') return words[said].test(label);
  const text = precise(said).replace(/[.+]/g, '\\$&');
  return new RegExp(`(: |：)${text}(?![\\d.×])`).test(label);
}

/** Of a lesson with heads, by numbers of our own; of any other by those of the engine. */
function expectedOf(state: State, lesson: Lesson): ReturnType<typeof truth> {
  if (lesson.model !== 'multi-head') return truth(state, lesson);
  const { slots } = headsTruth(state);
  return (slot, row, column) => slots[slot]?.[row]?.[column] ?? NaN;
}

/** The small maps are inked as the weights are. */
function insistOnMaps(state: State, lesson: Lesson, { maps }: Seen, where: string): void {
  if (lesson.model !== 'multi-head') return;
  const { weights } = headsTruth(state);
  assert.equal(maps.length, state.heads, where);
  maps.forEach((tiles, head) => {
    const all = weights[head]?.flat() ?? [];
    assert.equal(tiles.length, all.length, where);
    all.forEach((weight, at) => {
      const tile = tiles[at] ?? null;
      const inked: Near = { x: (tile ?? 0) / 20, off: 1 / 40 };
      const right = tile === null || weight.off === Infinity || agree(inked, weight);
      assert.ok(right, `${where}: tile ${at} of head ${head} has ${tile ?? ''} for ${weight.x}`);
    });
  });
}

export function insist(seen: Seen, where: string): void {
  const { state: text, cells, step, sideways, failed } = seen;
  assert.equal(failed, false, `${where}: the engine failed`);
  assert.equal(sideways, 0, `${where}: the page scrolls sideways`);
  const [state, lesson] = stateOfText(text, where);
  assert.equal(step, state.step, where);
  const expected = expectedOf(state, lesson);
  insistOnMaps(state, lesson, seen, where);
  assert.ok(cells.length >= 3, where);
  for (const { slot, row, column, label, text: drawn, held } of cells) {
    if (held && currentStep(lesson, state).kind !== 'mask') continue;
    const said = expected(slot, row, column, held);
    const is = typeof said === 'number' ? precise(said) : JSON.stringify(said);
    assert.ok(says(label, said), `${where}: ${slot} ${row} ${column} is ${is}, not ${label}`);
    assert.ok(shows(drawn, said), `${where}: ${slot} ${row} ${column} is ${is}, not ${drawn}`);
  }
}

/** Everything that is shown now. */
export const insistOn = async (page: Page, where: string): Promise<void> => {
  insist(await look(page), where);
};
