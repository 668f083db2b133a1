import { spawn } from 'node:child_process';
import { root } from '../../web/support/files.ts';

/** Runs a module's text in a Node of its own; resolves to what it wrote. */
export function runModule(text: string, flags: readonly string[] = []): Promise<string> {
  const args = [...flags, '--input-type=module', '--eval', text];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`status ${String(code)}\n${errors}`));
    });
  });
}
