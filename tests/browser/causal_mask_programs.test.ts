// The NumPy program of a mask that the reader made runs, and prints the digits on the screen.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { python } from '../web/support/numpy.ts';
import { useSite } from './support/browser.ts';
import { slot, texts } from './support/figure.ts';
import type { Language, SlotId } from './support/figure.ts';
import { openPanel, ui } from './support/flows.ts';
import { useMask } from './support/masks.ts';

const site = useSite();
const visit = useMask(site);

async function copied(page: Page, language: Language): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = await openPanel(page, 'share');
  await panel
    .getByRole('button', { name: ui[language].share.copyAs.replace('{name}', 'NumPy') })
    .click();
  await panel.getByText(ui[language].share.copied).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The tables that it prints, by the letters before their names: numbers of each row. */
function tables(printed: string): Map<string, string[][]> {
  const sections = printed.trim().split(/\n\s*\n/);
  return new Map(
    sections.map((section) => {
      const [title = '', ...rows] = section.split('\n');
      const numbers = rows.map((row) => row.match(/(?<=\s)(-?[\d.]+(e-?\d+)?|-?inf|nan)(?=\s)/g));
      return [title.split('   ')[0] ?? '', numbers.map((each) => [...(each ?? [])])];
    }),
  );
}

/** What is said of each cell, as a number. */
const said = (page: Page, id: SlotId): Promise<number[]> =>
  slot(page, id)
    .locator('[role=gridcell]')
    .evaluateAll((cells) =>
      cells.map((each) => {
        const label = (each.getAttribute('aria-label') ?? '').split(/: |：/).at(-1) ?? '';
        return /^(minus inf|負無|负无)/.test(label)
          ? -Infinity
          : Number((label.split(/[;，]/)[0] ?? '').replace('−', '-'));
      }),
    );

const onPaper = (text: string): string => text.replace('−', '-');

const states: readonly (readonly [string, string, Language])[] = [
  ['the causal rule', '', 'en'],
  ['no mask at all', '&mask=none', 'zh-Hans'],
  ['a window', '&mask=window.2', 'zh-Hant'],
  ['the lower right', '&q=0,2,2,1;1,1,0,2&mask=lower-right', 'en'],
  ['cells by hand, without scale', '&flips=1.2,3.1&scale=0', 'en'],
  ['a row with nothing left', '&flips=2.1,2.2', 'zh-Hant'],
  ['padding full of NaN', '&padding=2&nan=1', 'en'],
  ['the drawn set', '&set=tensors&mask=window.3&padding=1&nan=1', 'en'],
];

describe('the NumPy program', () => {
  for (const [what, more, language] of states) {
    it(`prints what the figure shows: ${what}`, async () => {
      const page = await visit('output', more, language);
      const program = await copied(page, language);
      await page.keyboard.press('Escape');
      const found = tables(python(program));
      const scaled = more.includes('scale=0') ? 'S' : 'S / √d';
      const masked = more === '' ? 'j ≤ i' : 'M';
      for (const [id, title] of [
        ['S', 'S = QKᵀ'],
        ['Z', more === '&mask=none' ? scaled : masked],
        ['A', 'A = softmax'],
        ['O', 'O = AV'],
      ] as const) {
        const printed = found.get(title);
        assert.ok(printed, `${title} among ${[...found.keys()].join()}`);
        const numbers = printed.flat().map((x) => Number(x.replace('inf', 'Infinity')));
        const shown = await said(page, id);
        assert.equal(numbers.length, shown.length, title);
        shown.forEach((x, at) => {
          const printedToo = numbers[at] ?? NaN;
          // Four decimals are said, three printed.
          const close = Object.is(x, printedToo) || Math.abs(x - printedToo) < 0.00056;
          assert.ok(close, `${title}: ${x} is shown, ${printedToo} printed`);
        });
        if (!more.includes('tensors') && (id === 'A' || id === 'O')) {
          const drawn = (await texts(page, id)).map((row) => row.map(onPaper));
          assert.deepEqual(drawn, printed, 'to the digit');
        }
      }
    });
  }
});
