import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const tailLines = 25;

export class SetupError extends Error {}

export class CommandFailed extends SetupError {
  constructor(command, status, output) {
    const tail = output.trimEnd().split('\n').slice(-tailLines).join('\n');
    super(`this command failed (${status}):\n  ${command}\n${tail}`);
    this.output = output;
  }
}

/** Runs a command with its output kept back; resolves to it, or rejects with its tail. */
export function run(command, args, { cwd, env, input } = {}) {
  return new Promise((resolve, reject) => {
    const line = [command, ...args].join(' ');
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let all = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      all += chunk;
    });
    child.stderr.on('data', (chunk) => (all += chunk));
    child.on('error', (error) => reject(new CommandFailed(line, error.code ?? error.message, '')));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(stdout);
      else reject(new CommandFailed(line, signal ?? `status ${code}`, all));
    });
  });
}

/** Runs a command on the terminal; resolves to whether it succeeded. */
export function show(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', (error) =>
      reject(new CommandFailed(command, error.code ?? error.message, '')),
    );
    child.on('close', (code) => resolve(code === 0));
  });
}

/** The first of these names that PATH (or the name itself, when it is a path) leads to. */
export function which(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names.filter(Boolean)) {
    const places = name.includes('/') ? [name] : folders.map((folder) => join(folder, name));
    for (const place of places) {
      try {
        accessSync(place, constants.X_OK);
        if (statSync(place).isFile()) return place;
      } catch {
        // not here
      }
    }
  }
  return undefined;
}
