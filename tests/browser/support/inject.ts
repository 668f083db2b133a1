// Code of a test that runs inside the page, before the page's own.
import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import type { Page } from 'playwright-core';

/** A script that makes what the module exports `injected`. It is compiled apart: tsx adds helpers that no page has. */
export function scriptOf(module: string): string {
  const source = readFileSync(new URL(module, import.meta.url), 'utf8');
  return transformSync(source, {
    loader: 'ts',
    format: 'iife',
    globalName: 'injected',
    footer: 'globalThis.injected = injected;',
  }).code;
}

export async function inject(page: Page, module: string): Promise<void> {
  await page.addInitScript(scriptOf(module));
}
