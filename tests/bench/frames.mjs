// How the page holds its frames while two networks train in it as fast as they can: times between frames,
// and tasks of the main thread, beside those of the same page while nothing runs.
import { chromium } from 'playwright-core';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { executable, flags } from '../browser/support/browser.ts';

/** Long enough for some hundred frames. */
const span = 4000;

/* global PerformanceObserver, requestAnimationFrame */

/** In the page: every frame's time, and every task that took 50 ms or more. */
function watch(milliseconds) {
  return new Promise((resolve) => {
    const frames = [];
    const tasks = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const begin = performance.now();
    let last = begin;
    requestAnimationFrame(function next(now) {
      frames.push(now - last);
      last = now;
      if (now - begin < milliseconds) requestAnimationFrame(next);
      else {
        observer.disconnect();
        resolve({ frames: frames.slice(1), tasks });
      }
    });
  });
}

const quantile = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(share * (numbers.length - 1))] ?? 0;

const facts = ({ frames, tasks }) => ({
  'frames a second': (1000 * frames.length) / frames.reduce((sum, each) => sum + each, 0),
  'median ms between frames': quantile(frames, 0.5),
  '95 % of them below ms': quantile(frames, 0.95),
  'tasks of 50 ms and more': tasks.length,
  'the longest of them, ms': Math.max(0, ...tasks),
});

export async function frames() {
  const server = await serve({ folder: 'dist' });
  const browser = await chromium.launch({ executablePath: executable(), args: [...flags] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const address = 'site/#v=1&lesson=reverse-digits&lang=en&predict=0&look=speed.0';
    await page.goto(server.url + address);
    await page.locator('section.stage[data-scene=training][aria-busy=false]').waitFor();
    await page.waitForTimeout(1000);
    const still = facts(await page.evaluate(watch, span));
    await page.locator('.step-bar .play').click();
    const running = facts(await page.evaluate(watch, span));
    const steps = await page.locator('.counter b').innerText();
    return {
      'the page of the race, at rest': still,
      'the same while both train': { ...running, 'steps meanwhile': Number(steps) },
    };
  } finally {
    await browser.close();
    await server.close();
  }
}
