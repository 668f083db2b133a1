// Docusaurus: pages drawn beforehand, taken over by React, and exchanged by it. Its installation is large and
// takes a minute, so that this runs when it is asked for: `npm run test:docusaurus`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertComesAgain, useCourse } from '../support/course.ts';
import type { Course } from '../support/course.ts';
import { docusaurus } from '../support/hosts.ts';

const asked = process.env.QKV_DOCUSAURUS === '1';

describe('in Docusaurus', { skip: !asked && 'npm run test:docusaurus' }, () => {
  let course: Course | undefined;
  if (asked) course = useCourse(docusaurus());

  it('the figure works, and comes again when the reader goes to another page and back', async () => {
    assert.ok(course, 'the course is built');
    const visit = await course.open('');
    await assertComesAgain(visit.page);
    await visit.close();
  });
});
