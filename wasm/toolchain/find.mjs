// Looks for what recipes.mjs names, changes nothing. A finder gives what it found, or undefined.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFolder, bundles, requirements, atLeast } from './recipes.mjs';
import { cacheFolder } from './cache.mjs';
import { run, which } from './command.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

// Tests of set-up lay a machine of their own.
const machine = process.env.QKV_SYSTEM_ROOT || '/';
const onMachine = (path) => join(machine, path);

const readable = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const numberAfter = (text, name) => text.match(new RegExp(`#define ${name}\\s+(\\d+)`))?.[1];

const output = async (command, ...args) => {
  try {
    return command && (await run(command, args));
  } catch {
    return undefined;
  }
};

async function tool(path, minimum, pattern = /(\d+(?:\.\d+)+)/) {
  const version = (await output(path, '--version'))?.match(pattern)?.[1];
  return version && atLeast(version, minimum) ? { path, version } : undefined;
}

// The name holds the version; starting LLVM's programs to hear it takes as long as all else here.
function named(name) {
  const path = which(name);
  return path && { path };
}

function prefixes() {
  const given = (process.env.CMAKE_PREFIX_PATH ?? '').split(/[:;]/).filter(Boolean);
  return [...given, ...['usr/local', 'opt/homebrew', 'usr'].map(onMachine)];
}

const unpacked = (bundle) => join(cacheFolder(), bundleFolder(bundle));

function library(candidates, minimum, versionOf) {
  for (const include of candidates.filter(Boolean)) {
    const version = versionOf(include);
    if (version && atLeast(version, minimum)) return { path: include, version };
  }
  return undefined;
}

function eigenVersion(include) {
  const text = readable(join(include, 'Eigen/src/Core/util/Macros.h'));
  // Eigen 5 moved the numbers here and kept the first of them at 3.
  const all = `${text ?? ''}${readable(join(include, 'Eigen/Version')) ?? ''}`;
  const parts = ['WORLD', 'MAJOR', 'MINOR'].map((n) => numberAfter(all, `EIGEN_${n}_VERSION`));
  return parts.includes(undefined) ? undefined : parts.join('.');
}

function xsimdVersion(include) {
  const text = readable(join(include, 'xsimd/config/xsimd_config.hpp')) ?? '';
  const parts = ['MAJOR', 'MINOR', 'PATCH'].map((n) => numberAfter(text, `XSIMD_VERSION_${n}`));
  return parts.includes(undefined) ? undefined : parts.join('.');
}

function catch2Version(folder) {
  if (!existsSync(join(folder, 'catch_amalgamated.cpp'))) return undefined;
  const text = readable(join(folder, 'catch_amalgamated.hpp')) ?? '';
  return text.match(/Catch v(\d+\.\d+\.\d+)/)?.[1];
}

async function emscripten(minimum) {
  const unpackedFolder = unpacked('emscripten');
  const emcc = which('emcc');
  // In a shell that has our environment, the emcc on PATH is the unpacked one.
  if (emcc && !realpathSync(emcc).startsWith(unpackedFolder)) {
    let folder = dirname(realpathSync(emcc));
    let version = readable(join(folder, 'emscripten-version.txt'))?.match(/[\d.]+/)?.[0];
    if (!version) {
      // Homebrew's and others' emcc is a wrapper.
      version = (await output(emcc, '--version'))?.match(/(\d+\.\d+\.\d+)/)?.[1];
      folder =
        (await output(join(dirname(emcc), 'em-config'), 'EMSCRIPTEN_ROOT'))?.trim() ?? folder;
    }
    if (version && atLeast(version, minimum)) return { path: folder, version };
  }
  if (!existsSync(unpackedFolder)) return undefined;
  return {
    path: join(unpackedFolder, 'usr/share/emscripten'),
    version: bundles.emscripten.version,
    config: join(unpackedFolder, 'emscripten.config'),
  };
}

function llvm() {
  const bin = onMachine('usr/lib/llvm-19/bin');
  const programs = ['clang', 'clang++', 'wasm-ld', 'llvm-ar', 'llvm-nm', 'llvm-objcopy'];
  return programs.every((each) => existsSync(join(bin, each))) ? { path: bin } : undefined;
}

async function compiler() {
  for (const name of [process.env.CXX, 'c++', 'g++', 'clang++']) {
    const path = name && which(name);
    const text = await output(path, '--version');
    const version = text?.match(/(\d+\.\d+\.\d+)/)?.[1];
    if (version && atLeast(version, /clang/.test(text) ? '16' : '11')) return { path, version };
  }
  return undefined;
}

const browserNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function chromium() {
  const path = which(process.env.CHROMIUM, ...browserNames);
  return path && { path };
}

function firefox() {
  const path = which(process.env.FIREFOX, 'firefox-esr', 'firefox');
  return path && { path };
}

const webkit = () =>
  ['WebKitWebDriver', 'xvfb-run', 'xauth'].every((name) => which(name)) ? {} : undefined;

async function fonts(...patterns) {
  if (process.platform !== 'linux') return {};
  const fcList = which('fc-list');
  for (const pattern of patterns) {
    if (!(await output(fcList, pattern, 'family'))?.trim()) return undefined;
  }
  return {};
}

async function python(minimum) {
  for (const path of [onMachine('usr/bin/python3'), which('python3')]) {
    if (!path || !existsSync(path)) continue;
    // Debian's is a link to a name with the version; version managers' wrappers are slow to start.
    const version = realpathSync(path).match(/python(3\.\d+)$/)?.[1];
    if (version && atLeast(version, minimum)) return { path, version };
    const asked = !version && (await tool(path, minimum));
    if (asked) return asked;
  }
  return undefined;
}

// The packages of the distribution are for its own Python; another may come first on PATH.
async function pythonModules(...names) {
  const look = `import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))`;
  const found = await output(onMachine('usr/bin/python3'), '-c', look, ...names);
  return found === undefined ? undefined : {};
}

/** What `npm ci` would read: its hash, kept in node_modules, says whether that is up to date. */
export function lockHash(folder = root) {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', '.npmrc'])
    hash.update(readable(join(folder, name)) ?? '');
  return hash.digest('hex');
}

export const lockStamp = join('node_modules', '.qkv-lock-hash');

const npm = () => (readable(join(root, lockStamp)) === lockHash() ? {} : undefined);

const finders = {
  cmake: (minimum) => tool(which('cmake'), minimum),
  ninja: (minimum) => tool(which('ninja'), minimum),
  eigen: (minimum) =>
    library(
      [
        process.env.QKV_EIGEN_INCLUDE,
        ...prefixes().flatMap((prefix) => [`${prefix}/include/eigen3`, `${prefix}/include`]),
      ],
      minimum,
      eigenVersion,
    ),
  python,
  llvm,
  npm,
  emscripten,
  xsimd: (minimum) =>
    library(
      [
        process.env.QKV_XSIMD_INCLUDE,
        ...prefixes().map((prefix) => `${prefix}/include`),
        join(unpacked('xsimd'), 'usr/include'),
      ],
      minimum,
      xsimdVersion,
    ),
  compiler,
  catch2: (minimum) =>
    library(
      [
        process.env.QKV_CATCH2_DIR,
        ...prefixes().flatMap((prefix) => [`${prefix}/include/catch2`, `${prefix}/include`]),
        unpacked('catch2'),
      ],
      minimum,
      catch2Version,
    ),
  chromium,
  firefox,
  webkit,
  cjkFonts: () => fonts(':lang=zh-tw', ':lang=zh-cn'),
  mathFonts: () => fonts(':family=STIX'),
  numpy: () => pythonModules('numpy'),
  // Debian keeps themes beside the program, pip among the modules.
  mkdocs: () =>
    existsSync(onMachine('usr/share/mkdocs/themes/material'))
      ? {}
      : pythonModules('mkdocs', 'material'),
  sphinx: () => pythonModules('sphinx', 'sphinx_book_theme', 'myst_parser'),
  qemu: () => named('qemu-x86_64'),
  clangFormat: () => named('clang-format-19'),
  clangTidy: () => named('clang-tidy-19'),
  clang: () => named('clang++-19'),
};

/** Finds these requirements side by side; gives a map from id to what was found or undefined. */
export async function find(needed = requirements) {
  const pairs = needed.map(async ({ id, minimum }) => [id, await finders[id](minimum)]);
  const found = new Map(await Promise.all(pairs));
  // A user's own Emscripten has its own LLVM.
  for (const each of needed) {
    const own = found.get(each.onlyWithBundle);
    if (own && !own.config && !found.get(each.id)) found.set(each.id, {});
  }
  return found;
}
