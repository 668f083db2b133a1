// Two networks in training: the document's numbers, the playhead, one's own digits, settings, questions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { address } from './support/figure.ts';
import { announcement, openPanel, panelButton } from './support/flows.ts';
import {
  count,
  counted,
  openRace,
  parameter,
  ready,
  score,
  small,
  weights,
} from './support/race.ts';

const site = useSite();

const golden = JSON.parse(
  readFileSync(new URL('../golden/reverse_seq.json', import.meta.url), 'utf8'),
) as Record<'Transformer' | 'BiLSTM', { readonly loss_all: readonly number[] }>;

describe('the document’s race', () => {
  it('trains to where an address says, with the document’s losses', async () => {
    const opened = await openRace(site, '&step=diagonal');
    const { page } = opened;
    await counted(page, 100);
    // As it is written at the ends of the curves.
    const shown = await page.locator('.curves').getAttribute('aria-label');
    for (const name of ['Transformer', 'BiLSTM'] as const) {
      const loss = golden[name].loss_all[99] ?? NaN;
      assert.ok(shown?.includes(loss.toFixed(2)), `${name} ${loss}: ${shown ?? ''}`);
    }
    assert.deepEqual(
      await page
        .locator('[data-network] td.number:first-of-type, [data-network] td:nth-of-type(3)')
        .allInnerTexts(),
      ['9,194', '32,778'],
    );
    // The untrained network's and this one's maps are of the same sequence, which stands in the document.
    const digits = await page.locator('.digits .in').allInnerTexts();
    assert.deepEqual(digits, Array.from('1910182850'));
    await closeQuietly(opened);
  });
});

describe('the playhead', () => {
  it('runs by the button and by the space bar, passes steps, and rests where it is stopped', async () => {
    const opened = await openRace(site, `${small}&look=speed.0`);
    const { page } = opened;
    await page.evaluate(() => {
      const log: string[] = [];
      Object.assign(globalThis, { log });
      document.querySelector('qkv-lab')?.addEventListener('qkv-step', ({ detail }) => {
        log.push(detail.step);
      });
    });
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.locator('.passed[data-step=solved]').waitFor();
    await page.keyboard.press('Space');
    await page.locator('.stage[data-playing=false]').waitFor();
    const stopped = await count(page);
    assert.ok(stopped >= 250 && stopped < 1500, String(stopped));
    assert.match((await parameter(page, 'look')) ?? '', new RegExp(`^at\\.${stopped},speed\\.0$`));
    const log = await page.evaluate(() => (globalThis as unknown as { log: string[] }).log);
    assert.deepEqual(log.slice(0, 2), ['diagonal', 'solved']);
    await page.locator('section.stage').press('Space');
    await counted(page, 1500);
    await page.locator('.stage[data-playing=false]').waitFor();
    assert.equal(await parameter(page, 'step'), 'end');
    assert.equal(await parameter(page, 'done'), 'reverse-digits');
    assert.match(
      (await page.locator('.score thead').innerText()).replaceAll('\n', ' '),
      /2,000 tests/,
    );
    await closeQuietly(opened);
  });

  it('goes one step on and a mark back, to a milestone, and back through what was recorded', async () => {
    const opened = await openRace(site, `${small}&look=at.20`);
    const { page } = opened;
    await counted(page, 20);
    const before = await weights(page);
    await page.locator('.step-bar .next').click();
    await counted(page, 21);
    const after = await weights(page);
    assert.notDeepEqual(after, before, 'the map is of this very step');
    await page.locator('section.stage').press('Shift+ArrowRight');
    await counted(page, 22);
    await page.locator('section.stage').press('Shift+ArrowLeft');
    await counted(page, 21);
    await page.locator('section.stage').press('Shift+ArrowLeft');
    await counted(page, 20);
    assert.deepEqual(await weights(page), before, 'what was recorded stays');
    await page.locator('section.stage').press('ArrowRight');
    await counted(page, 100);
    const range = page.locator('.timeline input');
    assert.match((await range.getAttribute('aria-valuetext')) ?? '', /100/);
    for (const [key, at] of [
      ...([
        ['ArrowLeft', 99],
        ['Shift+ArrowLeft', 89],
        ['PageUp', 100],
        ['Home', 0],
      ] as const),
      ...([
        ['ArrowRight', 1],
        ['PageDown', 0],
      ] as const),
    ]) {
      await range.press(key);
      await counted(page, at);
    }
    assert.equal(await parameter(page, 'step'), 'guess');
    await page.locator('.milestone[data-step=diagonal] .name').click();
    await counted(page, 100);
    await closeQuietly(opened);
  });

  it('comes back from its address, and by the browser’s own way back', async () => {
    const opened = await openRace(site, `${small}&look=at.30`);
    const { page } = opened;
    await counted(page, 30);
    const there = await weights(page);
    await page.locator('section.stage').press('ArrowRight');
    await counted(page, 100);
    await page.goBack();
    await counted(page, 30);
    assert.deepEqual(await weights(page), there);
    // The same from the beginning, in other workers.
    await page.reload();
    await counted(page, 30);
    assert.deepEqual(await weights(page), there);
    await closeQuietly(opened);
  });

  it('stands still in a page that nobody sees, and goes on after it', async () => {
    const opened = await openRace(site, `${small}&look=speed.60`);
    const { page } = opened;
    const see = (state: 'visible' | 'hidden') =>
      page.evaluate((now) => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await page.getByRole('button', { name: 'Train', exact: true }).click();
    await page.waitForFunction(
      () =>
        Number(
          document.querySelector('qkv-lab')?.shadowRoot?.querySelector('.counter b')?.textContent,
        ) > 2,
    );
    await see('hidden');
    await page.waitForTimeout(300); // what was on its way has come
    const hidden = await count(page);
    await page.waitForTimeout(500);
    assert.ok((await count(page)) <= hidden + 1, 'no step meanwhile');
    await see('visible');
    await page.waitForFunction(
      (from) =>
        Number(
          document.querySelector('qkv-lab')?.shadowRoot?.querySelector('.counter b')?.textContent,
        ) >
        from + 5,
      hidden,
    );
    await closeQuietly(opened);
  });
});

describe('digits of one’s own', () => {
  it('are answered by the weights of every mark, and refused where they are none', async () => {
    const opened = await openRace(site, `${small}&look=at.40`);
    const { page } = opened;
    await counted(page, 40);
    const lesson = await page.locator('.digits .in').allInnerTexts();
    const panel = await openPanel(page, 'settings');
    const field = panel.locator('.own-digits input');
    for (const wrong of ['12', '12a4', '12345', '-123']) {
      await field.fill(wrong);
      await field.press('Enter');
      assert.ok(await panel.locator('.own-digits .wrong').isVisible(), wrong);
    }
    assert.equal(await parameter(page, 'digits'), null);
    await field.fill('３ ０，0、7');
    await field.press('Enter');
    assert.equal(await panel.locator('.own-digits .wrong').isVisible(), false);
    await page.locator('.digits .in').filter({ hasText: '7' }).waitFor();
    assert.deepEqual(await page.locator('.digits .in').allInnerTexts(), Array.from('3007'));
    assert.deepEqual(await page.locator('.digits .target').allInnerTexts(), Array.from('7003'));
    assert.equal(await parameter(page, 'digits'), '3007');
    await page.locator('.heat[aria-busy=false]').waitFor();
    const said = page.locator('.digits .out');
    const now = await said.allInnerTexts();
    // What it would have said untrained, in the same words as in another page.
    await page.keyboard.press('Escape');
    await page.locator('.timeline input').press('Home');
    await counted(page, 0);
    await page.waitForFunction((texts) => {
      const out = document.querySelector('qkv-lab')?.shadowRoot?.querySelectorAll('.digits .out');
      return [...(out ?? [])].map((each) => each.textContent.trim()).join() !== texts;
    }, now.join());
    const other = await openRace(site, `${small}&digits=3007`);
    await other.page.locator('.heat[aria-busy=false]').waitFor();
    assert.deepEqual(
      await said.allInnerTexts(),
      await other.page.locator('.digits .out').allInnerTexts(),
    );
    await closeQuietly(other);
    // Empty: the lesson's again.
    await openPanel(page, 'settings');
    await field.fill('');
    await field.press('Enter');
    await page.waitForFunction(
      () => !document.querySelector('qkv-lab')?.getState().includes('digits='),
    );
    assert.deepEqual(await page.locator('.digits .in').allInnerTexts(), lesson);
    await closeQuietly(opened);
  });
});

describe('settings', () => {
  it('train anew from the beginning, are in the address, and can be taken back', async () => {
    const opened = await openRace(site, `${small}&look=at.40`);
    const { page } = opened;
    await counted(page, 40);
    const first = await weights(page);
    const panel = await openPanel(page, 'settings');
    const field = panel.getByLabel('Seed');
    await field.fill('7');
    await field.press('Enter');
    await counted(page, 0);
    assert.equal(await parameter(page, 'settings'), 'seed.7,width.8,length.4,batch.16');
    await page.keyboard.press('Escape');
    await page.locator('.timeline input').press('Shift+ArrowRight');
    await counted(page, 10);
    await page.locator('.tool.undo').click();
    await counted(page, 0);
    assert.equal(await parameter(page, 'settings'), 'width.8,length.4,batch.16');
    await address(page, `v=1&lesson=reverse-digits&lang=en${small}&look=at.40`);
    await counted(page, 40);
    assert.deepEqual(await weights(page), first);
    await closeQuietly(opened);
  });

  it('of more heads and layers choose the map that is drawn', async () => {
    const opened = await openRace(
      site,
      '&settings=width.8,heads.2,layers.2,length.4,batch.16&look=at.20',
    );
    const { page } = opened;
    await counted(page, 20);
    const maps = new Set<string>();
    for (const layer of ['1', '2']) {
      await page
        .locator('.choosers [role=group]')
        .first()
        .getByRole('button', { name: layer })
        .click();
      for (const head of ['1', '2']) {
        await page
          .locator('.choosers [role=group]')
          .last()
          .getByRole('button', { name: head })
          .click();
        maps.add((await weights(page)).join());
      }
    }
    assert.equal(maps.size, 4);
    assert.equal(await parameter(page, 'look'), 'at.20,head.1,layer.1');
    await closeQuietly(opened);
  });

  it('begin anew by reset and by training again', async () => {
    const opened = await openRace(site, `${small}&look=at.30,speed.0`);
    const { page } = opened;
    await counted(page, 30);
    await page.locator('.step-bar .again').click();
    await page.locator('.stage[data-playing=true]').waitFor();
    await page.locator('.passed[data-step=diagonal]').waitFor();
    await page.locator('.step-bar .play').click();
    await page.locator('.tool.reset').click();
    await counted(page, 0);
    assert.equal(await parameter(page, 'settings'), null, 'the lesson as it comes');
    await ready(page);
    await closeQuietly(opened);
  });
});

describe('questions', () => {
  it('hold back what they ask, tell a wrong idea, and show the number that was found', async () => {
    const opened = await openRace(site);
    const { page } = opened;
    const answers = page.evaluate(
      () =>
        new Promise((resolve) => {
          const given: unknown[] = [];
          document.querySelector('qkv-lab')?.addEventListener('qkv-answer', ({ detail }) => {
            given.push(detail);
            if (given.length === 2) resolve(given);
          });
        }),
    );
    assert.equal(await score(page, 'transformer', 'digits'), '?');
    const field = page.locator('.exercise input');
    await field.fill('77');
    await field.press('Enter');
    await page.locator('.feedback[data-verdict=wrong]').waitFor();
    assert.equal(await score(page, 'lstm', 'digits'), '?');
    await field.fill('10');
    await field.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('qkv-lab')?.getState().includes('shown=guess.all'),
    );
    assert.match(await score(page, 'transformer', 'digits'), /^\d+\.\d%$/);
    const [wrong, right] = (await answers) as {
      exercise: string;
      given: number;
      expected: number;
      correct: boolean;
    }[];
    assert.deepEqual([wrong?.exercise, wrong?.given, wrong?.correct], ['guess-number', 77, false]);
    assert.ok(right?.correct && Math.abs(right.expected - 10) <= 3, String(right?.expected));
    await closeQuietly(opened);
  });

  it('ask where the first output looks, by a choice', async () => {
    const opened = await openRace(site, '&step=solved');
    const { page } = opened;
    await counted(page, 250);
    assert.deepEqual(
      await page.locator('.heat [data-row="0"][data-column]').allInnerTexts(),
      Array(10).fill('?'),
    );
    const choices = page.locator('.exercise [role=group] .answer');
    await choices.filter({ hasText: /^0$/ }).click();
    assert.match(await page.locator('.feedback').innerText(), /mirror|other end|reversed/i);
    await choices.filter({ hasText: /^9$/ }).click();
    await page.locator('.exercise').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.heat [data-asked]').count(), 0);
    await closeQuietly(opened);
  });

  it('are shown by the clicker to a class', async () => {
    const opened = await openRace(site, `${small}&present=1`);
    const { page } = opened;
    assert.equal(await score(page, 'transformer', 'digits'), '?');
    await page.locator('section.stage').press('PageDown');
    assert.match(await score(page, 'transformer', 'digits'), /%/);
    await page.keyboard.press('PageDown');
    await counted(page, 100);
    await page.keyboard.press('Space');
    await page.locator('.stage[data-playing=true]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.lab:not([data-present])').waitFor();
    await closeQuietly(opened);
  });
});

describe('the chosen output', () => {
  it('is one in all three drawings, by pointer and by keys that move no step', async () => {
    const opened = await openRace(site, `${small}&look=at.20`);
    const { page } = opened;
    await counted(page, 20);
    const chosen = page.locator('.heat [role=gridcell].chosen');
    await page.locator('.heat [data-row="1"][data-column="0"]').click();
    assert.equal(await parameter(page, 'look'), 'at.20,row.1');
    assert.deepEqual(
      await chosen.evaluateAll((all) => [
        ...new Set(all.map((each) => (each as HTMLElement).dataset.row)),
      ]),
      ['1'],
    );
    await page.keyboard.press('ArrowDown');
    assert.equal(await parameter(page, 'look'), 'at.20,row.2');
    await page.keyboard.press('ArrowRight');
    assert.equal(await count(page), 20);
    assert.match(await page.locator('.reads').innerText(), /^Output 2/);
    await page.locator('.digits .out[data-row="0"]').hover();
    assert.match(await page.locator('.reads').innerText(), /^Output 0/);
    await closeQuietly(opened);
  });
});

describe('what runs', () => {
  it('is said to a screen reader where it stops, and once', async () => {
    const opened = await openRace(site, `${small}&look=at.98,speed.0`);
    const { page } = opened;
    await counted(page, 98);
    await page.locator('.step-bar .play').click();
    await page.locator('.passed[data-step=diagonal]').waitFor();
    await page.locator('.step-bar .play').click();
    await page.locator('.stage[data-playing=false]').waitFor();
    assert.match(await announcement(page), /\d+/);
    assert.equal(await panelButton(page, 'numbers').count(), 0, 'there are no matrices to paste');
    await closeQuietly(opened);
  });
});
