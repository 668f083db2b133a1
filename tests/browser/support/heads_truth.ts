// What multi-head attention of a state comes to, in float64 by the plain formulas, and how far
// float32 may be off it.
import assert from 'node:assert/strict';
import type { State } from '../../../web/src/state/types.ts';
import type { TapName } from '../../wasm/support/engine.ts';

/** A number, and how far the shown one may be from it; Infinity: it says nothing. */
export interface Near {
  readonly x: number;
  readonly off: number;
}
type Table = readonly (readonly Near[])[];

/** Half a step of float32, relative; below the smallest normal number steps are absolute. */
const unit = 2 ** -24;
const least = 2 ** -126;
/** What comes near the end of float32 may overflow on the way. */
const most = 1e37;

const near = (x: number, off: number): Near =>
  Number.isFinite(x) && Math.abs(x) < most && off < Math.abs(x) + 1e6
    ? { x, off: off + least }
    : { x, off: Infinity };

/** Of two rows: their products added up in whatever order. */
function product(a: readonly Near[], b: readonly Near[]): Near {
  let [x, size, off] = [0, 0, 0];
  a.forEach((left, at) => {
    const right = b[at] ?? assert.fail('rows of one length');
    const each = Math.abs(left.x * right.x);
    x += left.x * right.x;
    size += each;
    off += Math.abs(left.x) * right.off + left.off * (Math.abs(right.x) + right.off);
  });
  return size < most ? near(x, off + (a.length + 1) * unit * size) : near(x, Infinity);
}

/** A row of scores shared out. */
function softmax(row: readonly Near[]): Near[] {
  const top = Math.max(...row.map(({ x }) => x));
  const off = Math.max(...row.map((each) => each.off));
  const powers = row.map(({ x }) => Math.exp(x - top));
  const sum = powers.reduce((total, each) => total + each, 0);
  return row.map(({ x }, at) => {
    const relative = Math.expm1(2 * off) + 8 * unit * (row.length + 2 + Math.abs(x - top));
    const weight = (powers[at] ?? NaN) / sum;
    return off < 0.01 ? near(weight, weight * relative) : near(weight, Infinity);
  });
}

const times = (a: Table, transposed: Table): Table =>
  a.map((row) => transposed.map((other) => product(row, other)));

const turned = (table: Table): Table =>
  (table[0] ?? []).map((_, column) => table.map((row) => row[column] ?? assert.fail('full rows')));

const cut = (table: Table, from: number, to: number): Table =>
  table.map((row) => row.slice(from, to));

function given({ inputs }: State, tap: TapName): Table {
  const matrix = inputs[tap] ?? assert.fail(tap);
  return Array.from({ length: matrix.rows }, (_, row) =>
    matrix.data.slice(row * matrix.columns, (row + 1) * matrix.columns).map((x) => ({ x, off: 0 })),
  );
}

export interface HeadsTruth {
  /** What each slot holds, as it is drawn. */
  readonly slots: Readonly<Record<string, Table>>;
  /** The weights of each head. */
  readonly weights: readonly Table[];
}

export function headsTruth(state: State): HeadsTruth {
  const { heads, head, switches } = state;
  const [x, wq, wk, wv, wo] = (['x', 'w_q', 'w_k', 'w_v', 'w_o'] as const).map((tap) =>
    given(state, tap),
  );
  assert.ok(x && wq && wk && wv && wo);
  const [q, k, v] = [times(x, wq), times(x, wk), times(x, wv)];
  const width = wq.length / heads;
  const divisor = switches.scale === false ? 1 : Math.sqrt(width);
  const all = Array.from({ length: heads }, (_, each) => {
    const [own, keys, values] = [q, k, v].map((table) =>
      cut(table, each * width, (each + 1) * width),
    );
    assert.ok(own && keys && values);
    const scores = times(own, keys);
    const scaled = scores.map((row) =>
      row.map((score) => near(score.x / divisor, score.off + 2 * unit * Math.abs(score.x))),
    );
    const weights = scaled.map(softmax);
    return { own, keys, values, scores, scaled, weights, output: times(weights, turned(values)) };
  });
  const now = all[head] ?? assert.fail('the head in hand');
  const joined = x.map((_, row) => all.flatMap(({ output }) => output[row] ?? []));
  // The wrong way: numbers in the order of memory.
  const flat = q.flat();
  const mistaken = all.map((_, each) =>
    x.map((__, row) => {
      const from = (each * x.length + row) * width;
      return flat.slice(from, from + width);
    }),
  );
  return {
    slots: {
      ...{ X: x, Wq: turned(wq), Wk: turned(wk), Wv: turned(wv), Wo: turned(wo) },
      ...{ Pq: q, Pk: k, Pv: v, C: joined, Y: times(joined, wo) },
      ...{ Q: now.own, K: turned(now.keys), V: now.values, S: now.scores },
      ...{ Z: now.scaled, A: now.weights, O: now.output },
      ...Object.fromEntries(all.map(({ own }, each) => [`H${each}`, own])),
      ...Object.fromEntries(all.map(({ output }, each) => [`O${each}`, output])),
      ...Object.fromEntries(mistaken.map((table, each) => [`M${each}`, table])),
    },
    weights: all.map(({ weights }) => weights),
  };
}
