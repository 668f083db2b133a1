// A reader without a plan: so many moves from a seed, and after each the figure tells the truth.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { seeded } from '../web/support/random.ts';
import type { Chance } from '../web/support/random.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import { drawn } from './support/figure.ts';
import { insist, look } from './support/truth.ts';

const site = useSite();

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

/** Another entry of a list: of masks, or of sets of numbers. */
async function choose(page: Page, chance: Chance): Promise<string> {
  const lists = await page.locator('select').filter({ visible: true }).all();
  if (lists.length === 0) return 'nothing to choose from';
  const list = chance.pick(lists);
  const options = await list
    .locator('option')
    .evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value));
  const value = chance.pick(options);
  await list.selectOption(value);
  return `choose ${value}`;
}

/** Numbers of another seed. */
async function reseed(page: Page, chance: Chance): Promise<string> {
  const field = page.locator('[data-panel=numbers] .field-row input');
  if ((await field.count()) === 0) return click(page, chance, '[data-panel=numbers] > button');
  const seed = String(chance.pick([0, 1, 7, 4294967295]));
  await field.fill(seed);
  await field.press('Enter');
  return `seed ${seed}`;
}

/** What is not there is where the mask is made. */
async function actWithMask(page: Page, chance: Chance): Promise<string> {
  const wanted = [
    '[data-slot=Z] .c',
    '[data-slot=Z] .c',
    '.pad',
    '[data-switch=poison], .mask-maker .stepper button',
    '.stop',
  ][chance.below(8)];
  if (wanted === undefined) {
    return chance.below(3) > 0 ? choose(page, chance) : reseed(page, chance);
  }
  const done = await click(page, chance, wanted);
  if (!done.startsWith('nothing')) return done;
  await page.keyboard.press('Escape'); // a panel may lie over it
  return click(page, chance, '.stop[data-step=mask]');
}

/** From step to step and head to head, through the sets, and other numbers in X and the weights. */
async function actWithHeads(page: Page, chance: Chance): Promise<string> {
  const wanted = ['[data-heads]', '[data-head-map]', '.stop', '.stop', '.stop'][chance.below(7)];
  if (wanted !== undefined) return click(page, chance, wanted);
  return chance.below(3) === 0 ? choose(page, chance) : type(page, chance);
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

const readers = [
  { seed: 1, moves: 60, lesson: 'attention-by-hand', more: '' },
  { seed: 2, moves: 40, lesson: 'causal-mask', more: '', own: actWithMask },
  { seed: 3, moves: 40, lesson: 'causal-mask', more: '&set=tensors', own: actWithMask },
  { seed: 5, moves: 40, lesson: 'many-heads', more: '&predict=0', own: actWithHeads },
];

describe('a reader without a plan', () => {
  for (const { seed, moves, lesson, more, own } of readers) {
    it(`makes ${moves} moves in ${lesson}${more} from seed ${seed}, and every number stays true`, async () => {
      const chance = seeded(seed);
      const opened = await site.open(`site/#v=1&lesson=${lesson}&lang=en${more}`);
      const { page } = opened;
      await drawn(page, 'inputs');
      const trail: string[] = [];
      const states = new Set<string>();
      for (let count = 1; count <= moves; count++) {
        const move = own && chance.below(2) === 1 ? own : act;
        trail.push(await move(page, chance));
        const seen = await look(page);
        states.add(seen.state);
        insist(seen, `seed ${seed}, move ${count}: ${trail.slice(-4).join(' → ')}`);
      }
      const idle = trail.filter((each) => each.startsWith('nothing')).length;
      assert.ok(
        idle < moves / 3 && states.size > moves / 4,
        `${idle} idle moves, ${states.size} states`,
      );
      await closeQuietly(opened);
    });
  }
});
