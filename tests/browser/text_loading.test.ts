// A page fetches the words of the language and of the lesson that it shows, and what draws pictures and
// sheets when one is asked for; when they do not come, it says so and goes on.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliOfPage } from '../bench/page_files.mjs';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { address, cell, drawn, siteAt } from './support/figure.ts';
import { openPanel, ui } from './support/flows.ts';
import {
  block,
  chapter,
  closeBroken,
  errorsOf,
  hearErrors,
  hold,
  isFocused,
  press,
  record,
  recorded,
  texts,
} from './support/loading.ts';

const site = useSite();

const inEnglish = ['text-en.js', 'text-en-attention-by-hand.js'];

describe('the words of a page', () => {
  it('are fetched in one language, and in another one once when it is asked for', async () => {
    const { opened, page, names } = await recorded(site);
    assert.deepEqual(texts(names), inEnglish);
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
      await press(page, language);
      await page.locator('h1', { hasText: title }).waitFor();
      await page.waitForFunction((expected) => document.title === expected, `${title} · QKV Lab`);
    }
    const inChinese = ['text-zh-Hant.js', 'text-zh-Hant-attention-by-hand.js'];
    assert.deepEqual(texts(names), [...inEnglish, ...inChinese]);
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
    assert.deepEqual(texts(names), inEnglish);
    await closeQuietly(opened);
  });

  it('change to another language as a whole, those of the lesson with those around it', async () => {
    const { opened, page } = await recorded(site);
    const release = await hold(page, '**/text-zh-Hant-attention-by-hand.js');
    const arrived = page.waitForResponse('**/text-zh-Hant.js');
    await press(page, '繁體中文');
    await (await arrived).finished();
    await page.waitForTimeout(100);
    const lab = page.locator('.lab');
    const shows = async () => [
      await lab.getAttribute('lang'),
      await page.locator('h1').innerText(),
      await page.locator('.arrow-button.next').getAttribute('aria-label'),
    ];
    const { 'zh-Hant': hant, en } = ui;
    assert.deepEqual(await shows(), ['en', '1Attention by hand', en.next]);
    release();
    await page.locator('.lab[lang=zh-Hant]').waitFor();
    assert.deepEqual(await shows(), ['zh-Hant', '1手算注意力', hant.next]);
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
    assert.ok(await isFocused(page, '.failure'), 'the focus is at the failure');
    await page.unroute('**/text-*.js');
    await alert.getByRole('button').click();
    await drawn(page, 'scale');
    assert.ok(await isFocused(page, '.stage'), 'the focus is at the stage');
    assert.equal(await page.title(), '手算注意力 · QKV Lab');
    assert.equal(await alert.count(), 0);
    await closeBroken(opened);
  });

  it('later: the figure goes on in the language that it has, and a retry changes it', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await hearErrors(page);
    await drawn(page, 'scores');
    await block(page, '**/text-zh-Hans.js');
    await press(page, '简体中文');
    const alert = page.getByRole('alert');
    assert.match(await alert.innerText(), /The text in 简体中文 did not load/);
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '2', 'the numbers stay');
    assert.match(await page.locator('h1').first().innerText(), /Attention by hand/);
    assert.deepEqual(await errorsOf(page), ['load_failed']);
    // So it does in another lesson, until the language has come.
    await chapter(page, 'causal-mask').click();
    await page.locator('h1', { hasText: 'The causal mask' }).waitFor();
    assert.match(await alert.innerText(), /The text in 简体中文 did not load/);
    await chapter(page, 'attention-by-hand').click();
    await page.locator('h1', { hasText: 'Attention by hand' }).waitFor();
    await address(page, siteAt('scores', 'zh-Hans').split('#')[1] ?? '');
    await page.unroute('**/text-zh-Hans.js');
    await alert.getByRole('button').click();
    await page.locator('.lab[lang=zh-Hans]').waitFor();
    assert.equal(await alert.count(), 0);
    await drawn(page, 'scores');
    await closeBroken(opened);
  });
});

describe('what comes later', () => {
  for (const [name, button, complaint] of [
    ['picture', 'Save picture as SVG', /^The picture could not be made/],
    ['sheet', 'Save', /^The network may be down/],
  ] as const) {
    it(`${name}: is fetched when it is asked for, and where it does not come, a retry goes on`, async () => {
      const { opened, page, names } = await recorded(site);
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
      await closeBroken(opened);
    });
  }
});
