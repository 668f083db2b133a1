// npm, as set-up and the bench call it.
import { run } from './command.mjs';

/** Installs what the lock file in this folder says, and runs no package's scripts. */
export async function installFrom(folder) {
  // What an outer npm says of its own folder is wrong for this one.
  const outer = /^(npm_(package|lifecycle)_.*|npm_config_local_prefix|INIT_CWD)$/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, env });
}
