// The scrubber: a slider over the cells of a step, and a track that leads through the lesson.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { closeQuietly, useSite } from './support/browser.ts';
import { boxed, cell, drawn, siteAt, texts, useFigure } from './support/figure.ts';
import type { Language, StepId } from './support/figure.ts';
import { phone, speak } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const slider = (page: Page) => page.getByRole('slider');
const now = async (page: Page) => Number(await slider(page).getAttribute('aria-valuenow'));
const step = (page: Page) => page.locator('section.stage').getAttribute('data-step');

describe('the slider', () => {
  it('moves by keys, and says how many cells are shown', async () => {
    const page = await visit('scores', 'en');
    assert.equal(await slider(page).getAttribute('aria-valuemin'), '0');
    assert.equal(await slider(page).getAttribute('aria-valuemax'), '9');
    await slider(page).focus();
    for (const [key, count] of [
      ['End', 9],
      ['ArrowRight', 9],
      ['ArrowLeft', 8],
      ['ArrowDown', 7],
      ['ArrowUp', 8],
      ['Home', 0],
      ['ArrowLeft', 0],
      ['ArrowRight', 1],
      ['Shift+ArrowRight', 2],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await now(page), count, key);
    }
    assert.equal(await step(page), 'scores');
    assert.deepEqual(await texts(page, 'S'), [
      ['2', '5', ''],
      ['', '', ''],
      ['', '', ''],
    ]);
    assert.equal(await boxed(page).innerText(), '5', 'the last that is shown');
    const said: Record<Language, string> = {
      'zh-Hant': '9 格已算出 2 格',
      'zh-Hans': '共 9 格，已算出 2 格',
      en: 'Cells shown: 2 of 9',
    };
    for (const [language, text] of Object.entries(said)) {
      await speak(page, language as Language);
      assert.equal(await slider(page).getAttribute('aria-valuetext'), text);
    }
  });

  it('has as many places as the step has cells, and is absent without', async () => {
    for (const [at, count] of [
      ['scale', '9'],
      ['softmax', '9'],
      ['output', '12'],
    ] as const) {
      const page = await visit(at, 'en');
      assert.equal(await slider(page).getAttribute('aria-valuemax'), count);
      assert.equal(await now(page), Number(count));
    }
    const page = await visit('inputs', 'en');
    assert.equal(await slider(page).count(), 0);
  });

  it('moves by Shift and arrows from anywhere, and holds at both ends', async () => {
    const page = await visit('output', 'en', '&shown=output.1');
    await page.locator('section.stage').focus();
    for (const count of [0, 0]) {
      await page.keyboard.press('Shift+ArrowLeft');
      assert.equal(await now(page), count);
    }
    assert.equal(await page.locator('.inspector .boxed').count(), 0, 'nothing is shown yet');
    for (let count = 1; count <= 12; count++) {
      await page.keyboard.press('Shift+ArrowRight');
      assert.equal(await now(page), count);
    }
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await now(page), 12);
    assert.equal(await step(page), 'output');
    assert.equal(await boxed(page).innerText(), '0.9090');
  });

  it('lets no hidden cell be inspected', async () => {
    const page = await visit('scores', 'en', '&shown=scores.4');
    await cell(page, 'S', 2, 2).hover();
    await cell(page, 'S', 2, 2).click();
    assert.equal(await boxed(page).innerText(), '3');
    assert.equal(await cell(page, 'S', 2, 2).innerText(), '');
  });
});

/** Along the track: at a stop, or a share of the way to the next. */
async function place(track: Locator, along: number, stops: number): Promise<[number, number]> {
  const box = await track.boundingBox();
  assert.ok(box);
  return [box.x + (box.width * (along + 0.5)) / stops, box.y + 12];
}

describe('the stops', () => {
  it('are dragged along: from step to step, and cell by cell between them', async () => {
    const page = await visit('inputs', 'en');
    const track = page.locator('.stops');
    await page.mouse.move(...(await place(track, 0, 5)));
    await page.mouse.down();
    const seen: [number, StepId, number | null][] = [
      [1.03, 'scores', 0],
      [1.34, 'scores', 3],
      [1.67, 'scores', 6],
      [1.99, 'scores', 9],
      [2.56, 'scale', 5],
      [3.23, 'softmax', 2],
      [4.26, 'output', 6],
      [9, 'output', 12],
      [3.67, 'softmax', 6],
      [-2, 'inputs', null],
      [1.56, 'scores', 5],
    ];
    for (const [along, wanted, count] of seen) {
      await page.mouse.move(...(await place(track, along, 5)), { steps: 3 });
      await drawn(page, wanted);
      if (count !== null) assert.equal(await now(page), count, String(along));
    }
    await page.mouse.up();
    assert.equal(await step(page), 'scores', 'the end of a drag is no click');
    assert.equal(await now(page), 5);
    await page.mouse.move(...(await place(track, 3, 5)));
    assert.equal(await step(page), 'scores', 'let go');
    // Pressed without a drag, a stop is a button.
    await page.locator('.stop[data-step=softmax]').click();
    await drawn(page, 'softmax');
  });

  it('that are passed are shown in full, however fast', async () => {
    const page = await visit('inputs', 'en', '&predict=1');
    const track = page.locator('.stops');
    await page.mouse.move(...(await place(track, 0, 5)));
    await page.mouse.down();
    await page.mouse.move(...(await place(track, 1.2, 5)));
    await page.mouse.move(...(await place(track, 3.34, 5)));
    await page.mouse.up();
    await drawn(page, 'softmax');
    await page.waitForFunction(() =>
      location.hash.endsWith('&shown=scores.all,scale.all,softmax.3'),
    );
    assert.equal(await cell(page, 'A', 1, 0).innerText(), '?');
  });
});

describe('the line of cells on a phone', () => {
  it('is dragged along by a finger, and takes a tap', async () => {
    const opened = await site.open(siteAt('scores', 'en'), phone);
    const { page } = opened;
    await drawn(page, 'scores');
    const box = await slider(page).boundingBox();
    assert.ok(box);
    assert.ok(box.width > 250, 'it has a line of its own');
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          type === 'touchEnd' ? [] : [{ x: box.x + box.width * share, y: box.y + box.height / 2 }],
      });
    await touch('touchStart', 0.95);
    for (const [share, count] of [
      [0.8, 7],
      [0.5, 5],
      [0.34, 3],
      [0.002, 0],
      [0.67, 6],
    ] as const) {
      await touch('touchMove', share);
      await page.locator(`[role=slider][aria-valuenow="${count}"]`).waitFor();
    }
    await touch('touchEnd', 0);
    assert.equal(await now(page), 6);
    assert.equal(await step(page), 'scores');
    await slider(page).tap({ position: { x: box.width / 3, y: box.height / 2 } });
    await page.locator('[role=slider][aria-valuenow="3"]').waitFor();
    await slider(page).press('End');
    assert.equal(await now(page), 9);
    await closeQuietly(opened);
  });
});
