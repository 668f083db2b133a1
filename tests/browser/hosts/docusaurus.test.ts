// Docusaurus: pages drawn beforehand, taken over by React, and exchanged by it. Its installation is large and
// takes a minute, so that this runs when it is asked for: `npm run test:docusaurus`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertFrames, assertWorks, useCourse } from '../support/course.ts';
import type { Course } from '../support/course.ts';
import { docusaurus } from '../support/hosts.ts';

const asked = process.env.QKV_DOCUSAURUS === '1';

describe('in Docusaurus', { skip: !asked && 'npm run test:docusaurus' }, () => {
  let course: Course | undefined;
  if (asked) course = useCourse(docusaurus());

  it('the figure works, and comes again when the reader goes to another page and back', async () => {
    assert.ok(course, 'the course is built');
    const visit = await course.open('');
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
