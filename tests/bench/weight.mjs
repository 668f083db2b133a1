// What the first lesson weighs, and how long it takes until it can be used: on a processor four times as
// slow, from a cache that is empty, over the loopback.
import { chromium } from 'playwright-core';
import { executable, flags } from '../browser/support/browser.ts';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { brotliOfPage, sum } from './page_files.mjs';
import { median } from './statistics.mjs';

const slowdown = 4;
const visits = 7;

export async function weight() {
  const sizes = brotliOfPage('dist/site');
  const server = await serve({ folder: 'dist' });
  const browser = await chromium.launch({ executablePath: executable(), args: flags });
  const times = [];
  try {
    for (let visit = 0; visit < visits; visit++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await page.addInitScript(() => {
        const tasks = [];
        Object.assign(globalThis, { tasks });
        new globalThis.PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration);
        }).observe({ type: 'longtask', buffered: true });
      });
      await page.goto(`${server.url}site/`);
      await page.waitForFunction(() => performance.getEntriesByName('qkv-ready').length > 0);
      times.push(
        await page.evaluate(() => ({
          ready: performance.getEntriesByName('qkv-ready')[0].startTime,
          longest: Math.max(0, ...globalThis.tasks),
        })),
      );
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return {
    'bytes, brotli': sum(sizes),
    ...Object.fromEntries(Object.entries(sizes).map(([name, bytes]) => [`  site/${name}`, bytes])),
    [`milliseconds until ready, ${slowdown} times as slow, median`]: median(
      times.map(({ ready }) => ready),
    ),
    'longest task, milliseconds, median': median(times.map(({ longest }) => longest)),
  };
}
