// VitePress: a page that the server has drawn, taken over by Vue, and pages that Vue exchanges.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertComesAgain, assertWorks, typeAll, useCourse } from '../support/course.ts';
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
    await assertComesAgain(visit.page);
    await visit.close();
  });
});
