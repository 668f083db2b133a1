// Tables of results.json, in Markdown as prettier would have it.

/** Aligned; the first column to the left, numbers to the right. */
export function markdown(titles, rows) {
  const all = [titles, ...rows];
  const widths = titles.map((_, i) => Math.max(4, ...all.map((row) => row[i].length)));
  const pad = (cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]));
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [head, ...body] = all.map((row) => line(row.map(pad)));
  return [head, line(rule), ...body].join('\n');
}

export function time(microseconds) {
  const [value, unit] =
    microseconds < 1000
      ? [microseconds, 'µs']
      : microseconds < 1e6
        ? [microseconds / 1000, 'ms']
        : [microseconds / 1e6, 's'];
  return `${digits(value)} ${unit}`;
}

/** Three digits, or all those before the point. */
export const digits = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const unique = (values) => [...new Set(values)];
const isOurs = (library) => library.startsWith('ours, ');
const setOf = (library) => library.split(', ')[1];

/**
 * What a library is measured by: ours of the same instruction set where there is one; in WebAssembly the
 * build that everybody has, natively the last of ours, which is the widest.
 */
function yardstick(place, library, libraries) {
  const ours = libraries.filter(isOurs);
  if (place !== 'native') return ours[0];
  return ours.find((each) => setOf(each) === setOf(library)) ?? ours.at(-1);
}

/** One place's rows: ours by its time, all others by how many times as long they take. */
function placeTable(results, place) {
  const here = results.measured.filter((each) => each.place === place);
  const libraries = unique(here.map(({ library }) => library));
  const timed = libraries.filter((each) => yardstick(place, each, libraries) === each);
  const others = libraries.filter((each) => !timed.includes(each));
  const at = (work, library) =>
    here.find((each) => each.work === work && each.library === library)?.median;
  const rows = unique(here.map(({ work }) => work))
    .filter((work) => at(work, timed[0]) !== undefined)
    .map((work) => [
      work,
      ...timed.flatMap((library) => {
        const cost = at(work, library);
        return [time(cost), digits(results.operations[work] / cost / 1000)];
      }),
      ...others.map((library) => {
        const cost = at(work, library);
        const ours = at(work, yardstick(place, library, libraries));
        return cost === undefined ? '' : digits(cost / ours);
      }),
    ]);
  const titles = others.map((library) => {
    const ours = setOf(yardstick(place, library, libraries));
    return place !== 'native' || setOf(library) === ours ? library : `${library} : ${ours}`;
  });
  return markdown([place, ...timed.flatMap((each) => [each, 'GFLOP/s']), ...titles], rows);
}

function ceilingTable({ ceiling }) {
  const rows = Object.entries(ceiling).flatMap(([place, rates]) =>
    Object.entries(rates).map(([name, rate]) => [`${place}, ${name}`, digits(rate)]),
  );
  return markdown(['what the machine comes to', 'GFLOP/s'], rows);
}

function bytes(count) {
  if (count < 1024) return `${count} B`;
  return count < 2 ** 20 ? `${digits(count / 1024)} KiB` : `${digits(count / 2 ** 20)} MiB`;
}

function growthTable({ growth }) {
  const lengths = unique(growth.map(({ T }) => T));
  const rows = lengths.map((T) => {
    const [whole, causal] = [false, true].map((is) =>
      growth.find((each) => each.T === T && each.causal === is),
    );
    return [
      `${T} × 64`,
      time(whole.median),
      bytes(whole.bytes),
      time(causal.median),
      bytes(causal.bytes),
      bytes(4 * T * T),
    ];
  });
  return markdown(
    ['attend', 'whole', 'extra memory', 'causal', 'extra memory', 'the scores alone'],
    rows,
  );
}

/** What stands between the marks in README.md. */
export function readmePart(results) {
  const { machine, versions } = results;
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `Medians of one run on ${machine.processor}, every candidate in turn, one thread each: ours by its time, the others by how many times as`,
    'long they take (above 1 is slower than ours; after a colon, the instruction set of ours where theirs has none). Causality counts as if it',
    'spared nothing, and is a mask to libraries that have none. Inputs of the others lie where they want them; their results are read.',
    '',
    ...['Node', 'Chromium', 'native'].flatMap((place) => [placeTable(results, place), '']),
    growthTable(results),
    '',
    ceilingTable(results),
    '',
    `${names.join(', ')}.`,
  ].join('\n');
}

const marks = ['<!-- bench -->', '<!-- /bench -->'];

/** What stands between the marks, without the lines around it. */
export function between(readme) {
  const [, after = ''] = readme.split(marks[0]);
  const [inside, rest] = after.split(marks[1]);
  if (rest === undefined) throw new Error('README.md has lost the marks of the bench');
  return inside.trim();
}

export function written(readme, part) {
  return readme.replace(between(readme), () => part);
}
