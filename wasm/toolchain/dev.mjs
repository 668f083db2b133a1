// `npm run dev`: serve, and build again when a source changes; a build that fails is shown.
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildCore, bundle } from './build.mjs';
import { root } from './find.mjs';
import { serveAsAsked } from './serve.mjs';
import { setUpOrExit } from './setup.mjs';

const interval = 300;
const compiled = ['CMakeLists.txt', 'CMakePresets.json', 'core', 'wasm/bindings'];
const bundled = ['wasm/engine', 'web'];

// Looking at each file's time works on every file system, and there are only some hundred.
function state(places) {
  const lines = [];
  const look = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(path)) look(join(path, name));
    else if (stat) lines.push(`${relative(root, path)} ${stat.mtimeMs} ${stat.size}`);
  };
  for (const place of places) look(join(root, place));
  return lines.join('\n');
}

const variables = await setUpOrExit('build');

let coreDue = true;

async function rebuild() {
  const begin = performance.now();
  try {
    if (coreDue) await buildCore(variables);
    coreDue = false;
    await bundle({ types: false });
    console.log(`dev: built in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`dev: ${error.message}; waiting for a change`);
  }
}

let core = state(compiled);
let rest = state(bundled);
await rebuild();
try {
  const { url } = await serveAsAsked(join(root, 'dist', 'site'));
  console.log(`dev: ${url} (Ctrl-C ends it); watching ${[...compiled, ...bundled].join(', ')}`);
} catch (error) {
  console.error(`dev: ${error.message}`);
  process.exit(1);
}
for (;;) {
  await sleep(interval);
  const nowCore = state(compiled);
  const nowRest = state(bundled);
  if (nowCore === core && nowRest === rest) continue;
  coreDue ||= nowCore !== core;
  core = nowCore;
  rest = nowRest;
  await rebuild();
}
