// The package in a learning platform: completion and answers arrive, the place is kept, no score is given.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { chapters } from '../../../web/lessons/chapters.ts';
import { pageOf, useCourse } from '../support/course.ts';

/** It keeps what it is told across launches, as a platform's data base would. */
const platform = pageOf(
  `<script src="scorm12.js"></script><script>
    const told = [];
    const kept = JSON.parse(sessionStorage.getItem('cmi') ?? 'null');
    const API = new Scorm12API({ logLevel: 5, autocommit: false });
    if (kept) API.loadFromJSON(kept, '');
    for (const name of ['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish']) {
      const call = API[name].bind(API);
      API[name] = (...words) => {
        const answer = call(...words);
        told.push([name, ...words, answer, API.LMSGetLastError()]);
        if (name === 'LMSFinish') {
          const { suspend_data, core } = API.cmi;
          const { lesson_status, lesson_location } = core;
          sessionStorage.setItem('cmi', JSON.stringify({
            cmi: { suspend_data, core: { lesson_status, lesson_location, entry: 'resume' } },
          }));
        }
        return answer;
      };
    }
    window.API = API;
    const frame = document.createElement('iframe');
    frame.width = 1100; frame.height = 900;
    frame.src = 'package/index.html?lesson=attention-by-hand&lang=en';
    document.body.append(frame);
  </script>`,
);

const course = useCourse({
  copies: { 'scorm.zip': 'scorm.zip' },
  pages: { 'platform.html': platform },
  make: (folder) => {
    mkdirSync(join(folder, 'package'));
    for (const [name, bytes] of Object.entries(
      unzipSync(readFileSync(join(folder, 'scorm.zip'))),
    )) {
      writeFileSync(join(folder, 'package', name), bytes);
    }
    writeFileSync(
      join(folder, 'scorm12.js'),
      readFileSync('node_modules/scorm-again/dist/scorm12.min.js'),
    );
  },
});

type Call = readonly string[];
const told = (page: Page): Promise<readonly Call[]> => page.evaluate('told');
const lab = (page: Page) => page.frameLocator('iframe').locator('qkv-lab');

describe('the manifest', () => {
  it('names each lesson, and every file of the package', () => {
    const files = unzipSync(readFileSync('dist/scorm.zip'));
    const manifest = Buffer.from(files['imsmanifest.xml'] ?? '').toString();
    assert.match(manifest, /<schemaversion>1\.2<\/schemaversion>/);
    for (const { lesson, text } of chapters) {
      assert.ok(manifest.includes(`parameters="?lesson=${lesson.id}"`), lesson.id);
      assert.ok(manifest.includes(text['zh-Hant'].title), lesson.id);
    }
    const named = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, name]) => name);
    assert.deepEqual([...named, 'imsmanifest.xml'].sort(), Object.keys(files).sort());
  });
});

describe('a platform', () => {
  it('hears of answers and of the end, and finds the place again', async () => {
    const visit = await course.open('platform.html');
    const { page } = visit;
    await lab(page).locator('section.stage[aria-busy=false]').waitFor();
    await lab(page).getByRole('button', { name: 'Next' }).click();
    const field = lab(page).locator('.exercise input');
    await field.fill('100');
    await field.press('Enter');
    await page.waitForFunction("told.some(([, name]) => name === 'cmi.interactions.0.latency')");

    // Away in the middle: the platform keeps the place.
    await page.goto('about:blank');
    await page.goto(`${course.url}platform.html`);
    await lab(page).locator('section.stage[data-step=scores][aria-busy=false]').waitFor();
    assert.equal(await page.evaluate('API.cmi.core.lesson_status'), 'incomplete');

    const last = chapters[0].lesson.steps.filter(({ needs }) => needs === undefined).length - 2;
    for (let step = 0; step < last; step++) {
      await lab(page).locator('qkv-lab, section.stage').first().waitFor();
      await lab(page).evaluate((each) => {
        (each as HTMLElementTagNameMap['qkv-lab']).next();
      });
    }
    await page.waitForFunction("API.cmi.core.lesson_status === 'completed'");
    const calls = await told(page);
    for (const [name = '', ...words] of calls) {
      assert.deepEqual(words.slice(-2), ['true', '0'], `${name} ${words.join(' ')}`);
    }
    const elements = calls.map(([, element = '']) => element);
    assert.ok(!elements.some((element) => element.includes('score')), 'no total');

    // Once completed it stays so, whatever is looked at again.
    await page.goto('about:blank');
    await page.goto(`${course.url}platform.html`);
    await lab(page).locator('section.stage[data-step=output][aria-busy=false]').waitFor();
    await lab(page).getByRole('button', { name: 'Previous' }).click();
    assert.equal(await page.evaluate('API.cmi.core.lesson_status'), 'completed');
    await visit.close();
  });

  it('is told of an answer in the forms that it knows', async () => {
    const visit = await course.open('platform.html');
    const { page } = visit;
    await lab(page).locator('section.stage[aria-busy=false]').waitFor();
    await lab(page).getByRole('button', { name: 'Next' }).click();
    await lab(page).locator('.exercise input').fill('100');
    await lab(page).locator('.exercise input').press('Enter');
    await page.waitForFunction("told.some(([, name]) => name === 'cmi.interactions.0.latency')");
    const calls = (await told(page)).filter(([, name = '']) => name.startsWith('cmi.interactions'));
    assert.deepEqual(
      calls
        .map(([, name = '', value]) => [name.replace('cmi.interactions.0.', ''), value])
        .slice(0, 2),
      [
        ['id', 'attention-by-hand-scores-number'],
        ['type', 'numeric'],
      ],
    );
    for (const call of calls) assert.deepEqual(call.slice(-2), ['true', '0'], call.join(' '));
    await visit.close();
  });

  it('may be missing', async () => {
    const visit = await course.open('package/index.html?lesson=causal-mask&lang=en');
    await visit.page.locator('section.stage[data-step=inputs][aria-busy=false]').waitFor();
    await visit.close();
  });
});
