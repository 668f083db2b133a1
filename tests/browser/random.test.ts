// A reader without a plan: 500 moves from a seed, and after each the figure tells the truth.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { loadEngine, tensor } from 'qkv-lab/engine';
import type { Engine, Tensor } from 'qkv-lab/engine';
import { lessons } from '../../web/lessons/index.ts';
import { decodeState } from '../../web/src/state/url.ts';
import type { State } from '../../web/src/state/types.ts';
import { precise } from '../../web/src/views/numbers.ts';
import { seeded } from '../web/support/random.ts';
import type { Chance } from '../web/support/random.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import { drawn, siteAt } from './support/figure.ts';

const site = useSite();
let engine: Engine;

const sizes = [
  { width: 320, height: 700 },
  { width: 390, height: 844 },
  { width: 720, height: 460 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const numbers = [
  '3',
  '-2',
  '1/3',
  '1e-3',
  '0.5',
  '-7.25',
  '1e30',
  '−1e30',
  '３',
  '0',
  '',
  'abc',
  '1/0',
];
const keys = [
  ...['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', 'Escape', 'Tab', 'Shift+Tab'],
  ...[
    'Space',
    'Home',
    'End',
    'Control+ArrowUp',
    'Control+Shift+ArrowDown',
    'Control+z',
    'Control+y',
  ],
  ...['Shift+ArrowRight', 'Shift+ArrowLeft', '5', '-'],
];

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly what: string;
}

/** Places that a pointer reaches now. Saving pictures and copying have tests of their own. */
const spots = (page: Page, selector: string): Promise<Spot[]> =>
  page.evaluate((wanted) => {
    const root = document.querySelector('qkv-lab')?.shadowRoot;
    const found = [...(root?.querySelectorAll<HTMLElement>(wanted) ?? [])];
    return found.flatMap((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      const x = left + width / 2;
      const y = top + height / 2;
      const above = root?.elementFromPoint(x, y);
      if (width === 0 || (above !== each && !each.contains(above ?? null))) return [];
      const label = each.getAttribute('aria-label') ?? each.textContent.trim();
      return [{ x, y, what: label }];
    });
  }, selector);

async function click(page: Page, chance: Chance, selector: string): Promise<string> {
  const found = await spots(page, selector);
  if (found.length === 0) return `nothing like ${selector}`;
  const { x, y, what } = chance.pick(found);
  await page.mouse.click(x, y);
  return `click on ${what}`;
}

async function drag(page: Page, chance: Chance, selector: string): Promise<string> {
  const found = await spots(page, selector);
  if (found.length === 0) return `nothing like ${selector}`;
  const { x, y, what } = chance.pick(found);
  const by = chance.below(200) - 100;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y);
  await page.mouse.move(x + by, y);
  await page.mouse.up();
  return `drag ${what} by ${by}`;
}

async function type(page: Page, chance: Chance): Promise<string> {
  const what = await click(page, chance, '.editable .c');
  const text = chance.pick(numbers);
  await page.keyboard.type(text);
  const end = chance.pick(['Enter', 'Enter', 'Escape', 'Tab']);
  await page.keyboard.press(end);
  return `${what}, type ${JSON.stringify(text)}, ${end}`;
}

async function act(page: Page, chance: Chance): Promise<string> {
  switch (chance.below(12)) {
    case 0:
    case 1:
      return type(page, chance);
    case 2:
      return click(page, chance, '.c');
    case 3:
    case 4: {
      const key = chance.pick(keys);
      await page.keyboard.press(key);
      return key;
    }
    case 5:
      return click(page, chance, '.stop, .arrow-button, .ticks, .parts button');
    case 6:
      return click(page, chance, '.switch, .tool:not(.reset), .stepper button');
    case 7:
      return click(page, chance, '.exercise button, .exercise input, .rename, .change button');
    case 8:
      return drag(page, chance, '.editable .c, .knob, .ticks');
    case 9: {
      const size = chance.pick(sizes);
      await page.setViewportSize(size);
      return `${size.width} × ${size.height}`;
    }
    case 10:
      return click(page, chance, '.languages button, .theme, .panel .check, .panel .answer');
    default:
      return click(page, chance, chance.below(6) === 0 ? '.reset' : '.undo, .redo');
  }
}

interface Seen {
  readonly state: string;
  readonly step: string;
  readonly cells: readonly {
    readonly slot: string;
    readonly row: number;
    readonly column: number;
    readonly label: string;
    readonly held: boolean;
    readonly covered: boolean;
  }[];
  readonly sideways: number;
  readonly failed: boolean;
}

const look = (page: Page): Promise<Seen> =>
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
        covered: cell.classList.contains('covered'),
      })),
      sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      failed: root?.querySelector('.failure') !== null,
    };
  });

/** What the engine says of the state that the figure claims to be in. */
function truth({ inputs, switches }: State): Readonly<Record<string, Tensor>> {
  const given = (['q', 'k', 'v'] as const).map((tap) => {
    const matrix = inputs[tap];
    assert.ok(matrix);
    const { rows, columns, data } = matrix;
    const nested = Array.from({ length: rows }, (_, row) =>
      data.slice(row * columns, (row + 1) * columns),
    );
    return tensor(nested);
  });
  const [q, k, v] = given;
  assert.ok(q && k && v);
  const steps = engine.attention(q, k, v, {
    causal: switches.mask === true,
    ...(switches.scale ? {} : { scale: 1 }),
  });
  return { Q: q, K: k, V: v, S: steps.scores, Z: steps.scaled, A: steps.weights, O: steps.output };
}

function insist({ state: text, cells, step, sideways, failed }: Seen, where: string): void {
  assert.equal(failed, false, where);
  assert.equal(sideways, 0, `${where}: the page scrolls sideways`);
  const { state, problems } = decodeState(text, lessons, { locale: 'en', theme: 'auto' });
  assert.deepEqual(problems, [], where);
  assert.equal(step, state.step, where);
  const tensors = truth(state);
  assert.ok(cells.length >= 3, where);
  for (const { slot, row, column, label, held, covered } of cells) {
    if (covered || (held && step !== 'mask')) continue;
    const { shape, data } = tensors[slot] ?? { shape: [], data: new Float32Array() };
    const at = slot === 'K' ? [column, row] : [row, column];
    const value = data[(at[0] ?? 0) * (shape[1] ?? 0) + (at[1] ?? 0)] ?? NaN;
    const said = label.includes(`：${precise(value)}`) || label.includes(`: ${precise(value)}`);
    assert.ok(said, `${where}: ${slot} ${row} ${column} is ${precise(value)}, not ${label}`);
  }
}

describe('a reader without a plan', () => {
  before(async () => {
    engine = await loadEngine();
  });

  for (const seed of [1, 2]) {
    it(`makes 250 moves from seed ${seed}, and every number stays true`, async () => {
      const chance = seeded(seed);
      const opened = await site.open(siteAt('inputs', 'en', '&predict=1'));
      const { page } = opened;
      await drawn(page, 'inputs');
      const trail: string[] = [];
      const states = new Set<string>();
      for (let move = 1; move <= 250; move++) {
        trail.push(await act(page, chance));
        const seen = await look(page);
        states.add(seen.state);
        insist(seen, `seed ${seed}, move ${move}: ${trail.slice(-4).join(' → ')}`);
      }
      const idle = trail.filter((each) => each.startsWith('nothing')).length;
      assert.ok(idle < 60 && states.size > 50, `${idle} idle moves, ${states.size} states`);
      await closeQuietly(opened);
    });
  }
});
