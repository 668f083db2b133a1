// The environment in which the project's tools run.
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { find, root } from './find.mjs';
import { requirements } from './recipes.mjs';

// A folder of system headers must not come before the compiler's own (and WebAssembly must not see
// it at all): such a library gets a folder that shows nothing else.
function alone(id, include) {
  if (!existsSync(join(include, 'stdlib.h'))) return include;
  const shown = { xsimd: 'xsimd', eigen: 'Eigen', catch2: undefined }[id];
  if (!shown) return include;
  const folder = join(root, 'build', 'include', id);
  const link = join(folder, shown);
  mkdirSync(folder, { recursive: true });
  const target = realpathSync(join(include, shown));
  if (existsSync(link) && realpathSync(link) === target) return folder;
  rmSync(link, { force: true });
  symlinkSync(target, link);
  return folder;
}

/** Variables for child processes, from what is on this machine; `found` saves looking again. */
export async function environment(found) {
  found ??= await find();
  const emscripten = found.get('emscripten');
  const variables = {};
  for (const { id, variable } of requirements) {
    const path = found.get(id)?.path;
    if (variable && path) variables[variable] = alone(id, path);
  }
  if (emscripten) {
    variables.QKV_EMSCRIPTEN_ROOT = emscripten.path;
    if (emscripten.config) {
      variables.EM_CONFIG = emscripten.config;
      variables.EM_NODE_JS = process.execPath;
      const python = found.get('python');
      if (python) variables.EMSDK_PYTHON = python.path;
    }
  }
  const compiler = found.get('compiler');
  if (compiler) variables.CXX = compiler.path;
  const chromium = found.get('chromium');
  if (chromium) variables.CHROMIUM = chromium.path;
  // emcc calls tsc for the types that it writes.
  const folders = [
    emscripten?.config && emscripten.path,
    join(root, 'node_modules', '.bin'),
    process.env.PATH,
    dirname(process.execPath),
  ];
  variables.PATH = folders.filter(Boolean).join(delimiter);
  return variables;
}
