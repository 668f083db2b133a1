// The element in other people's pages: their styles, their keys, their attributes and scripts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, hearKeys, openHost, useSite } from './support/browser.ts';
import { boxed, cell, drawn, edit, texts } from './support/figure.ts';

const site = useSite();

const hostile = `<style>
  * { font-size: 3px !important; line-height: 9 !important; letter-spacing: 1em !important;
      box-sizing: content-box !important; color: red !important; text-transform: uppercase !important;
      font-family: monospace !important; text-align: right !important; word-spacing: 2em !important;
      --q: red; --cell: 1px; }
  .stage, .mx, .c, main, button, h2 { display: none !important; }
</style>`;

/** Heard events, and a way to wait for them. */
const listen = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const heard: [string, unknown][] = [];
    Object.assign(globalThis, { heard });
    for (const type of ['qkv-ready', 'qkv-step', 'qkv-change', 'qkv-error']) {
      addEventListener(type, (event) => heard.push([type, (event as CustomEvent).detail]));
    }
  });

const heard = (page: Page): Promise<[string, unknown][]> =>
  page.evaluate(() => (globalThis as unknown as { heard: [string, unknown][] }).heard);

const lab = (page: Page, id = 'qkv-lab') => page.locator(id);

describe('a hostile host page', () => {
  it('does not reach into two figures of different languages and themes', async () => {
    const opened = await openHost(
      site,
      `${hostile}<p lang="zh-TW"><qkv-lab id="a" step="scores" theme="light"></qkv-lab></p>
       <qkv-lab id="b" step="softmax" lang="en" theme="dark"></qkv-lab>`,
    );
    const { page } = opened;
    const [a, b] = [lab(page, '#a'), lab(page, '#b')];
    await drawn(a, 'scores');
    await drawn(b, 'softmax');
    assert.match(await a.locator('.say h2').innerText(), /每個 query 對每個 key/);
    assert.match(await b.locator('.say h2').innerText(), /Each row shares out 1/);
    const look = (each: typeof a) =>
      each.locator('.say p').evaluate((p) => {
        const { color, fontSize, letterSpacing, textTransform, lineHeight } = getComputedStyle(p);
        return { color, fontSize, letterSpacing, textTransform, ratio: parseFloat(lineHeight) };
      });
    const [first, second] = [await look(a), await look(b)];
    for (const each of [first, second]) {
      assert.equal(each.fontSize, '16px');
      assert.equal(each.letterSpacing, 'normal');
      assert.equal(each.textTransform, 'none');
      assert.ok(each.ratio < 32);
    }
    assert.equal(first.color, 'rgb(20, 23, 28)');
    assert.equal(second.color, 'rgb(242, 243, 245)');
    const box = await cell(a, 'S', 0, 0).boundingBox();
    assert.ok(box && box.width > 30, 'a cell has its size');

    // Neither knows of the other.
    await b.locator('[data-switch=mask]').first().click();
    await b.getByRole('button', { name: '简体中文' }).click();
    assert.match(await a.locator('.say h2').innerText(), /每個 query 對每個 key/);
    assert.equal(await a.locator('.stop').count(), 5);
    assert.equal(await b.locator('.stop').count(), 6);
    await closeQuietly(opened);
  });

  it('holds two lessons, each in its language and its theme', async () => {
    const opened = await openHost(
      site,
      `<qkv-lab id="a" lesson="causal-mask" step="mask" lang="zh-Hans" theme="dark"></qkv-lab>
       <qkv-lab id="b" lesson="many-heads" step="scores" lang="zh-Hant" theme="light"></qkv-lab>`,
    );
    const { page } = opened;
    const shown = async (id: string, step: 'mask' | 'scores') => {
      const each = lab(page, id);
      await drawn(each, step);
      return each.evaluate((figure) => {
        const inner = figure.shadowRoot?.querySelector('.lab');
        const { lesson, lang } = figure as HTMLElement & { lesson: string };
        return [lesson, lang, inner && getComputedStyle(inner).color];
      });
    };
    assert.deepEqual(await shown('#a', 'mask'), ['causal-mask', 'zh-Hans', 'rgb(242, 243, 245)']);
    assert.deepEqual(await shown('#b', 'scores'), ['many-heads', 'zh-Hant', 'rgb(20, 23, 28)']);
    await closeQuietly(opened);
  });
});

describe('the keys of a host page', () => {
  it('are left to it, but for those that the figure uses with the focus inside', async () => {
    const opened = await openHost(
      site,
      `<input id="host" /><qkv-lab step="scores" lang="en"></qkv-lab>`,
      {},
      hearKeys,
    );
    const { page } = opened;
    const keys = () =>
      page.evaluate(() => {
        const { keys: list } = globalThis as unknown as { keys: string[] };
        return list.splice(0);
      });
    await drawn(page, 'scores');
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.locator('#host').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scores');
    assert.deepEqual(await keys(), ['ArrowRight']);

    await page.locator('.arrow-button.next').focus();
    for (const key of ['ArrowLeft', 'n', '/', ' ', 'PageDown']) await page.keyboard.press(key);
    assert.deepEqual(await keys(), ['n', '/', 'PageDown'], 'unused keys go on');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await page.keyboard.press('Escape');
    assert.deepEqual(await keys(), ['Escape'], 'one gives the focus back, the next is the page’s');
    await cell(page, 'Q', 0, 0).click();
    await keys();
    for (const key of ['1', 'n', '/', 'ArrowRight', 'Escape']) await page.keyboard.press(key);
    assert.deepEqual(await keys(), [], 'a field keeps all of its keys');
    await closeQuietly(opened);
  });
});

describe('attributes, properties, methods', () => {
  it('set what is shown, at any time, and are never written by the reader', async () => {
    const opened = await openHost(
      site,
      `<qkv-lab step="mask" lang="zh-HK" theme="dark"></qkv-lab>`,
    );
    const { page } = opened;
    await drawn(page, 'mask');
    const read = () =>
      page.evaluate(() => {
        const each = document.querySelector('qkv-lab');
        if (!each) return null;
        const { lesson, step, lang, theme, controls, chapters, state } = each;
        return { lesson, step, lang, theme, controls, chapters, state };
      });
    const first = await read();
    assert.deepEqual(first, {
      lesson: 'attention-by-hand',
      step: 'mask',
      lang: 'zh-Hant',
      theme: 'dark',
      controls: 'full',
      chapters: 'hidden',
      state: first?.state,
    });
    await page.keyboard.press('Tab');
    await page.locator('.stop[data-step=output]').click();
    await page.getByRole('button', { name: 'English' }).click();
    await page.locator('.theme').click();
    const attributes = () =>
      lab(page).evaluate((each) =>
        ['step', 'lang', 'theme'].map((name) => each.getAttribute(name)),
      );
    assert.deepEqual(await attributes(), ['mask', 'zh-HK', 'dark']);
    const later = await read();
    assert.deepEqual([later?.step, later?.lang, later?.theme], ['output', 'en', 'light']);

    await lab(page).evaluate((each) => {
      each.setAttribute('step', 'scores');
      each.setAttribute('lang', 'zh-CN');
      each.setAttribute('controls', 'steps');
    });
    await drawn(page, 'scores');
    await page.locator('.base[lang=zh-Hans]').waitFor();
    assert.match(await page.locator('.say h2').innerText(), /每个 query 对每个 key/);
    assert.equal(await page.locator('.theme, .reset').count(), 0);
    await lab(page).evaluate((each) => {
      Object.assign(each, { controls: 'none', theme: 'dark' });
    });
    await page.locator('.step-bar').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.switch, .editable').count(), 0);
    assert.deepEqual(await attributes(), ['scores', 'zh-CN', 'dark']);
    await closeQuietly(opened);
  });

  it('may be properties that were set before the module came', async () => {
    const opened = await site.open('embed/late.html', {}, (page) =>
      page.route('**/late.html', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><link rel="icon" href="data:," /><body><qkv-lab></qkv-lab>`,
        }),
      ),
    );
    const { page } = opened;
    await page.evaluate(() => {
      Object.assign(document.querySelector('qkv-lab') ?? {}, { step: 'softmax', lang: 'zh-Hans' });
    });
    await page.addScriptTag({ url: 'qkv-lab.js', type: 'module' });
    await drawn(page, 'softmax');
    assert.match(await page.locator('.say h2').innerText(), /每一行的权重合计为 1/);
    await closeQuietly(opened);
  });

  it('fall back from what is unknown, with one warning each', async () => {
    const opened = await openHost(
      site,
      `<qkv-lab lesson="x" step="y" theme="z" controls="c" chapters="h" lang="eo"></qkv-lab>
       <qkv-lab lesson="x" step="y" theme="z" controls="c" chapters="h" lang="eo"></qkv-lab>`,
    );
    const { page, complaints } = opened;
    await drawn(page.locator('qkv-lab').first(), 'inputs');
    await drawn(page.locator('qkv-lab').last(), 'inputs');
    const first = page.locator('qkv-lab').first();
    assert.match(await first.locator('.say h2').innerText(), /Every token/);
    for (const name of ['lesson', 'step', 'theme', 'controls', 'chapters']) {
      const about = complaints.filter((text) => text.includes(`<qkv-lab> ${name}=`));
      assert.equal(about.length, 1, name);
    }
    assert.equal(complaints.splice(0).length, 5);
    await closeQuietly(opened);
  });

  it('take the language around them', async () => {
    const opened = await openHost(
      site,
      `<div lang="fr"><qkv-lab id="none"></qkv-lab></div>
       <div lang="en"><section lang="zh-CN"><qkv-lab id="near"></qkv-lab></section></div>
       <qkv-lab id="browser"></qkv-lab>`,
      { locale: 'zh-TW' },
    );
    const { page } = opened;
    await drawn(lab(page, '#browser'), 'inputs');
    const language = (id: string) => lab(page, id).evaluate((each) => (each as HTMLElement).lang);
    assert.equal(await language('#none'), 'en');
    assert.equal(await language('#near'), 'zh-Hans');
    assert.equal(await language('#browser'), 'zh-Hant');
    await closeQuietly(opened);
  });

  it('an explicit attribute wins over state, and state over defaults', async () => {
    const state = 'v=1&amp;lesson=attention-by-hand&amp;step=softmax&amp;lang=zh-Hans&amp;mask=1';
    const opened = await openHost(site, `<qkv-lab state="${state}" lang="en"></qkv-lab>`);
    const { page } = opened;
    await drawn(page, 'softmax');
    assert.match(await page.locator('.say h2').innerText(), /Each row shares out 1/);
    assert.equal(await page.locator('.stop').count(), 6);
    await closeQuietly(opened);
  });

  it('move by next, previous, goTo and reset', async () => {
    const opened = await openHost(site, `<qkv-lab lang="en"></qkv-lab>`);
    const { page } = opened;
    await drawn(page, 'inputs');
    const call = (name: 'next' | 'previous' | 'reset') =>
      page.evaluate((method) => {
        document.querySelector('qkv-lab')?.[method]();
      }, name);
    await call('next');
    await drawn(page, 'scores');
    await page.evaluate(() => document.querySelector('qkv-lab')?.goTo('mask'));
    await drawn(page, 'mask');
    await call('previous');
    await drawn(page, 'scale');
    await call('reset');
    await drawn(page, 'inputs');
    assert.equal(await page.locator('.stop').count(), 5);
    await closeQuietly(opened);
  });
});

describe('events', () => {
  it('come once when ready, after each step, and after edits come to rest', async () => {
    const opened = await openHost(site, `<qkv-lab step="scores" lang="en"></qkv-lab>`, {}, listen);
    const { page } = opened;
    await drawn(page, 'scores');
    assert.deepEqual(await heard(page), [['qkv-ready', null]]);
    await page.locator('.arrow-button.next').click();
    await drawn(page, 'scale');
    const step = ['qkv-step', { lesson: 'attention-by-hand', step: 'scale' }];
    assert.deepEqual((await heard(page))[1], step);
    await edit(page, 'Q', 0, 0, '5');
    await edit(page, 'Q', 0, 1, '6');
    await page.waitForFunction(() => {
      const { heard: list } = globalThis as unknown as { heard: [string, { state: string }][] };
      return list.some(([type, detail]) => type === 'qkv-change' && detail.state.includes('q=5,6'));
    });
    const changes = (await heard(page)).filter(([type]) => type === 'qkv-change');
    const { state } = changes.at(-1)?.[1] as { state: string };
    assert.match(state, /^v=1&lesson=attention-by-hand&step=scale.*q=5,6,1,0;/);
    assert.equal(await page.evaluate(() => document.querySelector('qkv-lab')?.getState()), state);
    await closeQuietly(opened);
  });
});

describe('a figure that is moved in its page', () => {
  it('keeps its numbers, is ready again, and hears each key once', async () => {
    const opened = await openHost(
      site,
      `<div id="from"><qkv-lab step="scores" lang="en"></qkv-lab></div><div id="to"></div>`,
      {},
      listen,
    );
    const { page } = opened;
    await drawn(page, 'scores');
    await edit(page, 'Q', 0, 0, '7');
    await page.evaluate(async () => {
      const each = document.querySelector('qkv-lab');
      if (!each) return;
      for (let times = 0; times < 3; times++) {
        each.remove();
        await new Promise((resolve) => setTimeout(resolve, 20));
        document.querySelector('#to')?.append(each);
        await each.updateComplete;
      }
    });
    await drawn(page, 'scores');
    assert.equal(await cell(page, 'Q', 0, 0).innerText(), '7');
    assert.equal((await heard(page)).filter(([type]) => type === 'qkv-ready').length, 4);
    await page.locator('.arrow-button.next').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scale');
    await cell(page, 'Z', 0, 1).hover();
    assert.equal(
      await boxed(page).innerText(),
      (await texts(page, 'Z'))[0]?.[1]?.replace('.0', ''),
    );
    await closeQuietly(opened);
  });
});
