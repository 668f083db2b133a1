// Notebooks import the module as text, twice on a page and into a shadow root; their kernel hears and
// says what the figure shows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertWorks, pageOf, useCourse } from '../support/course.ts';

/** A notebook: its models call their listeners at once, and each cell imports the module as a Blob. */
const notebook = `
class Model {
  saved = 0;
  listeners = [];
  constructor(values) { this.values = values; }
  get(name) { return this.values[name]; }
  set(name, value) {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = structuredClone(value);
    for (const [event, listener] of [...this.listeners]) if (event === 'change:' + name) listener();
  }
  save_changes() { this.saved += 1; }
  on(event, listener) { this.listeners.push([event, listener]); }
  off(event, listener) {
    this.listeners = this.listeners.filter(([e, l]) => e !== event || l !== listener);
  }
}
const text = await (await fetch('widget.js')).text();
async function show(id, values) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const { default: widget } = await import(url);
  URL.revokeObjectURL(url); // an address that leads nowhere any more
  const model = new Model(values);
  const el = document.createElement('div');
  document.getElementById(id).attachShadow({ mode: 'open' }).append(el);
  return { model, end: widget.render({ model, el }) };
}
globalThis.a = await show('a', {
  lesson: 'attention-by-hand', step: 'scores', lang: 'en', theme: 'light', state: 'v=1&predict=0', answers: [],
});
globalThis.b = await show('b', { lesson: 'causal-mask', step: '', lang: 'zh-Hant', state: '' });
`;

const course = useCourse({
  copies: { 'widget.js': 'anywidget/qkv-lab.js' },
  pages: {
    'notebook.js': notebook,
    'notebook.html': pageOf(
      '<div id="a"></div><div id="b"></div><script type="module" src="notebook.js"></script>',
    ),
  },
});

interface Shown {
  readonly model: {
    readonly saved: number;
    readonly listeners: readonly unknown[];
    readonly values: Readonly<Record<string, unknown>>;
    set(name: string, value: unknown): void;
  };
  end(): void;
}

const values = (page: Page, id: 'a' | 'b'): Promise<Readonly<Record<string, unknown>>> =>
  page.evaluate(
    (name) => (globalThis as unknown as Record<string, Shown>)[name]?.model.values ?? {},
    id,
  );

describe('the widget of notebooks', () => {
  it('shows two figures in shadow roots, shares their state, and leaves nothing behind', async () => {
    const visit = await course.open('notebook.html');
    const { page } = visit;
    await page.waitForFunction(() => 'b' in globalThis);
    const [a, b] = [page.locator('#a qkv-lab'), page.locator('#b qkv-lab')];
    await assertWorks(a);
    await b.locator('section.stage[aria-busy=false]').waitFor();
    assert.equal(await b.evaluate((lab) => (lab as HTMLElement).lang), 'zh-Hant');

    // What the reader does reaches the kernel: text, which JSON holds as it is.
    await page.waitForFunction(() =>
      /q=5/.test(String((globalThis as unknown as Record<string, Shown>).a?.model.values.state)),
    );
    await a.getByRole('button', { name: 'Next' }).click();
    await a.locator('section.stage[data-step=scale]').waitFor();
    const first = await values(page, 'a');
    assert.equal(first.step, 'scale');
    assert.deepEqual(JSON.parse(JSON.stringify(first)), first);
    assert.deepEqual(Object.keys(await values(page, 'b')).sort(), [
      'lang',
      'lesson',
      'state',
      'step',
    ]);

    // And what the kernel says reaches the figure.
    await page.evaluate(() => {
      const { a: shown } = globalThis as unknown as Record<string, Shown>;
      shown?.model.set('step', 'output');
      shown?.model.set('lang', 'zh-Hans');
    });
    await a.locator('section.stage[data-step=output]').waitFor();
    assert.equal(await a.evaluate((lab) => (lab as HTMLElement).lang), 'zh-Hans');
    await page.evaluate(() => {
      (globalThis as unknown as Record<string, Shown>).a?.model.set(
        'state',
        'v=1&lesson=attention-by-hand&step=scores&lang=en&q=7,0,1,0;0,2,2,1;1,1,0,2&predict=1',
      );
    });
    await a
      .locator('figure[data-slot=S] [role=gridcell]')
      .first()
      .filter({ hasText: '7' })
      .waitFor();

    // An answer is one more entry of the list.
    await a.locator('.exercise input').fill('100');
    await a.locator('.exercise input').press('Enter');
    await page.waitForFunction(
      () =>
        ((globalThis as unknown as Record<string, Shown>).a?.model.values.answers as unknown[])
          .length === 1,
    );
    const [answer] = (await values(page, 'a')).answers as Record<string, unknown>[];
    assert.deepEqual([answer?.given, answer?.correct], [100, false]);

    const left = await page.evaluate(() => {
      const { a: one, b: other } = globalThis as unknown as Record<string, Shown>;
      one?.end();
      other?.end();
      return {
        listeners: [one, other].map((each) => each?.model.listeners.length),
        figures: ['a', 'b'].map(
          (id) => document.getElementById(id)?.shadowRoot?.querySelectorAll('qkv-lab').length,
        ),
      };
    });
    assert.deepEqual(left, { listeners: [0, 0], figures: [0, 0] });
    assert.ok(!visit.requests.some((each) => each.endsWith('.wasm')), 'it carries its core');
    await visit.close(/is defined already/);
  });
});
