// The worksheet: chosen in its panel, printed from a frame, saved as a file, and laid out on paper.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Frame, Locator, Page } from 'playwright-core';
import { faults } from './support/axe.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import type { Opened } from './support/browser.ts';
import { languages, siteAt } from './support/figure.ts';
import { focused, openPanel, speak, stateOf, ui } from './support/flows.ts';

const site = useSite();

const ready = (page: Page | Frame): Promise<void> =>
  page.locator('section.stage[aria-busy=false]').first().waitFor();

const field = (panel: Locator, at: number): Locator => panel.locator('input').nth(at);
const fill = async (panel: Locator, at: number, text: string): Promise<void> => {
  await field(panel, at).fill(text);
  await field(panel, at).press('Tab');
};

/** What a frame had when it was printed. */
interface Printed {
  readonly framed: boolean;
  readonly papers: number;
  readonly keys: number;
  readonly height: string;
  readonly title: string;
  readonly scripts: number;
}

/**
 * Printing is said to the top page, as a browser would say it to the frame. Functions have no names in
 * it: tsx adds helpers to those.
 */
const stub = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.print = () => {
      const [blank] = document.querySelectorAll('td.write');
      const printed = {
        framed: window !== window.top,
        papers: document.querySelectorAll('.paper').length,
        keys: document.querySelectorAll('.key').length,
        scripts: document.querySelectorAll('script').length,
        height: blank ? getComputedStyle(blank).height : '',
        title: document.title,
      };
      Object.assign(window.top ?? {}, { printed });
      dispatchEvent(new Event('beforeprint'));
      setTimeout(() => dispatchEvent(new Event('afterprint')), 50);
    };
  });

async function saved(page: Page, panel: Locator): Promise<{ name: string; html: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.locator('.save').click(),
  ]);
  return {
    name: download.suggestedFilename(),
    html: readFileSync(await download.path(), 'utf8'),
  };
}

describe('the panel', () => {
  it('prints what is chosen, and gives the focus back to its button', async () => {
    const opened = await site.open(siteAt('scores', 'en'), {}, stub);
    const { page } = opened;
    await ready(page);
    const before = await stateOf(page);
    const panel = await openPanel(page, 'print');
    await fill(panel, 0, '2');
    await panel.locator('.print').press('Enter');
    const printed = await page.waitForFunction(
      () => (window as unknown as { printed?: Printed }).printed,
    );
    const { height, title, ...rest } = (await printed.jsonValue()) ?? {
      ...{ height: '', title: '', framed: false },
    };
    assert.deepEqual(rest, { framed: true, papers: 2, keys: 2, scripts: 0 });
    assert.ok(parseFloat(height) >= 45, `styled under the policy of the page: ${height}`);
    assert.equal(title, `Attention by hand · ${ui.en.print.title}`);
    await page.waitForFunction(
      () => !document.querySelector('qkv-lab')?.shadowRoot?.querySelector('iframe'),
    );
    assert.equal(await focused(page), 'plain check print');
    assert.equal(await panel.locator('[role=alert]').count(), 0);
    assert.equal(await stateOf(page), before, 'nothing of it is in the address');
    await closeQuietly(opened);
  });

  it('asks for one step at least, and takes no number that is none', async () => {
    const opened = await site.open(siteAt('scores', 'en'));
    const { page } = opened;
    await ready(page);
    const panel = await openPanel(page, 'print');
    for (const text of ['0', '31', '1.5', 'x', '']) {
      await fill(panel, 0, text);
      assert.equal(await field(panel, 0).inputValue(), '1', text);
    }
    await fill(panel, 0, '３０');
    await fill(panel, 1, '4294967295');
    const steps = panel.getByRole('group').getByRole('switch');
    assert.equal(await steps.count(), 4);
    for (const at of [0, 1, 2, 3]) await steps.nth(at).press('Space');
    assert.deepEqual(
      await steps.evaluateAll((all) => all.map((each) => [each.ariaChecked, each.ariaDisabled])),
      [...Array<(string | null)[]>(3).fill(['false', null]), ['true', 'true']],
    );
    await panel.getByRole('switch', { name: ui.en.print.key }).press('Space');
    const { html, name } = await saved(page, panel);
    assert.equal(name, 'qkv-lab-attention-by-hand-4294967295.html');
    const count = (text: string) => html.split(text).length - 1;
    assert.equal(count('<section class="paper">'), 30);
    assert.equal(count('<section class="key">'), 0);
    assert.deepEqual(count('data-step="output"'), count('data-step='));
    assert.ok(html.includes('Seed 28<'), 'after the last seed comes 0');
    await panel.getByRole('status').waitFor();
    await closeQuietly(opened);
  });

  it('says so where printing is not allowed, and still saves', async () => {
    const opened = await site.open('embed/course-page.html', {}, (page) =>
      page.route('**/course-page.html', (route) =>
        route.fulfill({
          contentType: 'text/html; charset=utf-8',
          body: `<!doctype html><title>Course</title><link rel="icon" href="data:,">
            <iframe sandbox="allow-scripts allow-same-origin allow-downloads" width="1000" height="700"
              src="../${siteAt('scores', 'zh-Hant').replaceAll('&', '&amp;')}"></iframe>`,
        }),
      ),
    );
    const { page, complaints } = opened;
    const frame = page.frames()[1];
    assert.ok(frame);
    await ready(frame);
    await frame.locator('.opener[data-panel=print] > button').click();
    const panel = frame.locator('.panel');
    await panel.locator('.print').click();
    assert.equal(await panel.getByRole('alert').innerText(), ui['zh-Hant'].print.refused);
    const left = await frame
      .locator('qkv-lab')
      .evaluate((lab) => lab.shadowRoot?.querySelectorAll('iframe').length);
    assert.equal(left, 0);
    assert.ok((await saved(page, panel)).html.startsWith('<!doctype html>'));
    const said = complaints.splice(0);
    assert.ok(
      said.some((each) => each.includes("Ignored call to 'print()'")),
      'it was the browser',
    );
    const others = said.filter((each) => !/'print\(\)'|can escape its sandboxing/.test(each));
    assert.deepEqual(others, []);
    await closeQuietly(opened);
  });

  it('is in each language, and tells that large matrices are replaced', async () => {
    const opened = await site.open('site/#v=1&lesson=causal-mask&set=tensors&lang=en');
    const { page } = opened;
    await ready(page);
    const panel = await openPanel(page, 'print');
    for (const language of languages) {
      await speak(page, language);
      const words = ui[language].print;
      assert.equal(await panel.getAttribute('aria-label'), words.title);
      assert.deepEqual(await panel.locator('.why').allInnerTexts(), [words.why, words.large]);
      const labels = await panel.locator('.field-row').allInnerTexts();
      assert.deepEqual(
        labels.map((each) => each.trim()),
        [words.variants, words.seed],
      );
    }
    await closeQuietly(opened);
  });
});

/** Pages of the document with some of its sections alone, on paper of some size. */
async function pages(page: Page, format: string, keep: (at: number) => boolean): Promise<number> {
  const count = await page.locator('.paper, .key').count();
  const kept = Array.from({ length: count }, (_, at) => keep(at));
  await page.evaluate((flags) => {
    for (const [at, each] of document.querySelectorAll<HTMLElement>('.paper, .key').entries()) {
      each.hidden = flags[at] !== true;
    }
  }, kept);
  const pdf = (await page.pdf({ format })).toString('latin1');
  return (pdf.match(/\/Type\s*\/Page\b/g) ?? []).length;
}

const sheets = [
  { lesson: 'attention-by-hand', more: '&mask=1', language: 'zh-Hant', format: 'A4' },
  {
    lesson: 'causal-mask',
    more: '&names=international la,%E6%84%9B',
    language: 'zh-Hans',
    format: 'A4',
  },
  { lesson: 'many-heads', more: '', language: 'en', format: 'Letter' },
] as const;

for (const { lesson, more, language, format } of sheets) {
  describe(`${lesson} on ${format}`, () => {
    it('begins each variant and each key on a page, within its margins, with room to write', async () => {
      const opened: Opened = await site.open(`site/#v=1&lesson=${lesson}&lang=${language}${more}`);
      const { page } = opened;
      await ready(page);
      const panel = await openPanel(page, 'print');
      await fill(panel, 0, '2');
      const { html } = await saved(page, panel);
      await page.goto('about:blank');
      await page.setContent(html);
      if (language === 'en') assert.deepEqual(await faults(page), []);
      await page.emulateMedia({ media: 'print' });
      // The narrower of A4 and Letter, without margins of 15 mm.
      const paper = (180 * 96) / 25.4;
      await page.setViewportSize({ width: Math.floor(paper), height: 900 });
      const boxes = await page.locator('table, math, footer, header').evaluateAll((all) =>
        all.map((each) => {
          const { left, right } = each.getBoundingClientRect();
          return { what: each.textContent.replace(/\s+/g, ' ').slice(0, 40), left, right };
        }),
      );
      assert.deepEqual(
        boxes.filter(({ left, right }) => left < -1 || right > paper + 1),
        [],
      );
      const blanks = await page
        .locator('.write')
        .evaluateAll((all) => all.map((each) => Math.min(each.clientWidth, each.clientHeight)));
      assert.ok(
        blanks.length > 50 && Math.min(...blanks) >= (11.8 * 96) / 25.4,
        `${Math.min(...blanks)}`,
      );
      const cut = await page
        .locator('tbody td')
        .evaluateAll((all) =>
          all
            .filter((each) => each.scrollWidth > each.clientWidth)
            .map(({ textContent, clientWidth }) => `${textContent} in ${clientWidth}`),
        );
      assert.deepEqual(cut, []);
      const paperAlone = await pages(page, format, (at) => at === 0);
      const keyAlone = await pages(page, format, (at) => at === 2);
      assert.equal(keyAlone, 1, 'a key is one page');
      // Both variants have the same shapes.
      assert.equal(await pages(page, format, () => true), 2 * (paperAlone + keyAlone));
      await closeQuietly(opened);
    });
  });
}
