import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserNames, browserNamesIn } from './support/dom.ts';
import { filesUnder, read } from './support/files.ts';
import { importsOf, isCpp, roomOf, rooms, verdict } from './support/rooms.ts';

const all = ['core', 'wasm', 'web'].flatMap(filesUnder);
const sources = all.filter((path) => isCpp(path) || /\.(ts|mts|js|mjs)$/.test(path));
const exists = (path: string) => all.includes(path);

const faults = (path: string, text: string, known = exists): string[] =>
  importsOf(path, text)
    .map((found) => verdict(path, found, known))
    .filter((fault) => fault !== null);

describe('imports', () => {
  it('keep the direction of the architecture', () => {
    assert.deepEqual(
      sources.flatMap((path) => faults(path, read(path))),
      [],
    );
  });

  it('are looked at in every room that exists, and every file lies in one', () => {
    assert.deepEqual(
      sources.filter((path) => !roomOf(path)),
      [],
    );
    const seen = new Set(
      sources
        .filter((path) => importsOf(path, read(path)).length > 0)
        .map((path) => roomOf(path)?.name),
    );
    const busy = [
      'simd',
      'random',
      'ops',
      'nn',
      'bindings',
      'engine',
      'toolchain',
      'state',
      'views',
    ];
    for (const room of [...busy, 'element and embed', 'lessons']) assert.ok(seen.has(room), room);
  });

  // One wrong line per row, so that no row can be empty of meaning.
  const wrong: readonly (readonly [path: string, line: string, room: string])[] = [
    ['core/src/simd/bad.cpp', '#include "qkv/error.hpp"', 'simd'],
    ['core/src/simd/bad.hpp', '#include "qkv/ops/softmax.hpp"', 'simd'],
    ['core/src/simd/bad.hpp', '#include <Eigen/Core>', 'simd'],
    ['core/src/types.cpp', '#include "simd/product.hpp"', 'types'],
    ['core/src/error.cpp', '#include "qkv/trace.hpp"', 'error'],
    ['core/src/random.cpp', '#include "qkv/ops/softmax.hpp"', 'random'],
    ['core/src/trace.cpp', '#include "qkv/random.hpp"', 'trace'],
    ['core/src/ops/bad.cpp', '#include "qkv/nn/explain.hpp"', 'ops'],
    ['core/src/ops/bad.cpp', '#include "qkv/trace.hpp"', 'ops'],
    ['core/src/ops/bad.cpp', '  #  include <xsimd/xsimd.hpp>', 'ops'],
    ['core/src/nn/bad.cpp', '#include "simd/product.hpp"', 'nn'],
    ['core/src/nn/bad.cpp', '#include <emscripten/bind.h>', 'nn'],
    ['core/src/models/bad.cpp', '#include "simd/product.hpp"', 'models and train'],
    ['core/src/train/bad.cpp', '#include "../../../wasm/bindings/calls.hpp"', 'models and train'],
    ['core/include/qkv/ops/bad.hpp', '#include <Eigen/Core>', 'ops'],
    ['core/include/qkv/nn/bad.hpp', '#include <qkv/nowhere.hpp>', 'nn'],
    ['core/examples/bad.cpp', '#include "simd/product.hpp"', 'examples'],
    ['wasm/bindings/bad.cpp', '#include "../../core/src/ops/check.hpp"', 'bindings'],
    ['wasm/bindings/bad.cpp', '#include <xsimd/xsimd.hpp>', 'bindings'],
    ['wasm/engine/bad.ts', "import { reduce } from '../../web/src/state/reducer.ts';", 'engine'],
    ['wasm/engine/bad.ts', "import fs from 'node:fs';", 'engine'],
    ['wasm/toolchain/bad.mjs', "import '../engine/index.ts';", 'toolchain'],
    ['web/src/render/bad.ts', "import type { State } from '../state/types.ts';", 'render'],
    ['web/src/i18n/bad.ts', "export { locales } from '../state/types.ts';", 'i18n'],
    ['web/src/styles/bad.ts', "import { largest } from '../render/domain.ts';", 'styles'],
    ['web/src/state/bad.ts', "import { formatNumber } from '../render/format.ts';", 'state'],
    ['web/src/state/bad.ts', "import { tensor } from '../../../wasm/engine/types.ts';", 'state'],
    ['web/src/state/bad.ts', "import { html } from 'lit';", 'state'],
    ['web/src/state/bad.ts', "const x = await import('../views/index.ts');", 'state'],
    ['web/src/state/bad.ts', "type X = import('../views/view.ts').View;", 'state'],
    [
      'web/src/views/bad.ts',
      "import { loadEngine } from '../../../wasm/engine/index.ts';",
      'views',
    ],
    ['web/src/views/bad.ts', "import { lessons } from '../../lessons/index.ts';", 'views'],
    ['web/src/views/bad.ts', "import x from 'somewhere';", 'views'],
    ['web/src/views/bad.ts', "export * from '../element/element.ts';", 'views'],
    ['web/src/element/bad.ts', "import { fill } from '../i18n/template.ts';", 'element and embed'],
    ['web/src/element/bad.ts', "import x from '#glue';", 'element and embed'],
    ['web/src/element/bad.ts', "import x from '#chapters/all';", 'element and embed'],
    ['web/src/views/bad.ts', "const x = await import('#later/sheet');", 'views'],
    ['web/embed/bad.ts', "import x from '../src/render/format.ts';", 'element and embed'],
    ['web/lessons/bad.ts', "import { reduce } from '../src/state/reducer.ts';", 'lessons'],
    ['web/lessons/bad.ts', "import type { View } from '../src/views/view.ts';", 'lessons'],
    ['web/lessons/bad.ts', 'const x = import(`./${name}.ts`);', 'lessons'],
    ['web/lessons/bad.ts', "import type { A } from './nowhere.ts';", 'lessons'],
  ];
  for (const [path, line, room] of wrong) {
    it(`${path.replace(/bad\.\w+$/, '…')} may not say: ${line}`, () => {
      assert.equal(roomOf(path)?.name, room);
      const known = (file: string) => exists(file) || file === 'web/src/element/element.ts';
      assert.equal(faults(path, line, known).length, 1);
    });
  }

  it('have a wrong line for every row', () => {
    assert.deepEqual(
      rooms.map(({ name }) => name).filter((name) => !wrong.some(([, , room]) => room === name)),
      [],
    );
  });

  it('may say what the table allows, and what stands in a comment', () => {
    const right: readonly (readonly [path: string, text: string])[] = [
      [
        'core/src/simd/good.cpp',
        '#include <array>\n#include <xsimd/xsimd.hpp>\n#include "qkv/types.hpp"',
      ],
      [
        'core/src/ops/good.cpp',
        '#include "simd/product.hpp"\n#include <Eigen/Core>\n// #include "qkv/trace.hpp"',
      ],
      ['core/src/nn/good.cpp', '#include <qkv/trace.hpp>\n/*\n#include "simd/product.hpp"\n*/'],
      ['core/src/train/good.cpp', '#include "qkv/nn/explain.hpp"\n#include "qkv/random.hpp"'],
      [
        'wasm/bindings/good.cpp',
        '#include "calls.hpp"\n#include "qkv/info.hpp"\n#include <emscripten/bind.h>',
      ],
      ['wasm/engine/good.ts', "import createModule, { type MainModule } from '#glue';"],
      ['web/src/state/good.ts', "import type { TapName } from '../../../wasm/engine/types.ts';"],
      ['web/src/state/good.ts', "import { type TapName } from '../../../wasm/engine/types.ts';"],
      [
        'web/src/views/good.ts',
        "import { html } from 'lit';\nimport { live } from 'lit/directives/live.js';",
      ],
      ['web/src/element/good.ts', "import { loadEngine } from '../../../wasm/engine/index.ts';"],
      [
        'web/lessons/good.ts',
        "import type { Lesson } from '../src/state/lesson.ts';\n// import('x')",
      ],
    ];
    for (const [path, text] of right) assert.deepEqual(faults(path, text), []);
  });
});

describe('rooms without a browser', () => {
  const names = browserNames();
  const without = ['state', 'render', 'i18n', 'lessons'];

  it('mention no name of the DOM', () => {
    const files = sources.filter((path) => without.includes(roomOf(path)?.name ?? ''));
    assert.deepEqual(
      [...new Set(files.map((path) => roomOf(path)?.name))].sort(),
      [...without].sort(),
    );
    assert.deepEqual(
      files.flatMap((path) => browserNamesIn(read(path), names).map((name) => `${path}: ${name}`)),
      [],
    );
  });

  it('would be caught at it', () => {
    const caught: Readonly<Record<string, string>> = {
      'document.title = "";': 'document',
      'const x = () => window;': 'window',
      'export const x: HTMLElement | null = null;': 'HTMLElement',
      'const hash = location.hash;': 'location',
      'globalThis.alert();': 'globalThis',
      'const { language } = navigator;': 'navigator',
      'f({ history });': 'history',
      'localStorage[key] = 1;': 'localStorage',
      'class A extends EventTarget {}': 'EventTarget',
    };
    for (const [text, name] of Object.entries(caught)) {
      assert.deepEqual(browserNamesIn(text, names), [name]);
    }
    const innocent =
      'const name = 1; interface Text { document: string } f(name, a.location, { status: 1 }); type T = Text; // window';
    assert.deepEqual(browserNamesIn(innocent, names), []);
  });
});

describe('rooms whose numbers come from the core', () => {
  it('take no root, exponential or logarithm themselves', () => {
    const rooms = ['state', 'views', 'element and embed'];
    const files = sources.filter((path) => rooms.includes(roomOf(path)?.name ?? ''));
    assert.ok(files.length > 60, String(files.length));
    const taken = files.flatMap((path) =>
      (read(path).match(/\bMath\.(sqrt|cbrt|hypot|exp|log|pow|tanh)\w*/g) ?? []).map(
        (name) => `${path}: ${name}`,
      ),
    );
    assert.deepEqual(taken, []);
  });
});
