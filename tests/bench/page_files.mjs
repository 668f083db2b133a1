// What somebody's first visit fetches: the page, the words of one language around the lessons, those of the
// lesson that is opened, and the engine.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const shared = ['index.html', 'page.css', 'site.js', 'qkv-core.wasm'];

const languages = readdirSync(new URL('../../web/src/i18n/text', import.meta.url)).map((name) =>
  name.replace(/\.ts$/, ''),
);

const total = (files) => files.reduce((bytes, [, each]) => bytes + each, 0);

/** Bytes of each file as it travels; of the languages, and of their lessons, those that weigh the most. */
export function brotliOfPage(site) {
  const weigh = (name) => [name, brotliCompressSync(readFileSync(join(site, name))).length];
  const names = readdirSync(site).filter((name) => name.endsWith('.js'));
  const words = languages.flatMap((language) => {
    const around = weigh(`text-${language}.js`);
    const lessons = names.filter((name) => name.startsWith(`text-${language}-`)).map(weigh);
    return lessons.map((lesson) => [around, lesson]);
  });
  const [heaviest] = words.sort((a, b) => total(b) - total(a));
  if (!heaviest) throw new Error(`no lesson in any language lies in ${site}`);
  return Object.fromEntries([...shared.map(weigh), ...heaviest]);
}

export const sum = (sizes) => total(Object.entries(sizes));
