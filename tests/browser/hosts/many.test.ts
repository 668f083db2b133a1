// Many figures on a page, and figures that come and go.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertWorks, pageOf, useCourse } from '../support/course.ts';

const figure = (id: string, more: string): string =>
  `<qkv-lab id="${id}" lang="en" ${more}></qkv-lab>`;
const script = '<script type="module" src="embed/qkv-lab.js"></script>';

const course = useCourse({
  copies: { embed: 'embed' },
  pages: {
    'two.html': pageOf(
      `${figure('a', 'step="scores" state="v=1&predict=0"')}
       ${'<p>text</p>'.repeat(80)}
       ${figure('b', 'lesson="causal-mask" theme="dark" state="v=1&predict=0"')}`,
      script,
    ),
    'come-and-go.html': pageOf(`<main></main>`, script),
  },
});

describe('two figures on a page', () => {
  it('share one module of WebAssembly, and show two lessons', async () => {
    const visit = await course.open('two.html');
    const [a, b] = [visit.page.locator('#a'), visit.page.locator('#b')];
    await assertWorks(a);
    await b.locator('section.stage[data-step=inputs][aria-busy=false]').waitFor();
    assert.equal(visit.requests.filter((each) => each.endsWith('.wasm')).length, 1);
    await visit.close();
  });

  it('play only where somebody sees them', async () => {
    const visit = await course.open('two.html');
    const { page } = visit;
    await page.clock.install();
    await page.reload();
    const b = page.locator('#b');
    await b.locator('section.stage[data-step=inputs][aria-busy=false]').waitFor();
    const step = (): Promise<string | null> => b.locator('section.stage').getAttribute('data-step');
    // Started from below, where it is out of sight.
    await b.evaluate((lab) => {
      const stage = lab.shadowRoot?.querySelector<HTMLElement>('.stage');
      stage?.focus({ preventScroll: true });
      stage?.dispatchEvent(
        new KeyboardEvent('keydown', { key: ' ', bubbles: true, composed: true }),
      );
    });
    assert.equal(
      await b.evaluate((lab) => (lab as HTMLElementTagNameMap['qkv-lab']).playing),
      true,
    );
    await page.clock.runFor(20_000);
    assert.equal(await step(), 'inputs');
    await b.scrollIntoViewIfNeeded();
    await page.waitForTimeout(200); // for what is seen to be told
    await page.clock.runFor(5_000);
    assert.notEqual(await step(), 'inputs');
    await visit.close();
  });
});

describe('a figure that comes and goes two hundred times', () => {
  it('leaves nothing behind, and is ready each time', async () => {
    const visit = await course.open('come-and-go.html');
    const { page } = visit;
    const session = await page.context().newCDPSession(page);
    const count = async (): Promise<{ nodes: number; listeners: number; bytes: number }> => {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string): number =>
        metrics.find((metric) => metric.name === name)?.value ?? NaN;
      return {
        nodes: of('Nodes'),
        listeners: of('JSEventListeners'),
        bytes: of('JSHeapUsedSize'),
      };
    };
    await session.send('Performance.enable');
    const comeAndGo = (times: number): Promise<number> =>
      page.evaluate(async (rounds) => {
        const main = document.querySelector('main');
        let ready = 0;
        for (let round = 0; round < rounds; round++) {
          const lab = document.createElement('qkv-lab');
          const done = new Promise((resolve) => {
            lab.addEventListener('qkv-ready', resolve);
          });
          main?.append(lab);
          await done;
          ready += 1;
          // Half of them are moved about before they go.
          if (round % 2 === 0) main?.prepend(lab);
          lab.remove();
        }
        return ready;
      }, times);
    await comeAndGo(40); // what is kept for good is there by now
    const before = await count();
    assert.equal(await comeAndGo(200), 200);
    const after = await count();
    // One figure has over a thousand nodes; the last one may still be held.
    assert.ok(after.nodes - before.nodes < 3000, JSON.stringify({ before, after }));
    assert.ok(after.listeners - before.listeners < 300, JSON.stringify({ before, after }));
    assert.ok(after.bytes - before.bytes < 2e6, JSON.stringify({ before, after }));
    await visit.close();
  });
});
