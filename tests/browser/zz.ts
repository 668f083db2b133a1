import { chromium } from 'playwright-core';
import { executable, flags } from './support/browser.ts';
import { serve } from '../../wasm/toolchain/serve.mjs';
const server = await serve({ folder: 'dist' });
const browser = await chromium.launch({ executablePath: executable(), args: flags });
for (const [w,h] of [[1280,800],[1920,1080]] as const) {
for (const [step, more] of [['inputs',''],['inputs','&set=sentence'],['result',''],['result','&set=random'],['inputs','&set=random&lang=zh-Hans']] as const) {
const page = await browser.newPage({ viewport: { width: w, height: h } });
await page.goto(`${server.url}site/#v=1&lesson=many-heads&step=${step}&lang=en${more}`);
await page.locator('section.stage[aria-busy=false]').waitFor();
await page.screenshot({path:`/tmp/p-${step}-${w}${more.replace(/\W/g,'')}.png`});
}}
await browser.close(); await server.close();
