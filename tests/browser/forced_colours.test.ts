// High contrast: the system's colours, but for fills that are data. Numbers stay legible upon them, and
// what is chosen or in hand is told by more than a colour of ours.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chapters } from '../../web/lessons/chapters.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import type * as contrast from './support/contrast.ts';
import { address } from './support/figure.ts';
import { inject } from './support/inject.ts';

const site = useSite();

interface Injected {
  readonly injected: typeof contrast;
}

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`forced colours, ${colorScheme}`, () => {
    it('leave every text of every step legible, and the present step marked', async () => {
      const opened = await site.open(
        'site/#v=1&lang=en',
        { forcedColors: 'active', colorScheme },
        (page) => inject(page, 'contrast.ts'),
      );
      const { page } = opened;
      for (const { lesson } of chapters) {
        for (const { id } of lesson.steps) {
          const mask = lesson.switches.mask === undefined ? '' : '&mask=1';
          await address(page, `v=1&lesson=${lesson.id}&step=${id}&lang=en${mask}`);
          await page.locator('section.stage[aria-busy=false]').waitFor();
          const found = await page.locator('qkv-lab').evaluate((lab) => {
            const root = lab.shadowRoot;
            if (!root) throw new Error('the figure has no root');
            const [present, other] = ['[aria-current]', ':not([aria-current])'].map((which) => {
              const knob = root.querySelector(`:is(.stop, .milestone)${which} .knob`);
              return knob && getComputedStyle(knob).backgroundColor;
            });
            const cells = [...root.querySelectorAll('.stage .c')];
            const fills = new Set(cells.map((cell) => getComputedStyle(cell).backgroundColor)).size;
            const { texts, faint } = (globalThis as unknown as Injected).injected.faintTexts(root);
            return { texts, faint, fills, present, other };
          });
          const where = `${lesson.id}, ${id}`;
          assert.ok(found.texts > 20, `${where}: ${found.texts} texts`);
          // An experiment has drawings in the place of cells.
          if (!lesson.figure) assert.ok(found.fills > 2, `${where}: ${found.fills} fills`);
          assert.deepEqual(found.faint, [], where);
          assert.notEqual(found.present, found.other, where);
        }
      }
      await closeQuietly(opened);
    });
  });
}
