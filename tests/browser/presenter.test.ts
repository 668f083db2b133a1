// Presenter mode on the page: the keys of a clicker, the cover, the way out, and room at every projector.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, hearKeys, openHost, useSite } from './support/browser.ts';
import { drawn, siteAt } from './support/figure.ts';
import { stateOf } from './support/flows.ts';

const site = useSite();

const presents = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.querySelector('qkv-lab')?.present === 'on');

/** The present step, and whether its result is seen. */
const scene = (page: Page): Promise<string> =>
  page.locator('qkv-lab').evaluate(async (lab) => {
    await (lab as HTMLElement & { updateComplete: Promise<unknown> }).updateComplete;
    const stage = lab.shadowRoot?.querySelector<HTMLElement>('.stage');
    const hidden = stage?.querySelectorAll('.c.todo').length ?? 0;
    return `${stage?.dataset.step ?? ''}${hidden > 0 ? ' ?' : ''}`;
  });

async function way(page: Page, key: string, most = 40): Promise<string[]> {
  const scenes = [await scene(page)];
  for (let n = 0; n < most; n++) {
    await page.keyboard.press(key);
    const now = await scene(page);
    if (now === scenes.at(-1)) return scenes;
    scenes.push(now);
  }
  return scenes;
}

describe('a presenter', () => {
  it('walks by the keys of a clicker alone, covers the figure, and leaves', async () => {
    // Refused, as frames without leave refuse it.
    const opened = await site.open(siteAt('inputs', 'en', '&predict=1'), {}, (page) =>
      page.addInitScript(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
      }),
    );
    const { page } = opened;
    await drawn(page, 'inputs');
    await page.keyboard.press('p');
    assert.equal(await presents(page), true);
    const walked = ['inputs', 'scores ?', 'scores', 'scale ?', 'scale', 'softmax ?', 'softmax'];
    assert.deepEqual(await way(page, 'PageDown'), [...walked, 'output ?', 'output']);
    assert.equal(await page.locator('.rail, .top, .play, .ticks, .exercise').count(), 0);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('PageUp');
    assert.equal(await scene(page), 'softmax');
    await page.keyboard.press('PageUp');
    assert.match(await page.locator('.presented .question').innerText(), /\S/);

    for (const [cover, uncover] of [
      ['b', 'b'],
      ['.', '.'],
      ['b', 'PageDown'],
      ['.', 'Escape'],
    ] as const) {
      await page.keyboard.press(cover);
      const lab = await page.locator('.lab').boundingBox();
      assert.deepEqual(await page.locator('.blank').boundingBox(), lab, 'all of it');
      await page.keyboard.press(uncover);
      assert.equal(await page.locator('.blank').count(), 0, uncover);
      assert.equal(await scene(page), 'softmax ?', 'and nothing else happens');
    }
    await page.keyboard.press('Escape');
    assert.equal(await presents(page), false);
    assert.doesNotMatch(await stateOf(page), /present/);
    const step = await stateOf(page);
    for (const key of ['PageDown', 'PageUp', 'b', '.']) await page.keyboard.press(key);
    assert.equal(await stateOf(page), step);
    assert.equal(await page.locator('.blank').count(), 0);
    await closeQuietly(opened);
  });

  it('has the full screen where that is allowed, and whoever leaves one leaves the other', async () => {
    const opened = await site.open(siteAt('scores', 'zh-Hant'));
    const { page } = opened;
    await drawn(page, 'scores');
    const full = () => page.evaluate(() => document.fullscreenElement?.localName ?? '');
    await page.locator('.presenter').click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    assert.equal(await full(), 'qkv-lab');
    await page.evaluate(() => document.exitFullscreen());
    await page.locator('.presenter').waitFor();
    assert.equal(await presents(page), false);
    await page.locator('.presenter').click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await page.locator('.leave').click();
    await page.waitForFunction(() => document.fullscreenElement === null);
    assert.equal(await presents(page), false);
    await closeQuietly(opened);
  });
});

describe('the keys of a clicker', () => {
  it('are the host’s outside of presenter mode, and without the focus', async () => {
    const opened = await openHost(
      site,
      `<input id="host" /><qkv-lab step="scores" lang="en" controls="steps"></qkv-lab>`,
      {},
      hearKeys,
    );
    const { page } = opened;
    await drawn(page, 'scores');
    const pressed = ['PageDown', 'PageUp', 'b', '.', 'p'];
    const heard = async () => {
      for (const key of pressed) await page.keyboard.press(key);
      return page.evaluate(() => {
        const { keys } = globalThis as unknown as { keys: string[] };
        return keys.splice(0);
      });
    };
    assert.equal(await page.locator('.presenter').count(), 0, 'no button without every control');
    await page.locator('.arrow-button.next').focus();
    assert.deepEqual(await heard(), pressed, 'not presenting');
    await page.evaluate(() => {
      document.querySelector('qkv-lab')?.setAttribute('present', '');
    });
    await page.locator('#host').focus();
    assert.deepEqual(await heard(), pressed, 'elsewhere');
    assert.equal(await scene(page), 'scores ?');
    await page.locator('.arrow-button.next').focus();
    assert.deepEqual(await heard(), [], 'presenting, with the focus inside');
    await closeQuietly(opened);
  });
});

describe('a projector', () => {
  /** Whatever goes over the edge, under the bar, or over the words. */
  const clipped = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
      const root = document.querySelector('qkv-lab')?.shadowRoot;
      const bar = root?.querySelector('.step-bar')?.getBoundingClientRect();
      const side = root?.querySelector('.side')?.getBoundingClientRect();
      if (!root || !bar || !side) return ['nothing is drawn'];
      const parts =
        '.mx, .mx-caption, .formula math, .row-labels, .token, .c, .head-strip, .side *, .stop > span';
      const faults = [...root.querySelectorAll(parts)].flatMap((each) => {
        const { left, top, right, bottom, width } = each.getBoundingClientRect();
        if (width === 0) return [];
        const words = each.closest('.side');
        const within = each.closest('.step-bar') ? innerHeight : bar.top;
        const over = left < -1 || top < -1 || right > innerWidth + 1 || bottom > within + 1;
        const across = !words && !each.closest('.step-bar') && right > side.left + 1;
        return over || (across && bottom > side.top + 1) ? [each.getAttribute('class') ?? ''] : [];
      });
      const page = document.scrollingElement;
      return page && page.scrollHeight > innerHeight + 1 ? [...faults, 'the page'] : faults;
    });

  for (const [width, height, lang] of [
    [1280, 720, 'en'],
    [1024, 768, 'zh-Hant'],
    [1920, 1080, 'zh-Hans'],
  ] as const) {
    it(`of ${width} × ${height} has room for every step, hidden and revealed`, async () => {
      const opened = await site.open('site/', { viewport: { width, height } });
      const { page } = opened;
      for (const lesson of ['attention-by-hand&mask=1', 'causal-mask', 'many-heads&set=sentence']) {
        await page.goto(`${site.url}site/#v=1&lesson=${lesson}&lang=${lang}&present=1`);
        await page.reload();
        await page.locator('section.stage[aria-busy=false]').waitFor();
        for (let before = ''; before !== (await stateOf(page));) {
          before = await stateOf(page);
          assert.deepEqual(await clipped(page), [], `${lesson} ${await scene(page)}`);
          await page.keyboard.press('PageDown');
          await scene(page);
        }
      }
      await closeQuietly(opened);
    });
  }
});
