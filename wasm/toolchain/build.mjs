// `npm run build`: the core to WebAssembly, then the bundles in dist/.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { writeChapters } from './chapters.mjs';
import { buildPreset } from './cmake.mjs';
import { run } from './command.mjs';
import { root } from './find.mjs';
import { setUpOrExit } from './setup.mjs';

const declarations = join(root, 'build', 'declarations');
const modules = { 'qkv-core.wasm': 'wasm-release', 'qkv-core-relaxed.wasm': 'wasm-relaxed' };
const inBuild = (preset, name) => join(root, 'build', preset, 'wasm', 'bindings', name);

export class BuildError extends Error {}

/** The core in both kinds of WebAssembly; `tests` brings the Catch2 program too. */
export async function buildCore(variables, { tests = false } = {}) {
  for (const preset of Object.values(modules)) {
    const targets = tests && preset === 'wasm-release' ? [] : ['qkv-core'];
    if (!(await buildPreset(preset, { variables, targets })))
      throw new BuildError(`the preset ${preset} does not build`);
  }
  // One glue serves both: which of the two it is given is decided when the engine loads.
  const [plain, relaxed] = Object.values(modules).map((preset) =>
    readFileSync(inBuild(preset, 'qkv-core.mjs'), 'utf8'),
  );
  if (plain !== relaxed) {
    throw new BuildError(
      'the JavaScript beside the relaxed module differs from that beside the plain one',
    );
  }
}

const outputs = [
  { folder: 'engine', entry: 'wasm/engine/index.ts', name: 'index' },
  { folder: 'embed', entry: 'web/src/element/define.ts', name: 'qkv-lab' },
  { folder: 'site', entry: 'web/src/element/site.ts', name: 'site' },
];

/**
 * Bundles everything into dist/; `types` also checks them and writes the declarations. `lessons` are
 * further places that hold lesson folders, for a build beside the real one.
 */
export async function bundle({ types = true, dist = join(root, 'dist'), lessons = [] } = {}) {
  const ours = writeChapters();
  const chapters =
    lessons.length > 0
      ? writeChapters({ more: lessons, file: join(dist, '..', 'chapters.ts') })
      : ours;
  const { build } = await import('esbuild');
  const written = new Set();
  const put = (path, content) => {
    written.add(path);
    if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const scripts = outputs.map(async ({ folder, entry, name }) => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: { [name]: entry },
      outdir: join(dist, folder),
      bundle: true,
      format: 'esm',
      target: 'es2022',
      minify: true,
      loader: { '.css': 'text' },
      alias: { '#chapters': chapters },
      legalComments: 'linked',
      external: ['node:*'],
      write: false,
      logLevel: 'warning',
    });
    for (const { path, contents } of outputFiles) put(path, contents);
  });
  await Promise.all([...scripts, types && writeDeclarations()]).catch((error) => {
    throw error.errors ? new BuildError('the bundles do not build') : error;
  });
  for (const { folder } of outputs) {
    for (const [name, preset] of Object.entries(modules)) {
      put(join(dist, folder, name), readFileSync(inBuild(preset, 'qkv-core.wasm')));
    }
  }
  put(join(dist, 'site', 'index.html'), readFileSync(join(root, 'web', 'index.html')));
  for (const [path, content] of types ? publicDeclarations(dist) : []) put(path, content);
  if (types) removeOthers(written, dist);
  return written;
}

async function writeDeclarations() {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  await run(
    process.execPath,
    [tsc, '-p', join(root, 'wasm/toolchain/tsconfig.declarations.json')],
    { cwd: root },
  );
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath ?? each.path, each.name));
}

const publicEntries = [
  { entry: 'wasm/engine/index.d.ts', name: 'index.d.ts', folder: 'engine', base: 'wasm/engine' },
  { entry: 'web/src/element/define.d.ts', name: 'qkv-lab.d.ts', folder: 'embed/types', base: '.' },
];

/** What an entry's declarations reach, with the glue's beside those that name it. */
function publicDeclarations(dist) {
  const pairs = new Map();
  for (const { entry, name, folder, base } of publicEntries) {
    const place = (path) => join(dist, folder, relative(join(declarations, base), path));
    const look = (path) => {
      if (pairs.has(place(path))) return;
      const text = readFileSync(path, 'utf8');
      pairs.set(place(path), text.replaceAll("'#glue'", "'./qkv-core.js'"));
      for (const [, from] of text.matchAll(/(?:from |import\()'(\.[^']*)\.ts'/g)) {
        look(join(dirname(path), `${from}.d.ts`));
      }
      if (text.includes("'#glue'")) {
        const glue = readFileSync(inBuild(modules['qkv-core.wasm'], 'qkv-core.d.ts'), 'utf8');
        pairs.set(join(dirname(place(path)), 'qkv-core.d.ts'), glue);
      }
    };
    look(join(declarations, entry));
    if (folder === 'embed/types') {
      pairs.set(
        join(dist, 'embed', name),
        `export * from './types/${entry.replace('.d.ts', '.js')}';\n`,
      );
    }
  }
  return pairs;
}

// What an earlier build left and this one no longer makes would be published all the same.
function removeOthers(written, dist) {
  for (const { folder } of outputs) {
    for (const file of filesBelow(join(dist, folder))) if (!written.has(file)) rmSync(file);
  }
}

const shown = [
  'engine/index.js',
  'embed/qkv-lab.js',
  'site/site.js',
  'engine/qkv-core.wasm',
  'engine/qkv-core-relaxed.wasm',
];

/** Sizes of the main files, raw and brotli; compressed again only when they changed. */
export function sizes() {
  const memory = join(root, 'build', 'sizes.json');
  const known = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};
  const now = {};
  const rows = shown.map((name) => {
    const content = readFileSync(join(root, 'dist', name));
    const hash = createHash('sha256').update(content).digest('hex');
    now[hash] = known[hash] ?? brotliCompressSync(content).length;
    return { name, raw: content.length, brotli: now[hash] };
  });
  writeFileSync(memory, JSON.stringify(now));
  return rows;
}

export function printSizes() {
  const kibibytes = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
  for (const { name, raw, brotli } of sizes()) {
    console.log(`dist/${name}`.padEnd(36), kibibytes(raw), kibibytes(brotli), 'brotli');
  }
}

export async function buildAll(variables, options) {
  await buildCore(variables, options);
  await bundle();
  printSizes();
}

/** For programs: sets up, builds, and ends the process with status 1 when that fails. */
export async function buildOrExit(purpose = 'build') {
  const variables = await setUpOrExit(purpose);
  try {
    await buildAll(variables);
  } catch (error) {
    console.error(`build: ${error.message}`);
    process.exit(1);
  }
  return variables;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildOrExit();
