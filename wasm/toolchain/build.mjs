// `npm run build`: the core to WebAssembly, then the bundles in dist/.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chaptersIn, writeChapters } from './chapters.mjs';
import { buildPreset } from './cmake.mjs';
import { run } from './command.mjs';
import { root } from './find.mjs';
import { scormPackage } from './scorm.mjs';
import { setUpOrExit } from './setup.mjs';

const { version, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const declarations = join(root, 'build', 'declarations');
const modules = { 'qkv-core.wasm': 'wasm-release', 'qkv-core-relaxed.wasm': 'wasm-relaxed' };
/** The core with its trainer: in a worker, and where one module must serve both. */
const trainer = 'qkv-train';
const inBuild = (preset, name) => join(root, 'build', preset, 'wasm', 'bindings', name);

export class BuildError extends Error {}

/** The core in both kinds of WebAssembly; `tests` brings the Catch2 program too. */
export async function buildCore(variables, { tests = false } = {}) {
  for (const preset of Object.values(modules)) {
    const all = preset === 'wasm-release' ? ['qkv-core', trainer] : ['qkv-core'];
    const targets = tests && preset === 'wasm-release' ? [] : all;
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

/** Scripts that a page fetches when somebody first needs them, by the name of their import: name and entry. */
const later = Object.entries(imports)
  .filter(([name]) => name.startsWith('#later/'))
  .map(([name, entry]) => [name.slice('#later/'.length), entry]);

const withTrainer = (suffix) => inBuild('wasm-release', `${trainer}.${suffix}`);

/** The script of a training worker: a classic one, so that it also runs from a blob. */
async function workerScript(build) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['wasm/engine/train/worker.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    external: ['node:*'],
    // Of its own it fetches nothing: the page hands it what was compiled.
    define: { 'import.meta.url': '"file:///"' },
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/** 85 characters that end no string and open no tag. */
const digits = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))
  .filter((each) => !'<>&"\'`\\$/'.includes(each))
  .join('');

/** Four bytes in five characters, where base64 would have three in four. */
function inText(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    const part = Buffer.alloc(4);
    bytes.copy(part, 0, at, at + 4);
    let rest = part.readUInt32BE();
    let five = '';
    for (let i = 0; i < 5; i++) {
      five = digits[rest % 85] + five;
      rest = Math.floor(rest / 85);
    }
    text += five;
  }
  return text;
}

const unpacking =
  `const digits = ${JSON.stringify(digits)};` +
  `const unpacked = (text, length) => {` +
  `const bytes = new DataView(new ArrayBuffer(text.length * 4 / 5));` +
  `for (let at = 0; at < text.length; at += 5) {` +
  `let all = 0; for (let i = 0; i < 5; i++) all = all * 85 + digits.indexOf(text[at + i]);` +
  `bytes.setUint32(at * 4 / 5, all); }` +
  `return new Uint8Array(bytes.buffer, 0, length); };`;

/** In the place of carried.ts: what it may carry, packed. */
const carrying = (worker) => ({
  name: 'carried',
  setup({ onLoad }) {
    onLoad({ filter: /\/engine\/carried\.ts$/ }, () => {
      const wasm = readFileSync(withTrainer('wasm'));
      const packed = gzipSync(Buffer.concat([wasm, Buffer.from(worker)]), { level: 9 });
      // Its code says nothing of its licence itself.
      const licence = readFileSync(join(root, 'node_modules/fflate/LICENSE'), 'utf8');
      const contents =
        `/*! fflate\n${licence} */\n` +
        `import { gunzipSync, strFromU8 } from 'fflate';` +
        `${unpacking}const packed = unpacked('${inText(packed)}', ${packed.length});` +
        `const all = gunzipSync(packed);` +
        `export default { wasm: all.slice(0, ${wasm.length}), worker: strFromU8(all.subarray(${wasm.length})) };`;
      return { contents, loader: 'js', resolveDir: root };
    });
  },
});

/** `carried`: the core's bytes and whatever comes later are within the script, and no file lies beside it. */
const outputs = [
  { folder: 'engine', entry: 'wasm/engine/index.ts', name: 'index' },
  { folder: 'embed', entry: 'web/src/element/define.ts', name: 'qkv-lab' },
  { folder: 'embed', entry: 'web/embed/frame.ts', name: 'frame' },
  { folder: 'embed', entry: 'web/embed/host.ts', name: 'host', format: 'iife' },
  { folder: 'site', entry: 'web/src/element/site.ts', name: 'site' },
  ...['embed', 'site'].flatMap((folder) => later.map(([name, entry]) => ({ folder, entry, name }))),
  { folder: 'anywidget', entry: 'web/embed/anywidget.ts', name: 'qkv-lab', carried: true },
  { folder: '.', entry: 'web/src/element/site.ts', name: 'qkv-lab', carried: true, format: 'iife' },
  { folder: '.', entry: 'web/embed/scorm.ts', name: 'scorm', carried: true, format: 'iife' },
];

/**
 * Bundles everything into dist/; `types` also checks them and writes the declarations. `lessons` are
 * further places that hold lesson folders, `more` further scripts, for a build beside the real one.
 */
export async function bundle({
  types = true,
  dist = join(root, 'dist'),
  lessons = [],
  more = [],
} = {}) {
  const ours = await writeChapters();
  const chapters =
    lessons.length > 0
      ? await writeChapters({ more: lessons, target: join(dist, '..', 'chapters') })
      : ours;
  const { build, transform } = await import('esbuild');
  // Style sheets become text within the script, without what only their authors read.
  const styleTexts = {
    name: 'style texts',
    setup({ onLoad }) {
      onLoad({ filter: /\.css$/ }, async ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const { code } = await transform(text, { loader: 'css', minify: true, charset: 'utf8' });
        return { contents: code.trimEnd(), loader: 'text' };
      });
    },
  };
  // Each is bundled by itself: of pieces that it shares with the page, the page would be cut in two.
  const fetchedLater = {
    name: 'fetched later',
    setup({ onResolve }) {
      onResolve({ filter: /^#later\// }, ({ path }) => ({
        path: path.replace(/^#later(.*)$/, '.$1.js'),
        external: true,
      }));
    },
  };
  const written = new Set();
  const put = (path, content) => {
    written.add(path);
    if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const worker = await workerScript(build);
  for (const folder of ['engine', 'embed', 'site']) put(join(dist, folder, 'train.js'), worker);
  const scripts = [...outputs, ...more].map(
    async ({ folder, entry, name, carried, format = 'esm' }) => {
      const { outputFiles } = await build({
        absWorkingDir: root,
        entryPoints: { [name]: entry },
        outdir: join(dist, folder),
        bundle: true,
        format,
        // Words are files that are fetched when they are shown; what carries all within it has but one.
        splitting: format === 'esm' && !carried,
        chunkNames: '[name]',
        target: 'es2022',
        minify: true,
        charset: 'utf8',
        plugins: [styleTexts, carried ? carrying(worker) : fetchedLater],
        alias: {
          '#chapters': chapters,
          ...(carried && { '#glue': withTrainer('mjs') }),
        },
        // A script that was taken from its file, by a host or by us, has no address of its own.
        define: carried ? { 'import.meta.url': 'location.href' } : {},
        legalComments: carried ? 'inline' : 'linked',
        external: ['node:*'],
        write: false,
        logLevel: 'warning',
      });
      for (const { path, text, contents } of outputFiles) {
        if (folder !== '.') put(path, contents);
        else if (name !== 'scorm') put(path.replace(/js$/, 'html'), singleFile(text));
        else {
          const all = await chaptersIn(chapters);
          put(path.replace(/js$/, 'zip'), await scormPackage(all, singleFile(text), version));
        }
      }
    },
  );
  await Promise.all([...scripts, types && writeDeclarations()]).catch((error) => {
    throw error.errors ? new BuildError('the bundles do not build') : error;
  });
  for (const folder of ['engine', 'embed', 'site']) {
    for (const [name, preset] of Object.entries(modules)) {
      put(join(dist, folder, name), readFileSync(inBuild(preset, 'qkv-core.wasm')));
    }
    put(join(dist, folder, `${trainer}.wasm`), readFileSync(withTrainer('wasm')));
  }
  put(join(dist, 'site', 'index.html'), page());
  put(join(dist, 'embed', 'frame.html'), framePage());
  for (const folder of ['embed', 'site']) put(join(dist, folder, 'page.css'), pageStyles());
  for (const [path, content] of types ? publicDeclarations(dist) : []) put(path, content);
  if (types) removeOthers(written, dist);
  return written;
}

// One page: on a site, in a frame, and in a file of its own.
const page = () => readFileSync(join(root, 'web', 'index.html'), 'utf8');
const pageStyles = () => readFileSync(join(root, 'web', 'page.css'), 'utf8');
const styleLink = '<link rel="stylesheet" href="./page.css" />';
const scriptOf = (name) => `<script type="module" src="./${name}.js"></script>`;

/** The page with each of these, which it has once, replaced. */
const pageWith = (changes) =>
  changes.reduce((text, [from, to]) => {
    const [before, after, ...more] = text.split(from);
    if (after === undefined || more.length > 0)
      throw new BuildError(`the page has not one ${from}`);
    return before + to + after;
  }, page());

const framePage = () =>
  pageWith([
    ['<html lang="zh-Hant">', '<html lang="zh-Hant" class="framed">'],
    [scriptOf('site'), ['qkv-lab', 'frame'].map(scriptOf).join('\n    ')],
  ]);

/** A classic script, since a module does not load from a file or in a sandbox; after what it fills, as modules run. */
const singleFile = (script) =>
  pageWith([
    [styleLink, `<style>\n${pageStyles()}</style>`],
    [`\n    ${scriptOf('site')}`, ''],
    ['</body>', `<script>${script.trimEnd()}</script>\n  </body>`],
  ]);

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
  { entry: 'wasm/engine/index.d.ts', folder: 'engine', name: 'index.d.ts' },
  { entry: 'web/src/element/define.d.ts', folder: 'embed', name: 'qkv-lab.d.ts' },
  { entry: 'web/embed/anywidget.d.ts', folder: 'anywidget', name: 'qkv-lab.d.ts' },
];

/** What an entry's declarations reach, beside it: none of them lies above its folder. */
function publicDeclarations(dist) {
  const texts = new Map();
  for (const { entry, folder, name } of publicEntries) {
    const base = dirname(entry);
    const look = (path, as = relative(base, path)) => {
      if (as.startsWith('..'))
        throw new BuildError(`${entry} reaches ${path}, which is not published`);
      const place = join(dist, folder, as);
      if (texts.has(place)) return;
      const text = readFileSync(join(declarations, path), 'utf8');
      texts.set(place, text.replaceAll("'#glue'", "'./qkv-core.js'"));
      for (const [, from] of text.matchAll(/(?:from |import\()'(\.[^']*)\.ts'/g)) {
        look(join(dirname(path), `${from}.d.ts`));
      }
      if (text.includes("'#glue'")) {
        const glue = readFileSync(inBuild(modules['qkv-core.wasm'], 'qkv-core.d.ts'), 'utf8');
        texts.set(join(dirname(place), 'qkv-core.d.ts'), glue);
      }
    };
    look(entry, name);
  }
  return texts;
}

// What an earlier build left and this one no longer makes would be published all the same.
function removeOthers(written, dist) {
  for (const file of filesBelow(dist)) if (!written.has(file)) rmSync(file);
}

const shown = [
  'engine/index.js',
  'embed/qkv-lab.js',
  'site/site.js',
  'site/text-zh-Hant.js',
  'anywidget/qkv-lab.js',
  'qkv-lab.html',
  'engine/qkv-core.wasm',
  'engine/qkv-core-relaxed.wasm',
  'engine/qkv-train.wasm',
  'engine/train.js',
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
