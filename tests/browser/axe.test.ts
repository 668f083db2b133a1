// What opens over the figure has no fault by axe; every step has its turn in everywhere.test.ts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { faults } from './support/axe.ts';
import { drawn, languages, siteAt, slot } from './support/figure.ts';

const site = useSite();

describe('on a phone', () => {
  it('has no fault with the contents open, nor with a field and a remark', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const opened = await site.open(siteAt('scores', 'zh-Hant'), phone);
    const { page } = opened;
    await drawn(page, 'scores');
    await page.locator('.top .contents').tap();
    assert.equal(await page.locator('.rail .languages button').count(), 3);
    assert.deepEqual(await faults(page), []);
    await page.keyboard.press('Escape');
    await slot(page, 'Q').locator('[role=gridcell]').first().tap();
    const field = slot(page, 'Q').locator('input');
    await field.fill('x');
    await field.press('Enter');
    await page.getByRole('alert').waitFor();
    assert.deepEqual(await faults(page), []);
    await closeQuietly(opened);
  });
});

describe('panels and tables', () => {
  it('have no fault', async () => {
    const opened = await site.open(siteAt('softmax', 'en', '&predict=1'));
    const { page } = opened;
    await drawn(page, 'softmax');
    for (const panel of ['numbers', 'settings', 'share', 'print', 'teacher']) {
      await page.locator(`.opener[data-panel=${panel}] > button`).click();
      await page.locator('.panel').waitFor();
      if (panel === 'settings') await page.locator('.panel [role=switch]').last().click();
      assert.deepEqual(await faults(page), [], panel);
    }
    assert.ok((await page.locator('.tables table').count()) > 4);
    await closeQuietly(opened);
  });
});

describe('a presenter', () => {
  it('has no fault in any language, before a result, after it, and with the screen blank', async () => {
    for (const language of languages) {
      const opened = await site.open(siteAt('scores', language, '&present=1'));
      const { page } = opened;
      await drawn(page, 'scores');
      assert.deepEqual(await faults(page), [], `${language}: a question`);
      await page.locator('section.stage').focus();
      await page.keyboard.press('PageDown');
      await page.locator('.inspector .boxed').waitFor();
      assert.deepEqual(await faults(page), [], `${language}: its answer`);
      await page.keyboard.press('b');
      assert.deepEqual(await faults(page), [], `${language}: blank`);
      await closeQuietly(opened);
    }
  });
});

describe('a fault', () => {
  it('is found in the figure', async () => {
    const opened = await site.open(siteAt('softmax', 'en'));
    const { page } = opened;
    await drawn(page, 'softmax');
    await slot(page, 'A')
      .locator('[role=grid]')
      .evaluate((grid) => {
        grid.querySelector('[role=row]')?.removeAttribute('role');
      });
    const found = await faults(page);
    assert.ok(
      found.some((fault) => fault.startsWith('aria-required-')),
      found.join('\n'),
    );
    await closeQuietly(opened);
  });
});
