// Every step of every lesson, in both themes: nothing clipped or overlapping, no text too faint, no
// fault by axe, which must have seen the cells. All pairs of width and language would take several
// minutes: width by width each lesson has another language, and further sets of numbers have the
// narrowest page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { TapName } from '../../wasm/engine/types.ts';
import { chapters } from '../../web/lessons/chapters.ts';
import type { Lesson, Step } from '../../web/src/state/lesson.ts';
import { setsOf } from '../../web/src/state/sets.ts';
import { shapeOf } from '../../web/src/state/shape.ts';
import { faults } from './support/axe.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import type * as contrast from './support/contrast.ts';
import { address, languages } from './support/figure.ts';
import type * as geometry from './support/geometry.ts';
import { inject } from './support/inject.ts';
import { counted } from './support/race.ts';

const site = useSite();

/** Tall enough that the bar, which stays in view, covers nothing. */
const sizes = [
  { width: 320, height: 1700 },
  { width: 390, height: 1700 },
  { width: 1280, height: 800 },
];

interface Walk {
  readonly lesson: Lesson;
  readonly set: string;
  readonly more: string;
  /** None of those that its lesson begins with. */
  readonly further: boolean;
}

/** Each lesson with each of its sets of numbers, its mask on where that is a switch. */
const walks: readonly Walk[] = chapters.flatMap(({ lesson }) =>
  setsOf(lesson).map(({ id }, at): Walk => {
    const switched = lesson.switches.mask === undefined ? '' : '&mask=1';
    const made = at > 0 && lesson.mask !== undefined ? '&mask=window.3&padding=2&nan=1' : '';
    const more = `${lesson.sets ? `&set=${id}` : ''}${switched}${made}`;
    return { lesson, set: id, more, further: at > 0 };
  }),
);

const slotIds: Readonly<Partial<Record<TapName, string>>> = {
  ...{ q: 'Q', k: 'K', v: 'V', scores: 'S' },
  ...{ projected_q: 'Pq', concat: 'C', result: 'Y' },
  ...{ scaled: 'Z', masked: 'Z', weights: 'A', output: 'O' },
};

/** The matrices that have numbers in a step: all so far, or those in hand where there is little room. */
function grids({ lesson, set }: Walk, step: Step, roomy: boolean): Map<string, number> {
  const { inputs = {}, heads = lesson.heads } = setsOf(lesson).find(({ id }) => id === set) ?? {};
  const made = ({ makes }: Step): TapName[] => (makes ? [makes] : []);
  const soFar = lesson.steps.slice(0, lesson.steps.indexOf(step) + 1);
  const taps = lesson.heads
    ? made(step).filter(() => step.kind !== 'split') // a scene shows one of its stages
    : roomy
      ? [...(Object.keys(inputs) as TapName[]), ...soFar.flatMap(made)]
      : [...step.reads, ...made(step)];
  return new Map(
    taps.flatMap((tap) => {
      const shape = shapeOf(lesson, inputs, tap, heads);
      const id = slotIds[tap];
      return id && shape ? [[id, shape.rows * shape.columns] as const] : [];
    }),
  );
}

interface Injected {
  readonly geometry: typeof geometry;
  readonly contrast: typeof contrast;
}

/** Two modules under names of their own. */
async function prepare(page: Page): Promise<void> {
  for (const name of ['geometry', 'contrast']) {
    await inject(page, `${name}.ts`);
    await page.addInitScript((key) => {
      Object.assign(globalThis, {
        everywhere: {
          ...(globalThis as { everywhere?: object }).everywhere,
          [key]: (globalThis as { injected?: object }).injected,
        },
      });
    }, name);
  }
}

const measure = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(async (wanted) => {
    const { everywhere } = globalThis as unknown as { everywhere: Injected };
    const lab = document.querySelector('qkv-lab');
    if (!lab?.shadowRoot) throw new Error('no figure');
    lab.theme = wanted;
    await lab.updateComplete;
    return {
      ...everywhere.geometry.geometryProblems(lab.shadowRoot),
      ...everywhere.contrast.faintTexts(lab.shadowRoot),
    };
  }, theme);

function isWalked(walk: number, width: number, language: number): boolean {
  if (walks[walk]?.further && width !== 0) return false;
  return (walk + width + language) % 3 === 0;
}

sizes.forEach((viewport, width) => {
  describe(`at ${viewport.width} px`, () => {
    languages.forEach((language, at) => {
      walks.forEach((walk, index) => {
        if (!isWalked(index, width, at)) return;
        const { lesson, set, more } = walk;
        it(`${language}: every step of ${lesson.id}, ${set}, in both themes`, async () => {
          // Eight tokens take more height than three, and the plots of an experiment stand one below the other.
          const narrow = viewport.width < 1024 && lesson.figure !== undefined;
          const height = Math.round(viewport.height * (walk.further || narrow ? 1.8 : 1));
          const size = { width: viewport.width, height };
          // The document's settings where room is scarcest; elsewhere a sixteenth of their time.
          const short = lesson.figure === 'training' && width > 0 ? '&settings=batch.4' : '';
          const opened = await site.open('site/', { viewport: size }, prepare);
          const { page } = opened;
          for (const step of lesson.steps) {
            await address(
              page,
              `v=1&lesson=${lesson.id}&step=${step.id}&lang=${language}${more}${short}`,
            );
            await page.locator(`section.stage[data-step=${step.id}][aria-busy=false]`).waitFor();
            // What an experiment still draws would be measured half done.
            await page.locator('.stage:not(:has([aria-busy=true]))').waitFor();
            // Trained as far as its step: until then no number has all of its digits.
            if (step.at !== undefined) await counted(page, step.at, 90_000);
            for (const [id, count] of grids(walk, step, viewport.width >= 1024)) {
              const cells = page
                .locator(`figure[data-slot=${id}]`)
                .locator('[role=grid] > [role=row] > [role=gridcell]');
              assert.equal(await cells.count(), count, `${step.id} ${id}`);
            }
            for (const theme of ['light', 'dark'] as const) {
              const where = `${step.id}, ${theme}`;
              const { boxes, problems, texts, faint } = await measure(page, theme);
              assert.ok(boxes > 40 && texts > 40, `${where}: ${boxes} boxes, ${texts} texts`);
              assert.deepEqual(problems, [], where);
              assert.deepEqual(faint, [], where);
            }
            // What axe looks at does not depend on the theme, but for the contrast.
            // Nor on the numbers, but for how many cells there are.
            if (walk.further) continue;
            assert.deepEqual(await faults(page), [], step.id);
          }
          await closeQuietly(opened);
        });
      });
    });
  });
});

describe('the walks above', () => {
  it('have every lesson at every width and in every language', () => {
    walks.forEach(({ further }, walk) => {
      if (further) return;
      const pairs = sizes.flatMap((_size, width) =>
        languages.flatMap((language, at) =>
          isWalked(walk, width, at) ? [[width, language] as const] : [],
        ),
      );
      assert.equal(new Set(pairs.map(([width]) => width)).size, sizes.length);
      assert.equal(new Set(pairs.map(([, language]) => language)).size, languages.length);
    });
  });
});
