// Code of a test that runs inside the page, before the page's own.
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import type { Page } from 'playwright-core';

/** What the module exports is `injected` in the page. It is compiled apart: tsx adds helpers that no page has. */
export async function inject(page: Page, module: string): Promise<void> {
  const source = readFileSync(new URL(module, import.meta.url), 'utf8');
  const { code } = transformSync(source, {
    loader: 'ts',
    format: 'iife',
    globalName: 'injected',
    footer: 'globalThis.injected = injected;',
  });
  await page.addInitScript(code);
}
