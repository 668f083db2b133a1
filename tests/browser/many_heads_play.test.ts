// Play over the lesson of many heads: each step cell by cell, with the engine's numbers, to the end.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { cellCount } from '../../web/src/state/progress.ts';
import { precise } from '../../web/src/views/numbers.ts';
import { lesson } from '../web/support/many_heads.ts';
import { useSite } from './support/browser.ts';
import { beats } from './support/clock.ts';
import { address } from './support/figure.ts';
import { announcement } from './support/flows.ts';
import { drawn, hashAt, map, matrixIn, modelOf } from './support/heads.ts';

const site = useSite();

async function still(step: string, more = ''): Promise<Page> {
  const start = Date.parse('2026-01-01');
  const opened = await site.open('site/', {}, (each) => each.clock.install({ time: start }));
  site.keep(opened);
  const { page } = opened;
  await drawn(page, 'inputs');
  await page.clock.pauseAt(start + 3_600_000);
  await address(page, hashAt(step, more));
  await drawn(page, step);
  return page;
}

const now = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('qkv-lab')?.shadowRoot;
    const shown = root?.querySelector('[role=slider]')?.getAttribute('aria-valuenow');
    return {
      step: root?.querySelector<HTMLElement>('section.stage')?.dataset.step,
      shown: Number(shown),
      boxed: root?.querySelector('.inspector .boxed')?.textContent,
      todo: root?.querySelectorAll('figure .todo').length,
    };
  });

describe('play', () => {
  for (const more of ['', '&heads=4&head=3']) {
    it(`walks to the end${more && ` with ${more}`}, cell by cell of the head in hand`, async () => {
      const page = await still('inputs', more);
      await page.locator('.arrow-button.play').click();
      const { state, results } = await modelOf(page);
      for (const step of lesson.steps.slice(1)) {
        const matrix = step.makes && matrixIn(results, step.makes, state.head);
        assert.ok(matrix);
        const count = cellCount(lesson, state, step);
        assert.equal(count, matrix.data.length, step.id);
        // Heads and projections come about together: each of them lacks the same cells.
        const together = { project: 3, split: state.heads }[step.id] ?? 1;
        await beats(page, 1);
        for (const [index, number] of matrix.data.entries()) {
          const before = await now(page);
          const todo = together * (count - index);
          assert.deepEqual(
            [before.step, before.shown, before.todo],
            [step.id, index, todo],
            `${step.id} ${index}`,
          );
          // A row of a softmax begins with its maximum, its exponentials and their sum.
          if (step.kind === 'softmax' && index % matrix.columns === 0) await beats(page, 3);
          await beats(page, 1);
          assert.equal((await now(page)).boxed, precise(number), `${step.id} ${index}`);
        }
        assert.equal((await now(page)).todo, 0, step.id);
      }
      await beats(page, 1);
      assert.equal(await announcement(page), 'The end of the lesson');
      assert.equal(await page.evaluate(() => document.querySelector('qkv-lab')?.playing), false);
    });
  }

  it('goes on when another head is looked at, and stops when their number changes', async () => {
    const page = await still('scores');
    await page.locator('.arrow-button.play').click();
    await beats(page, 6);
    const { results } = await modelOf(page);
    await map(page, 1).click();
    const playing = () => page.evaluate(() => document.querySelector('qkv-lab')?.playing);
    assert.equal(await playing(), true, 'looking around takes nothing over');
    await beats(page, 1);
    const { shown, boxed } = await now(page);
    assert.equal(shown, 7);
    assert.equal(boxed, precise(matrixIn(results, 'scores', 1)?.data[6] ?? NaN));
    await page.locator('[data-heads="4"]').click();
    assert.equal(await playing(), false);
  });
});
