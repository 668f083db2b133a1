// What the bench makes of its numbers: README and the plot say what results.json says, and nothing else.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plot } from '../bench/speed/plot.mjs';
import { between, digits, markdown, readmePart, time, written } from '../bench/speed/tables.mjs';
import * as plain from '../bench/plain.mjs';
import { ends, expectedEnds, inputs, nameOf, works } from '../bench/speed/work.mjs';
import { median, quantile, rounded, summary } from '../bench/statistics.mjs';

const file = (path) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const text = file('tests/bench/results.json');
const results = JSON.parse(text);

describe('statistics', () => {
  it('of an odd and an even number of values, in whatever order, is one that was measured', () => {
    assert.equal(median([9, 1, 5]), 5);
    assert.equal(median([4, 1, 3, 2]), 2);
    assert.equal(median([7]), 7);
    const values = Array.from({ length: 101 }, (_, i) => (i * 37) % 101);
    assert.deepEqual(summary(values), { median: 50, tenth: 10 });
    assert.deepEqual([quantile(values, 0), quantile(values, 1)], [0, 100]);
    assert.equal(values[1], 37, 'the list is left as it was');
  });

  it('of nothing is refused', () => {
    assert.throws(() => median([]), RangeError);
  });

  it('keeps four digits', () => {
    assert.deepEqual([1234.56, 0.00123456, 12].map(rounded), [1235, 0.001235, 12]);
  });
});

describe('the work', () => {
  it('has a name of its own for each', () => {
    assert.equal(new Set(works.map(nameOf)).size, works.length);
  });

  it('is checked against rows in double precision, which the yardstick meets', () => {
    for (const work of [
      { kind: 'attention', H: 1, T: 7, D: 5, causal: false },
      { kind: 'attention', H: 1, T: 7, D: 5, causal: true },
      { kind: 'product', m: 3, k: 6, n: 4 },
    ]) {
      const { q, k, v, x, w } = inputs(work);
      const { data } = x ? plain.linear(x, w) : plain.attend(q, k, v, work);
      const [actual, expected] = [ends(work, data), expectedEnds(work)];
      assert.equal(actual.length, expected.length, nameOf(work));
      actual.forEach((value, i) => {
        assert.ok(Math.abs(value - expected[i]) < 1e-6, `${nameOf(work)}, ${i}: ${value}`);
      });
    }
  });

  it('stacks heads, the last of which gives the last row', () => {
    const work = { kind: 'attention', H: 2, T: 3, D: 2, causal: false };
    const { q, k, v } = inputs(work);
    assert.deepEqual(q.shape, [2, 3, 2]);
    const last = [q, k, v].map(({ data }) => ({ shape: [3, 2], data: data.slice(6) }));
    const row = plain.attend(...last).data.slice(-2);
    row.forEach((value, i) => {
      assert.ok(Math.abs(value - expectedEnds(work)[2 + i]) < 1e-6, `${i}: ${value}`);
    });
  });
});

describe('tables', () => {
  it('are aligned, numbers to the right', () => {
    const lines = [
      '| work   |   time |',
      '| ------ | -----: |',
      '| first  | 1.5 ms |',
      '| second |        |',
    ];
    assert.equal(
      markdown(
        ['work', 'time'],
        [
          ['first', '1.5 ms'],
          ['second', ''],
        ],
      ),
      lines.join('\n'),
    );
  });

  it('give times in the unit that fits, with three digits', () => {
    assert.deepEqual([0.2, 13.94, 250.4, 2811, 251417, 1_500_000].map(time), [
      '0.20 µs',
      '13.9 µs',
      '250 µs',
      '2.81 ms',
      '251 ms',
      '1.50 s',
    ]);
    assert.deepEqual([1.005, 10.04, 1234.5].map(digits), ['1.00', '10.0', '1235']);
  });

  it('README has those of results.json', () => {
    assert.equal(between(file('README.md')), readmePart(results));
  });

  it('say how many times as long another takes, from the medians of the same place', () => {
    const work = 'attention 512 × 64';
    const cost = (place, library) => {
      const all = results.measured.filter(
        (each) => each.work === work && each.place === place && each.library === library,
      );
      assert.equal(all.length, 1, `${library} in ${place} is measured once`);
      return all[0].median;
    };
    for (const place of ['Node', 'Chromium']) {
      const table = readmePart(results)
        .split('\n\n')
        .find((each) => each.startsWith(`| ${place} `));
      assert.ok(table !== undefined, `there is a table of ${place}`);
      const cells = (line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim());
      const [titles = [], , ...rows] = table.split('\n').map(cells);
      const row = rows.find(([name]) => name === work) ?? [];
      const ours = cost(place, 'ours, simd128');
      assert.equal(row[1], time(ours));
      assert.equal(row[2], digits((4 * 512 * 512 * 64) / ours / 1000));
      const column = titles.indexOf('onnxruntime-web');
      assert.equal(row[column], digits(cost(place, 'onnxruntime-web') / ours));
    }
  });

  it('are put between the marks, whatever stood there', () => {
    const readme = 'above\n\n<!-- bench -->\n\nold $1\n\n<!-- /bench -->\n\nbelow\n';
    const renewed = written(readme, 'new $& text');
    assert.equal(
      renewed,
      readme.replace('old $1', () => 'new $& text'),
    );
    assert.throws(() => between('no marks'), /marks/);
  });
});

describe('the plot', () => {
  it('is that of results.json', () => {
    assert.equal(file('tests/bench/plot.svg'), plot(results));
  });

  it('changes with a number', () => {
    const [first, ...rest] = results.growth;
    assert.ok(first !== undefined, 'lengths were measured');
    const slower = { ...results, growth: [{ ...first, median: first.median * 1.5 }, ...rest] };
    assert.notEqual(plot(slower), plot(results));
  });
});

describe('results.json', () => {
  it('holds a median not below its tenth percentile for each candidate and work, once', () => {
    const seen = new Set();
    for (const { work, place, library, median: middle, tenth } of results.measured) {
      const name = `${work} ${place} ${library}`;
      assert.ok(!seen.has(name), name);
      seen.add(name);
      assert.ok(tenth > 0 && tenth <= middle, name);
      assert.ok(work in results.operations, name);
    }
    assert.ok(seen.size > 100, `${seen.size} measurements`);
  });

  it('names no day, no host and no place of the machine that measured', () => {
    assert.doesNotMatch(text, /\d{4}-\d\d-\d\d|https?:|"\/|\/(tmp|home|root|work)\b/);
  });
});
