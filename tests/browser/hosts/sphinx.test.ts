// Sphinx with its book theme, and pages in MyST.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFrames, assertWorks, typeAll, useCourse } from '../support/course.ts';
import { sphinx } from '../support/hosts.ts';

const course = useCourse(sphinx());

describe('in the book theme of Sphinx', () => {
  it('the figure works, keeps its keys, and leaves the search its own', async () => {
    const visit = await course.open('index.html');
    const { page } = visit;
    const lab = page.locator('qkv-lab');
    await assertWorks(lab);
    await typeAll(lab, ['/', 'n', 'ArrowRight', '.']);
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    assert.equal(await focused(), 'QKV-LAB');
    await page.keyboard.press('/');
    assert.equal(await focused(), 'INPUT');
    await visit.close();
  });

  it('frames work', async () => {
    const visit = await course.open('frames.html');
    await assertFrames(visit.page);
    await visit.close();
  });
});
