// Course pages around what a build leaves in dist/: a folder of their own behind a server of their own.
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before } from 'node:test';
import { serve } from '../../../wasm/toolchain/serve.mjs';
import { usual, watch } from './browser.ts';

export interface Course {
  readonly url: string;
  readonly folder: string;
  /** Opens an address below the server, or a whole one. */
  open(address: string, options?: BrowserContextOptions): Promise<Visit>;
}

export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, uncaught ones, and requests that left the server. */
  readonly complaints: string[];
  /** Every request, in order. */
  readonly requests: string[];
  /** Insists that nobody complained, but for what is expected. */
  close(expected?: RegExp): Promise<void>;
}

export interface CourseOptions {
  /** Copies of dist/ below the course's folder: its name there, and which part of dist. */
  readonly copies?: Readonly<Record<string, string>>;
  readonly pages?: Readonly<Record<string, string>>;
  /** Further work on the folder, such as the host's own build. */
  readonly make?: (folder: string) => void | Promise<void>;
  /** What is served, of the folder. */
  readonly served?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A plain server says nothing but the type of a file. */
const plain = {
  'Content-Security-Policy': '',
  'X-Content-Type-Options': '',
  'Referrer-Policy': 'strict-origin-when-cross-origin', // a browser's own
};

export const pageOf = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Course</title>
<link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;

export function useCourse({
  copies = {},
  pages = {},
  make,
  served = '.',
  headers,
}: CourseOptions): Course {
  let browser: Browser | undefined;
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'qkv-course-'));
  before(async () => {
    for (const [name, from] of Object.entries(copies)) {
      cpSync(join('dist', from), join(folder, name), { recursive: true });
    }
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    await make?.(folder);
    server = await serve({ folder: join(folder, served), headers: { ...plain, ...headers } });
    browser = await usual.browser.take();
  });
  after(async () => {
    await usual.browser.leave();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get url() {
      return server?.url ?? '';
    },
    async open(address, options) {
      assert.ok(browser && server, 'the browser has started');
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        ...options,
      });
      const page = await context.newPage();
      const complaints = watch(page, [server.url, 'data:', 'blob:', 'about:', 'file:']);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(/^\w+:/.test(address) ? address : server.url + address);
      return {
        page,
        complaints,
        requests,
        async close(expected) {
          await context.close();
          assert.deepEqual(
            complaints.filter((each) => !expected?.test(each)),
            [],
          );
        },
      };
    },
  };
}

/** A figure works where it was put: it draws, takes a number, and computes what comes of it. */
export async function assertWorks(place: Page | Frame | Locator): Promise<void> {
  const cell = (id: string, row: number, column: number): Locator =>
    place.locator(
      `figure[data-slot=${id}] [role=gridcell][data-row="${row}"][data-column="${column}"]`,
    );
  await place.locator('section.stage[data-step=scores][aria-busy=false]').first().waitFor();
  assert.equal(await cell('S', 0, 0).innerText(), '2');
  await cell('Q', 0, 0).click();
  await cell('Q', 0, 0).locator('input').fill('5');
  await cell('Q', 0, 0).locator('input').press('Enter');
  // (5, 0, 1, 0) times (1, 1, 0, 1), as a sum
  await cell('S', 0, 0).filter({ hasText: '5' }).waitFor();
}

/** The frame page and the single file, each in its frame. */
export async function assertFrames(page: Page): Promise<void> {
  for (const id of ['frame', 'file']) {
    await assertWorks(page.frameLocator(`iframe#${id}`).locator('qkv-lab'));
  }
}

/** To the page of frames and back, by a host that exchanges pages without loading one. */
export async function assertComesAgain(page: Page): Promise<void> {
  const lab = page.locator('qkv-lab');
  await assertWorks(lab);
  await page.evaluate(() => {
    document.documentElement.dataset.loaded = 'once';
  });
  await page.getByRole('link', { name: 'Frames' }).first().click();
  await assertFrames(page);
  assert.equal(await lab.count(), 0);
  await page.goBack();
  await assertWorks(lab);
  assert.equal(await page.locator('html[data-loaded=once]').count(), 1);
}

/** Types into a field of the figure; then a button of it has the focus. */
export async function typeAll(lab: Locator, keys: readonly string[]): Promise<void> {
  const cell = lab.locator('figure[data-slot=Q] [role=gridcell]').first();
  await cell.click();
  const field = cell.locator('input');
  for (const key of keys) await field.press(key);
  const letters = keys.filter((key) => key.length === 1).join('');
  assert.equal(await field.inputValue(), letters, 'the field has what was typed');
  await field.press('Escape');
  await lab.locator('.arrow-button.next').focus();
}
