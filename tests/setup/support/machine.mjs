// A folder that plays a machine: stand-in programs on PATH, a mirror, and packages of which each
// lays the files that set-up looks for. Nothing outside the folder is read or changed.
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundles, requirements } from '../../../wasm/toolchain/recipes.mjs';
import { which } from '../../../wasm/toolchain/command.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');

const prints = (text) => `#!/bin/sh\necho '${text}'\n`;

const module = (...names) =>
  Object.fromEntries(names.map((name) => [`usr/lib/python3/${name}`, 'module']));

// What each package of the distribution lays, by path; programs are what lies in a bin folder.
const contents = {
  cmake: { 'usr/bin/cmake': prints('cmake version 3.25.1') },
  'ninja-build': { 'usr/bin/ninja': prints('1.11.1') },
  'libeigen3-dev': {
    'usr/include/eigen3/Eigen/src/Core/util/Macros.h':
      '#define EIGEN_WORLD_VERSION 3\n#define EIGEN_MAJOR_VERSION 4\n#define EIGEN_MINOR_VERSION 0\n',
  },
  python3: {
    'usr/bin/python3':
      '#!/bin/sh\nif [ "$1" != -c ]; then echo Python 3.11.2; exit; fi\nshift 2\n' +
      'for module; do [ -e "$MACHINE/usr/lib/python3/$module" ] || exit 1; done\n',
  },
  'clang-19': {
    'usr/bin/clang++-19': prints('clang version 19.1.7'),
    'usr/lib/llvm-19/bin/clang': prints(''),
    'usr/lib/llvm-19/bin/clang++': prints(''),
  },
  'lld-19': { 'usr/lib/llvm-19/bin/wasm-ld': prints('') },
  'llvm-19': {
    'usr/lib/llvm-19/bin/llvm-ar': prints(''),
    'usr/lib/llvm-19/bin/llvm-nm': prints(''),
    'usr/lib/llvm-19/bin/llvm-objcopy': prints(''),
  },
  'g++': { 'usr/bin/g++': prints('g++ (Debian) 12.2.0'), 'usr/bin/c++': prints('c++ 12.2.0') },
  'chromium-headless-shell': { 'usr/bin/chromium-headless-shell': prints('Chromium 156') },
  'firefox-esr': { 'usr/bin/firefox-esr': prints('Mozilla Firefox 153') },
  'webkit2gtk-driver': { 'usr/bin/WebKitWebDriver': prints('') },
  xvfb: { 'usr/bin/xvfb-run': prints('') },
  xauth: { 'usr/bin/xauth': prints('') },
  fontconfig: {
    'usr/bin/fc-list':
      '#!/bin/sh\ncase $1 in :lang=zh-*) name=cjk ;; *) name=stix ;; esac\n' +
      'if [ -e "$MACHINE/usr/share/fonts/$name" ]; then echo "$name"; fi\n',
  },
  'fonts-noto-cjk': { 'usr/share/fonts/cjk': 'font' },
  'fonts-stix': { 'usr/share/fonts/stix': 'font' },
  'python3-numpy': module('numpy'),
  'mkdocs-material': { 'usr/share/mkdocs/themes/material/mkdocs_theme.yml': 'theme' },
  'python3-sphinx-book-theme': module('sphinx', 'sphinx_book_theme'),
  'python3-myst-parser': module('myst_parser'),
  'qemu-user': { 'usr/bin/qemu-x86_64': prints('') },
  'clang-format-19': { 'usr/bin/clang-format-19': prints('') },
  'clang-tidy-19': { 'usr/bin/clang-tidy-19': prints('') },
};

// What the suite serves; a package that is not named here holds one file.
const served = {
  emscripten: {
    'usr/share/emscripten/emcc': prints('emcc'),
    'usr/share/emscripten/emscripten-version.txt': `"${bundles.emscripten.version}"\n`,
  },
  binaryen: { 'usr/bin/wasm-opt': 'wasm-opt' },
  libc6: { 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2': 'loader' },
  'libxsimd-dev': {
    'usr/include/xsimd/config/xsimd_config.hpp': bundles.xsimd.version
      .split('.')
      .map((part, place) => `#define XSIMD_VERSION_${['MAJOR', 'MINOR', 'PATCH'][place]} ${part}\n`)
      .join(''),
  },
  catch2: {
    'Catch2/extras/catch_amalgamated.hpp': `//  Catch v${bundles.catch2.version}\n`,
    'Catch2/extras/catch_amalgamated.cpp': 'catch\n',
  },
};

export function lay(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (dirname(path).endsWith('bin') || path.endsWith('emcc')) chmodSync(file, 0o755);
  }
}

const ordinary = ['sh', 'cat', 'cmp', 'cp', 'find', 'head', 'mkdir', 'rm', 'sort', 'tail'];

/** Lays a machine in a temporary folder; `installed` packages are there from the beginning. */
export function layMachine({ installed = [], apt = true, clones = ['clone'] } = {}) {
  const base = mkdtempSync(join(tmpdir(), 'qkv-setup-'));
  const machine = join(base, 'machine');
  for (const name of ['usr/bin', 'packages', 'debs', 'dpkg', 'versions', 'ordinary', 'programs']) {
    mkdirSync(join(machine, name), { recursive: true });
  }
  for (const name of ordinary) {
    symlinkSync(which(name), join(machine, 'ordinary', name));
  }
  cpSync(join(here, 'bin'), join(machine, 'programs'), { recursive: true });
  if (!apt) for (const name of ['apt-get', 'dpkg']) rmSync(join(machine, 'programs', name));
  for (const [name, files] of Object.entries(contents)) lay(join(machine, 'packages', name), files);
  for (const name of installed) {
    cpSync(join(machine, 'packages', name), machine, { recursive: true });
    writeFileSync(join(machine, 'dpkg', name), 'configured\n');
  }
  layMirror(machine);
  for (const name of clones) layClone(join(base, name));
  return at(base);
}

const at = (base) => ({
  base,
  machine: join(base, 'machine'),
  remove: () => rmSync(base, { recursive: true }),
});

/** A machine in the state of another. */
export function copyMachine({ base }) {
  const copy = mkdtempSync(join(tmpdir(), 'qkv-setup-'));
  cpSync(base, copy, { recursive: true, verbatimSymlinks: true });
  return at(copy);
}

function layMirror(machine) {
  const archive = (name, file) => {
    const tree = join(machine, 'tree');
    lay(tree, served[name] ?? { [`usr/share/${name}`]: name });
    const members = name === 'catch2' ? readdirSync(tree) : ['.'];
    execFileSync(which('tar'), [
      '--mtime=@0',
      '--sort=name',
      '-cf',
      join(machine, 'debs', file),
      '-C',
      tree,
      ...members,
    ]);
    rmSync(tree, { recursive: true });
  };
  for (const { packages, source, version } of Object.values(bundles)) {
    if (source) archive(source, `${source}_${version}.orig.tar.gz`);
    for (const name of packages ?? []) archive(name, `${name}_${version}-1_all.deb`);
  }
}

function layClone(folder) {
  cpSync(join(root, 'wasm/toolchain'), join(folder, 'wasm/toolchain'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(root, name), join(folder, name));
  }
}

export const allPackages = Object.keys(contents);

/** Every package that a purpose's requirements name. */
export const packagesOf = (needed = requirements) => [
  ...new Set(needed.flatMap(({ packages = [] }) => packages)),
];

/** Runs set-up in a clone on a laid machine, as the leader of a process group. */
export function runSetup(
  { base, machine },
  { clone = 'clone', purpose = 'check', path = [], env = {} } = {},
) {
  const folder = join(base, clone);
  const journal = join(base, `${clone}.journal`);
  rmSync(journal, { force: true });
  const bins = [
    ...path,
    join(machine, 'usr/bin'),
    join(machine, 'programs'),
    join(machine, 'ordinary'),
  ];
  const child = spawn(process.execPath, [join(here, 'drive.mjs'), folder, purpose], {
    cwd: folder,
    detached: true,
    env: {
      PATH: bins.join(':'),
      HOME: base,
      MACHINE: machine,
      JOURNAL: journal,
      REAL_TAR: which('tar'),
      QKV_SYSTEM_ROOT: machine,
      QKV_TOOLCHAIN_DIR: join(base, 'cache'),
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('close', (status, signal) => {
      const lines = existsSync(journal)
        ? readFileSync(journal, 'utf8').split('\n').filter(Boolean)
        : [];
      resolve({ status, signal, output, journal: lines });
    });
  });
}

/** Every file and link below a folder with what it holds, for comparing two outcomes. */
export function snapshot(folder) {
  const lines = [];
  const look = (path, name) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isSymbolicLink()) lines.push(`${name} -> ${readlinkSync(path)}`);
    else if (stat.isFile())
      lines.push(`${name} ${stat.mode.toString(8)} ${readFileSync(path, 'latin1')}`);
    else for (const each of readdirSync(path).sort()) look(join(path, each), `${name}/${each}`);
  };
  look(folder, '');
  return lines;
}

/** All that set-up may change: what is installed, what is unpacked, and in the clone. */
export const outcome = ({ base }, clone = 'clone') =>
  Object.entries({
    cache: 'cache',
    machine: 'machine',
    build: `${clone}/build`,
    node_modules: `${clone}/node_modules`,
  }).flatMap(([name, path]) => snapshot(join(base, path)).map((line) => `${name}${line}`));

/** What differs between two outcomes, shortened for reading. */
export function difference(actual, expected) {
  const lines = (sign, from, others) => {
    const known = new Set(others);
    return from.filter((line) => !known.has(line)).map((line) => `${sign} ${line.slice(0, 120)}`);
  };
  return [...lines('too much:', actual, expected), ...lines('missing:', expected, actual)];
}
