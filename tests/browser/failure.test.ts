// No engine, no SIMD, an engine that dies: the reader is told, and the words and numbers stay.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { inject } from './support/inject.ts';
import { cell, drawn, edit, languages, siteAt } from './support/figure.ts';
import type { Language } from './support/figure.ts';

const site = useSite();

const sentences: Record<Language, Record<'load' | 'simd' | 'trap' | 'softmax', RegExp>> = {
  'zh-Hant': {
    load: /計算引擎沒有載入成功/,
    simd: /缺少 WebAssembly SIMD/,
    trap: /計算引擎中途停了/,
    softmax: /減掉這一列的最大值/,
  },
  'zh-Hans': {
    load: /计算引擎加载失败/,
    simd: /不支持 WebAssembly SIMD/,
    trap: /计算引擎意外停止/,
    softmax: /先减去本行最大值/,
  },
  en: {
    load: /The engine did not load/,
    simd: /lacks WebAssembly SIMD/,
    trap: /The engine stopped/,
    softmax: /Subtract the row’s maximum/,
  },
};

const block = (page: Page): Promise<unknown> =>
  page.route('**/*.wasm', (route) => route.abort('failed'));

const withoutSimd = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });

/** From the moment that the global `trap` is set. */
const trappable = (page: Page): Promise<void> => inject(page, 'trap.ts');

/** The complaints of the browser about what the test itself broke. */
const forgive = (complaints: string[]): void => {
  const left = complaints.filter((text) => !text.includes('Failed to load resource'));
  complaints.splice(0, complaints.length, ...left);
};

async function words(page: Page, language: Language, kind: 'load' | 'simd' | 'trap') {
  const alert = page.getByRole('alert');
  await alert.waitFor();
  assert.match(await alert.innerText(), sentences[language][kind]);
  const reading = page.locator('.reading');
  assert.equal(await reading.locator('li').count(), 6, 'every step can be read');
  assert.match(await reading.innerText(), sentences[language].softmax);
}

for (const language of languages) {
  describe(`in ${language}`, () => {
    it('a missing module is said, the lesson stays readable, and a retry goes on', async () => {
      const address = siteAt('scores', language, '&q=7,0,1,0;0,2,2,1;1,1,0,2');
      const opened = await site.open(address, {}, block);
      const { page } = opened;
      await words(page, language, 'load');
      await page.getByRole('alert').getByRole('button').click();
      await words(page, language, 'load');
      await page.unroute('**/*.wasm');
      await page.getByRole('alert').getByRole('button').click();
      await drawn(page, 'scores');
      assert.equal(await cell(page, 'Q', 0, 0).innerText(), '7');
      assert.equal(await cell(page, 'S', 0, 0).innerText(), '7');
      forgive(opened.complaints);
      await closeQuietly(opened);
    });

    it('missing SIMD is said', async () => {
      const opened = await site.open(siteAt('softmax', language), {}, withoutSimd);
      await words(opened.page, language, 'simd');
      await closeQuietly(opened);
    });

    it('an engine that stops is said, and a new one takes up the numbers', async () => {
      const opened = await site.open(siteAt('scores', language), {}, trappable);
      const { page } = opened;
      await drawn(page, 'scores');
      await edit(page, 'Q', 0, 0, '5');
      await page.evaluate(() => {
        Object.assign(globalThis, { trap: true });
      });
      await edit(page, 'Q', 0, 1, '6');
      await words(page, language, 'trap');
      await page.evaluate(() => {
        Reflect.deleteProperty(globalThis, 'trap');
      });
      await page.getByRole('alert').getByRole('button').click();
      await drawn(page, 'scores');
      assert.equal(await cell(page, 'Q', 0, 0).innerText(), '5');
      assert.equal(await cell(page, 'Q', 0, 1).innerText(), '6');
      assert.equal(await cell(page, 'S', 0, 0).innerText(), '11');
      await closeQuietly(opened);
    });
  });
}

describe('the event qkv-error', () => {
  it('tells the page the code', async () => {
    const opened = await site.open('site/', {}, async (page) => {
      await withoutSimd(page);
      await page.addInitScript(() => {
        addEventListener('qkv-error', (event) => {
          Object.assign(globalThis, { told: (event as CustomEvent).detail as unknown });
        });
      });
    });
    const { page } = opened;
    await page.getByRole('alert').waitFor();
    const told = await page.evaluate(() => (globalThis as unknown as { told: object }).told);
    assert.deepEqual(Object.keys(told), ['code', 'message']);
    assert.equal((told as { code: string }).code, 'simd_missing');
    await closeQuietly(opened);
  });
});

describe('in a figure on a course page', () => {
  const markup = '<qkv-lab lang="en"></qkv-lab>';
  const options = { viewport: { width: 720, height: 460 } };

  /** What is said lies below the buttons of the top line. */
  async function below(page: Page): Promise<void> {
    const said = page.locator('.failed, .notice');
    await said.waitFor();
    const [top, box] = await Promise.all(
      [page.locator('.top'), said].map((each) => each.boundingBox()),
    );
    assert.ok(top && box && top.y + top.height <= box.y, JSON.stringify([top, box]));
  }

  it('what is said of a missing engine, lesson or language covers nothing', async () => {
    for (const missing of ['qkv-*.wasm', 'text-en-*.js', 'text-zh-Hant.js']) {
      const opened = await openHost(site, markup, options, (page) =>
        page.route(`**/${missing}`, (route) => route.abort('failed')),
      );
      const { page } = opened;
      if (missing.includes('zh')) {
        await page.locator('.stage').waitFor();
        await page.getByRole('button', { name: '繁體中文' }).click();
      }
      await below(page);
      forgive(opened.complaints);
      await closeQuietly(opened);
    }
  });
});

describe('without JavaScript', () => {
  it('the page says so in three languages', async () => {
    const opened = await site.open('site/', { javaScriptEnabled: false });
    const notes = opened.page.locator('noscript p');
    const texts = await notes.allInnerTexts();
    assert.equal(texts.length, 3);
    for (const text of texts) assert.match(text, /JavaScript/);
    assert.equal(await notes.first().isVisible(), true);
    await closeQuietly(opened);
  });
});
