// Chromium, the built files behind the real headers, and pages that tolerate no complaint.
import { chromium } from 'playwright-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { spawnSync } from 'node:child_process';
import { after, before } from 'node:test';
import assert from 'node:assert/strict';
import { serve } from '../../../wasm/toolchain/serve.mjs';

// The shell without a window is the same engine, and starts and draws a page in less time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

export function executable(): string {
  const given = process.env.CHROMIUM;
  if (given) return given;
  const found = names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '');
  if (!found) throw new Error('no Chromium: set CHROMIUM to the path of one');
  return found;
}

export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Opened {
  readonly page: Page;
  /** Console messages of these kinds, errors, refused policies, requests to elsewhere. */
  readonly complaints: string[];
}

type Prepare = (page: Page) => Promise<unknown>;

export interface Site {
  readonly url: string;
  /** Opens a page; `prepare` runs before it goes anywhere. */
  open(address: string, options?: BrowserContextOptions, prepare?: Prepare): Promise<Opened>;
  /** A page for the whole file: closed, and judged, at its end. */
  keep(opened: Opened): void;
}

/** What several test files of one process use together: made for the first, closed after the last. */
function shared<T>(make: () => Promise<T>, close: (made: T) => Promise<unknown>) {
  let made: Promise<T> | undefined;
  let users = 0;
  return {
    take: (): Promise<T> => {
      users += 1;
      return (made ??= make());
    },
    async leave(): Promise<void> {
      users -= 1;
      if (users > 0 || !made) return;
      const last = made;
      made = undefined;
      await close(await last);
    },
  };
}

const browserWith = (more: readonly string[]) =>
  shared(
    () => chromium.launch({ executablePath: executable(), args: [...flags, ...more] }),
    (browser) => browser.close(),
  );
const serverOf = (build: () => Promise<string>) =>
  shared(
    async () => serve({ folder: await build() }),
    (server) => server.close(),
  );

/** What most files use; those with pages of their own have this browser too. */
export const usual = { browser: browserWith([]), server: serverOf(() => Promise.resolve('dist')) };

/** A browser, with more flags if any, and a server; of another build where one is made. */
export function useSite(more: readonly string[] = [], build?: () => Promise<string>): Site {
  const browsers = more.length ? browserWith(more) : usual.browser;
  const servers = build ? serverOf(build) : usual.server;
  let browser: Browser | undefined;
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  before(async () => {
    server = await servers.take();
    browser = await browsers.take();
  });
  const kept: Opened[] = [];
  after(async () => {
    for (const opened of kept) await closeQuietly(opened);
    await browsers.leave();
    await servers.leave();
  });
  return {
    get url() {
      return server?.url ?? '';
    },
    keep(opened) {
      kept.push(opened);
    },
    async open(address, options, prepare) {
      assert.ok(browser && server, 'the browser has started');
      const context = await browser.newContext({
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce', // what is measured stands still
        ...options,
      });
      const page = await context.newPage();
      const complaints = watch(page, [server.url, 'data:']);
      await prepare?.(page);
      await page.goto(server.url + address);
      return { page, complaints };
    },
  };
}

/** What a page complains of, and requests to elsewhere than these beginnings. */
export function watch(page: Page, home: readonly string[]): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      complaints.push(`${message.type()}: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!home.some((start) => url.startsWith(start))) complaints.push(`request to ${url}`);
  });
  return complaints;
}

/** Closes the page's context and insists that nobody complained. */
export async function closeQuietly({ page, complaints }: Opened): Promise<void> {
  await page.context().close();
  assert.deepEqual(complaints, []);
}

/** A course page around the markup, which loads the element's module. */
export const openHost = (
  site: Site,
  markup: string,
  options?: BrowserContextOptions,
  prepare?: Prepare,
): Promise<Opened> =>
  site.open('embed/course-page.html', options, async (page) => {
    await page.route('**/course-page.html', (route) =>
      route.fulfill({
        contentType: 'text/html; charset=utf-8',
        body: `<!doctype html><title>Course</title><link rel="icon" href="data:," />
          <body><script type="module" src="qkv-lab.js"></script>${markup}</body>`,
      }),
    );
    await prepare?.(page);
  });

/** Before it loads: the page notes the keys that come to it, in `keys`. */
export const hearKeys = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const keys: string[] = [];
    Object.assign(globalThis, { keys });
    document.addEventListener('keydown', ({ key }) => keys.push(key));
  });
