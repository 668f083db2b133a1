// Limits hold on every way in: mouse, touch, drag, keys, paste; scripts of the page are free.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openHost, closeQuietly, useSite } from './support/browser.ts';
import type { Opened } from './support/browser.ts';
import { cell, drawn, siteAt, texts } from './support/figure.ts';
import { openPanel, stateOf, ui } from './support/flows.ts';

const site = useSite();

const paste = (page: Page, text: string): Promise<void> =>
  cell(page, 'Q', 0, 0).evaluate((target, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    const options = { clipboardData, bubbles: true, composed: true, cancelable: true };
    target.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);

async function drag(page: Page, by: number): Promise<void> {
  const box = await cell(page, 'Q', 0, 0).boundingBox();
  assert.ok(box, 'the cell is there');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

/** Sets what a script may set, and waits for it. */
const assign = (page: Page, values: Readonly<Record<string, string>>): Promise<void> =>
  page.locator('qkv-lab').evaluate(async (lab, given) => {
    Object.assign(lab, given);
    await (lab as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
  }, values);

const fields = (page: Page) => page.locator('qkv-lab input, qkv-lab textarea, qkv-lab select');

describe('a figure that allows nothing', () => {
  it('takes no number by mouse, touch, drag, key or paste', async () => {
    const opened = await openHost(
      site,
      `<qkv-lab step="scale" lang="en" allow="" state="v=1&predict=0"></qkv-lab>`,
      { hasTouch: true },
    );
    const { page } = opened;
    await drawn(page, 'scale');
    const before = await stateOf(page);
    const numbers = await texts(page, 'Q');
    const unchanged = async (how: string) => {
      assert.equal(await fields(page).count(), 0, `${how}: no field`);
      assert.deepEqual(await texts(page, 'Q'), numbers, how);
    };
    await cell(page, 'Q', 0, 0).click();
    await unchanged('a click');
    const box = await cell(page, 'Q', 0, 0).boundingBox();
    assert.ok(box, 'the cell is there');
    await page.touchscreen.tap(box.x + 5, box.y + 5);
    await unchanged('a tap');
    await drag(page, 60);
    await unchanged('a drag');
    await cell(page, 'Q', 0, 0).focus();
    for (const key of ['5', '-', 'Enter', 'F2', ' ', 'Control+ArrowUp', 'Alt+Shift+ArrowDown']) {
      await cell(page, 'Q', 0, 0).focus();
      await page.keyboard.press(key);
      await unchanged(key);
    }
    for (const text of ['7', '9 9 9 9\n9 9 9 9\n9 9 9 9', '[[1, 2], [3, 4]]']) {
      await paste(page, text);
      await unchanged(`paste ${text}`);
    }
    for (const grid of await page.locator('[role=grid]').all()) {
      assert.equal(await grid.getAttribute('aria-readonly'), 'true');
    }
    assert.equal(await stateOf(page), before);
    // A script has changed something: to take it back is not the reader's.
    await page.evaluate(() => document.querySelector('qkv-lab')?.reset());
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+y');
    assert.match(await stateOf(page), /step=inputs/);
    await closeQuietly(opened);
  });

  it('walks, points and answers, and holds back what is asked', async () => {
    const opened = await openHost(site, `<qkv-lab step="scores" lang="en" allow></qkv-lab>`);
    const { page } = opened;
    await drawn(page, 'scores');
    await cell(page, 'S', 0, 0).click();
    assert.match(await page.locator('.inspector').innerText(), /query of/);
    const shown = await texts(page, 'S');
    for (const key of [' ', 'Shift+ArrowRight', 'Shift+ArrowLeft']) {
      await page.locator('.stop[data-step=scores]').focus();
      await page.keyboard.press(key);
    }
    assert.deepEqual(await texts(page, 'S'), shown);
    assert.equal(await page.locator('.play, .ticks, .show, .rename, .switch').count(), 0);
    await page.locator('.answer-field').fill('4');
    await page.keyboard.press('Enter');
    await cell(page, 'S', 2, 0).filter({ hasText: '4' }).waitFor();
    await page.locator('.arrow-button.next').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scale');
    // A cell of a mask that could be made is pointed at.
    await assign(page, { lesson: 'causal-mask' });
    await assign(page, { step: 'mask' });
    await drawn(page, 'mask');
    const masked = await texts(page, 'Z');
    await cell(page, 'Z', 0, 1).click();
    assert.deepEqual(await texts(page, 'Z'), masked);
    assert.match(await stateOf(page), /cell=1,2/);
    await closeQuietly(opened);
  });
});

describe('the attribute', () => {
  it('may change at any time, outlasts a state, and is mirrored by the property', async () => {
    const opened = await openHost(
      site,
      `<qkv-lab step="scores" lang="en" allow="numbers telepathy" state="v=1&allow=theme"></qkv-lab>`,
    );
    const { page, complaints } = opened;
    await drawn(page, 'scores');
    const allow = () => page.evaluate(() => document.querySelector('qkv-lab')?.allow);
    assert.equal(await allow(), 'numbers');
    assert.deepEqual(complaints.splice(0).length, 1, 'one warning, of the unknown word');
    await assign(page, { state: 'v=1&lesson=attention-by-hand&step=scores&lang=en' });
    assert.equal(await allow(), 'numbers');
    await cell(page, 'Q', 0, 0).click();
    assert.equal(await cell(page, 'Q', 0, 0).locator('input').count(), 1);
    await assign(page, { allow: 'none' });
    assert.equal(await fields(page).count(), 1, 'the answer alone');
    await page.locator('qkv-lab').evaluate((lab) => {
      lab.removeAttribute('allow');
    });
    assert.equal(await allow(), 'all');
    assert.equal(await page.locator('.languages').count(), 1);
    await closeQuietly(opened);
  });
});

describe('the share panel', () => {
  it('makes a link with limits, which opens without the means to lift them', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    const panel = await openPanel(page, 'share');
    const { limits } = ui.en;
    const link = () => panel.locator('.link').inputValue();
    assert.doesNotMatch(await link(), /allow/);
    await panel.getByText(limits.title).click();
    await panel.getByRole('button', { name: limits.none }).click();
    assert.match(await link(), /&allow=none/);
    await panel.getByRole('checkbox', { name: limits.of.export }).check();
    await panel.getByRole('checkbox', { name: limits.of.numbers, exact: true }).check();
    assert.match(await link(), /&allow=numbers,export/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: ui.en.share.copy.frame }).click();
    await panel.getByText(ui.en.share.copied).waitFor();
    const code = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(!(await stateOf(page)).includes('allow'), 'the figure itself keeps everything');
    const given = await link();
    await closeQuietly(opened);

    const other = await site.open(given.slice(site.url.length));
    await drawn(other.page, 'scores');
    const theirs = await openPanel(other.page, 'share');
    assert.equal(await theirs.locator('.limits').count(), 0);
    assert.equal(await theirs.locator('.link').inputValue(), given);
    assert.equal(await other.page.locator('.rail, .languages, .theme').count(), 0);
    await closeQuietly(other);

    const address = /src="([^"]+)"/.exec(code)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.match(address, /embed\/frame\.html\?lesson=.*&allow=numbers\+export/);
    const frame: Opened = await site.open(address.slice(site.url.length));
    await drawn(frame.page, 'scores');
    assert.equal(
      await frame.page.evaluate(() => document.querySelector('qkv-lab')?.allow),
      'numbers export',
    );
    await closeQuietly(frame);
  });
});
