// The figure as SVG and PNG: every number at its place, nothing that only a browser knows, and it looks like the page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { useSite } from './support/browser.ts';
import { address, drawn, siteAt, steps } from './support/figure.ts';
import type { Language, StepId } from './support/figure.ts';
import type * as picture from './support/picture.ts';

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
const paper: Record<Theme, readonly number[]> = { light: [252, 252, 251], dark: [20, 22, 26] };

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 1500 },
];

/**
 * Pixels of the whole picture that may differ clearly; a lost number is at least half as many again.
 * A large operator is drawn by scaling its letter, where the font has a shape of its own.
 */
const bound: Record<StepId, number> = {
  inputs: 22,
  scores: 22,
  scale: 40,
  mask: 30,
  softmax: 40,
  output: 80,
};

const site = useSite();
let page: Page | undefined;

/** Compiled apart, with all that it imports: tsx adds helpers that no page has. */
function bundled(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['tests/browser/support/picture.ts'],
    bundle: true,
    format: 'iife',
    globalName: 'injected',
    footer: { js: 'globalThis.injected = injected;' },
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** One page for the whole file. */
async function opened(): Promise<Page> {
  if (page) return page;
  const first = await site.open(siteAt('inputs', 'en'), {}, (each) =>
    each.addInitScript(bundled()),
  );
  site.keep(first);
  page = first.page;
  await drawn(page, 'inputs');
  return page;
}

async function visit(step: StepId, language: Language, theme: Theme): Promise<void> {
  const page = await opened();
  await page.mouse.move(0, 0);
  const [, hash = ''] = siteAt(step, language, `&theme=${theme}`).split('#');
  await address(page, hash);
  await drawn(page, step);
}

interface Injected {
  readonly injected: typeof picture;
}

/** The stage as it stands on the screen, its controls out of sight, beside its picture. */
async function examined(damaging: boolean): Promise<Awaited<ReturnType<typeof picture.examined>>> {
  const page = await opened();
  const clip = await page.evaluate(() => (globalThis as unknown as Injected).injected.posed());
  const png = await page.screenshot({ clip });
  return page.evaluate((args) => (globalThis as unknown as Injected).injected.examined(...args), [
    `data:image/png;base64,${png.toString('base64')}`,
    damaging,
  ] as const);
}

// Each language in both themes, by turns: a picture depends on no two of size, language and theme at once.
for (const [at, viewport] of sizes.entries()) {
  describe(`a picture at ${viewport.width} px`, () => {
    for (const [of, language] of (['zh-Hant', 'en'] as const).entries()) {
      for (const theme of themes.filter((_, place) => (at + of + place) % 2 === 0)) {
        it(`in ${language}, ${theme}, is the page of every step`, async () => {
          const page = await opened();
          await page.setViewportSize(viewport);
          for (const step of steps) {
            await visit(step, language, theme);
            const found = await examined(language === 'en');
            assert.ok(found.cells >= 18, `${step}: ${found.cells} numbers`);
            assert.deepEqual(found.strays, [], step);
            assert.deepEqual(found.faults, [], step);
            const { count, places } = found.apart;
            assert.ok(count <= bound[step], `${step}: ${count} pixels, ${places.join('; ')}`);
            assert.ok(found.damage > bound[step], `${step}: a lost number is ${found.damage}`);
            assert.deepEqual(found.corner, [...paper[theme], 255], step);
            assert.equal(found.size[0], found.room[0], step);
            assert.ok(found.size[1] <= found.room[1], step);
          }
        });
      }
    }
  });
}

describe('a PNG', () => {
  it('has the size that is asked for, up to a limit', async () => {
    const page = await opened();
    const { width, height, found } = await page.evaluate(() =>
      (globalThis as unknown as Injected).injected.sizes([2, 0.5, 1e4, 0]),
    );
    const [double, half, huge = '', none = ''] = found;
    assert.equal(double, `image/png ${2 * width} ${2 * height}`);
    assert.equal(half, `image/png ${Math.round(width / 2)} ${Math.round(height / 2)}`);
    assert.equal(Math.max(...huge.split(' ').slice(1).map(Number)), 8192);
    assert.match(none, /pixel ratio is above 0: 0/);
  });

  it('is refused in words where there is no picture', async () => {
    const page = await opened();
    for (const svg of ['', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">']) {
      const said = await page.evaluate(
        (text) => (globalThis as unknown as Injected).injected.refusal(text),
        svg,
      );
      assert.match(said, /no width and height|refuses the SVG/);
    }
  });
});

describe('what a figure may hold', () => {
  const draw = async (markup: string, style = ''): Promise<ReturnType<typeof picture.pictured>> =>
    (await opened()).evaluate(
      (args) => (globalThis as unknown as Injected).injected.pictured(...args),
      [markup, style] as const,
    );

  type Span = Omit<picture.Found, 'x' | 'y'>;

  const close = (a: Span | undefined, b: Span | undefined): void => {
    assert.ok(a && b);
    assert.ok(Math.abs(a.left - b.left) <= 1.5, `${a.text}: ${a.left}, not ${b.left}`);
    assert.ok(Math.abs(a.right - b.right) <= 1.5, `${a.text}: ${a.right}, not ${b.right}`);
  };

  it('right-to-left words and emoji are one text each, where they stand', async () => {
    const { texts, spans } = await draw(
      `<span>שלום</span> <span>👩‍👩‍👧‍👦</span> <span>é🇹🇼</span>
       <p dir="rtl"><span>مرحبا بالعالم</span></p>`,
    );
    assert.deepEqual(
      texts.map(({ text }) => text),
      spans.map(({ text }) => text),
    );
    texts.forEach((text, index) => {
      close(text, spans[index]);
    });
    assert.deepEqual(
      texts.map(({ attributes }) => attributes.includes('direction=rtl')),
      [false, false, false, true],
    );
  });

  it('lines are where the layout broke them, white space as it is seen', async () => {
    const { texts } = await draw(
      `<p style="width: 120px; margin: 0">  one   two
        three four &lt;five&gt; &amp; six\u0001 </p>`,
    );
    assert.ok(texts.length > 2, 'several lines');
    assert.equal(texts.map(({ text }) => text).join(' '), 'one two three four <five> & six');
  });

  it('a page that scales the figure changes nothing but what it rounds', async () => {
    const markup = `<b style="border: 3px dashed red; border-radius: 2px">one</b>
      <span>two</span> <math><msqrt><mi>d</mi></msqrt></math>`;
    const plain = await draw(markup);
    for (const style of ['transform: scale(0.5); transform-origin: 0 0', 'zoom: 1.5']) {
      const scaled = await draw(markup, style);
      assert.deepEqual(
        scaled.texts.map(({ text }) => text),
        ['one', 'two', '𝑑'],
      );
      scaled.texts.forEach((text, index) => {
        close(text, plain.texts[index]);
      });
    }
  });

  it('what is hidden, operated or only heard is left out', async () => {
    const { svg, texts } = await draw(
      `<span style="display: none">a</span><span style="visibility: hidden">b</span>
       <span style="opacity: 0">c</span><button>d</button><input value="e" />
       <span class="unseen">f</span><i data-picture="skip">g</i><span>h</span>
       <s>i<sub>j</sub></s><span style="opacity: 0.5">k</span>`,
    );
    assert.equal(texts.map(({ text }) => text).join(''), 'hijk');
    const struck = texts.filter(({ attributes }) => attributes.includes('line-through'));
    assert.equal(struck.map(({ text }) => text).join(''), 'ij');
    assert.match(svg, /<g opacity="0.5">\s*<text/);
  });

  it('colours of any notation are resolved, their alpha apart', async () => {
    const { texts } = await draw(
      `<i style="color: color-mix(in oklab, #0072b2 40%, #f6f7f8)">a</i>
       <i style="color: rgb(20 23 28 / 16%)">b</i><i style="color: color(srgb 1 0.5 0)">c</i>
       <i style="color: lch(50% 40 200)">d</i>`,
    );
    const fills = texts.map(({ attributes }) => /fill=.*?(?= y=)/.exec(attributes)?.[0]);
    const page = await opened();
    const [first, second] = await page.evaluate(() =>
      ['color-mix(in oklab, #0072b2 40%, #f6f7f8)', 'lch(50% 40 200)'].map((colour) =>
        (globalThis as unknown as Injected).injected.paintedHex(colour),
      ),
    );
    assert.deepEqual(
      fills,
      [first, '#14171c fill-opacity=0.16', '#ff8000', second].map((each) => `fill=${each}`),
    );
  });
});
