// Two networks in training: what ends them, what hands them out, and figures with limits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, openHost, useSite } from './support/browser.ts';
import { address } from './support/figure.ts';
import { openPanel } from './support/flows.ts';
import {
  counted,
  openRace,
  parameter,
  raceAt,
  ready,
  score,
  small,
  weights,
} from './support/race.ts';

const site = useSite();

/** Until so many workers are left. */
async function workers(page: Page, left: number): Promise<void> {
  for (let i = 0; page.workers().length !== left; i++) {
    assert.ok(i < 100, `${page.workers().length} workers, not ${left}`);
    await page.waitForTimeout(50);
  }
}

/** What the browser says of what a test broke. */
const forgive = (complaints: string[], own: RegExp): void => {
  complaints.splice(0, Infinity, ...complaints.filter((text) => !own.test(text)));
};

describe('both workers', () => {
  it('end with the lesson, with the figure, and with other settings', async () => {
    const opened = await openRace(site, `${small}&look=at.20`);
    const { page } = opened;
    await counted(page, 20);
    await workers(page, 2);
    const first = await weights(page);
    await address(
      page,
      `v=1&lesson=reverse-digits&lang=en&settings=seed.1,width.8,length.4,batch.16&look=at.10`,
    );
    await counted(page, 10);
    await workers(page, 2);
    await address(page, `v=1&lesson=attention-by-hand&lang=en`);
    await page.locator('section.stage[data-step=inputs]').waitFor();
    await workers(page, 0);
    await address(page, `v=1&lesson=reverse-digits&lang=en${small}&look=at.20`);
    await counted(page, 20);
    assert.deepEqual(await weights(page), first);
    // Taken out of the page and put back, it goes on from its state.
    await page.evaluate(() => {
      const lab = document.querySelector('qkv-lab');
      Object.assign(globalThis, { lab, home: lab?.parentElement });
      lab?.remove();
    });
    await workers(page, 0);
    await page.evaluate(() => {
      const { lab, home } = globalThis as unknown as { lab: Element; home: Element };
      home.append(lab);
    });
    await ready(page);
    await counted(page, 20);
    assert.deepEqual(await weights(page), first);
    await closeQuietly(opened);
  });

  it('that die are told of, and begin anew when asked to', async () => {
    const opened = await site.open(raceAt('en', `${small}&look=at.20`), {}, (page) =>
      page.addInitScript(() => {
        const made: Worker[] = [];
        Object.assign(globalThis, { made });
        globalThis.Worker = class extends Worker {
          constructor(...given: ConstructorParameters<typeof Worker>) {
            super(...given);
            made.push(this);
          }
        };
      }),
    );
    const { page } = opened;
    await counted(page, 20);
    const before = await weights(page);
    await page.evaluate(() => {
      const { made } = globalThis as unknown as { made: Worker[] };
      made[0]?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    });
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /The engine stopped/);
    await workers(page, 0);
    await alert.getByRole('button').click();
    await counted(page, 20);
    assert.deepEqual(await weights(page), before);
    await closeQuietly(opened);
  });

  for (const file of ['train.js', 'training.js', 'qkv-train.wasm']) {
    it(`whose ${file} does not come are told of, and begin when it does`, async () => {
      const opened = await site.open(raceAt('en', small), {}, (page) =>
        page.route(`**/${file}`, (route) => route.abort('failed')),
      );
      const { page } = opened;
      const alert = page.getByRole('alert');
      await alert.waitFor();
      assert.match(await alert.innerText(), /The engine did not load/);
      assert.ok((await page.locator('.reading li').count()) === 5, 'every step can be read');
      await page.unroute(`**/${file}`);
      await alert.getByRole('button').click();
      // A browser may keep a module that failed for as long as its page lives.
      if (file === 'training.js') await page.reload();
      await ready(page);
      forgive(opened.complaints, /Failed to load|did not start|Failed to fetch/);
      await closeQuietly(opened);
    });
  }
});

describe('what a race hands out', () => {
  it('is its records and its map as files, and pictures of both', async () => {
    const opened = await openRace(site, `${small}&look=at.30`);
    const { page } = opened;
    await counted(page, 30);
    const panel = await openPanel(page, 'share');
    const saved = new Map<string, Buffer>();
    for (const row of await panel.locator('.row', { hasText: /CSV|SVG|PNG/ }).all()) {
      const [download] = await Promise.all([page.waitForEvent('download'), row.click()]);
      saved.set(download.suggestedFilename(), readFileSync(await download.path()));
    }
    const names = [...saved.keys()].sort();
    const parts = ['curves', 'map'].flatMap((part) =>
      ['csv', 'png', 'svg'].map((kind) => `qkv-lab-reverse-digits-${part}-30.${kind}`),
    );
    const stage = ['png', 'svg'].map((kind) => `qkv-lab-reverse-digits-guess.${kind}`);
    assert.deepEqual(names, [...parts, ...stage].sort());
    for (const [name, content] of saved) {
      if (name.endsWith('png')) assert.deepEqual([...content.subarray(1, 4)], [80, 78, 71], name);
      if (name.endsWith('svg')) {
        const text = content.toString();
        assert.ok(text.startsWith('<svg') && text.length > 2000, name);
        assert.ok(!/NaN|undefined|var\(/.test(text), name);
      }
    }
    const [header = '', ...rows] = (saved.get(parts[0] ?? '')?.toString() ?? '')
      .trim()
      .split('\r\n');
    assert.equal(header.split('","').length, 9);
    assert.equal(rows.length, 31, 'the untrained row, and one for each step');
    assert.match(rows[1] ?? '', /^1,\d+\.\d+,\d+\.\d+,,,\d+\.\d+,\d+\.\d+,,$/);
    assert.match(rows[30] ?? '', /^30,[\d.e-]+,[\d.e-]+,0?\.?\d+,/);
    const map = (saved.get(parts[3] ?? '')?.toString() ?? '').trim().split('\r\n');
    assert.equal(map.length, 4);
    for (const row of map) {
      const sum = row.split(',').reduce((total, weight) => total + Number(weight), 0);
      assert.ok(Math.abs(sum - 1) < 1e-5, row);
    }
    await closeQuietly(opened);
  });

  it('is a program with the settings in hand', async () => {
    const opened = await openRace(
      site,
      '&settings=seed.5,rate.0.01,width.16,heads.2,layers.2,length.6',
      'zh-Hant',
      {
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    );
    const { page } = opened;
    const panel = await openPanel(page, 'share');
    await panel.locator('.row', { hasText: 'PyTorch' }).click();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(text, /^SEED, STEPS, BATCH, RATE = 5, 1500, 64, 0\.01$/m);
    assert.match(text, /^DIGITS, LENGTH, WIDTH, HEADS, LAYERS = 10, 6, 16, 2, 2$/m);
    await closeQuietly(opened);
  });
});

describe('a race in a course page', () => {
  const host = (attributes: string): string =>
    `<qkv-lab lang="en" lesson="reverse-digits" state="v=1&amp;lesson=reverse-digits${small.replaceAll('&', '&amp;')}&amp;look=at.20" ${attributes}></qkv-lab>`;

  it('without controls is trained to where it says, and holds nothing back', async () => {
    const opened = await openHost(site, host('controls="none"'));
    const { page } = opened;
    await ready(page);
    await page.waitForFunction(() => {
      const root = document.querySelector('qkv-lab')?.shadowRoot;
      return root?.querySelector('.curves')?.getAttribute('aria-label')?.includes('20') === true;
    });
    assert.match(await score(page, 'transformer', 'digits'), /%/);
    assert.equal(await page.locator('.step-bar').count(), 0);
    await closeQuietly(opened);
  });

  it('with limits offers no settings, and still runs', async () => {
    const opened = await openHost(site, host('allow=""'));
    const { page } = opened;
    await ready(page);
    const panel = await openPanel(page, 'settings');
    assert.equal(await panel.locator('.training-settings').count(), 0);
    await page.keyboard.press('Escape');
    await page.locator('.step-bar .next').click();
    await counted(page, 21);
    assert.equal(await parameter(page, 'settings'), 'width.8,length.4,batch.16');
    await closeQuietly(opened);
  });

  it('is one of several, each with its own', async () => {
    const opened = await openHost(site, host('') + host('controls="steps"'));
    const { page } = opened;
    const labs = page.locator('qkv-lab');
    for (const each of [0, 1]) {
      await labs.nth(each).locator('.counter b', { hasText: /^20$/ }).waitFor();
    }
    await workers(page, 4);
    await labs.nth(1).locator('.step-bar .next').click();
    await labs.nth(1).locator('.counter b', { hasText: /^21$/ }).waitFor();
    assert.equal(await labs.nth(0).locator('.counter b').innerText(), '20');
    await closeQuietly(opened);
  });
});
