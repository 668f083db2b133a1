// Time that stands still: play is driven beat by beat, and nothing waits.
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Site } from './browser.ts';
import { address, drawn, siteAt } from './figure.ts';
import type { SlotId, useFigure } from './figure.ts';

type Visit = ReturnType<typeof useFigure>;

/** A page whose time stands still until it is told to go on. */
export function useClock(site: Site, options?: BrowserContextOptions): Visit {
  let page: Page | undefined;
  return async (step, language, more) => {
    if (!page) {
      const start = Date.parse('2026-01-01');
      const opened = await site.open('site/', options, (each) =>
        each.clock.install({ time: start }),
      );
      site.keep(opened);
      ({ page } = opened);
      await drawn(page, 'inputs');
      await page.clock.pauseAt(start + 3_600_000);
    }
    await page.mouse.move(0, 0);
    await address(page, siteAt(step, language, more).split('#')[1] ?? '');
    await drawn(page, step);
    return page;
  };
}

export const beat = 900;

/** So many beats, each drawn; or one stretch of time. */
export async function beats(page: Page, count: number, time = beat): Promise<void> {
  // Jumps: to run through every frame between takes longer than all the rest.
  for (let done = 0; done < count; done++) await page.clock.fastForward(time);
  await page.evaluate(() => document.querySelector('qkv-lab')?.updateComplete);
}

/** All that play changes, read at once. */
export const glance = (page: Page, id: SlotId) =>
  page.locator('qkv-lab').evaluate((lab, slot) => {
    const root = lab.shadowRoot;
    const rows = root?.querySelectorAll(`[data-slot=${slot}] [role=row]`) ?? [];
    return {
      cells: [...rows].map((row) =>
        [...row.querySelectorAll('[role=gridcell]')].map((each) => each.textContent.trim()),
      ),
      shown: Number(root?.querySelector('[role=slider]')?.getAttribute('aria-valuenow')),
      inspected: root?.querySelector('.inspector .boxed')?.textContent,
      live: root?.querySelector('.inspector')?.getAttribute('aria-live'),
      said: root?.querySelector('.announcement')?.textContent,
    };
  }, id);
