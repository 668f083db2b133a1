// Room for many heads: no step of any set moves a phone's page sideways, and a picture holds all of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { closeQuietly, useSite } from './support/browser.ts';
import { address } from './support/figure.ts';
import { drawn, hashAt, steps } from './support/heads.ts';

const site = useSite();

const sets = ['', '&heads=4', '&set=sentence', '&set=random&heads=8'];

/** How wide a page is that scrolls to all that is in it, and what on it can be moved sideways. */
const widthsOf = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const inner = document.querySelector('qkv-lab')?.shadowRoot?.querySelectorAll<HTMLElement>('*');
    const moving = [...(inner ?? [])].filter(
      (each) =>
        each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX),
    );
    return {
      // A phone shrinks a page that is too wide.
      layout: innerWidth,
      page: root.scrollWidth,
      moving: moving.map((each) => each.className),
    };
  });

for (const width of [320, 390]) {
  describe(`on a phone of ${width} px`, () => {
    for (const set of sets) {
      it(`no step moves sideways${set && ` with ${set}`}`, async () => {
        const viewport = { width, height: 844 };
        const opened = await site.open('site/', { viewport, hasTouch: true, isMobile: true });
        const { page } = opened;
        // The words of the steps are the same whatever the numbers.
        for (const language of set === '' ? ['en', 'zh-Hant'] : ['en']) {
          for (const step of steps) {
            const more = step === 'split' ? '&mistake=1' : '';
            await address(page, hashAt(step, `${set}${more}&lang=${language}`));
            await drawn(page, step);
            const found = await widthsOf(page);
            assert.deepEqual(
              found,
              { layout: width, page: width, moving: [] },
              `${language} ${step}`,
            );
          }
        }
        await closeQuietly(opened);
      });
    }
  });
}

describe('on a wide screen', () => {
  it('what changes a size lies over nothing else', async () => {
    const opened = await site.open('site/');
    const { page } = opened;
    for (const set of sets) {
      for (const [step, count] of [
        ['inputs', 3],
        ['result', 1],
      ] as const) {
        await address(page, hashAt(step, set));
        await drawn(page, step);
        const found = await page.evaluate(() => {
          const root = document.querySelector('qkv-lab')?.shadowRoot;
          // No functions with names: tsx adds helpers to them that no page has.
          const [steppers = [], others = []] = [
            '.stepper',
            '[role=gridcell], .mx-caption > *, math, .head-strip button, select, td',
          ].map((selector) =>
            [...(root?.querySelectorAll(selector) ?? [])].filter((each) => each.checkVisibility()),
          );
          const over = steppers.flatMap((stepper) => {
            const a = stepper.getBoundingClientRect();
            return others
              .filter((other) => {
                const b = other.getBoundingClientRect();
                const beside = a.right <= b.left || b.right <= a.left;
                return !beside && a.bottom > b.top && b.bottom > a.top;
              })
              .map(
                (other) => `${(stepper as HTMLElement).dataset.axis} ${other.textContent.trim()}`,
              );
          });
          return { count: steppers.length, over };
        });
        assert.deepEqual(found, { count, over: [] }, `${step} ${set}`);
      }
    }
    await closeQuietly(opened);
  });
});

describe('a picture', () => {
  it('of the split and of the result has all its texts inside its box', async () => {
    const opened = await site.open(`site/#${hashAt('inputs')}`);
    const { page } = opened;
    for (const [step, more, cells] of [
      // Q, and its columns in the heads, the right way and the wrong way.
      ['split', '&mistake=1', 3 * 12],
      // The heads, one beside the other, the weights and the result.
      ['result', '&set=sentence', 4 * 64],
    ] as const) {
      await address(page, hashAt(step, more));
      await drawn(page, step);
      const { size, texts } = await page.locator('qkv-lab').evaluate(async (lab) => {
        const svg = await (lab as HTMLElement & { toSVG(): Promise<string> }).toSVG();
        const holder = document.createElement('div');
        holder.style.cssText = 'position: fixed; top: 0; left: 0';
        holder.innerHTML = svg;
        document.body.append(holder);
        const box = holder.querySelector('svg')?.getBoundingClientRect();
        const found = [...holder.querySelectorAll('text')].map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          // The box of a letter of mathematics is far higher than the letter.
          return { text: text.textContent, left, right, middle: (top + bottom) / 2 };
        });
        holder.remove();
        return { size: [box?.width ?? 0, box?.height ?? 0] as const, texts: found };
      });
      const numbers = texts.filter(({ text }) => /^−?\d*\.?\d+$/.test(text));
      assert.ok(numbers.length >= cells, `${step}: ${numbers.length} numbers`);
      for (const { text, left, right, middle } of texts) {
        const inside = left >= -1 && right <= size[0] + 1 && middle >= 4 && middle <= size[1] - 4;
        assert.ok(inside, `${step}: "${text}" from ${left} to ${right} at ${middle}`);
      }
    }
    await closeQuietly(opened);
  });
});
