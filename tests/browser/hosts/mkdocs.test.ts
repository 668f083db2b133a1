// MkDocs with its theme Material: keys for search and pages, and navigation that exchanges the page's text.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFrames, assertWorks, typeAll, useCourse } from '../support/course.ts';
import { mkdocs } from '../support/hosts.ts';

const course = useCourse(mkdocs());

describe('in MkDocs Material', () => {
  it('the figure works, keeps its keys, and leaves the search its own', async () => {
    const visit = await course.open('figure/');
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await assertWorks(lab);
    await typeAll(lab, ['/', 'f', 's', 'n', 'p', ',', '.']);
    const searching = () => page.locator('#__search').isChecked();
    assert.equal(await searching(), false);
    await lab.locator('.arrow-button.next').focus();
    await page.keyboard.press('/');
    await page.locator('.md-search__input:focus').waitFor();
    assert.equal(await searching(), true);
    assert.match(page.url(), /figure\/$/);
    await visit.close();
  });

  it('comes again, new, when the reader goes to another page and back without loading one', async () => {
    const visit = await course.open('figure/');
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await page.evaluate(() => {
      document.documentElement.dataset.loaded = 'once';
    });
    await assertWorks(lab);
    const go = async (to: string) => {
      await page.locator(`nav a[href$="${to}/"]`).first().click();
      await page.waitForURL(`**/${to}/`);
    };
    await go('frames');
    await assertFrames(page);
    assert.equal(await lab.count(), 0);
    await page.goBack();
    await assertWorks(lab);
    await go('frames');
    await go('figure');
    await assertWorks(lab);
    assert.equal(await page.locator('html[data-loaded=once]').count(), 1);
    await visit.close();
  });
});
