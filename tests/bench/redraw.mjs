// How long an edit takes until the figure stands again, at the largest sizes: in Chromium, from the key
// to the last measured box of the new drawing.
import { chromium } from 'playwright-core';
import { executable, flags } from '../browser/support/browser.ts';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { median, quantile } from './statistics.mjs';

const size = 8;
const edits = 60;
const frame = 1000 / 60;

const matrix = (factor) =>
  Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => ((row * factor + column) % 5) - 1).join(),
  ).join(';');

/** What is edited: a cell of a matrix on screen, in a step that shows what comes of it. */
const places = {
  'redraw at 8 × 8': {
    address: `lesson=attention-by-hand&step=output&q=${matrix(3)}&k=${matrix(2)}&values=${matrix(7)}`,
    slot: 'Q',
    result: 'O',
  },
  'redraw of the projections of 8 tokens, 4 heads': {
    address: 'lesson=many-heads&step=project&set=sentence',
    slot: 'X',
    result: 'Pv',
  },
  // Nothing that can be edited is on screen: the number is taken back and done again.
  'redraw of the weights of 8 tokens, 4 heads': {
    address: 'lesson=many-heads&step=weights&set=sentence',
    edited: 'project',
    slot: 'X',
    result: 'A',
  },
  'redraw of the result of 8 tokens, 4 heads': {
    address: 'lesson=many-heads&step=result&set=sentence',
    slot: 'Wo',
    result: 'Y',
  },
};

export async function redraw() {
  const server = await serve({ folder: 'dist' });
  const browser = await chromium.launch({ executablePath: executable(), args: flags });
  try {
    const report = {};
    for (const [name, place] of Object.entries(places)) {
      report[name] = await measured(browser, server.url, place);
    }
    return report;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function measured(browser, url, { address, slot, result, edited }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}site/#v=1&lang=en&predict=0&${address}`);
  const stage = 'section.stage[aria-busy=false]';
  await page.locator(`${stage} [data-slot=${result}]`).waitFor();
  if (edited) {
    const [, step] = /step=(\w+)/.exec(address);
    await page.locator(`.stop[data-step=${edited}]`).click();
    await page
      .locator(`${stage} [data-slot=${slot}] [role=gridcell]`)
      .first()
      .press('Control+ArrowUp');
    await page.locator(`.stop[data-step=${step}]`).click();
    await page.locator(`${stage} [data-slot=${result}]`).waitFor();
  }
  const costs = await page.evaluate(
    async ({ count, from, keys }) => {
      const { document, requestAnimationFrame, KeyboardEvent } = globalThis;
      const lab = document.querySelector('qkv-lab');
      const root = lab.shadowRoot;
      const target = root.querySelector(from);
      const before = () => root.querySelector('.stage').textContent;
      const times = [];
      for (let edit = 0; edit < count; edit++) {
        // Each from a frame of its own, as a reader's keys come.
        await new Promise(requestAnimationFrame);
        const was = before();
        const key = keys[edit % 2];
        const begin = performance.now();
        target.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, composed: true }),
        );
        await lab.updateComplete;
        root.querySelector('.stage').getBoundingClientRect();
        times.push(performance.now() - begin);
        if (before() === was) throw new Error(`${key} changed nothing`);
      }
      return times;
    },
    {
      count: edits,
      from: edited ? 'section.stage' : `[data-slot=${slot}] [role=gridcell]`,
      keys: edited ? ['z', 'y'] : ['ArrowUp', 'ArrowDown'],
    },
  );
  await page.close();
  return {
    'milliseconds, median': median(costs),
    'milliseconds, ninetieth': quantile(costs, 0.9),
    'share of a frame at 60 Hz, median': median(costs) / frame,
  };
}
