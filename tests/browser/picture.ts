// Makes the picture of README.md from the built page: node --import tsx tests/browser/picture.ts
import { chromium } from 'playwright-core';
import { fileURLToPath } from 'node:url';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { executable, flags } from './support/browser.ts';

const server = await serve({ folder: fileURLToPath(new URL('../../dist', import.meta.url)) });
const browser = await chromium.launch({ executablePath: executable(), args: flags });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(
    `${server.url}site/#v=1&lesson=attention-by-hand&step=scores&lang=en&theme=light`,
  );
  await page.locator('qkv-lab [role=gridcell]').first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: fileURLToPath(new URL('../../web/picture.png', import.meta.url)) });
} finally {
  await browser.close();
  await server.close();
}
