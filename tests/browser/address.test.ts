// The address holds the whole state; damaged ones do no harm.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { boxed, cell, drawn, edit, siteAt } from './support/figure.ts';
import { press } from './support/loading.ts';

const site = useSite();

describe('the address', () => {
  it('carries step, language, theme, switches, numbers and the pinned cell to another reader', async () => {
    const opened = await site.open('site/');
    const { page } = opened;
    await drawn(page, 'inputs');
    await page.getByRole('button', { name: '简体中文' }).click();
    await page.locator('.theme').click();
    await page.locator('[data-switch=mask]').first().click();
    await edit(page, 'V', 2, 0, '-1/8');
    await page.locator('.stop[data-step=output]').click();
    await drawn(page, 'output');
    await cell(page, 'O', 1, 0).click();
    await page.waitForFunction(() => location.hash.includes('cell='));
    const hash = await page.evaluate(() => location.hash);
    const seen = await boxed(page).innerText();
    assert.match(hash, /^#v=1&lesson=attention-by-hand&step=output/);

    const other = await site.open(`site/${hash}`);
    await drawn(other.page, 'output');
    assert.equal(await boxed(other.page).innerText(), seen);
    assert.equal(await cell(other.page, 'V', 2, 0).innerText(), '−0.125');
    assert.equal(await other.page.locator('.stop').count(), 6);
    assert.equal(await other.page.locator('.base').getAttribute('data-theme'), 'dark');
    assert.equal(await other.page.locator('.base').getAttribute('lang'), 'zh-Hans');
    assert.equal(await other.page.evaluate(() => document.documentElement.lang), 'zh-Hans');
    assert.equal(await other.page.title(), '手算注意力 · QKV Lab');
    assert.equal(await other.page.locator('.notice').count(), 0);
    await closeQuietly(opened);
    await closeQuietly(other);
  });

  it('leaves the page around alone where neither language nor theme change', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    await page.evaluate(() => {
      const touched: (string | null)[] = [];
      Object.assign(globalThis, { touched });
      new MutationObserver((changes) => {
        touched.push(...changes.map(({ attributeName }) => attributeName));
      }).observe(document.documentElement, { attributes: true });
    });
    const touched = () =>
      page.evaluate(() => (globalThis as unknown as { touched: string[] }).touched);
    for (const step of ['scale', 'softmax'] as const) {
      await page.locator('.arrow-button.next').click();
      await drawn(page, step);
    }
    assert.deepEqual(await touched(), []);
    await press(page, '繁體中文');
    await page.waitForFunction(() => document.documentElement.lang === 'zh-Hant');
    assert.deepEqual(await touched(), ['lang']);
    await closeQuietly(opened);
  });

  it('keeps a history of the steps, and is obeyed when it changes', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    const length = await page.evaluate(() => history.length);
    for (const step of ['scale', 'softmax', 'output'] as const) {
      await page.locator('.arrow-button.next').click();
      await drawn(page, step);
    }
    assert.equal(await page.evaluate(() => history.length), length + 3);
    await page.goBack();
    await drawn(page, 'softmax');
    await page.goBack();
    await drawn(page, 'scale');
    await page.goForward();
    await page.goForward();
    await drawn(page, 'output');
    // An edit is no place to come back to: undo is.
    await edit(page, 'Q', 0, 0, '7');
    await page.waitForFunction(() => location.hash.includes('q=7'));
    assert.equal(await page.evaluate(() => history.length), length + 3);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      siteAt('mask', 'zh-Hant').split('#')[1] ?? '',
    );
    await drawn(page, 'mask');
    await page.locator('.base[lang=zh-Hant]').waitFor();
    assert.match(await page.locator('.say h2').innerText(), /看不到後面/);
    await page.goBack();
    await drawn(page, 'output');
    await page.goForward();
    await drawn(page, 'mask');
    await closeQuietly(opened);
  });

  it('that is damaged gives what can be read, a notice, and no markup', async () => {
    const damaged = [
      'v=1&lesson=attention-by-hand&step=softmax&lang=en&q=kaputt',
      'v=99&lesson=attention-by-hand&step=softmax&lang=en',
      'v=1&lesson=<img src=x onerror=alert(1)>&step="><script>alert(1)</script>&lang=en',
      '%E0%A4%A',
      'v=1&lesson=attention-by-hand&step=scores&cell=9,9&lang=en',
      `v=1&q=${'9'.repeat(20000)}`,
    ];
    const opened = await site.open('site/');
    const { page, complaints } = opened;
    page.on('dialog', () => complaints.push('a dialog'));
    for (const hash of damaged) {
      await page.goto('about:blank');
      await page.goto(`${site.url}site/#${hash}`);
      const notice = page.locator('.notice');
      await notice.waitFor();
      assert.match(await notice.innerText(), /Part of this link could not be read/);
      await page.locator('section.stage[aria-busy=false]').waitFor();
      assert.equal(await page.locator('qkv-lab img, qkv-lab script').count(), 0, hash);
      await notice.getByRole('button').click();
      await notice.waitFor({ state: 'detached' });
    }
    // The console tells developers which parameter it was.
    assert.ok(complaints.length > 0);
    assert.ok(complaints.every((text) => text.startsWith('warning: <qkv-lab> state: ')));
    complaints.length = 0;
    await closeQuietly(opened);
  });

  it('may be empty', async () => {
    const opened = await site.open('site/', { locale: 'zh-TW' });
    await drawn(opened.page, 'inputs');
    assert.equal(await opened.page.locator('.notice').count(), 0);
    assert.equal(await opened.page.locator('.base').getAttribute('lang'), 'zh-Hant');
    await closeQuietly(opened);
  });
});
