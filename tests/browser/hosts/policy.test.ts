// A server that forbids all but its own files: no inline script and no inline style.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fences } from '../../web/support/readme.ts';
import { assertWorks, pageOf, useCourse } from '../support/course.ts';
import { tag } from '../support/hosts.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const [policy = ''] = fences(readme, 'http');

const course = useCourse({
  copies: { qkv: 'embed' },
  pages: {
    'figure.html': pageOf(tag, '<script type="module" src="qkv/qkv-lab.js"></script>'),
    'inline.html': pageOf('<script>document.title = "inline"</script><p style="color: red">'),
    'frame.html': pageOf(
      '<iframe src="qkv/frame.html?lang=en#v=1&predict=0&step=scores" width="900" height="600"></iframe>',
    ),
  },
  headers: { 'Content-Security-Policy': policy.replace('Content-Security-Policy: ', '').trim() },
});

it('the policy of README forbids inline scripts and styles', async () => {
  const visit = await course.open('inline.html');
  assert.equal(await visit.page.title(), 'Course');
  assert.equal(visit.complaints.filter((each) => each.includes('inline')).length, 2);
  await visit.close(/inline/);
});

it('the figure works and looks the same under it', async () => {
  const visit = await course.open('figure.html');
  const { page } = visit;
  const lab = page.locator('qkv-lab');
  await assertWorks(lab);
  // What views say of sizes and shades arrives.
  const shades = await lab
    .locator('figure[data-slot=S] [role=gridcell]')
    .evaluateAll(
      (cells) => new Set(cells.map((each) => getComputedStyle(each).backgroundColor)).size,
    );
  assert.ok(shades > 3, `${shades} shades`);
  const svg = await lab.evaluate((each) =>
    (each as unknown as { toSVG(): Promise<string> }).toSVG(),
  );
  assert.match(svg, /^<svg/);
  await visit.close();
});

it('a worksheet is printed from it, with its styles', async () => {
  const visit = await course.open('figure.html');
  const { page } = visit;
  await page.addInitScript(() => {
    window.print = () => {
      const [blank] = document.querySelectorAll('.write');
      Object.assign(window.top ?? {}, { printed: blank ? getComputedStyle(blank).height : '' });
      dispatchEvent(new Event('beforeprint'));
      dispatchEvent(new Event('afterprint'));
    };
  });
  await page.reload();
  const lab = page.locator('qkv-lab');
  await lab.locator('section.stage[aria-busy=false]').waitFor();
  await lab.locator('.opener[data-panel=print] > button').click();
  await lab.locator('.panel .print').click();
  const printed = await page.waitForFunction(
    () => (window as unknown as { printed?: string }).printed,
  );
  assert.ok(parseFloat((await printed.jsonValue()) ?? '') >= 45);
  await visit.close();
});

it('and so does its frame', async () => {
  const visit = await course.open('frame.html');
  const lab = visit.page.frameLocator('iframe').locator('qkv-lab');
  await assertWorks(lab);
  assert.equal(await lab.evaluate((each) => each.getBoundingClientRect().left), 0);
  await visit.close();
});
