// What is one click away: panels that open and close, settings, tables, the note for teachers; and
// what a screen reader is told of it all.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { chapters } from '../../web/lessons/chapters.ts';
import { useSite } from './support/browser.ts';
import {
  address,
  cell,
  drawn,
  edit,
  languages,
  plain,
  siteAt,
  texts,
  useFigure,
} from './support/figure.ts';
import type { Language, StepId } from './support/figure.ts';
import { announcement, focused, openPanel, panelButton, speak, ui } from './support/flows.ts';
import type { PanelName } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const panels: readonly PanelName[] = ['numbers', 'settings', 'share', 'print', 'teacher'];
const title = (language: Language, name: PanelName): string =>
  name === 'teacher' ? ui[language].teacher.open : ui[language][name].title;
/** Where something lies over its upper or its lower end. */
const coveredEnds = (panel: Locator): Promise<number[]> =>
  panel.evaluate((each) => {
    const { top, bottom, left, width } = each.getBoundingClientRect();
    const root = each.getRootNode() as ShadowRoot;
    return [top + 3, bottom - 3].filter(
      (y) => root.elementFromPoint(left + width / 2, y)?.closest('.panel') !== each,
    );
  });

const close = (page: Page) => page.locator('.panel header button');

describe('a panel', () => {
  it('takes the focus in, and gives it back where it came from', async () => {
    const page = await visit('scores', 'en');
    for (const name of panels) {
      const panel = await openPanel(page, name);
      assert.equal(await panelButton(page, name).getAttribute('aria-expanded'), 'true');
      assert.equal(await focused(page), 'panel');
      await page.keyboard.press('Escape');
      await panel.waitFor({ state: 'detached' });
      const back = await panelButton(page, name).evaluate((each) => each.matches(':focus'));
      assert.equal(back, true, name);
      assert.equal(await panelButton(page, name).getAttribute('aria-expanded'), 'false');
    }
  });

  it('is closed by its own button, by the one that opened it, and from a field', async () => {
    const page = await visit('scores', 'en');
    await openPanel(page, 'settings');
    await close(page).click();
    assert.equal(await page.locator('.panel').count(), 0);
    await openPanel(page, 'settings');
    await panelButton(page, 'settings').click();
    assert.equal(await page.locator('.panel').count(), 0);
    await openPanel(page, 'numbers');
    await page.locator('.panel textarea').press('Escape');
    assert.equal(await page.locator('.panel').count(), 0);
    assert.equal(await page.evaluate(() => document.querySelector('qkv-lab')?.step), 'scores');
  });

  it('stands alone: another one takes its place', async () => {
    const page = await visit('scores', 'en');
    for (const name of panels) {
      await openPanel(page, name);
      assert.equal(await page.locator('.panel').count(), 1, name);
    }
    await page.locator('.panel').focus();
    await page.keyboard.press('ArrowRight');
    await drawn(page, 'scores');
  });

  for (const viewport of [
    { width: 320, height: 640 },
    { width: 390, height: 844 },
    { width: 720, height: 460 },
    { width: 1280, height: 800 },
  ]) {
    it(`lies within ${viewport.width} × ${viewport.height}, and is large enough to touch`, async () => {
      const page = await visit('scores', 'en');
      await page.setViewportSize(viewport);
      // The narrowest has every language, the others the one with the longest words.
      for (const language of viewport.width === 320 ? languages : (['en'] as const)) {
        await speak(page, language);
        for (const name of panels) {
          const panel = await openPanel(page, name);
          assert.equal(await panel.getAttribute('aria-label'), title(language, name));
          const box = await panel.boundingBox();
          assert.ok(box);
          const within =
            box.x >= 0 &&
            box.y >= 0 &&
            box.x + box.width <= viewport.width &&
            box.y + box.height <= viewport.height;
          assert.ok(within, `${language} ${name}: ${JSON.stringify(box)}`);
          assert.deepEqual(await coveredEnds(panel), [], `${language} ${name}`);
          const faults = await panel.evaluate((each, small) => {
            const inside = each.getBoundingClientRect();
            const controls = [...each.querySelectorAll('button, input, textarea')];
            return controls.flatMap((control) => {
              const { left, right, width, height } = control.getBoundingClientRect();
              const name = control.textContent.trim() || control.className;
              const thin = small && Math.min(width, height) < 40;
              const out = left < inside.left || right > inside.right;
              return thin || out ? [`${name}: ${width} × ${height} at ${left}`] : [];
            });
          }, viewport.width === 390);
          assert.deepEqual(faults, [], `${language} ${name}`);
          await page.keyboard.press('Escape');
        }
      }
    });
  }
});

/** As a course page has it. */
const embed = (page: Page, chapters: 'shown' | 'hidden'): Promise<void> =>
  page.evaluate((mode) => {
    const lab = document.querySelector('qkv-lab');
    if (lab) lab.chapters = mode;
  }, chapters);

describe('an embedded figure', () => {
  it('has its panels between the bars of a phone', async () => {
    const page = await visit('scores', 'en');
    await page.setViewportSize({ width: 320, height: 640 });
    await embed(page, 'hidden');
    for (const name of panels) {
      const panel = await openPanel(page, name);
      assert.deepEqual(await coveredEnds(panel), [], name);
      await page.keyboard.press('Escape');
    }
    await embed(page, 'shown');
  });

  it('has the buttons of its panels beside the formula, not over it', async () => {
    const page = await visit('scores', 'en');
    await embed(page, 'hidden');
    for (const hash of [
      'lesson=attention-by-hand&step=output&mask=1',
      'lesson=causal-mask&step=output',
      'lesson=many-heads&step=result&heads=4',
    ]) {
      await address(page, `v=1&lang=en&${hash}`);
      for (const width of [320, 641, 672, 704, 720, 900]) {
        await page.setViewportSize({ width, height: 460 });
        const gap = await page.locator('.top button').evaluateAll((buttons) => {
          const root = buttons[0]?.getRootNode() as ShadowRoot;
          const formula = root.querySelector('.formula > math')?.getBoundingClientRect();
          const boxes = buttons
            .map((each) => each.getBoundingClientRect())
            .filter(({ width }) => width > 0);
          const [left, bottom] = [boxes.map((box) => box.left), boxes.map((box) => box.bottom)];
          if (!formula || formula.width === 0) return -Infinity;
          return Math.max(Math.min(...left) - formula.right, formula.top - Math.max(...bottom));
        });
        assert.ok(gap >= 0, `${hash} at ${width}: ${gap}`);
      }
    }
    await embed(page, 'shown');
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

describe('settings', () => {
  it('are the switches of the figure, and more', async () => {
    const page = await visit('softmax', 'en');
    const panel = await openPanel(page, 'settings');
    const toggle = (name: string) => panel.getByRole('switch', { name });
    await toggle('mask: causal').click();
    assert.equal(await page.locator('.stop').count(), 6);
    assert.deepEqual((await texts(page, 'A'))[0], ['1.000', '0.000', '0.000']);
    await toggle('scale: divide by the square root of d').click();
    const operator = page.locator('.operator [data-switch=scale]').first();
    assert.equal(await operator.getAttribute('aria-checked'), 'false');
    assert.equal(await page.locator('.panel').count(), 1, 'it stays open');
    for (const name of ['mask: causal', 'scale: divide by the square root of d']) {
      await toggle(name).press('Space');
    }
    assert.deepEqual((await texts(page, 'A'))[0], ['0.154', '0.691', '0.154']);
  });
});

/** The number, or the words, that a cell's label ends with. */
const spoken = (page: Page): Promise<string[]> =>
  page
    .locator('figure:not([data-state=ghost]) [role=gridcell]')
    .evaluateAll((list) => list.map((each) => (each.ariaLabel ?? '').split(/: |：/).at(-1) ?? ''));

const entries = (page: Page): Promise<string[]> => page.locator('.tables tbody td').allInnerTexts();

describe('tables', () => {
  it('say every number of every cell, and which are still to come', async () => {
    const page = await visit('inputs', 'en');
    const panel = await openPanel(page, 'settings');
    await panel.getByRole('switch', { name: 'Show as tables' }).click();
    await page.keyboard.press('Escape');
    const tables: [StepId, string, string[]][] = [
      ['inputs', '', ['Q query', 'K key', 'V value']],
      ['scores', '&predict=1', ['Q query', 'K key', 'S scores', 'V value']],
      ['scale', '', ['Q query', 'K key', 'S scores', 'S/√d scaled', 'V value']],
      [
        'softmax',
        '&mask=1&predict=1&shown=softmax.4',
        ['Q query', 'K key', 'S scores', 'S/√d + M masked', 'A weights', 'V value'],
      ],
      [
        'output',
        '&q=1e30,0,1,0;0,2,2,1;1,1,0,1e-7',
        ['Q query', 'K key', 'S scores', 'S/√d scaled', 'A weights', 'V value', 'O output'],
      ],
    ];
    for (const [step, more, names] of tables) {
      await address(page, siteAt(step, 'en', more).split('#')[1] ?? '');
      await drawn(page, step);
      const captions = await page.locator('.tables caption').allInnerTexts();
      assert.deepEqual(captions.map(plain), names, step);
      // Kᵀ is drawn turned; its table has a row to each token.
      const cells = (await spoken(page)).map((each) =>
        each
          .replace('minus infinity, covered', '−∞')
          .replace('; the question is about this cell', ''),
      );
      const numbers = await entries(page);
      assert.deepEqual([...numbers].sort(), cells.sort(), step);
    }
  });

  it('are in the reader’s language', async () => {
    const page = await visit('scores', 'en', '&predict=1');
    if ((await page.locator('.tables').count()) === 0) {
      const panel = await openPanel(page, 'settings');
      await panel.getByRole('switch').last().click();
    }
    for (const language of languages) {
      await speak(page, language);
      assert.equal(await page.locator('.tables h2').innerText(), ui[language].tables.title);
      assert.deepEqual(
        (await entries(page)).slice(-15, -12),
        Array(3).fill(ui[language].cell.hidden),
      );
    }
  });
});

describe('the note for teachers', () => {
  it('says what the lesson shows, what goes wrong, and how long it takes', async () => {
    const page = await visit('inputs', 'en');
    const [{ text }] = chapters;
    for (const language of languages) {
      await speak(page, language);
      const panel = await openPanel(page, 'teacher');
      const { shows, mistakes, time } = ui[language].teacher;
      assert.deepEqual(await panel.locator('h3').allInnerTexts(), [shows, mistakes, time]);
      const note = text[language].teacher;
      assert.deepEqual(await panel.locator('p').allInnerTexts(), [note.shows, note.time]);
      assert.deepEqual(await panel.locator('li').allInnerTexts(), [...note.mistakes]);
      await page.keyboard.press('Escape');
    }
  });
});

describe('announcements', () => {
  it('tell the step, and what undo and redo did, in each language', async () => {
    const said: Record<Language, readonly string[]> = {
      'zh-Hant': ['步驟 3/5：縮放', '已復原', '已重做', '沒有可以重做的'],
      'zh-Hans': ['步骤 3/5：缩放', '已撤销', '已重做', '没有可重做的操作'],
      en: ['Step 3 of 5: Scale', 'Undone', 'Done again', 'Nothing to redo'],
    };
    for (const language of languages) {
      const page = await visit('scores', language);
      await edit(page, 'Q', 0, 0, '7');
      const heard: string[] = [];
      await page.locator('section.stage').focus();
      for (const key of ['ArrowRight', 'Control+z', 'Control+y', 'Control+y']) {
        await page.keyboard.press(key);
        heard.push(await announcement(page));
      }
      assert.deepEqual(heard, said[language]);
      assert.equal(await page.locator('.announcement').getAttribute('aria-live'), 'polite');
    }
  });

  it('are heard again where they are the same again', async () => {
    const page = await visit('scores', 'en');
    for (const value of ['7', '8']) await edit(page, 'Q', 0, 0, value);
    await page.locator('.announcement').evaluate((each) => {
      const changes: string[] = [];
      Object.assign(globalThis, { changes });
      new MutationObserver(() => changes.push(each.textContent)).observe(each, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    assert.equal(await cell(page, 'Q', 0, 0).innerText(), '2');
    const changes = await page.evaluate(
      () => (globalThis as unknown as { changes: string[] }).changes,
    );
    assert.deepEqual(changes.filter((each) => each.startsWith('Undone')).length, 2);
  });
});
