// Handing things out: the link, programs, matrices as text, pictures; and where copying is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { chapters } from '../../web/lessons/chapters.ts';
import { lessons } from '../../web/lessons/index.ts';
import { fill } from '../../web/src/i18n/template.ts';
import { attentionProgram } from '../../web/src/render/programs.ts';
import type { Library } from '../../web/src/render/programs.ts';
import { readableFloat32 } from '../../web/src/state/float32.ts';
import { namesOf } from '../../web/src/state/names.ts';
import { decodeState } from '../../web/src/state/url.ts';
import { closeQuietly, useSite } from './support/browser.ts';
import {
  boxed,
  cell,
  drawn,
  edit,
  inspector,
  languages,
  siteAt,
  texts,
  useFigure,
} from './support/figure.ts';
import type { Language, StepId } from './support/figure.ts';
import { announcement, openPanel, panelButton, stateOf, ui } from './support/flows.ts';

const site = useSite();
const visit = useFigure(site);

const rich =
  '&q=2,0,1.5,0;0,2,2,1;-1,1,0,2&mask=1&scale=0&names=,us&cell=2,1&shown=scores.4&theme=dark';

const panel = (page: Page): Locator => page.locator('.panel');
const copy = (page: Page, name: string): Promise<void> =>
  panel(page).getByRole('button', { name, exact: true }).click();
const clipboard = (page: Page): Promise<string> =>
  page.evaluate(async () => (await navigator.clipboard.readText()).replaceAll('\r\n', '\n'));

/** The program for a state, as the module makes it. */
function program(library: Library, text: string): string {
  const { state } = decodeState(text, lessons, { locale: 'en', theme: 'auto' });
  const { q, k, v } = state.inputs;
  const [{ lesson, text: words }] = chapters;
  assert.ok(q && k && v);
  return attentionProgram(library, {
    q,
    k,
    v,
    tokens: namesOf(lesson, state, words[state.locale].tokens),
    scale: state.switches.scale === true,
    mask: state.switches.mask === true,
    digits: 3,
    write: readableFloat32,
    words: {
      ...ui[state.locale].program,
      title: fill(ui[state.locale].program.title, { lesson: words[state.locale].title }),
    },
  });
}

describe('the link', () => {
  it('is the address with the whole state, and opens to the same elsewhere', async () => {
    const page = await visit('softmax', 'zh-Hant', rich);
    await openPanel(page, 'share');
    const link = panel(page).locator('.link');
    const given = await link.inputValue();
    assert.equal(given, `${site.url}site/#${await stateOf(page)}`);
    await link.focus();
    const chosen = await link.evaluate((input) => {
      const { selectionStart, selectionEnd } = input as HTMLInputElement;
      return [selectionStart, selectionEnd];
    });
    assert.deepEqual(chosen, [0, given.length]);

    const other = await site.open(given.slice(site.url.length));
    await drawn(other.page, 'softmax');
    for (const id of ['Q', 'K', 'V', 'S', 'Z', 'A'] as const) {
      assert.deepEqual(await texts(other.page, id), await texts(page, id), id);
    }
    assert.equal(await inspector(other.page), await inspector(page));
    assert.equal(await boxed(other.page).innerText(), await boxed(page).innerText());
    assert.equal(await stateOf(other.page), await stateOf(page));
    await closeQuietly(other);
  });

  it('follows what is changed while it is open', async () => {
    const page = await visit('scores', 'en');
    await openPanel(page, 'share');
    await edit(page, 'Q', 2, 3, '9');
    assert.match(await panel(page).locator('.link').inputValue(), /q=.*1,1,0,9/);
  });
});

describe('copying', () => {
  const allow = (page: Page) =>
    page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

  it('a link says so, at the button and to a screen reader, in each language', async () => {
    for (const language of languages) {
      const page = await visit('scale', language);
      await allow(page);
      await openPanel(page, 'share');
      const { copy: named, copied } = ui[language].share;
      const copyLink = named.link;
      await copy(page, copyLink);
      const button = panel(page).getByRole('button', { name: copyLink });
      await button.getByText(copied).waitFor();
      assert.equal(await announcement(page), copied);
      assert.equal(await clipboard(page), await panel(page).locator('.link').inputValue());
    }
  });

  it('a program copies the one for the numbers, switches, names and language in use', async () => {
    const cases: [StepId, Language, string][] = [
      ['scores', 'en', ''],
      ['softmax', 'zh-Hans', '&scale=0&mask=1'],
      ['output', 'zh-Hant', rich.replace('&cell=2,1', '')],
    ];
    for (const [step, language, more] of cases) {
      const page = await visit(step, language, more);
      await allow(page);
      await openPanel(page, 'share');
      for (const [library, name] of [
        ['numpy', 'NumPy'],
        ['pytorch', 'PyTorch'],
      ] as const) {
        await copy(page, ui[language].share.copyAs.replace('{name}', name));
        await panel(page).getByText(ui[language].share.copied).waitFor();
        const text = await clipboard(page);
        assert.equal(text, program(library, await stateOf(page)));
        assert.match(text, library === 'numpy' ? /import numpy/ : /import torch/);
      }
    }
  });

  it('a matrix copies the one that is chosen, with every digit', async () => {
    const page = await visit('output', 'en', '&mask=1&q=2,0,1,0;0,2,2,1;1,1,0,0.1');
    await allow(page);
    await openPanel(page, 'share');
    const choose = (symbol: string) =>
      panel(page).getByRole('button', { name: symbol, exact: true }).click();
    await choose('Q');
    await copy(page, 'Copy Q as CSV');
    await panel(page).getByText('Copied').waitFor();
    assert.equal(await clipboard(page), '2,0,1,0\n0,2,2,1\n1,1,0,0.1\n');
    await choose('S/√d + M');
    assert.equal(await panel(page).getByText('Copied').count(), 0, 'that was another one');
    await copy(page, 'Copy S/√d + M as LaTeX');
    await panel(page).getByText('Copied').waitFor();
    assert.equal(
      await clipboard(page),
      '\\begin{bmatrix}\n1 & -\\infty & -\\infty \\\\\n1.5 & 1 & -\\infty \\\\\n1.05 & 1 & 0.5\n\\end{bmatrix}',
    );
    await choose('A');
    await copy(page, 'Copy A as CSV');
    await panel(page).getByText('Copied').waitFor();
    const rows = (await clipboard(page)).trim().split('\n');
    assert.deepEqual(rows.slice(0, 2), ['1,0,0', '0.62245935,0.37754068,0']);
  });

  it('where it is refused shows the text, to be chosen and copied', async () => {
    for (const name of ['refused', 'absent']) {
      const opened = await site.open(siteAt('scores', 'en'));
      const { page } = opened;
      await drawn(page, 'scores');
      await page.evaluate((absent) => {
        const writeText = absent ? undefined : () => Promise.reject(new Error('refused'));
        Object.defineProperty(navigator, 'clipboard', { value: writeText && { writeText } });
      }, name === 'absent');
      await openPanel(page, 'share');
      await copy(page, 'Copy as NumPy');
      const box = panel(page).locator('.refused textarea');
      await box.waitFor();
      const text = program('numpy', await stateOf(page));
      assert.equal(await box.inputValue(), text, name);
      assert.match(await panel(page).locator('.refused').innerText(), /does not let us copy/);
      await box.focus();
      await page.keyboard.press('Control+a');
      const chosen = await box.evaluate((area) => {
        const { selectionStart, selectionEnd } = area as HTMLTextAreaElement;
        return selectionEnd - selectionStart;
      });
      assert.equal(chosen, text.length);
      await copy(page, 'Copy link');
      await page.waitForFunction(() =>
        document
          .querySelector('qkv-lab')
          ?.shadowRoot?.querySelector<HTMLTextAreaElement>('.refused textarea')
          ?.value.startsWith('http'),
      );
      await closeQuietly(opened);
    }
  });
});

describe('a picture', () => {
  it('is saved under the name of its step, as SVG and as PNG of twice the pixels', async () => {
    const page = await visit('softmax', 'en');
    const stage = await page.locator('section.stage').boundingBox();
    assert.ok(stage);
    await openPanel(page, 'share');
    const save = async (kind: 'SVG' | 'PNG') => {
      const download = page.waitForEvent('download');
      await copy(page, `Save picture as ${kind}`);
      const file = await download;
      await panel(page).getByText(`Saved as ${kind}`).waitFor();
      assert.equal(
        file.suggestedFilename(),
        `qkv-lab-attention-by-hand-softmax.${kind.toLowerCase()}`,
      );
      return readFileSync(await file.path());
    };
    const svg = (await save('SVG')).toString('utf8');
    assert.match(svg, /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.match(svg, /<title>Attention by hand: softmax<\/title>/);
    assert.match(svg, />0\.736</);
    assert.doesNotMatch(svg, /Share|Copy link/, 'what lies over the figure is no part of it');
    const png = await save('PNG');
    assert.equal(png.subarray(1, 4).toString('latin1'), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(Math.abs(width - 2 * stage.width) <= 2 && Math.abs(height - 2 * stage.height) <= 2);
  });

  it('is had by a script too, and fails where nothing is drawn', async () => {
    const page = await visit('scores', 'zh-Hant');
    const made = await page.locator('qkv-lab').evaluate(async (lab) => {
      const each = lab as HTMLElement & { toSVG(): Promise<string>; toPNG(): Promise<Blob> };
      const [svg, png] = [await each.toSVG(), await each.toPNG()];
      const bare = document.createElement('qkv-lab') as typeof each;
      const error = await bare.toSVG().then(String, (reason: unknown) => String(reason));
      return { svg, type: png.type, size: png.size, error };
    });
    assert.match(made.svg, /<title>手算注意力: 分數<\/title>/);
    assert.match(made.svg, />6</);
    assert.equal(made.type, 'image/png');
    assert.ok(made.size > 10_000);
    assert.match(made.error, /^Error: nothing is drawn/);
  });
});

describe('back and forward', () => {
  it('walk the steps, and close what is open', async () => {
    const page = await visit('scores', 'en');
    await page.locator('.stop[data-step=softmax]').click();
    await drawn(page, 'softmax');
    await cell(page, 'A', 0, 1).click();
    await panelButton(page, 'share').click();
    await page.goBack();
    await drawn(page, 'scores');
    assert.equal(await panel(page).count(), 0);
    await page.goForward();
    await drawn(page, 'softmax');
  });
});
