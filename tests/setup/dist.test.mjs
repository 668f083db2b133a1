// What a build leaves in dist/, as course pages and packages use it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { brotliOfPage, sum } from '../bench/page_files.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const read = (...path) => readFileSync(join(dist, ...path), 'utf8');

const lessonsFolder = join(root, 'web', 'lessons');
const lessons = readdirSync(lessonsFolder, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name);

/** Of each language what is said around the lessons, and what each of them says. */
const texts = ['en', 'zh-Hans', 'zh-Hant'].flatMap((language) => [
  `text-${language}.js`,
  ...lessons.map((lesson) => `text-${language}-${lesson}.js`),
]);

/** What a page fetches when somebody first makes a picture or a sheet. */
const later = ['picture.js', 'scaling.js', 'sheet.js', 'training.js'];

/** What a build leaves, but for declarations and licences. */
const left = {
  anywidget: ['qkv-lab.js'],
  embed: [
    ...['frame.html', 'frame.js', 'host.js', 'page.css', 'qkv-lab.js', 'train.js'],
    ...later,
    ...texts,
  ],
  engine: ['index.js', 'train.js'],
  site: ['index.html', 'page.css', 'site.js', 'train.js', ...later, ...texts],
};
const wasm = ['qkv-core.wasm', 'qkv-core-relaxed.wasm', 'qkv-train.wasm'];
const scripts = Object.entries(left).flatMap(([folder, names]) =>
  names.filter((name) => name.endsWith('.js')).map((name) => [folder, name]),
);

it('holds each bundle with both modules beside it, and nothing that no build makes', () => {
  assert.deepEqual(
    readdirSync(dist).sort(),
    [...Object.keys(left), 'qkv-lab.html', 'scorm.zip'].sort(),
  );
  for (const [folder, names] of Object.entries(left)) {
    const expected = folder === 'anywidget' ? names : [...names, ...wasm];
    const present = readdirSync(join(dist, folder), { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile())
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('.LEGAL.txt') && !name.endsWith('.d.ts'));
    assert.deepEqual(present.sort(), [...expected].sort());
    for (const name of expected.filter((each) => each.endsWith('.wasm'))) {
      assert.equal(read(folder, name), read('engine', name));
    }
  }
  assert.notEqual(read('engine', 'qkv-core.wasm'), read('engine', 'qkv-core-relaxed.wasm'));
});

it('has each piece of text, and what comes later, in a file that needs no other; only the two pages load them', () => {
  for (const [folder, name] of scripts) {
    const loads = ['site/site.js', 'embed/qkv-lab.js'].includes(`${folder}/${name}`);
    const imported = [...read(folder, name).matchAll(/\b(?:import|from) ?\(?"([^"]+\.js)"/g)];
    assert.deepEqual(
      imported.map(([, path]) => path).sort(),
      loads ? [...later, ...texts].map((each) => `./${each}`).sort() : [],
      `${folder}/${name}`,
    );
  }
});

it('has the title of a lesson around it, and its other words in its own file alone', () => {
  const around = read('site', 'text-en.js');
  for (const lesson of lessons) {
    const words = readFileSync(join(lessonsFolder, lesson, 'text', 'en.ts'), 'utf8');
    const [title, goal] = ['title', 'goal'].map(
      (key) => new RegExp(`^  ${key}:\\s*'(.*)',$`, 'm').exec(words)?.[1],
    );
    assert.ok(title && around.includes(`"${title}"`), lesson);
    assert.ok(goal && !around.includes(goal), lesson);
    for (const name of texts) {
      const own = name === `text-en-${lesson}.js`;
      assert.equal(read('site', name).includes(goal), own, `${name}: ${goal}`);
    }
  }
});

it('the page, one lesson in one language and the engine travel in 150 kB', () => {
  const sizes = brotliOfPage(join(dist, 'site'));
  assert.ok(sum(sizes) <= 150_000, JSON.stringify(sizes));
});

it('makes no code from text and names no path of the machine that built it', () => {
  for (const [folder, script] of [...scripts, ['.', 'qkv-lab.html']]) {
    const text = read(folder, script);
    assert.doesNotMatch(text, /new Function\b|\beval\(/, script);
    for (const each of [text, read('engine', 'qkv-core.wasm')]) {
      assert.ok(!each.includes(root) && !each.includes('.cache/'), script);
    }
  }
});

it('its comments on licences are kept in one file per bundle', () => {
  assert.match(
    read('embed', 'qkv-lab.js'),
    /For license information please see qkv-lab\.js\.LEGAL\.txt/,
  );
  assert.match(read('embed', 'qkv-lab.js.LEGAL.txt'), /BSD-3-Clause/);
});

it('the package has what its exports name', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const entry of Object.values(exports)) {
    for (const file of typeof entry === 'string' ? [entry] : Object.values(entry)) {
      assert.ok(readFileSync(join(root, file)).length > 0, file);
    }
  }
});

it('carries the licences of what is within where no file lies beside it', () => {
  for (const [folder, name] of [
    ['anywidget', 'qkv-lab.js'],
    ['.', 'qkv-lab.html'],
  ]) {
    assert.match(read(folder, name), /BSD-3-Clause/, name);
    assert.match(read(folder, name), /fflate\nMIT License/, name);
  }
});

/** The packed package, installed as a course would install it; run once for the tests below. */
const outside = mkdtempSync(join(tmpdir(), 'qkv-outside-'));
const npm = (cwd, ...words) => {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};
let packed;
before(() => {
  [packed] = JSON.parse(
    npm(root, 'pack', '--json', '--ignore-scripts', '--pack-destination', outside),
  );
  writeFileSync(
    join(outside, 'package.json'),
    JSON.stringify({ name: 'outside', private: true, type: 'module' }),
  );
  npm(
    outside,
    'install',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    packed.filename,
  );
});
after(() => rmSync(outside, { recursive: true }));

it('is packed with what it builds, and no source', () => {
  const paths = packed.files.map(({ path }) => path);
  const others = paths.filter((path) => !path.startsWith('dist/'));
  assert.deepEqual(others.sort(), ['LICENSE', 'README.md', 'package.json']);
  for (const name of ['dist/qkv-lab.html', 'dist/embed/host.js', 'dist/site/index.html']) {
    assert.ok(paths.includes(name), name);
  }
  const installed = readdirSync(join(outside, 'node_modules'));
  assert.deepEqual(
    installed.filter((name) => !name.startsWith('.')),
    ['qkv-lab'],
  );
});

it('a program in TypeScript uses all of the package by its declarations alone, checked to the last', () => {
  writeFileSync(join(outside, 'user.ts'), userProgram);
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  for (const modules of [
    { module: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ]) {
    writeFileSync(
      join(outside, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...modules }, files: ['user.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    assert.equal(spawnSync(process.execPath, [tsc, '-p', outside]).stdout.toString(), '');
  }
});

it('its engine computes where it is installed', () => {
  writeFileSync(
    join(outside, 'program.mjs'),
    `import { loadEngine, tensor } from 'qkv-lab/engine';
    const engine = await loadEngine();
    const x = tensor([[1, 2], [3, 4]]);
    console.log(engine.attention(x, x, x).scores.data.join());`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['program.mjs'], {
    cwd: outside,
    encoding: 'utf8',
  });
  assert.equal(stdout, '5,11,11,25\n', stderr);
});

// What is expected to fail is there to fail: types that are not found are `any`, and accept it.
const userProgram = `
import { loadEngine, tensor, type Tensor } from 'qkv-lab/engine';
import { QkvLab, type QkvLabElement } from 'qkv-lab';
import widget, { type Model } from 'qkv-lab/anywidget';

const engine = await loadEngine();
const x: Tensor = tensor([[1, 2]]);
export const output: Float32Array = engine.attention(x, x, x).output.data;
// @ts-expect-error
export const wrong: string = engine.attention(x, x, x);

const lab: QkvLabElement = document.createElement('qkv-lab');
lab.theme = 'dark';
// @ts-expect-error
lab.theme = 'red';
lab.addEventListener('qkv-answer', ({ detail }) => {
  const correct: boolean = detail.correct;
  // @ts-expect-error
  const given: string = detail.given;
  console.log(correct, given, new QkvLab().getState());
});
const picture: Promise<Blob> = lab.toPNG();
declare const model: Model;
const end: () => void = widget.render({ model, el: document.body });
// @ts-expect-error
widget.render({ model });
console.log(picture, end);
`;
