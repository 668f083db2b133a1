// VitePress: a page that the server has drawn, taken over by Vue, and pages that Vue exchanges.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFrames, assertWorks, typeAll, useCourse } from '../support/course.ts';
import { vitepress } from '../support/hosts.ts';

const course = useCourse(vitepress());

describe('in VitePress', () => {
  it('the figure works, keeps its keys, and leaves the search its own', async () => {
    const visit = await course.open('index.html');
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await assertWorks(lab);
    await typeAll(lab, ['/', 'n', '.']);
    const search = page.locator('.VPLocalSearchBox');
    assert.equal(await search.count(), 0);
    await page.keyboard.press('/');
    await search.waitFor();
    await visit.close();
  });

  it('comes again, new, when the reader goes to another page and back without loading one', async () => {
    const visit = await course.open('index.html');
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await assertWorks(lab);
    await page.evaluate(() => {
      document.documentElement.dataset.loaded = 'once';
    });
    await page.getByRole('link', { name: 'Frames' }).first().click();
    await assertFrames(page);
    assert.equal(await lab.count(), 0);
    await page.goBack();
    await assertWorks(lab);
    assert.equal(await page.locator('html[data-loaded=once]').count(), 1);
    await visit.close();
  });
});
