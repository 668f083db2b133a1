// The user's cache of unpacked tools, safe against being killed and against several runs at once:
// every run works in a folder that names its owner, and finished things are renamed into place.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';

const patience = 24 * 3600 * 1000;

export function cacheFolder() {
  if (process.env.QKV_TOOLCHAIN_DIR) return resolve(process.env.QKV_TOOLCHAIN_DIR);
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'qkv-lab');
}

// Process ids mean nothing on another host or in another container that shares this folder.
function place() {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // no such thing on this system
  }
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

// Ids are used again: the time of start tells a process from its successor.
function started(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return '0';
  }
}

const owner = () => `${place()}-${process.pid}-${started(process.pid)}`;

function abandoned(folder, name) {
  const [where, pid, since] = name.split('.').at(-1).split('-');
  if (where !== place()) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat !== undefined && Date.now() - stat.mtimeMs > patience;
  }
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
  return started(pid) !== since;
}

/** What killed runs left in `folder` under names that begin with `kind`. */
export function leftovers(folder, kind) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter(
    (name) => name.startsWith(`${kind}.`) && abandoned(folder, name),
  );
}

export function removeLeftovers(folder, kind) {
  for (const name of leftovers(folder, kind))
    rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * A working folder of this process alone. It takes over one that a killed run left, with what that
 * run had downloaded: a rename has one winner.
 */
export function workFolder(folder, kind) {
  mkdirSync(folder, { recursive: true });
  const mine = join(folder, `${kind}.${owner()}`);
  for (const name of leftovers(folder, kind)) {
    try {
      renameSync(join(folder, name), mine);
      break;
    } catch {
      // another run was quicker
    }
  }
  mkdirSync(mine, { recursive: true });
  return mine;
}

/** Puts a finished folder into its place; when another run has done so already, that one stays. */
export function finish(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    rmSync(from, { recursive: true, force: true });
  }
}
