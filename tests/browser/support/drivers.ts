// Three browser engines behind one small interface: what a reader does, and looking at the page.
import { chromium, firefox } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { executable, flags } from './browser.ts';

export interface Driver {
  /** Loads anew, whatever is open. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the body of an asynchronous function in the page; arguments and result travel as JSON. */
  run(body: string, ...args: unknown[]): Promise<unknown>;
  /** The first element of the figure that matches. */
  click(selector: string): Promise<void>;
  /** Into a field that has the focus. */
  type(selector: string, text: string): Promise<void>;
  close(): Promise<void>;
}

export const engines = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engines)[number];

export const open: Readonly<Record<EngineName, () => Promise<Driver>>> = {
  chromium: async () =>
    ofPlaywright(await chromium.launch({ executablePath: executable(), args: [...flags] })),
  firefox: async () =>
    ofPlaywright(
      await firefox.launch({
        channel: 'moz-firefox',
        executablePath: program('FIREFOX', ['firefox-esr', 'firefox']),
      }),
    ),
  webkit: ofWebKit,
};

function program(variable: string, names: readonly string[]): string {
  const given = process.env[variable];
  const found = names
    .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
    .find((path) => path !== '');
  if (!given && !found) throw new Error(`none of ${names.join()}: set ${variable} to its path`);
  return given ?? found ?? '';
}

async function ofPlaywright(browser: Browser): Promise<Driver> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  return {
    async goto(url) {
      await page.goto('about:blank'); // another hash alone would not load
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: (body, ...args) =>
      page.evaluate(`(async (...args) => { ${body} })(...${JSON.stringify(args)})`),
    click: (selector) => page.locator(`qkv-lab ${selector}`).first().click(),
    async type(selector, text) {
      await page.locator(`qkv-lab ${selector}`).first().pressSequentially(text);
    },
    close: () => browser.close(),
  };
}

// ---- WebKitGTK, by the protocol that its own driver speaks

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
      });
    });
  });

/** The small browser beside the library, which no folder of programs holds. */
function miniBrowser(): string {
  const given = process.env.MINIBROWSER;
  if (given) return given;
  const found = readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'webkit2gtk-4.1', 'MiniBrowser'))
    .find((path) => existsSync(path));
  if (!found) throw new Error('no MiniBrowser: set MINIBROWSER to its path');
  return found;
}

/** How an element is named in the protocol. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const inFigure = `
  const found = document.querySelector('qkv-lab').shadowRoot.querySelector(args[0]);
  if (!found) throw new Error('nothing matches ' + args[0]);
  found.scrollIntoView({ block: 'center' });
  return found;`;

async function ofWebKit(): Promise<Driver> {
  const port = await freePort();
  const driver = program('WEBKIT_DRIVER', ['WebKitWebDriver']);
  const screen = program('XVFB_RUN', ['xvfb-run']);
  const size = '-screen 0 1400x1000x24';
  const child = spawn(screen, ['-a', '-s', size, driver, `--port=${port}`], {
    stdio: 'ignore',
    detached: true, // a group of its own, which ends with its screen
  });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(base + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid);
  };
  try {
    const session = await begin(ask);
    const at = `/session/${session}`;
    await ask('POST', `${at}/window/rect`, { x: 0, y: 0, width: 1280, height: 980 });
    const run = (body: string, ...args: unknown[]): Promise<unknown> =>
      ask('POST', `${at}/execute/sync`, {
        script: `return (async (...args) => { ${body} })(...arguments);`,
        args,
      });
    const found = async (selector: string): Promise<string> => {
      const element = (await run(inFigure, selector)) as Record<string, string>;
      return `${at}/element/${String(element[elementKey])}`;
    };
    /**
     * Does what loads a document, until another one than now is there: this driver may answer
     * while the old one still stands, and would then run scripts in that.
     */
    const leave = async (path: string, body: object): Promise<void> => {
      await run('document.marked = true;');
      await ask('POST', at + path, body);
      for (let turn = 0; turn < 400; turn++) {
        // Between two documents there may be none to ask.
        const left = await run(
          `return document.marked !== true && document.readyState === 'complete';`,
        ).catch(() => false);
        if (left === true) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`${path}: the old document stays`);
    };
    return {
      async goto(url) {
        await leave('/url', { url: 'about:blank' });
        await leave('/url', { url });
      },
      reload: () => leave('/refresh', {}),
      run,
      async click(selector) {
        await ask('POST', `${await found(selector)}/click`, {});
      },
      async type(selector, text) {
        await ask('POST', `${await found(selector)}/value`, { text });
      },
      async close() {
        await ask('DELETE', at).catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Until the driver listens; the session's id. */
async function begin(
  ask: (method: string, path: string, body?: object) => Promise<unknown>,
): Promise<string> {
  const capabilities = {
    alwaysMatch: {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
    },
  };
  for (let attempt = 0; ; attempt++) {
    try {
      const { sessionId } = (await ask('POST', '/session', { capabilities })) as {
        sessionId: string;
      };
      return sessionId;
    } catch (error) {
      if (attempt === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}
