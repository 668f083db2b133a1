// Three browser engines, one flow through each lesson: load, step, edit, read, share, reload. What they
// show is the same text, and what the core gives them the same bits.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chapters } from '../../web/lessons/chapters.ts';
import { loadEngine } from '../../wasm/engine/index.ts';
import type { Lesson } from '../../web/src/state/lesson.ts';
import { serve } from '../../wasm/toolchain/serve.mjs';
import { bits } from './support/bits.ts';
import { engines, open } from './support/drivers.ts';
import type { Driver } from './support/drivers.ts';
import { scriptOf } from './support/inject.ts';
import { options, trainBoth, trainedInNode } from './support/training.ts';

/** Stage of the figure, once it stands; every number of it, as text. */
const readStage = `
  const until = async (holds) => {
    for (let turn = 0; !holds(); turn++) {
      if (turn === 400) throw new Error('waited in vain for ' + args[0]);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  };
  const root = () => document.querySelector('qkv-lab')?.shadowRoot;
  const stage = () => root()?.querySelector('section.stage[aria-busy=false]');
  await until(() => stage() && (args[0] === null || stage().dataset.step === args[0]));
  await document.querySelector('qkv-lab').updateComplete;
  const grids = [...stage().querySelectorAll('figure[data-slot] [role=grid]')];
  return {
    step: stage().dataset.step,
    cells: grids.flatMap((grid) => [
      grid.closest('figure').dataset.slot,
      ...[...grid.querySelectorAll('[role=gridcell]')].map((cell) => cell.getAttribute('aria-label')),
    ]),
    inspector: (root().querySelector('.inspector')?.textContent ?? '').replace(/\\s+/g, ' '),
    state: document.querySelector('qkv-lab').getState(),
  };`;

interface Stage {
  readonly step: string;
  readonly cells: readonly string[];
  readonly inspector: string;
  readonly state: string;
}

const read = async (driver: Driver, step: string | null): Promise<Stage> =>
  (await driver.run(readStage, step)) as Stage;

/** Experiments, and how far they are to run: what they draw in the end is the same everywhere. */
const experiments: Readonly<Record<string, string>> = {
  'reverse-digits': '&settings=width.8,length.4,batch.16&look=at.20',
  'why-sqrt-d': '&step=gradient',
};
const ran = new Map<string, readonly string[]>();

/** The cells of its grid, once they have stood still for a second. */
const readExperiment = `
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  const cells = () => {
    const root = document.querySelector('qkv-lab')?.shadowRoot;
    // How far a race is: its counter says 20 in the end.
    if ((root?.querySelector('.counter b')?.textContent ?? '20') !== '20') return [];
    const stage = root?.querySelector('section.stage[aria-busy=false]');
    return [...(stage?.querySelectorAll('[role=grid] [role=gridcell]') ?? [])].map(
      (cell) => cell.getAttribute('aria-label') ?? cell.textContent.trim(),
    );
  };
  let seen = '';
  for (let still = 0, turn = 0; still < 10; turn++) {
    if (turn === 400) throw new Error('it never stood still: ' + seen);
    await pause(100);
    const now = cells().join('|');
    still = now !== '' && now === seen && !/[…–]|still being drawn/.test(now) ? still + 1 : 0;
    seen = now;
  }
  return seen.split('|');`;

const hashed = `
  ${scriptOf('bits.ts')}
  const { loadEngine } = await import(args[0]);
  return injected.bits(await loadEngine());`;

let server: Awaited<ReturnType<typeof serve>> | undefined;
before(async () => {
  server = await serve({ folder: 'dist' });
});
after(() => server?.close());

/** What Chromium shows is what the others are held to. */
const shown = new Map<string, readonly Stage[]>();

/** The first input, as addresses call it. */
const edited = ({ inputs }: Lesson): string => Object.keys(inputs)[0] ?? '';

async function flow(driver: Driver, lesson: Lesson): Promise<Stage[]> {
  const stages: Stage[] = [];
  const note = async (step: string | null): Promise<Stage> => {
    const stage = await read(driver, step);
    stages.push(stage);
    return stage;
  };
  const address = `${server?.url ?? ''}site/#v=1&lesson=${lesson.id}&lang=en&predict=0`;
  await driver.goto(address);
  const [first, ...others] = lesson.steps.filter(
    ({ needs }) => needs === undefined || lesson.switches[needs] === true,
  );
  await note(first?.id ?? null);
  // A key into the first input opens its field with the old number, which is replaced.
  const cell = 'figure.editable [role=gridcell]';
  await driver.click(cell);
  await driver.type('input.field', '3\n');
  for (const step of others) {
    await driver.click(`.stop[data-step=${step.id}]`);
    await note(step.id);
  }
  const before = stages.at(-1);
  // Shared: the address holds all of it, and a page that is loaded from it shows it again.
  await driver.run(`
    for (let turn = 0; location.hash.slice(1) !== document.querySelector('qkv-lab').getState(); turn++) {
      if (turn === 200) throw new Error(location.hash);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }`);
  await driver.reload();
  // But for what stood there before the edit, which nobody shares.
  const now = before && {
    ...before,
    cells: before.cells.map((each) => each.replace(/; it was .*$/, '')),
  };
  assert.deepEqual(await read(driver, before?.step ?? null), now);
  return stages;
}

for (const name of engines) {
  describe(`in ${name}`, () => {
    let driver: Driver | undefined;
    before(async () => {
      driver = await open[name]();
    });
    after(() => driver?.close());

    for (const { lesson } of chapters.filter(({ lesson: { figure } }) => !figure)) {
      it(`${lesson.id} is walked, edited, shared and found again, with the same numbers`, async () => {
        assert.ok(driver, 'the engine has started');
        const stages = await flow(driver, lesson);
        const expected = shown.get(lesson.id) ?? stages;
        shown.set(lesson.id, expected);
        assert.ok(stages.every(({ cells }) => cells.length > 9));
        assert.match(stages.at(-1)?.state ?? '', new RegExp(`&${edited(lesson)}=3,`));
        assert.deepEqual(stages, expected);
      });
    }

    for (const { id, figure } of chapters.map(({ lesson }) => lesson)) {
      if (!figure) continue;
      it(`${id} runs to the same numbers`, async () => {
        assert.ok(driver, 'the engine has started');
        const state = experiments[id];
        assert.ok(state !== undefined, 'it is said how far it is to run');
        await driver.goto(`${server?.url ?? ''}site/#v=1&lesson=${id}&lang=en&predict=0${state}`);
        const cells = (await driver.run(readExperiment)) as readonly string[];
        const expected = ran.get(id) ?? cells;
        ran.set(id, expected);
        assert.ok(cells.length > 9, String(cells.length));
        assert.deepEqual(cells, expected);
      });
    }

    it('training in workers gives the losses that it gives in Node', async () => {
      assert.ok(driver, 'the engine has started');
      await driver.goto(`${server?.url ?? ''}site/`);
      const found = await driver.run(trainBoth, `${server?.url ?? ''}engine/index.js`, options);
      assert.deepEqual(found, await trainedInNode());
    });

    it('the core gives the bits that it gives in Node', async () => {
      assert.ok(driver, 'the engine has started');
      await driver.goto(`${server?.url ?? ''}site/`);
      const found = await driver.run(hashed, `${server?.url ?? ''}engine/index.js`);
      const wasmUrl = new URL('../../dist/engine/qkv-core.wasm', import.meta.url);
      assert.deepEqual(found, bits(await loadEngine({ wasmUrl })));
    });
  });
}
