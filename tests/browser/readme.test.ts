// The tag of README.md, pasted into a page as it stands there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fences } from '../web/support/readme.ts';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { drawn } from './support/figure.ts';

const site = useSite();
const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

it('the snippet shows its lesson at its step in its language', async () => {
  const [snippet] = fences(readme, 'html');
  assert.ok(snippet !== undefined);
  const opened = await openHost(site, snippet);
  const lab = opened.page.locator('qkv-lab');
  await drawn(lab, 'scores');
  assert.match(await lab.locator('.say h2').innerText(), /每個 query 對每個 key/);
  await closeQuietly(opened);
});
