// Configures and builds presets, and configures again only when something that it reads changed.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { show } from './command.mjs';
import { root } from './find.mjs';

/** Builds `targets` (default: all) of a preset; resolves to whether that succeeded. */
export async function buildPreset(preset, { variables, targets = [] }) {
  const env = { ...process.env, ...variables };
  const folder = join(root, 'build', preset);
  const note = join(folder, 'configured');
  const reads = [readFileSync(join(root, 'CMakePresets.json'), 'utf8'), ...definitions(variables)];
  const names = ['PATH', 'CHROMIUM'];
  for (const [name, value] of Object.entries(variables)) {
    if (!names.includes(name)) reads.push(`${name}=${value}`);
  }
  const state = createHash('sha256').update(reads.join('\n')).digest('hex');
  const fits = existsSync(note) && readFileSync(note, 'utf8') === state;
  if (!fits || !existsSync(join(folder, 'build.ninja'))) {
    // Compilers and paths are remembered at the first configuration: a change of them starts afresh.
    const args = ['--preset', preset, '--fresh', ...definitions(variables)];
    if (!(await show('cmake', args, { cwd: root, env }))) return false;
    writeFileSync(note, state);
  }
  const which = targets.length ? ['--target', ...targets] : [];
  // As many at once as there are cores, here and in builds within builds: more would take turns in the
  // caches, and a tenth longer.
  env.CMAKE_BUILD_PARALLEL_LEVEL ??= String(availableParallelism());
  return show('cmake', ['--build', folder, ...which], { cwd: root, env });
}

// Without Catch2 (`npm start` does not bring it) there are no tests to configure.
const definitions = (variables) => (variables.QKV_CATCH2_DIR ? [] : ['-DQKV_TESTS=OFF']);
