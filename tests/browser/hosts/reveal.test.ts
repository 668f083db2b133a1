// Slides of reveal.js: they are scaled by a transform, have keys and swipes of their own, and unload frames.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { assertWorks, useCourse } from '../support/course.ts';
import { cell, drawn } from '../support/figure.ts';
import { reveal } from '../support/hosts.ts';

const course = useCourse(reveal());

const sizes = [
  { width: 700, height: 500 },
  { width: 1280, height: 800 },
];

const slide = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector('section.present')?.id ?? '');

const present = (page: Page, id: string): Promise<void> =>
  page.locator(`section#${id}.present`).waitFor();

async function middle(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  assert.ok(box, 'it is on the page');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, dx: number, dy = 0): Promise<void> {
  const { x, y } = await middle(from);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2);
  await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

describe('a figure in a scaled slide', () => {
  for (const viewport of sizes) {
    it(`has its bands, its bar and its drags where they are seen, ${viewport.width} px wide`, async () => {
      const visit = await course.open('slides.html#/figure', { viewport });
      const { page } = visit;
      const lab = page.locator('qkv-lab');
      await assertWorks(lab);
      const zoom = await lab.evaluate(
        (each) => each.getBoundingClientRect().width / (each as HTMLElement).offsetWidth,
      );
      assert.ok(Math.abs(zoom - 1) > 0.05, `scaled by ${zoom}`);

      await cell(lab, 'S', 1, 2).hover();
      const target = lab.locator('rect.band-target');
      await target.waitFor();
      const near = (a: number, b: number, what: string) => {
        assert.ok(Math.abs(a - b) <= 4 * zoom, `${what}: ${a}, ${b}`);
      };
      const band = await target.boundingBox();
      const framed = await cell(lab, 'S', 1, 2).boundingBox();
      assert.ok(band && framed, 'both are drawn');
      near(band.x, framed.x, 'left');
      near(band.y + band.height, framed.y + framed.height, 'bottom');

      // What sticks to the edge of a window has its place below everything in a slide.
      const bar = await lab.locator('.step-bar').boundingBox();
      const whole = await lab.boundingBox();
      assert.ok(bar && whole, 'both are drawn');
      near(bar.y + bar.height, whole.y + whole.height, 'the bar');

      await drag(page, cell(lab, 'Q', 1, 0), 14 * 3 + 4);
      await cell(lab, 'Q', 1, 0).filter({ hasText: '3' }).waitFor();

      const from = await middle(lab.locator('.stop[data-step=scores]'));
      const to = await middle(lab.locator('.stop[data-step=softmax]'));
      await drag(page, lab.locator('.stop[data-step=scores]'), to.x - from.x + 2);
      await drawn(lab, 'softmax');
      assert.equal(await slide(page), 'figure');
      await visit.close();
    });
  }

  it('follows when the window, and so the scale, changes', async () => {
    const visit = await course.open('slides.html#/figure', {
      viewport: { width: 1000, height: 730 }, // room for a slide of its own size
    });
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await drawn(lab, 'scores');
    await page.setViewportSize({ width: 700, height: 500 });
    await page.waitForFunction(() => {
      const lab = document.querySelector('qkv-lab');
      const bar = lab?.shadowRoot?.querySelector('.step-bar')?.getBoundingClientRect();
      const { width = 0, bottom = 0 } = lab?.getBoundingClientRect() ?? {};
      return width < 700 && bar && Math.abs(bar.bottom - bottom) < 4;
    });
    await visit.close();
  });

  it('keeps its keys and its fingers from the slides, and leaves them what it has no use for', async () => {
    const visit = await course.open('slides.html#/figure', { hasTouch: true });
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await drawn(lab, 'scores');

    await cell(lab, 'Q', 0, 0).click();
    for (const key of ['n', '.', ' ', 'ArrowRight', '?', 'o']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await cell(lab, 'Q', 0, 0).locator('input').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight'); // to the next cell
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await lab.locator('.arrow-button.next').focus();
    await page.keyboard.press(' ');
    await drawn(lab, 'scale');
    await page.keyboard.press('ArrowLeft');
    await drawn(lab, 'scores');
    assert.equal(await slide(page), 'figure');
    const covered = await page.locator('.reveal').getAttribute('class');
    assert.doesNotMatch(String(covered), /paused|overview/);

    for (const [key, id] of [
      ['PageUp', 'first'],
      ['PageDown', 'figure'],
      ['n', 'frame'],
      ['p', 'figure'],
    ] as const) {
      if (id !== 'figure') await lab.locator('.arrow-button.next').focus();
      await page.keyboard.press(key);
      await present(page, id);
    }

    // Escape gives the keys back to the slides, and does nothing else.
    await lab.locator('.arrow-button.next').focus();
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
    await page.keyboard.press('ArrowRight');
    await present(page, 'frame');
    await page.keyboard.press('ArrowLeft');
    await present(page, 'figure');

    // A finger that turns a number down turns no slide.
    const touch = await page.context().newCDPSession(page);
    const swipe = async (from: Locator) => {
      const { x, y } = await middle(from);
      const at = (dx: number) => ({ touchPoints: [{ x: x + dx, y }] });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) });
      for (const dx of [-20, -40, -60])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(dx) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const before = Number(await cell(lab, 'Q', 1, 1).innerText());
    await swipe(cell(lab, 'Q', 1, 1));
    await page.waitForFunction(
      (number) =>
        document
          .querySelector('qkv-lab')
          ?.shadowRoot?.querySelector('[data-slot=Q] [data-row="1"][data-column="1"]')
          ?.textContent.trim() === number,
      `\u2212${4 - before}`,
    );
    assert.equal(await slide(page), 'figure');
    await swipe(lab.locator('.say h2'));
    await present(page, 'frame');
    await visit.close();
  });
});

describe('a frame in a slide', () => {
  it('keeps the reader’s numbers while the slide has unloaded it', async () => {
    const visit = await course.open('slides.html#/frame');
    const { page } = visit;
    const lab = page.frameLocator('iframe').locator('qkv-lab');
    await assertWorks(lab);
    await page.waitForFunction(() =>
      /q=5/.test(document.querySelector('iframe')?.dataset.src ?? ''),
    );
    // The keys are the frame's until Escape.
    await lab.locator('.arrow-button.next').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('PageDown');
    assert.equal(await slide(page), 'frame');
    await page.keyboard.press('Escape');
    await page.frames()[1]?.waitForFunction(() => !document.hasFocus());
    await page.keyboard.press('PageDown');
    await present(page, 'last');
    await page.waitForFunction(
      () =>
        (document.querySelector('iframe')?.contentWindow?.location.href ?? '') === 'about:blank',
    );
    await page.keyboard.press('PageUp');
    await present(page, 'frame');
    await cell(lab, 'S', 0, 0).filter({ hasText: '5' }).waitFor();
    await visit.close();
  });
});
