// How long an edit takes until the figure stands again, at the largest size: in Chromium, from the key
// to the last measured box of the new drawing.
import { chromium } from 'playwright-core';
import { executable, flags } from '../browser/support/browser.ts';
import { serve } from '../../wasm/toolchain/serve.mjs';

const size = 8;
const edits = 60;
const frame = 1000 / 60;

const matrix = (factor) =>
  Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => ((row * factor + column) % 5) - 1).join(),
  ).join(';');

export async function redraw() {
  const server = await serve({ folder: 'dist' });
  const browser = await chromium.launch({ executablePath: executable(), args: flags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const numbers = `q=${matrix(3)}&k=${matrix(2)}&values=${matrix(7)}`;
    await page.goto(
      `${server.url}site/#v=1&lesson=attention-by-hand&step=output&lang=en&predict=0&${numbers}`,
    );
    await page.locator('section.stage[aria-busy=false] [data-slot=O]').waitFor();
    const costs = await page.evaluate(async (count) => {
      const { document, requestAnimationFrame, KeyboardEvent } = globalThis;
      const lab = document.querySelector('qkv-lab');
      const root = lab.shadowRoot;
      const cell = root.querySelector('[data-slot=Q] [role=gridcell]');
      const times = [];
      for (let edit = 0; edit < count; edit++) {
        // Each from a frame of its own, as a reader's keys come.
        await new Promise(requestAnimationFrame);
        const key = edit % 2 ? 'ArrowDown' : 'ArrowUp';
        const begin = performance.now();
        cell.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, composed: true }),
        );
        await lab.updateComplete;
        root.querySelector('.stage').getBoundingClientRect();
        times.push(performance.now() - begin);
      }
      return times.sort((a, b) => a - b);
    }, edits);
    const at = (share) => costs[Math.floor((costs.length - 1) * share)];
    return {
      'milliseconds, median': at(0.5),
      'milliseconds, ninetieth': at(0.9),
      'share of a frame at 60 Hz, median': at(0.5) / frame,
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
