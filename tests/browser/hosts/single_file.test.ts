// One file for an e-mail, a stick or a learning platform: from a file, in a sandbox, and behind servers
// that know neither modules nor WebAssembly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assertWorks, pageOf, useCourse } from '../support/course.ts';

const state = 'v=1&lesson=attention-by-hand&step=scores&lang=en&predict=0';
const single = readFileSync('dist/qkv-lab.html', 'utf8');
const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const course = useCourse({
  copies: { 'lesson.html': 'qkv-lab.html' },
  pages: {
    'sandbox.html': pageOf(
      `<iframe sandbox="allow-scripts" src="lesson.html#${state}" width="1100" height="900"></iframe>`,
    ),
    'platform.html': pageOf(
      `<iframe src="lesson.html?chapters=hidden#${state}" width="1100" height="900"></iframe>`,
    ),
    'whole.html': pageOf(
      `<iframe sandbox="allow-scripts" srcdoc="${quoted(single)}" width="1100" height="900"></iframe>`,
    ),
  },
});

describe('the single file', () => {
  it('is small enough to send, and one classic script', () => {
    assert.ok(Buffer.byteLength(single) < 700_000, `${Buffer.byteLength(single)} bytes`);
    const page = single.slice(0, single.indexOf('<script>'));
    assert.ok(!/<link[^>]+stylesheet|<script|src=/.test(page), page);
    // The script names the tag of a script: with this before it, its own end would not be one.
    assert.ok(!single.slice(page.length).includes('<!--'), 'no comment opens within the script');
    assert.match(
      single.slice(single.indexOf('</script>')),
      /^<\/script>\s*<\/body>\s*<\/html>\s*$/,
    );
  });

  it('works from a file, asks for nothing, and keeps the state in its address', async () => {
    const file = pathToFileURL(join(course.folder, 'lesson.html')).href;
    const visit = await course.open(`${file}#${state}`);
    await assertWorks(visit.page);
    assert.deepEqual(visit.requests, [file]);
    await visit.page.waitForURL(/q=5/);
    await visit.page.reload();
    await visit.page
      .locator('figure[data-slot=S] [role=gridcell]')
      .first()
      .filter({ hasText: '5' })
      .waitFor();
    await visit.close();
  });

  it('works in a sandbox with scripts alone; what is copied can be selected there', async () => {
    const visit = await course.open('sandbox.html');
    const frame = visit.page.frameLocator('iframe');
    const lab = frame.locator('qkv-lab');
    await assertWorks(lab);
    await lab.locator('.opener[data-panel=share] > button').click();
    await lab.locator('.panel .row').first().click();
    const text = await lab.locator('.panel textarea').last().inputValue();
    assert.match(text, /#v=1&lesson=attention-by-hand/);
    await visit.close(/Clipboard API has been blocked/);
  });

  it('works in a frame of a platform that serves it without the types of modules and WebAssembly', async () => {
    const visit = await course.open('platform.html');
    const lab = visit.page.frameLocator('iframe').locator('qkv-lab');
    await assertWorks(lab);
    assert.equal(await lab.locator('nav.rail').count(), 0, 'no contents within a course');
    const below = visit.requests.filter((each) => !each.endsWith('platform.html'));
    assert.equal(below.length, 1, below.join());
    // The reader's way back leads out of the course page, not through the steps.
    const before = await visit.page.evaluate(() => history.length);
    await lab.getByRole('button', { name: 'Next' }).first().click();
    await lab.locator('section.stage[data-step=scale]').waitFor();
    assert.equal(await visit.page.evaluate(() => history.length), before);
    await visit.close();
  });

  it('works where a platform hands it over as the text of a frame', async () => {
    const visit = await course.open('whole.html');
    const lab = visit.page.frameLocator('iframe').locator('qkv-lab');
    await lab.locator('section.stage[data-step=inputs][aria-busy=false]').waitFor();
    await lab.getByRole('button', { name: 'Next' }).first().click();
    await assertWorks(lab);
    await visit.close();
  });
});
