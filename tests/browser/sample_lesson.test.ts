// A folder is all that a lesson needs: one that only the tests have, built beside the others.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { bundle } from '../../wasm/toolchain/build.mjs';
import { chapters } from '../../web/lessons/chapters.ts';
import { lesson } from '../lessons/sample/lesson.ts';
import { text as en } from '../lessons/sample/text/en.ts';
import { text as hans } from '../lessons/sample/text/zh-Hans.ts';
import { text as hant } from '../lessons/sample/text/zh-Hant.ts';
import { absolute } from '../web/support/files.ts';
import { faults } from './support/axe.ts';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { address, boxed, cell, edit, languages, texts } from './support/figure.ts';
import type { Language } from './support/figure.ts';
import { openPanel, stateOf } from './support/flows.ts';

const folder = mkdtempSync(join(tmpdir(), 'qkv-sample-'));
after(() => {
  rmSync(folder, { recursive: true });
});
const site = useSite([], async () => {
  const dist = join(folder, 'dist');
  await bundle({ dist, lessons: [absolute('tests/lessons')], types: false });
  return dist;
});

const words = { 'zh-Hant': hant, 'zh-Hans': hans, en };
const ready = (page: Page, step: string): Promise<void> =>
  page.locator(`section.stage[data-step=${step}][aria-busy=false]`).first().waitFor();

describe('a lesson in a folder of its own', () => {
  it('stands in its place among the chapters, and opens from there', async () => {
    const opened = await site.open('site/#v=1&lang=en');
    const { page } = opened;
    await ready(page, 'inputs');
    await page.locator('.contents').filter({ visible: true }).first().click();
    const titles = [
      ...chapters.map((each) => [each.lesson.chapter, each.text.en.title] as const),
      [lesson.chapter, en.title] as const,
    ].sort(([a], [b]) => a - b);
    const links = page.locator('nav').getByRole('button');
    const listed = (await links.allInnerTexts()).map((text) => text.replace(/^\s*\d+\s*/, ''));
    const found = listed.filter((text) => titles.some(([, title]) => title === text.trim()));
    assert.deepEqual(
      found,
      titles.map(([, title]) => title),
    );
    await links.filter({ hasText: en.title }).click();
    await page.locator('h1', { hasText: en.title }).waitFor();
    assert.match(await stateOf(page), /lesson=sample/);
    assert.equal(await page.title(), `${en.title} · QKV Lab`);
    await closeQuietly(opened);
  });

  for (const width of [320, 1280]) {
    it(`draws every step in every language, and axe finds nothing, at ${width} px`, async () => {
      const opened = await site.open('site/#v=1&lesson=sample', {
        viewport: { width, height: 1700 },
      });
      const { page } = opened;
      for (const language of languages) {
        for (const { id } of lesson.steps) {
          await address(page, `v=1&lesson=sample&step=${id}&lang=${language}&predict=0`);
          await ready(page, id);
          const { title } = words[language].steps[id] ?? {};
          assert.ok(title);
          assert.ok((await page.locator('.say h2').allInnerTexts()).join().includes(title));
          // What axe looks at is the same in every language, but for the length of words.
          if (language !== (width === 320 ? 'zh-Hant' : 'en')) continue;
          assert.deepEqual(await faults(page), [], `${language} ${id}`);
          // Scores are scaled where nothing says otherwise, and said to be.
          const scaled = page.locator('[data-slot=Z] figcaption').filter({ visible: true });
          for (const caption of await scaled.allInnerTexts()) assert.match(caption, /d/);
          const sideways = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          assert.ok(sideways <= 0, `${language} ${id}`);
        }
      }
      await closeQuietly(opened);
    });
  }

  it('is computed, asked about and shared like the others', async () => {
    const opened = await site.open('site/#v=1&lesson=sample&step=scores&lang=en');
    const { page } = opened;
    await ready(page, 'scores');
    assert.deepEqual(await texts(page, 'S'), [
      ['2', '2'],
      ['?', ''],
    ]);
    await page.locator('.answer-field').fill('1');
    await page.keyboard.press('Enter');
    assert.equal(await cell(page, 'S', 1, 0).innerText(), '1');
    await edit(page, 'Q', 0, 2, '5');
    await cell(page, 'S', 0, 0).click();
    assert.equal(await boxed(page).innerText(), '2');
    const panel = await openPanel(page, 'share');
    const link = await panel.locator('.link').inputValue();
    const other = await site.open(link.slice(site.url.length));
    await ready(other.page, 'scores');
    assert.equal(await stateOf(other.page), await stateOf(page));
    assert.equal(await cell(other.page, 'Q', 0, 2).innerText(), '5');
    assert.equal(await boxed(other.page).innerText(), await boxed(page).innerText());
    await closeQuietly(other);
    await closeQuietly(opened);
  });

  it('is there for a course page to embed', async () => {
    const embed = (language: Language) =>
      `<qkv-lab lesson="sample" step="output" lang="${language}"></qkv-lab>`;
    const opened = await openHost(site, languages.map(embed).join(''));
    const { page } = opened;
    for (const [at, language] of languages.entries()) {
      const lab = page.locator('qkv-lab').nth(at);
      await lab.locator('section.stage[data-step=output][aria-busy=false]').waitFor();
      const { title } = words[language].steps.output ?? {};
      assert.ok(title && (await lab.locator('.say h2').innerText()).includes(title));
      const [top] = await texts(lab, 'O');
      assert.deepEqual(top, ['2.000', '4.000'], 'scores of 2 and 2 share alike');
    }
    await closeQuietly(opened);
  });
});
