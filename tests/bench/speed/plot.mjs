// plot.svg from results.json: what attention comes to, how long it takes, and what memory it wants.
const size = { width: 960, height: 360 };
const panel = { width: 236, height: 236, top: 56, left: 56, gap: 84 };
// Told apart in the light and in the dark, and by their dashes.
const strokes = [
  ['#2f6fde', ''],
  ['#d9622b', ''],
  ['#1f9d6b', '6 3'],
  ['#b04cc9', '2 3'],
  ['#8a8a00', '8 3 2 3'],
];

const number = (value) => String(Math.round(value * 10) / 10);
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Points of logarithmic axes; a value outside of them would lie outside of the panel. */
function scale([from, to], length) {
  const [low, high] = [Math.log(from), Math.log(to)];
  return (value) => ((Math.log(value) - low) / (high - low)) * length;
}

function powers([from, to], base) {
  const all = [];
  for (let value = base ** Math.ceil(Math.log(from) / Math.log(base) - 1e-9); value <= to * 1.0001;)
    all.push(value) && (value *= base);
  return all;
}

const range = (values, base) => [
  base ** Math.floor(Math.log(Math.min(...values)) / Math.log(base) + 1e-9),
  base ** Math.ceil(Math.log(Math.max(...values)) / Math.log(base) - 1e-9),
];

function drawn({ title, unit, lines, base, label, level }, index) {
  const left = panel.left + index * (panel.width + panel.gap);
  const xs = range(
    lines.flatMap(({ points }) => points.map(([x]) => x)),
    2,
  );
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const ys = range(level ? [...values, level.value] : values, base);
  const [x, y] = [scale(xs, panel.width), scale(ys, panel.height)];
  const at = (value) => number(left + x(value));
  const up = (value) => number(panel.top + panel.height - y(value));
  const [bottom, right] = [panel.top + panel.height, left + panel.width];
  const parts = [
    `<text class="title" x="${left}" y="${panel.top - 30}">${escaped(title)}</text>`,
    `<text x="${left}" y="${panel.top - 12}">${escaped(unit)}</text>`,
  ];
  for (const value of powers(ys, base)) {
    parts.push(
      `<path class="grid" d="M${left} ${up(value)}H${right}"/>`,
      `<text class="end" x="${left - 6}" y="${number(Number(up(value)) + 4)}">${label(value)}</text>`,
    );
  }
  for (const value of powers(xs, 4)) {
    parts.push(
      `<path class="grid" d="M${at(value)} ${panel.top}V${bottom}"/>`,
      `<text class="middle" x="${at(value)}" y="${bottom + 16}">${value}</text>`,
    );
  }
  if (level) {
    parts.push(
      `<path class="level" d="M${left} ${up(level.value)}H${right}"/>`,
      `<text class="end" x="${right - 4}" y="${number(Number(up(level.value)) + 15)}">${escaped(level.name)}</text>`,
    );
  }
  lines.forEach(({ name, points }, i) => {
    const [colour, dashes] = strokes[i];
    const way = points.map(([px, py], j) => `${j === 0 ? 'M' : 'L'}${at(px)} ${up(py)}`).join('');
    const style = `stroke="${colour}"${dashes && ` stroke-dasharray="${dashes}"`}`;
    const row = bottom + 34 + Math.floor(i / 2) * 16;
    const column = left + (i % 2) * 142;
    parts.push(
      `<path class="line" ${style} d="${way}"/>`,
      `<path class="line" ${style} d="M${column} ${row - 4}h22"/>`,
      `<text x="${column + 28}" y="${row}">${escaped(name)}</text>`,
    );
  });
  return parts.join('\n');
}

const inTime = (value) =>
  value >= 1e6 ? `${value / 1e6} s` : value >= 1000 ? `${value / 1000} ms` : `${value} µs`;
const inBytes = (value) =>
  value >= 2 ** 20
    ? `${value / 2 ** 20} MiB`
    : value >= 1024
      ? `${value / 1024} KiB`
      : `${value} B`;

const compared = ['ours, simd128', 'ours, relaxed', 'onnxruntime-web', 'tfjs-wasm', 'jax-js'];

function rates({ measured, operations, ceiling }) {
  const lines = compared.map((library) => ({
    name: library,
    points: measured
      .filter((each) => each.place === 'Node' && each.library === library)
      .map(({ work, median }) => [/^attention (\d+) × 64$/.exec(work)?.[1], work, median])
      .filter(([T]) => T !== undefined)
      .map(([T, work, median]) => [Number(T), operations[work] / median / 1000]),
  }));
  return {
    title: 'Attention of T × 64 in Node',
    unit: 'GFLOP/s by T; higher is faster',
    lines,
    base: 2,
    label: String,
    level: { name: 'ceiling of simd128', value: ceiling.WebAssembly.simd128 },
  };
}

const grown = ({ growth }, causal, value) =>
  growth.filter((each) => each.causal === causal).map((each) => [each.T, value(each)]);

const times = (results) => ({
  title: 'Time of attend',
  unit: 'by T, D = 64, simd128 in Node',
  base: 10,
  label: inTime,
  lines: [
    { name: 'ours', points: grown(results, false, ({ median }) => median) },
    { name: 'ours, causal', points: grown(results, true, ({ median }) => median) },
  ],
});

const memory = (results) => ({
  title: 'Memory of attend',
  unit: 'beyond inputs and output, by T',
  base: 16,
  label: inBytes,
  lines: [
    { name: 'ours', points: grown(results, false, ({ bytes }) => Math.max(bytes, 1)) },
    { name: 'T × T scores', points: grown(results, false, ({ T }) => 4 * T * T) },
  ],
});

const styles = `
text { font: 12px system-ui, sans-serif; fill: #24292f; }
.title { font-weight: 600; font-size: 14px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: #24292f; stroke-opacity: 0.15; }
.level { stroke: #24292f; stroke-opacity: 0.7; stroke-dasharray: 1 3; }
.line { fill: none; stroke-width: 2; }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3; }
.grid, .level { stroke: #e6edf3; }
}`;

export function plot(results) {
  const panels = [rates(results), times(results), memory(results)].map(drawn);
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>GFLOP/s, time and memory of attention by length</title>',
    `<style>${styles}\n</style>`,
    ...panels,
    '</svg>\n',
  ].join('\n');
}
