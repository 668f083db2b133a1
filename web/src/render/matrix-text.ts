// Matrices as people paste and copy them.
import { parseNumber } from './format.ts';
import type { ParseProblem } from './format.ts';

export interface ParsedMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Row-major, finite float32. */
  readonly data: readonly number[];
}

/** What is wrong, and where: row and column from 1. */
export interface MatrixTextProblem {
  readonly problem:
    | ParseProblem
    | 'ragged' // this row is not as long as row 1
    | 'unbalanced' // a bracket without its partner, or an entry outside the brackets of the rows
    | 'too_deep'; // lists of lists of lists
  readonly row?: number;
  readonly column?: number;
  /** The entry at fault, cut to a length that fits a sentence. */
  readonly text?: string;
  /** Entries of row 1 and of this one. */
  readonly expected?: number;
  readonly given?: number;
}

type Rows = readonly (readonly string[])[];

const longest = 10_000;
const excerpt = 16;

const wide: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '；': ';',
  '［': '[',
  '］': ']',
  '（': '(',
  '）': ')',
  '＝': '=',
};

/** One kind of line end, of bracket and of separator; no space inside a fraction. */
const uniform = (text: string): string =>
  text
    .replace(/\r\n|[\r\u2028\u2029]/g, '\n')
    .replace(/[，、；［］（）＝]/g, (character) => wide[character] ?? character)
    .replace(/ ?[/／] ?/g, '/');

const isBlank = (text: string): boolean => text.trim() === '';
const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

function cut(text: string): string {
  const characters = Array.from(text.trim());
  return characters.length <= excerpt ? text.trim() : `${characters.slice(0, excerpt).join('')}…`;
}

export function parseMatrixText(text: string): ParsedMatrix | MatrixTextProblem {
  if (text.length > longest) return { problem: 'too_long' };
  const clean = uniform(text);
  const rows = /[[\]]/.test(clean) ? bracketed(clean) : tabular(clean);
  return 'problem' in rows ? rows : numbers(rows);
}

function numbers(rows: Rows): ParsedMatrix | MatrixTextProblem {
  const columns = rows[0]?.length ?? 0;
  if (rows.every((entries) => entries.length === 0)) return { problem: 'empty' };
  const data: number[] = [];
  for (const [i, entries] of rows.entries()) {
    for (const [j, entry] of entries.entries()) {
      const x = parseNumber(entry);
      if (typeof x !== 'number') return { ...x, row: i + 1, column: j + 1, text: cut(entry) };
      data.push(x);
    }
    if (entries.length !== columns) {
      return { problem: 'ragged', row: i + 1, expected: columns, given: entries.length };
    }
  }
  return { rows: rows.length, columns, data };
}

/**
 * Cells of a spreadsheet, CSV, or numbers between spaces. Commas always separate: whether 1,5 is
 * one number cannot be known.
 */
function tabular(text: string): Rows {
  const separator = ['\t', ',', ';'].find((character) => text.includes(character));
  // MATLAB ends rows with a semicolon; it does so where something else separates the entries, or
  // where nothing follows on the line.
  const spaced = /[^\s;][^\S\n]+[^\s;]/.test(text);
  const followed = /;[^\S\n]*[^\s;]/.test(text);
  const ends = separator !== ';' || spaced || !followed;
  // A line of tabs is a row of empty cells, unless it is the first or the last.
  const lines = text.split(ends ? /[\n;]/ : '\n').filter((line) => !/^ *$/.test(line));
  while (lines.length > 0 && isBlank(lines.at(-1) ?? '')) lines.pop();
  while (lines.length > 0 && isBlank(lines[0] ?? '')) lines.shift();
  const splits = separator !== undefined && !(separator === ';' && ends);
  return lines.map((line) => (splits ? line.split(separator) : words(line)));
}

/** What may stand around the brackets, without its spaces: A = np.array(…, dtype=…); and the like. */
const before = /^(?:[\p{L}_][\p{L}\p{N}_]*=)?(?:(?:[a-z_][\w.]*)?\()?$/iu;
const afterCall = /^(?:,[^,()]*(?:\([^()]*\))?)*\)[,;]?$/;
const afterList = /^[,;]?$/;

/** Lists of Python and JSON, arrays as NumPy and PyTorch print them, matrices of MATLAB. */
function bracketed(text: string): Rows | MatrixTextProblem {
  const first = text.indexOf('[');
  const end = text.lastIndexOf(']') + 1;
  if (first < 0 || end <= first) return { problem: 'unbalanced' };
  const opening = words(text.slice(0, first));
  const closing = words(text.slice(end)).join('');
  if (!before.test(opening.join(''))) {
    return { problem: 'not_a_number', row: 1, column: 1, text: cut(opening[0] ?? '') };
  }
  const call = opening.join('').endsWith('(');
  if (closing.includes('[') || closing.includes(')') !== call) return { problem: 'unbalanced' };
  if (!(call ? afterCall : afterList).test(closing)) {
    return { problem: 'not_a_number', text: cut(text.slice(end)) };
  }
  return lists(text.slice(first, end));
}

function lists(text: string): Rows | MatrixTextProblem {
  // [[1, 2], [3, 4]], or rows that each have brackets of their own, or one list alone.
  const level = /\[[^\]]*\[/.test(text) ? 2 : 1;
  const found: string[] = [];
  let depth = 0;
  let groups = 0;
  for (const part of text.split(/([[\]])/)) {
    const row = found.length + 1;
    if (part === '[') {
      if (depth === level) return { problem: 'too_deep', row: row - 1 };
      if (depth === 0) groups++;
      depth++;
      if (level === 2 && groups > 1) return { problem: 'unbalanced', row };
      if (depth === level) found.push('');
    } else if (part === ']') {
      depth--;
      if (depth < 0) return { problem: 'unbalanced', row: found.length };
    } else if (depth === level) {
      found.push((found.pop() ?? '') + part);
    } else {
      const [stray] = part.split(/[\s,;]+/).filter((entry) => entry !== '');
      if (stray !== undefined) return { problem: 'unbalanced', row, text: cut(stray) };
      if (/,\s*,/.test(part)) return { problem: 'empty', row };
    }
  }
  if (depth > 0) return { problem: 'unbalanced', row: found.length };
  return found.flatMap((row) => entriesOf(level === 1 && groups === 1 ? lineEnds(row) : row));
}

/** In a list alone a line end ends a row, as in MATLAB, unless a comma says that it goes on. */
const lineEnds = (list: string): string =>
  list
    .split('\n')
    .filter((line) => !isBlank(line))
    .reduce((before, line) => {
      const goesOn = before.trimEnd().endsWith(',') || line.trimStart().startsWith(',');
      return before + (goesOn || before === '' ? ' ' : ';') + line;
    }, '');

function entriesOf(list: string): string[][] {
  if (!list.includes(';')) return [entries(list)];
  return list
    .split(';')
    .filter((row) => !isBlank(row))
    .map(entries);
}

/** Between commas or spaces; a comma may follow the last. */
function entries(row: string): string[] {
  const pieces = row.split(',');
  if (isBlank(pieces.at(-1) ?? '')) pieces.pop();
  return pieces.flatMap((piece) => (isBlank(piece) ? [''] : words(piece)));
}

/** Writes a number so that it reads back as the same float32, or rounded, as the caller likes. */
export type NumberWriter = (x: number) => string;

/** ASCII; the words for what is not finite are those that NumPy and spreadsheets' importers take. */
function plain(x: number, write: NumberWriter): string {
  if (Number.isNaN(x)) return 'nan';
  if (!Number.isFinite(x)) return x < 0 ? '-inf' : 'inf';
  return write(x).replaceAll('\u2212', '-');
}

const rowsOf = ({ rows, columns, data }: ParsedMatrix, write: NumberWriter): string[][] =>
  Array.from({ length: rows }, (_, row) =>
    data.slice(row * columns, (row + 1) * columns).map((x) => write(x)),
  );

const separated = (matrix: ParsedMatrix, write: NumberWriter, comma: string, end: string): string =>
  rowsOf(matrix, (x) => plain(x, write))
    .map((row) => row.join(comma) + end)
    .join('');

/** RFC 4180. */
export const toCsv = (matrix: ParsedMatrix, write: NumberWriter): string =>
  separated(matrix, write, ',', '\r\n');

/** For the cells of a spreadsheet. */
export const toTsv = (matrix: ParsedMatrix, write: NumberWriter): string =>
  separated(matrix, write, '\t', '\n');

function latex(x: number, write: NumberWriter): string {
  if (Number.isNaN(x)) return '\\mathrm{NaN}';
  if (!Number.isFinite(x)) return x < 0 ? '-\\infty' : '\\infty';
  const [mantissa = '', exponent] = plain(x, write).split('e');
  return exponent === undefined ? mantissa : `${mantissa}\\times10^{${exponent}}`;
}

export const toLatex = (matrix: ParsedMatrix, write: NumberWriter): string =>
  [
    '\\begin{bmatrix}',
    rowsOf(matrix, (x) => latex(x, write))
      .map((row) => row.join(' & '))
      .join(' \\\\\n'),
    '\\end{bmatrix}',
  ].join('\n');
