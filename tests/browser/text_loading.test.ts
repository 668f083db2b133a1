// A page fetches the words of the language that it shows, and what draws pictures and sheets when one is
// asked for; when they do not come, it says so and goes on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { brotliOfPage } from '../bench/page_files.mjs';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import type { Opened } from './support/browser.ts';
import { cell, drawn, siteAt } from './support/figure.ts';
import { openPanel } from './support/flows.ts';

const site = useSite();

/** Names of the files that are asked for, in order. */
const record = (page: Page, names: string[]): void => {
  page.on('request', (request) =>
    names.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''),
  );
};

/** The scores in English, with the names of the files that are asked for. */
async function recorded(): Promise<{ opened: Opened; page: Page; names: string[] }> {
  const names: string[] = [];
  const opened = await site.open(siteAt('scores', 'en'), {}, (page) => {
    record(page, names);
    return Promise.resolve();
  });
  await drawn(opened.page, 'scores');
  return { opened, page: opened.page, names };
}

const texts = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith('text-'));

const block = (page: Page, pattern: string): Promise<unknown> =>
  page.route(pattern, (route) => route.abort('failed'));

const close = async (opened: Opened): Promise<void> => {
  const own = (text: string): boolean => text.includes('Failed to load resource');
  assert.ok(opened.complaints.some(own), 'the test broke something');
  opened.complaints.splice(0, Infinity, ...opened.complaints.filter((text) => !own(text)));
  await closeQuietly(opened);
};

const speak = (page: Page, language: string): Promise<void> =>
  page.getByRole('button', { name: language }).filter({ visible: true }).first().click();

describe('the words of a page', () => {
  it('are fetched in one language, and in another one once when it is asked for', async () => {
    const { opened, page, names } = await recorded();
    assert.deepEqual(texts(names), ['text-en.js']);
    // Nothing else is fetched but what the bench weighs.
    const weighed = Object.keys(brotliOfPage('dist/site')).filter(
      (name) => !name.startsWith('text-'),
    );
    assert.deepEqual(
      names
        .map((name) => name || 'index.html')
        .filter((name) => !name.startsWith('text-'))
        .sort(),
      weighed.sort(),
    );
    // There and back before anybody was told is no change, and leaves the title alone.
    const left = await page.locator('qkv-lab').evaluate(async (lab) => {
      const figure = lab as HTMLElementTagNameMap['qkv-lab'];
      for (const lang of ['zh-Hant', 'en']) {
        figure.lang = lang;
        await figure.updateComplete;
      }
      await new Promise((resolve) => setTimeout(resolve, 400));
      return document.title;
    });
    assert.equal(left, 'Attention by hand · QKV Lab');
    for (const [language, title] of [
      ['繁體中文', '手算注意力'],
      ['English', 'Attention by hand'],
      ['繁體中文', '手算注意力'],
    ] as const) {
      await speak(page, language);
      await page.locator('h1', { hasText: title }).waitFor();
      await page.waitForFunction((expected) => document.title === expected, `${title} · QKV Lab`);
    }
    assert.deepEqual(texts(names), ['text-en.js', 'text-zh-Hant.js']);
    await closeQuietly(opened);
  });

  it('are shared by the figures of a page', async () => {
    const names: string[] = [];
    const figure = '<qkv-lab lang="en" step="scores"></qkv-lab>';
    const opened = await openHost(site, figure + figure, {}, (page) => {
      record(page, names);
      return Promise.resolve();
    });
    for (const each of [0, 1]) await drawn(opened.page.locator('qkv-lab').nth(each), 'scores');
    assert.deepEqual(texts(names), ['text-en.js']);
    await closeQuietly(opened);
  });
});

describe('words that do not come', () => {
  it('at first: it is said in the language asked for, state and steps go on, and a retry goes on', async () => {
    const opened = await site.open(siteAt('scores', 'zh-Hant'), {}, (page) =>
      block(page, '**/text-*.js'),
    );
    const { page } = opened;
    const alert = page.getByRole('alert');
    assert.match(await alert.innerText(), /「繁體中文」的文字沒有載入成功/);
    const told = await page.locator('qkv-lab').evaluate(async (lab) => {
      const figure = lab as HTMLElementTagNameMap['qkv-lab'];
      const step = new Promise((resolve) => {
        figure.addEventListener('qkv-step', ({ detail }) => {
          resolve(detail.step);
        });
      });
      figure.next();
      return [await step, figure.step, /step=scale/.test(figure.getState())];
    });
    assert.deepEqual(told, ['scale', 'scale', true]);
    await alert.getByRole('button').click();
    await page.locator('.lab[aria-busy]').waitFor({ state: 'detached' });
    assert.match(await alert.innerText(), /沒有載入成功/);
    // Whoever pressed the button is there still, and at the figure once it is drawn.
    const focused = (selector: string): Promise<boolean> =>
      page
        .locator('qkv-lab')
        .evaluate(
          (lab, wanted) => lab.shadowRoot?.activeElement?.matches(wanted) ?? false,
          selector,
        );
    assert.ok(await focused('.failure'), 'the focus is at the failure');
    await page.unroute('**/text-*.js');
    await alert.getByRole('button').click();
    await drawn(page, 'scale');
    assert.ok(await focused('.stage'), 'the focus is at the stage');
    assert.equal(await page.title(), '手算注意力 · QKV Lab');
    assert.equal(await alert.count(), 0);
    await close(opened);
  });

  it('later: the figure goes on in the language that it has, and a retry changes it', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await page.evaluate(() => {
      const codes: string[] = [];
      Object.assign(globalThis, { codes });
      addEventListener('qkv-error', (event) =>
        codes.push((event as CustomEvent<{ code: string }>).detail.code),
      );
    });
    await drawn(page, 'scores');
    await block(page, '**/text-zh-Hans.js');
    await speak(page, '简体中文');
    const alert = page.getByRole('alert');
    assert.match(await alert.innerText(), /The text in 简体中文 did not load/);
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '2', 'the numbers stay');
    assert.match(await page.locator('h1').first().innerText(), /Attention by hand/);
    assert.deepEqual(
      await page.evaluate(() => (globalThis as unknown as { codes: string[] }).codes),
      ['load_failed'],
    );
    await page.unroute('**/text-zh-Hans.js');
    await alert.getByRole('button').click();
    await page.locator('.lab[lang=zh-Hans]').waitFor();
    assert.equal(await alert.count(), 0);
    await drawn(page, 'scores');
    await close(opened);
  });
});

describe('what comes later', () => {
  for (const [name, button, complaint] of [
    ['picture', 'Save picture as SVG', /^The picture could not be made/],
    ['sheet', 'Save', /^The network may be down/],
  ] as const) {
    it(`${name}: is fetched when it is asked for, and where it does not come, a retry goes on`, async () => {
      const { opened, page, names } = await recorded();
      await block(page, `**/${name}.js`);
      const panel = await openPanel(page, name === 'sheet' ? 'print' : 'share');
      assert.ok(!names.includes(`${name}.js`), names.join());
      const save = panel.getByRole('button', { name: button });
      await save.click();
      await panel.getByText(complaint).waitFor();
      assert.equal(await cell(page, 'S', 0, 0).innerText(), '2', 'the numbers stay');
      await page.unroute(`**/${name}.js`);
      const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
      assert.match(file.suggestedFilename(), /^qkv-lab-attention-by-hand-/);
      assert.equal(await panel.getByText(complaint).count(), 0);
      await close(opened);
    });
  }
});
