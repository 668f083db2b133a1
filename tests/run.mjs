// `npm test`: everything, or the groups named on the command line. A group that fails does not
// keep the others from running; a group that ran no test has failed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildCore, bundle, printSizes } from '../wasm/toolchain/build.mjs';
import { cheapChecks } from '../wasm/toolchain/check.mjs';
import { buildPreset } from '../wasm/toolchain/cmake.mjs';
import { root } from '../wasm/toolchain/find.mjs';
import { setUpOrExit } from '../wasm/toolchain/setup.mjs';

const none = { passed: 0, failed: 0 };

/** Runs a test runner on the terminal; resolves to its output and whether it succeeded. */
function stream(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      resolve({ output, ok: false });
    });
    child.on('close', (code) => resolve({ output, ok: code === 0 }));
  });
}

// The runner's exit status has the last word: a failure that its closing lines miss counts as one.
function counts({ output, ok }, passed, failed) {
  return { passed, failed: ok ? failed : Math.max(failed, 1), output };
}

async function ctest(preset, { variables, env }) {
  if (!(await buildPreset(preset, { variables }))) return { ...none, failed: 1 };
  const result = await stream('ctest', ['--preset', preset], env);
  const [, failed, total] = result.output.match(/(\d+) tests? failed out of (\d+)/) ?? [0, 0, 0];
  return counts(result, total - failed, Number(failed));
}

/**
 * Test files, `atOnce` processes at a time. A process takes more than a second to start where it reads a
 * browser's driver and starts a browser: so `longest` have one of their own, first, and the others
 * share `programs`, each of which imports its files.
 */
async function nodeTests(
  folder,
  pattern,
  { env },
  { atOnce = 2, longest = [], programs = 0 } = {},
) {
  const place = join(root, 'tests', folder);
  const names = existsSync(place) ? readdirSync(place, { recursive: true }) : [];
  const found = names
    .filter((name) => pattern.test(name))
    .map((name) => join('tests', folder, name))
    .sort();
  if (found.length === 0) return none;
  const files = programs ? together(folder, found, longest, programs) : found;
  const typescript = files.some((file) => file.endsWith('.ts')) ? ['--import', 'tsx'] : [];
  const args = [
    ...typescript,
    '--test',
    `--test-concurrency=${atOnce}`,
    '--test-reporter=spec',
    ...files,
  ];
  const result = await stream(process.execPath, args, env);
  const number = (name) =>
    Number(result.output.match(new RegExp(`^ℹ ${name} (\\d+)$`, 'm'))?.[1] ?? 0);
  return counts(result, number('pass'), number('fail') + number('cancelled'));
}

/** Writes the programs that import test files; gives their names, in the order in which they are to run. */
function together(folder, files, longest, programs) {
  const alone = longest.map((name) => {
    const of = files.filter((file) => basename(file) === name);
    if (of.length === 0) throw new Error(`no test file ${name}`);
    return of;
  });
  const others = files.filter((file) => !longest.includes(basename(file)));
  const shares = Array.from({ length: programs }, (_, at) =>
    others.filter((_file, place) => place % programs === at),
  );
  const made = join('build', 'tests', folder);
  rmSync(join(root, made), { recursive: true, force: true });
  mkdirSync(join(root, made), { recursive: true });
  return [...alone, ...shares].map((share, at) => {
    const program = join(made, `${String(at).padStart(2, '0')}.test.ts`);
    const lines = share.map((file) => `import '../../../${file}';\n`);
    writeFileSync(join(root, program), lines.join(''));
    return program;
  });
}

async function check({ variables }) {
  const sum = { ...none };
  const checks = Object.entries(cheapChecks).map(async ([name, run]) => {
    const ok = await run(variables);
    console.log(`${ok ? 'passed' : 'FAILED'}  ${name}`);
    sum[ok ? 'passed' : 'failed'] += 1;
  });
  await Promise.all(checks);
  return sum;
}

// In this order: what is quick to fail first, the browser last. `build` says what a group reads;
// `whenAsked`: it runs where it is named alone.
const groups = {
  check: { kinds: { 'format, lint, types': check }, build: true },
  native: {
    kinds: {
      'Catch2, native': (context) => ctest('dev', context),
      'Catch2, native, sanitizers': (context) => ctest('asan-ubsan', context),
    },
  },
  arm: {
    kinds: { 'Catch2, ARM': (context) => ctest('arm', context) },
    whenAsked: true,
  },
  wasm: {
    kinds: {
      'Catch2, WebAssembly in Node': (context) => ctest('wasm-release', context),
      boundary: (context) => nodeTests('wasm', /\.test\.ts$/, context),
    },
    build: true,
  },
  web: { kinds: { web: (context) => nodeTests('web', /\.test\.ts$/, context) }, build: true },
  setup: {
    kinds: { 'set-up': (context) => nodeTests('setup', /\.test\.mjs$/, context) },
    build: true,
  },
  browser: {
    // A browser leaves a core idle for half of the time.
    kinds: {
      browser: (context) =>
        nodeTests('browser', /\.test\.ts$/, context, {
          atOnce: 3,
          longest: ['everywhere', 'engines', 'why_sqrt_d', 'layout'].map(
            (name) => `${name}.test.ts`,
          ),
          programs: 9,
        }),
    },
    build: true,
  },
};

const title = (text) => console.log(`\n=== ${text}`);

async function timed(kind, job) {
  title(kind);
  const begin = performance.now();
  const { passed, failed } = await job();
  const empty = passed + failed === 0;
  if (empty) console.error(`${kind}: no test ran, and that is a failure`);
  return { kind, passed, failed: empty ? 1 : failed, seconds: (performance.now() - begin) / 1000 };
}

async function build(variables) {
  try {
    await buildCore(variables);
    await bundle();
    printSizes();
    return { passed: 1, failed: 0 };
  } catch (error) {
    console.error(`build: ${error.message}`);
    return { passed: 0, failed: 1 };
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !groups[name]);
if (unknown.length) {
  console.error(`no group ${unknown.join(', ')}: there are ${Object.keys(groups).join(', ')}`);
  process.exit(2);
}

const variables = await setUpOrExit('test');
const env = { ...process.env, ...variables };
const chosen = Object.entries(groups).filter(
  ([name, { whenAsked }]) => asked.includes(name) || (asked.length === 0 && !whenAsked),
);
const rows = [];
if (chosen.some(([, group]) => group.build))
  rows.push(await timed('build', () => build(variables)));
for (const [, { kinds }] of chosen) {
  for (const [kind, run] of Object.entries(kinds)) {
    rows.push(await timed(kind, () => run({ variables, env })));
  }
}

title('sum');
for (const { kind, passed, failed, seconds } of rows) {
  const numbers = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  console.log(kind.padEnd(30), numbers, `${seconds.toFixed(0).padStart(5)} s`);
}
const total = (name) => rows.reduce((sum, row) => sum + row[name], 0);
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') > 0 ? 1 : 0;
