// The words of a lesson come when it is opened, once: until then the last lesson stays, and where they do not
// come, that is said, and the other lessons are there.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { text as wordsEn } from '../../web/lessons/causal-mask/text/en.ts';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { address, cell, drawn, languages, siteAt } from './support/figure.ts';
import type { Language } from './support/figure.ts';
import { openPanel, phone, stateOf } from './support/flows.ts';
import {
  block,
  chapter,
  closeBroken,
  errorsOf,
  hearErrors,
  hold,
  isFocused,
  record,
  recorded,
  texts,
} from './support/loading.ts';

const site = useSite();

const heading = (page: Page, title: string): Promise<void> =>
  page.locator('h1', { hasText: title }).waitFor();

/** The causal mask, whose words the test holds back, is on its way. */
const onItsWay = (page: Page): Promise<void> => page.locator('.lab[aria-busy=true]').waitFor();

describe('the words of another lesson', () => {
  it('are fetched when it is opened, once, and stay without a network', async () => {
    const { opened, page, names } = await recorded(site);
    assert.deepEqual(texts(names.splice(0)), ['text-en.js', 'text-en-attention-by-hand.js']);
    await chapter(page, 'causal-mask').click();
    await heading(page, 'The causal mask');
    assert.deepEqual(names.splice(0), ['text-en-causal-mask.js']);
    await page.context().setOffline(true);
    for (const [lesson, title] of [
      ['attention-by-hand', 'Attention by hand'],
      ['causal-mask', 'The causal mask'],
    ] as const) {
      await chapter(page, lesson).click();
      await heading(page, title);
    }
    assert.deepEqual(names, []);
    await closeQuietly(opened);
  });

  it('serve every figure of a page', async () => {
    const names: string[] = [];
    const figure = '<qkv-lab lang="en" step="scores"></qkv-lab>';
    const { page, complaints } = await openHost(site, figure + figure, {}, (opening) => {
      record(opening, names);
      return Promise.resolve();
    });
    const said = (at: number) => page.locator('qkv-lab').nth(at).locator('.say h2').innerText();
    for (const at of [0, 1]) await drawn(page.locator('qkv-lab').nth(at), 'scores');
    for (const at of [0, 1]) {
      await page.evaluate(async (which) => {
        const lab = [...document.querySelectorAll('qkv-lab')][which];
        if (!lab) throw new Error('no figure');
        Object.assign(lab, { lesson: 'causal-mask' });
        await lab.updateComplete;
      }, at);
      assert.match(await said(at), new RegExp(wordsEn.steps.inputs?.title ?? 'none'));
    }
    assert.equal(names.filter((name) => name === 'text-en-causal-mask.js').length, 1);
    await closeQuietly({ page, complaints });
  });

  it('are waited for: the last lesson stays as it was drawn, out of reach, and the list is not', async () => {
    const { opened, page } = await recorded(site);
    const height = () =>
      page.locator('qkv-lab').evaluate((lab) => lab.getBoundingClientRect().height);
    const before = await height();
    const release = await hold(page, '**/text-en-causal-mask.js');
    await openPanel(page, 'share');
    await chapter(page, 'causal-mask').click();
    await onItsWay(page);
    assert.match(await stateOf(page), /lesson=causal-mask/);
    assert.equal(await page.locator('h1').innerText(), '1Attention by hand');
    assert.equal(await cell(page, 'S', 0, 0).innerText(), '2');
    assert.equal(await height(), before);
    assert.equal(await page.locator('.announcement').innerText(), 'Loading');
    assert.equal(
      await page.locator('.panel').count(),
      0,
      'nothing of the last lesson is handed out',
    );
    for (const part of ['.middle', '.step-bar']) {
      assert.equal(await page.locator(`${part}[inert]`).count(), 1, part);
    }
    // Back, before it has come: nothing is to be waited for.
    await chapter(page, 'attention-by-hand').click();
    await page.locator('.lab:not([aria-busy])').waitFor();
    assert.equal(await page.locator('[inert]').count(), 0);
    await chapter(page, 'causal-mask').click();
    await onItsWay(page);
    await page.keyboard.press('ArrowRight');
    assert.match(await stateOf(page), /step=inputs/, 'no key walks on in what is not drawn');
    release();
    await heading(page, 'The causal mask');
    assert.equal(await page.locator('[inert]').count(), 0);
    assert.equal(await page.locator('[aria-busy=true]').count(), 0);
    await closeQuietly(opened);
  });

  it('bring the focus back to whoever had it in the last lesson, as the history of the browser does', async () => {
    const { opened, page } = await recorded(site);
    assert.ok(await isFocused(page, '.stage'), 'the page gives its figure the keys');
    const release = await hold(page, '**/text-en-causal-mask.js');
    const arrives = address(page, 'v=1&lesson=causal-mask&step=scores&lang=en');
    await onItsWay(page);
    release();
    await arrives;
    await heading(page, 'The causal mask');
    await page.keyboard.press('ArrowRight');
    assert.match(await stateOf(page), /step=mask/);
    await closeQuietly(opened);
  });

  it('are an entry of the history, however late they come', async () => {
    const { opened, page } = await recorded(site);
    const release = await hold(page, '**/text-en-causal-mask.js');
    await chapter(page, 'causal-mask').click();
    await onItsWay(page);
    await page.waitForTimeout(400); // after a change is told
    release();
    await heading(page, 'The causal mask');
    await page.goBack();
    await heading(page, 'Attention by hand');
    assert.match(page.url(), /step=scores/);
    await closeQuietly(opened);
  });
});

const failed: Readonly<Record<Language, RegExp>> = {
  'zh-Hant': /「因果遮罩」的文字沒有載入成功/,
  'zh-Hans': /“因果掩码”的文本加载失败/,
  en: /The text of “The causal mask” did not load/,
};

describe('the words of a lesson that do not come', () => {
  for (const language of languages) {
    it(`are named in ${language}; the other lessons are there, and a retry goes on`, async () => {
      const opened = await site.open(siteAt('scores', language));
      const { page } = opened;
      await drawn(page, 'scores');
      await hearErrors(page);
      await block(page, '**/text-*-causal-mask.js');
      const alert = page.getByRole('alert');
      const fails = async () => {
        await chapter(page, 'causal-mask').click();
        await alert.waitFor();
        assert.match(await alert.innerText(), failed[language]);
      };
      await fails();
      assert.equal(await page.locator('.stage').count(), 0, 'nothing of the last lesson is left');
      assert.deepEqual(await errorsOf(page), ['load_failed']);
      await alert.getByRole('button').click();
      await page.locator('.lab[aria-busy]').waitFor({ state: 'detached' });
      assert.match(await alert.innerText(), failed[language]);
      assert.ok(await isFocused(page, '.failure'), 'the focus is at the failure');
      await chapter(page, 'attention-by-hand').click();
      await page.locator('.stage[data-step=inputs][aria-busy=false]').waitFor();
      assert.equal(await alert.count(), 0);
      await fails();
      assert.match(await stateOf(page), /lesson=causal-mask/);
      await page.unroute('**/text-*-causal-mask.js');
      await alert.getByRole('button').click();
      await page.locator('.stage[data-step=inputs][aria-busy=false]').waitFor();
      assert.ok(await isFocused(page, '.stage'), 'the focus is at the stage');
      assert.equal(await alert.count(), 0);
      await closeBroken(opened);
    });
  }

  it('at first, on a phone: the list of chapters leads to another lesson', async () => {
    const opened = await site.open('site/#v=1&lesson=causal-mask&lang=en', phone, (page) =>
      block(page, '**/text-en-causal-mask.js'),
    );
    const { page } = opened;
    assert.match(await page.getByRole('alert').innerText(), failed.en);
    await page.locator('.contents').filter({ visible: true }).click();
    await chapter(page, 'attention-by-hand').click();
    await heading(page, 'Attention by hand');
    await page.locator('.stage[data-step=inputs][aria-busy=false]').waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
    await closeBroken(opened);
  });

  it('are those of another language, where it has them', async () => {
    const opened = await site.open('site/#v=1&lesson=causal-mask&step=scores&lang=en');
    const { page } = opened;
    await heading(page, 'The causal mask');
    await address(page, 'v=1&lesson=attention-by-hand&step=scores&lang=zh-Hans&predict=0');
    await drawn(page, 'scores');
    await block(page, '**/text-zh-Hans-causal-mask.js');
    await chapter(page, 'causal-mask').click();
    await heading(page, 'The causal mask');
    assert.match(await page.getByRole('alert').innerText(), /The text in 简体中文 did not load/);
    await page.unroute('**/text-zh-Hans-causal-mask.js');
    await page.getByRole('alert').getByRole('button').click();
    await heading(page, '因果掩码');
    await closeBroken(opened);
  });
});
