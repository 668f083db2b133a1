// `npm run check`: format, lint, types, import direction. Each is run, whatever the others say.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCore } from './build.mjs';
import { writeChapters } from './chapters.mjs';
import { buildPreset } from './cmake.mjs';
import { show } from './command.mjs';
import { root } from './find.mjs';
import { setUpOrExit } from './setup.mjs';

const modules = join(root, 'node_modules');
const node = (script, ...args) =>
  show(process.execPath, [join(modules, script), ...args], { cwd: root });

function cppFiles() {
  return ['core', 'wasm/bindings', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.[ch]pp$/.test(name))
      .map((name) => join(folder, name)),
  );
}

/** Those that need no build of their own come with `npm test`. */
export const cheapChecks = {
  types: () => node('typescript/bin/tsc', '-p', '.'),
  eslint: () => node('eslint/bin/eslint.js', '--max-warnings=0', '.'),
  prettier: () => node('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
  'clang-format': () =>
    show('clang-format-19', ['--dry-run', '-Werror', ...cppFiles()], { cwd: root }),
};

const checks = {
  ...cheapChecks,
  'import direction': () =>
    show(process.execPath, ['--import', 'tsx', '--test', 'tests/web/imports.test.ts'], {
      cwd: root,
    }),
  'clang-tidy': (variables) => buildPreset('tidy', { variables }),
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const variables = await setUpOrExit('check');
  await writeChapters();
  // Types and lint need the declarations that the binding writes.
  const built = await buildCore(variables).then(
    () => true,
    (error) => console.error(error.message),
  );
  const results = built ? [] : [['build', false]];
  for (const [name, check] of Object.entries(checks)) {
    console.log(`check: ${name}`);
    results.push([name, await check(variables)]);
  }
  for (const [name, ok] of results) console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
  process.exitCode = results.every(([, ok]) => ok) ? 0 : 1;
}
