// Everything by keyboard alone, and nothing that the figure does not use is taken from the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, useSite } from './support/browser.ts';
import { boxed, cell, drawn, siteAt } from './support/figure.ts';

const site = useSite();

/** What has the focus, through the shadow root. */
const focus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement;
    if (!inner) return document.activeElement?.tagName.toLowerCase() ?? '';
    const figure = inner.closest<HTMLElement>('figure');
    if (!figure || !(inner instanceof HTMLElement)) return [...inner.classList].sort().join(' ');
    return `${figure.dataset.slot ?? ''} ${inner.dataset.row ?? ''} ${inner.dataset.column ?? ''}`;
  });

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

describe('the keyboard', () => {
  it('walks at once, without a click', async () => {
    const opened = await site.open('site/');
    const { page } = opened;
    await drawn(page, 'inputs');
    assert.equal(await focus(page), 'stage');
    for (const step of ['scores', 'scale', 'softmax', 'output'] as const) {
      await press(page, 'ArrowRight');
      await drawn(page, step);
    }
    await press(page, 'ArrowRight', 'ArrowLeft');
    await drawn(page, 'softmax');
    await closeQuietly(opened);
  });

  it('finds one stop per matrix, and arrows move inside without changing the step', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    const met = [];
    for (let count = 0; count < 5; count++) {
      await press(page, 'Tab');
      met.push(await focus(page));
    }
    assert.deepEqual(met, ['rename token', 'Q 0 0', 'K 0 0', 'S 1 2', 'V 0 0']);
    await press(page, 'Shift+Tab', 'ArrowUp', 'ArrowLeft');
    assert.equal(await focus(page), 'S 0 1');
    assert.equal(await boxed(page).innerText(), '5');
    await press(page, 'ArrowUp', 'Home');
    assert.equal(await focus(page), 'S 0 0');
    await press(page, 'End', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    assert.equal(await focus(page), 'S 2 2');
    assert.equal(await boxed(page).innerText(), '1');
    await drawn(page, 'scores');
    await press(page, 'Shift+Tab', 'Tab');
    assert.equal(await focus(page), 'S 2 2', 'the stop stays where it was left');
    await closeQuietly(opened);
  });

  it('edits: Enter opens, Enter takes, a digit opens with itself, Escape drops', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    await press(page, 'Tab', 'Tab', 'ArrowRight', 'ArrowDown', 'Enter');
    await page.keyboard.type('5');
    await press(page, 'Enter');
    assert.equal(await cell(page, 'Q', 1, 1).innerText(), '5');
    assert.equal(await focus(page), 'Q 1 1');
    await page.keyboard.type('-1.5');
    await press(page, 'Enter');
    assert.equal(await cell(page, 'Q', 1, 1).innerText(), '−1.5');
    await page.keyboard.type('25');
    await press(page, 'Enter');
    assert.equal(await cell(page, 'Q', 1, 1).innerText(), '25');
    await page.keyboard.type('9');
    await press(page, 'Escape');
    assert.equal(await cell(page, 'Q', 1, 1).innerText(), '25');
    assert.equal(await focus(page), 'Q 1 1');
    await drawn(page, 'scores');
    await closeQuietly(opened);
  });

  it('reaches switches, play, stops, cells, languages, theme, panels, undo and reset', async () => {
    const opened = await site.open(siteAt('softmax', 'en'));
    const { page } = opened;
    await drawn(page, 'softmax');
    const reached = new Set<string>();
    for (let count = 0; count < 50; count++) {
      await press(page, 'Tab');
      const name = await page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement;
        return inner?.getAttribute('aria-label') ?? inner?.textContent.trim() ?? '';
      });
      reached.add(name);
    }
    for (const name of [
      'scale: divide by the square root of d',
      'mask: causal',
      'Rename “I”',
      'Previous step',
      'Play',
      'Cells of this step',
      'For teachers',
      'Share',
      'Print a worksheet',
      'Numbers',
      'Settings',
      'Undo',
      'Redo',
      'Next step',
      'Output',
      'Reset numbers and switches',
      'Open contents',
      '简体中文',
      'Dark theme',
    ]) {
      assert.ok(reached.has(name), `${name} among ${[...reached].join(', ')}`);
    }
    await closeQuietly(opened);
  });

  it('opens and closes the contents, and comes back to their button', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    const button = page.locator('.rail .contents');
    await button.focus();
    await press(page, 'Enter');
    assert.equal(await button.getAttribute('aria-expanded'), 'true');
    assert.equal(await page.locator('.rail .title').first().innerText(), 'Attention by hand');
    await press(page, 'Escape');
    assert.equal(await button.getAttribute('aria-expanded'), 'false');
    assert.match(await focus(page), /contents/);
    await closeQuietly(opened);
  });

  it('shows where the focus is', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await drawn(page, 'scores');
    for (let count = 0; count < 12; count++) {
      await press(page, 'Tab');
      const ring = await page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement;
        if (!inner) return 'outside';
        const { outlineStyle, outlineWidth } = getComputedStyle(inner);
        return outlineStyle === 'none' || parseFloat(outlineWidth) < 2 ? inner.className : '';
      });
      assert.ok(ring === '' || ring === 'outside', `no ring on ${ring}`);
    }
    await closeQuietly(opened);
  });
});
