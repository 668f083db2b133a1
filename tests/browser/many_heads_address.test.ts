// The address of many heads: what it says is drawn, what is done is said, and what cannot be is left out.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closeQuietly, useSite } from './support/browser.ts';
import { address } from './support/figure.ts';
import { openPanel } from './support/flows.ts';
import {
  assertShows,
  cell,
  countButton,
  drawn,
  hashAt,
  map,
  matrixIn,
  modelOf,
  pressed,
  slot,
  stateIn,
  useHeads,
} from './support/heads.ts';

const site = useSite();
const visit = useHeads(site);
const elsewhere = useHeads(site);

/** As the engine's inputs: what a cell is pinned in comes before the cell. */
const states: readonly (readonly [string, string])[] = [
  ['inputs', ''],
  ['project', '&on=projected_k&cell=2,4'],
  ['project', '&cell=2,4'],
  ['split', '&mistake=1&heads=4&head=3&cell=3,1'],
  ['split', '&head=2'],
  ['scores', '&set=sentence&head=4&cell=8,8'],
  ['weights', '&set=sentence&heads=8&head=8&predict=1&shown=weights.13'],
  ['weights', '&scale=0&heads=1'],
  ['outputs', '&set=random&seed=7&heads=2&head=2'],
  ['concat', '&wq=1,0,2;0,-1,0;3,0,0;0,0,0.1&cell=1,4'],
  ['result', '&x=0,1,0;0,0.5,1&wo=1,0,0,1;0,1,-1,0&heads=4&theme=dark'],
];

describe('an address', () => {
  for (const [step, more] of states) {
    it(`of ${step}${more} comes back as it went, and brings the same figure`, async () => {
      const page = await visit(step, more);
      const said = await stateIn(page);
      const parameters = (text: string) => new Set(text.split('&'));
      const given = parameters(hashAt(step, more));
      // What is the default goes without saying.
      given.delete('predict=1');
      // The last step is the end of the lesson, and stays so.
      if (step === 'result') given.add('done=many-heads');
      assert.deepEqual(parameters(said), given);
      await page.locator('.notice').waitFor({ state: 'detached' });
      const looks = async (each: typeof page) => ({
        state: await stateIn(each),
        pressed: await pressed(each),
        figure: await each
          .locator('figure [role=gridcell]')
          .evaluateAll((cells) => cells.map((one) => one.getAttribute('aria-label'))),
        chosen: await each
          .locator('figure [aria-selected=true]')
          .evaluateAll((cells) => cells.map((one) => one.closest('figure')?.dataset.slot)),
        told: await each.locator('.inspector').innerText(),
      });
      const there = await elsewhere(step);
      await address(there, said);
      await drawn(there, step);
      assert.deepEqual(await looks(there), await looks(page));
    });
  }

  it('follows what is done', async () => {
    const page = await visit('inputs');
    await page.locator('.head-strip .set select').selectOption('sentence');
    await countButton(page, 8).click();
    await map(page, 5).click();
    assert.match(await stateIn(page), /&set=sentence&/);
    assert.match(await stateIn(page), /&heads=8&head=6/);
    await page.locator('.stop[data-step=split]').click();
    await drawn(page, 'split');
    const panel = await openPanel(page, 'settings');
    await panel.getByRole('switch', { name: 'show the wrong reshape too' }).click();
    await page.keyboard.press('Escape');
    await cell(page, 'H2', 4, 0).click();
    assert.match(await stateIn(page), /&head=3/);
    assert.match(await stateIn(page), /&mistake=1/);
    assert.match(await stateIn(page), /&cell=5,1/);
    const { results } = await modelOf(page);
    await assertShows(page, 'M2', results.mistaken?.[2]);
    await page.waitForFunction(
      () => location.hash === `#${document.querySelector('qkv-lab')?.getState() ?? ''}`,
    );
  });

  it('that asks for what cannot be gives the rest, and a notice', async () => {
    const opened = await site.open(`site/#${hashAt('scores')}`);
    const { page, complaints } = opened;
    for (const [more, heads, head, complaint] of [
      ['&heads=3', '2', '0', 'out_of_range in heads'],
      ['&heads=0', '2', '0', 'bad_value in heads'],
      ['&head=3', '2', '0', 'out_of_range in head'],
      ['&heads=4&head=5', '4', '0', null],
      ['&on=projected_k&cell=1,1', '2', '0', 'bad_value in on'],
      ['&set=nowhere&head=2', '2', '1', 'bad_value in set'],
      ['&mistake=maybe&head=2', '2', '1', 'bad_value in mistake'],
    ] as const) {
      await address(page, hashAt('scores', more));
      await page.locator('.notice').waitFor();
      assert.deepEqual(await pressed(page), { heads: [heads], head: [head] }, more);
      const { results } = await modelOf(page);
      await assertShows(page, 'S', matrixIn(results, 'scores', Number(head)));
      // Each is said once.
      const said = complaint ? [`warning: <qkv-lab> state: ${complaint}`] : [];
      assert.deepEqual(complaints.splice(0), said, more);
    }
    await closeQuietly(opened);
  });

  it('of another lesson knows no heads', async () => {
    const opened = await site.open('site/#v=1&lesson=attention-by-hand&step=scores&heads=2');
    const { page, complaints } = opened;
    await drawn(page, 'scores');
    await page.locator('.notice').waitFor();
    assert.deepEqual(complaints.splice(0), [
      'warning: <qkv-lab> state: unknown_parameter in heads',
    ]);
    assert.equal(await page.locator('.head-strip').count(), 0);
    assert.equal(await slot(page, 'S').locator('[role=gridcell]').count(), 9);
    await closeQuietly(opened);
  });
});
