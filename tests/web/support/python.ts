// The programs in Python: run by the system's own, what they print, and how PyTorch's differ.
import assert from 'node:assert/strict';
import { formatNumber } from '../../../web/src/render/format.ts';
import type { ParsedMatrix } from '../../../web/src/render/matrix-text.ts';
import type { Tensor } from '../../wasm/support/engine.ts';
import { python } from './numpy.ts';

export const matrix = (...rows: readonly (readonly number[])[]): ParsedMatrix => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
  data: rows.flat().map(Math.fround),
});

export const make = (rows: number, columns: number, number: () => number): ParsedMatrix => ({
  rows,
  columns,
  data: Array.from({ length: rows * columns }, () => Math.fround(number())),
});

export const rowsOf = <T>(data: ArrayLike<T>, columns: number): T[][] =>
  Array.from({ length: data.length / columns }, (_, row) =>
    Array.from(data).slice(row * columns, (row + 1) * columns),
  );

/** As float32. */
export const bitsOf = (data: readonly number[]): number[] => [
  ...new Uint32Array(Float32Array.from(data).buffer),
];

export interface Run {
  readonly output: string;
  readonly tokens: readonly string[];
  /** float32 of the arrays that were asked for as bits, and of what types the program made arrays. */
  readonly bits: Readonly<Record<string, readonly number[]>>;
  readonly types: readonly string[];
}

// Every program in one process, each with names of its own.
const runner = `
import contextlib, io, json, sys, warnings
import numpy as np
warnings.simplefilter("error")
runs = []
given = json.load(sys.stdin)
for program in given["programs"]:
    names, out = {}, io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "<program>", "exec"), names)
    floats = [x for x in names.values() if isinstance(x, np.ndarray) and x.dtype.kind == "f"]
    runs.append({
        "output": out.getvalue(),
        "tokens": names["tokens"],
        "bits": {name: names[name].view(np.uint32).ravel().tolist() for name in given["arrays"]},
        "types": sorted({str(x.dtype) for x in floats}),
    })
print(json.dumps(runs))
`;

const compiler = `
import json, sys
for program in json.load(sys.stdin):
    compile(program, "<program>", "exec")
print(json.dumps(True))
`;

export const runPrograms = (programs: readonly string[], arrays: readonly string[]): Run[] =>
  JSON.parse(python(runner, JSON.stringify({ programs, arrays }))) as Run[];

export function assertCompiles(programs: readonly string[]): void {
  assert.equal(JSON.parse(python(compiler, JSON.stringify(programs))), true);
}

export const onPaper = (x: number, digits: number): string =>
  Number.isFinite(x)
    ? formatNumber(x, digits).replaceAll('−', '-')
    : String(x).replace('Infinity', 'inf').replace('NaN', 'nan');

/** One matrix under its title, in columns that are wide enough for so many digits. */
export function printed(
  title: string,
  { data, shape }: Tensor,
  tokens: readonly string[],
  digits: number,
  decimals = digits,
): string {
  const rows = rowsOf(data, shape[1] ?? 1).map((row, i) => {
    const cells = row.map((x) => onPaper(x, decimals).padStart(digits + 6));
    return `${cells.join(' ')}  ${tokens[i] ?? ''}\n`;
  });
  return `${title}\n${rows.join('')}\n`;
}

/** All that may differ. */
const differences: readonly (readonly [string, string])[] = [
  ['import numpy as np\n', 'import torch\nimport torch.nn.functional as F\n'],
  ['np.array(', 'torch.tensor('],
  ['np.concatenate(outputs, axis=1)', 'torch.cat(outputs, dim=1)'],
  ['.max(axis=1, keepdims=True)', '.amax(dim=1, keepdim=True)'],
  ['.sum(axis=1, keepdims=True)', '.sum(dim=1, keepdim=True)'],
  ['np.', 'torch.'],
];

/** The names of PyTorch in a program of NumPy. */
export const inPyTorch = (program: string): string =>
  differences.reduce((text, [numpy, torch]) => text.replaceAll(numpy, torch), program);
