// A Python that has NumPy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

let interpreter: string | undefined;

function withNumPy(): string {
  const found = ['/usr/bin/python3', 'python3'].find(
    (command) => spawnSync(command, ['-c', 'import numpy']).status === 0,
  );
  assert.ok(found, 'no Python here imports NumPy: the package python3-numpy has it');
  return found;
}

/** What a program prints, alone and with this on its standard input. */
export function python(code: string, input = ''): string {
  interpreter ??= withNumPy();
  const { status, stdout, stderr } = spawnSync(interpreter, ['-I', '-c', code], {
    input,
    encoding: 'utf8',
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 2 ** 28,
  });
  assert.equal(status, 0, stderr);
  return stdout;
}
