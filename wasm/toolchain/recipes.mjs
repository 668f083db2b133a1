// What the project needs, as data: set-up, its messages and its tests walk these tables.

export const minimumNode = '20.19';

// Each purpose includes the one before it: `npm start` never installs what only tests need.
export const purposes = ['build', 'test', 'check'];

// `finder` names a function of find.mjs. What is missing comes from the distribution (`packages`),
// or is unpacked into the user's cache (`bundle`), or is npm's.
export const requirements = [
  { id: 'cmake', name: 'CMake', minimum: '3.25', purpose: 'build', packages: ['cmake'] },
  { id: 'ninja', name: 'Ninja', purpose: 'build', packages: ['ninja-build'] },
  {
    id: 'eigen',
    name: 'Eigen',
    minimum: '3.4',
    purpose: 'build',
    packages: ['libeigen3-dev'],
    variable: 'QKV_EIGEN_INCLUDE',
  },
  {
    id: 'python',
    name: 'Python (python3)',
    minimum: '3.8',
    purpose: 'build',
    packages: ['python3'],
    onlyWithBundle: 'emscripten',
  },
  {
    id: 'llvm',
    name: 'LLVM 19 (clang, lld, llvm), which the unpacked Emscripten compiles with',
    purpose: 'build',
    packages: ['clang-19', 'lld-19', 'llvm-19'],
    onlyWithBundle: 'emscripten',
  },
  { id: 'npm', name: 'the npm packages of package-lock.json', purpose: 'build' },
  {
    id: 'emscripten',
    name: 'Emscripten (emcc)',
    minimum: '3.1.69',
    purpose: 'build',
    bundle: 'emscripten',
  },
  {
    id: 'xsimd',
    name: 'xsimd',
    minimum: '13',
    purpose: 'build',
    bundle: 'xsimd',
    variable: 'QKV_XSIMD_INCLUDE',
  },
  {
    id: 'compiler',
    name: 'a C++20 compiler (g++ ≥ 11 or clang++ ≥ 16)',
    purpose: 'test',
    packages: ['g++'],
  },
  {
    id: 'catch2',
    name: 'Catch2 (catch_amalgamated.hpp and .cpp)',
    minimum: '3',
    purpose: 'test',
    bundle: 'catch2',
    variable: 'QKV_CATCH2_DIR',
  },
  { id: 'chromium', name: 'Chromium', purpose: 'test', packages: ['chromium-headless-shell'] },
  { id: 'firefox', name: 'Firefox', purpose: 'test', packages: ['firefox-esr'] },
  {
    id: 'webkit',
    name: 'WebKitGTK with its driver, and a screen for it',
    purpose: 'test',
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth'],
  },
  {
    id: 'cjkFonts',
    name: 'fonts for Chinese',
    purpose: 'test',
    packages: ['fonts-noto-cjk', 'fontconfig'],
  },
  {
    id: 'mathFonts',
    name: 'a font for mathematics (STIX)',
    purpose: 'test',
    packages: ['fonts-stix', 'fontconfig'],
  },
  { id: 'numpy', name: 'numpy for /usr/bin/python3', purpose: 'test', packages: ['python3-numpy'] },
  {
    id: 'mkdocs',
    name: 'MkDocs and its theme Material for /usr/bin/python3',
    purpose: 'test',
    packages: ['mkdocs-material'],
  },
  {
    id: 'sphinx',
    name: 'Sphinx, its book theme and MyST for /usr/bin/python3',
    purpose: 'test',
    packages: ['python3-sphinx-book-theme', 'python3-myst-parser'],
  },
  {
    id: 'qemu',
    name: 'QEMU for programs of other processors (qemu-x86_64)',
    purpose: 'test',
    packages: ['qemu-user'],
  },
  { id: 'clangFormat', name: 'clang-format-19', purpose: 'test', packages: ['clang-format-19'] },
  { id: 'clangTidy', name: 'clang-tidy-19', purpose: 'check', packages: ['clang-tidy-19'] },
  { id: 'clang', name: 'clang++-19', purpose: 'check', packages: ['clang-19'] },
];

// Debian's suite that carries every bundle; packages of it are unpacked, never installed.
export const suite = 'trixie';

// The first package of `packages` and its version name the bundle and its folder in the cache;
// `revision` counts up when the unpacked form changes.
export const bundles = {
  emscripten: {
    version: '3.1.69',
    revision: 1,
    // Binaryen is linked against a newer libc than the machine may have: it runs with its own.
    packages: ['emscripten', 'binaryen', 'node-acorn', 'libc6', 'libstdc++6', 'libgcc-s1'],
    // System libraries of kinds that are never linked here: three quarters of the unpacked size.
    leaveOut: [
      './usr/share/emscripten/test',
      './usr/share/doc',
      '*/wasm32-emscripten/pic',
      '*/wasm32-emscripten/lto-pic',
      '*/wasm32-emscripten/*-mt*.a',
      '*/wasm32-emscripten/*-ww*.a',
    ],
  },
  xsimd: { version: '13.2.0', revision: 1, packages: ['libxsimd-dev'], leaveOut: [] },
  catch2: { version: '3.7.1', revision: 1, source: 'catch2' },
};

export const bundleFolder = (id) => `${id}-${bundles[id].version}-r${bundles[id].revision}`;

export function neededFor(purpose) {
  const level = purposes.indexOf(purpose);
  if (level < 0) throw new Error(`purpose is one of ${purposes.join(', ')}: ${purpose}`);
  return requirements.filter((each) => purposes.indexOf(each.purpose) <= level);
}

export function atLeast(version, minimum) {
  if (!minimum) return true;
  const given = version.split('.').map(Number);
  for (const [place, part] of minimum.split('.').map(Number).entries()) {
    const have = given[place] ?? 0;
    if (have !== part) return have > part;
  }
  return true;
}
