// What somebody's first visit fetches: the page, one language of it, and the engine.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const shared = ['index.html', 'page.css', 'site.js', 'qkv-core.wasm'];

/** Bytes of each file as it travels; of the languages, the one that weighs the most. */
export function brotliOfPage(site) {
  const weigh = (name) => [name, brotliCompressSync(readFileSync(join(site, name))).length];
  const texts = readdirSync(site).filter((name) => /^text-.*\.js$/.test(name));
  const [heaviest] = texts.map(weigh).sort(([, a], [, b]) => b - a);
  if (!heaviest) throw new Error(`no language lies in ${site}`);
  return Object.fromEntries([...shared.map(weigh), heaviest]);
}

export const sum = (sizes) => Object.values(sizes).reduce((total, each) => total + each, 0);
