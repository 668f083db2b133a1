// The frame page: what its address asks for, how high it is, and what it tells the page around it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertWorks, pageOf, useCourse } from '../support/course.ts';

const author = 'lesson=attention-by-hand&step=scores&lang=en&theme=dark';
const host = '<script src="embed/host.js"></script>';

const course = useCourse({
  copies: { embed: 'embed' },
  pages: {
    'frame.html': pageOf(
      `<iframe src="embed/frame.html?${author}#v=1&predict=0" width="900"></iframe>`,
      host,
    ),
    'alone.html': pageOf(
      `<iframe src="embed/frame.html?${author}#v=1&predict=0" width="900"></iframe>`,
    ),
    'slides.html': pageOf(
      `<iframe data-src="embed/frame.html?${author}&controls=steps#v=1&predict=0" width="900"></iframe>`,
      host,
    ),
    'late.html': pageOf(
      `<div hidden><iframe src="embed/frame.html?${author}#v=1&predict=0" width="900"></iframe></div>`,
      host,
    ),
    'course.html': pageOf(
      `${'<p>text</p>'.repeat(60)}<iframe src="embed/frame.html?lang=en" width="390"></iframe>`,
      host,
    ),
  },
});

const frame = (page: Page) => page.frameLocator('iframe').locator('qkv-lab');
const heightOf = (page: Page): Promise<number> =>
  page.locator('iframe').evaluate((each) => each.clientHeight);

/** The frame is as high as what it holds, and stays so. */
async function assertSettled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const frame = document.querySelector('iframe');
    const lab = frame?.contentDocument?.querySelector('qkv-lab');
    return lab && frame && Math.abs(frame.clientHeight - lab.getBoundingClientRect().height) <= 1;
  });
  const settled = await heightOf(page);
  await page.waitForTimeout(300);
  assert.equal(await heightOf(page), settled);
  assert.ok(settled > 300 && settled < 1500, `${settled} px`);
}

describe('a frame', () => {
  it('shows what its address asks for, and is as high as it needs with the script of the host', async () => {
    const visit = await course.open('frame.html');
    const { page } = visit;
    await assertWorks(frame(page));
    assert.equal(await frame(page).evaluate((lab) => lab.getAttribute('theme')), 'dark');
    await assertSettled(page);
    // A narrower page: higher, and no end of growing.
    const wide = await heightOf(page);
    await page.locator('iframe').evaluate((each) => {
      each.setAttribute('width', '360');
    });
    await page.waitForFunction(
      (before) => (document.querySelector('iframe')?.clientHeight ?? 0) !== before,
      wide,
    );
    await assertSettled(page);
    await visit.close();
  });

  it('tells its height and its state as text, and keeps the state in its own address', async () => {
    const visit = await course.open('about:blank');
    const { page } = visit;
    await page.addInitScript(() => {
      const messages: unknown[] = [];
      Object.assign(globalThis, { messages });
      addEventListener('message', ({ data }) => messages.push(data));
    });
    await page.goto(`${course.url}alone.html`);
    await assertWorks(frame(page));
    await page.waitForFunction(() =>
      (globalThis as unknown as { messages: string[] }).messages.some((each) =>
        each.includes('qkv.state'),
      ),
    );
    const messages = await page.evaluate(
      () => (globalThis as unknown as { messages: string[] }).messages,
    );
    const heard = messages.map((each) => JSON.parse(each) as Record<string, unknown>);
    const [height] = heard.filter(({ subject }) => subject === 'lti.frameResize');
    assert.deepEqual(Object.keys(height ?? {}), ['subject', 'height']);
    const state = heard.filter(({ subject }) => subject === 'qkv.state').at(-1)?.state;
    assert.match(String(state), /q=5/);
    const inner = page.frames()[1];
    assert.ok(inner);
    const { search, hash } = new URL(inner.url());
    assert.deepEqual([search, hash], ['', `#${String(state)}`]);
    await visit.close();
  });

  it('finds its numbers again when a slide that unloaded it comes back', async () => {
    const visit = await course.open('slides.html');
    const { page } = visit;
    const show = (on: boolean) =>
      page.locator('iframe').evaluate((each, wanted) => {
        if (wanted) each.setAttribute('src', each.dataset.src ?? '');
        else each.removeAttribute('src');
      }, on);
    await show(true);
    await assertWorks(frame(page));
    await frame(page).getByRole('button', { name: 'Next' }).click();
    await page.waitForFunction(() =>
      /step=scale/.test(document.querySelector('iframe')?.dataset.src ?? ''),
    );
    await show(false);
    await page.waitForFunction(
      () =>
        (document.querySelector('iframe')?.contentWindow?.location.href ?? '') === 'about:blank',
    );
    await show(true);
    await frame(page).locator('section.stage[data-step=scale][aria-busy=false]').waitFor();
    assert.equal(
      await frame(page).locator('figure[data-slot=S] [role=gridcell]').first().innerText(),
      '5',
    );
    const asked = await page.locator('iframe').evaluate((each) => each.dataset.src);
    assert.match(String(asked), /^embed\/frame\.html\?controls=steps#v=1/);
    await visit.close();
  });

  it('has its height when it is shown only later', async () => {
    const visit = await course.open('late.html');
    const { page } = visit;
    await page.waitForTimeout(400);
    await page.locator('div').evaluate((each) => {
      each.removeAttribute('hidden');
    });
    await frame(page).locator('section.stage[data-step=scores][aria-busy=false]').waitFor();
    await assertSettled(page);
    await visit.close();
  });

  it('takes neither the focus nor the place on the page', async () => {
    const visit = await course.open('course.html');
    const { page } = visit;
    await frame(page).locator('section.stage[aria-busy=false]').waitFor();
    const { tag, top } = await page.evaluate(() => ({
      tag: document.activeElement?.tagName,
      top: scrollY,
    }));
    assert.deepEqual([tag, top], ['BODY', 0]);
    await visit.close();
  });
});
