// What a build leaves in dist/, as course pages and packages use it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(root, 'dist');
const scripts = { engine: 'index.js', embed: 'qkv-lab.js', site: 'site.js' };
const read = (...path) => readFileSync(join(dist, ...path), 'utf8');

it('holds each bundle with both modules beside it, and nothing that no build makes', () => {
  const declarations = {
    engine: readdirSync(join(dist, 'engine')).filter((name) => name.endsWith('.d.ts')),
    embed: ['qkv-lab.d.ts', 'types'],
    site: ['index.html'],
  };
  for (const [folder, script] of Object.entries(scripts)) {
    const expected = [script, 'qkv-core.wasm', 'qkv-core-relaxed.wasm', ...declarations[folder]];
    const present = readdirSync(join(dist, folder)).filter((name) => !name.endsWith('.LEGAL.txt'));
    assert.deepEqual(present.sort(), expected.sort());
    for (const name of ['qkv-core.wasm', 'qkv-core-relaxed.wasm']) {
      assert.equal(read(folder, name), read('engine', name));
    }
  }
  assert.notEqual(read('engine', 'qkv-core.wasm'), read('engine', 'qkv-core-relaxed.wasm'));
});

it('makes no code from text and names no path of the machine that built it', () => {
  for (const [folder, script] of Object.entries(scripts)) {
    const text = read(folder, script);
    assert.doesNotMatch(text, /new Function\b|\beval\(/, script);
    for (const each of [text, read(folder, 'qkv-core.wasm')]) {
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

it('a program in TypeScript uses the engine by its declarations alone, checked to the last', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qkv-user-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    const packed = join(folder, 'node_modules', 'qkv-lab');
    mkdirSync(packed);
    for (const name of ['dist', 'package.json']) symlinkSync(join(root, name), join(packed, name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
    writeFileSync(join(folder, 'user.ts'), userProgram);
    const compilerOptions = {
      noEmit: true,
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      preserveSymlinks: true,
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['user.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    assert.equal(spawnSync(process.execPath, [tsc, '-p', folder]).stdout.toString(), '');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

// The second statement is there to fail: types that are not found are `any`, and accept it.
const userProgram = `
import { loadEngine, tensor, type Tensor } from 'qkv-lab/engine';
const engine = await loadEngine();
const x: Tensor = tensor([[1, 2]]);
export const output: Float32Array = engine.attention(x, x, x).output.data;
// @ts-expect-error
export const wrong: string = engine.attention(x, x, x);
`;
