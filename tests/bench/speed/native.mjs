// Native code, a process for each candidate, asked and answered by lines.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../../wasm/toolchain/find.mjs';
import { ends } from './work.mjs';
import { run } from '../../../wasm/toolchain/command.mjs';

const program = join(root, 'build', 'release', 'tests', 'bench', 'native', 'qkv_bench');

function started(args) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`qkv_bench ${args.join(' ')} ended at: ${line}`);
      return value;
    },
    close: () => child.stdin.end(),
  };
}

const order = ({ kind, H, T, D, causal, m, k, n, model }) =>
  kind === 'training'
    ? `training ${model}`
    : kind === 'product'
      ? `product ${m} ${k} ${n}`
      : `attention ${H} ${T} ${D} ${causal ? 1 : 0}`;

const names = { core: 'ours', eigen: 'Eigen' };

/** Candidates of the core and of Eigen, one for each instruction set, and what ends their processes. */
export async function inNative() {
  const programs = [];
  const candidates = [];
  for (const line of (await run(program, ['list'])).trim().split('\n')) {
    const [who, ...architectures] = line.split(' ');
    for (const arch of architectures) {
      const child = started(['serve', who, '--arch', arch]);
      programs.push(child);
      candidates.push({
        place: 'native',
        library: `${names[who]}, ${arch}`,
        async prepare(work) {
          if (work.kind === 'traced' || (work.kind === 'training' && who !== 'core')) {
            return undefined;
          }
          const [, ...rows] = (await child.ask(order(work))).split(' ');
          return work.kind === 'training' ? ends(work, rows.map(Number)) : rows.map(Number);
        },
        batch: async (calls) => Number(await child.ask(`batch ${calls}`)) / 1e6,
        finish: async () => {},
      });
    }
  }
  return { candidates, close: () => programs.forEach((each) => each.close()) };
}

/** Operations per nanosecond, by instruction set. */
export async function nativeCeiling(milliseconds) {
  const lines = (await run(program, ['ceiling', String(milliseconds)])).trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => line.split('\t')).map(([name, rate]) => [name, Number(rate)]),
  );
}

/** Bytes that attend takes beyond its inputs and its output. */
export async function extraBytes(T, D) {
  const [whole, causal] = (await run(program, ['memory', String(T), String(D)])).trim().split('\n');
  return { whole: Number(whole), causal: Number(causal) };
}
