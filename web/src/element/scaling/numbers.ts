// The studies behind the figure: the table, then the curves, and the d in hand whenever it changes.
import type {
  Engine,
  StudyOptions,
  StudyProgress,
  StudyRow,
} from '../../../../wasm/engine/index.ts';
import {
  curveSample,
  curveWidths,
  ownSample,
  tableSample,
  tableWidths,
} from '../../views/scaling/scene.ts';
import type { Sample } from '../../views/scaling/scene.ts';
import { Run } from './run.ts';

/** Milliseconds that the slider rests before numbers are drawn for it. */
const rest = 80;
/** Milliseconds between two drawings of progress. */
const beat = 80;

export interface NumbersHost {
  engine(): Promise<Engine>;
  changed(): void;
  failed(error: unknown): void;
  /** The table is there. */
  finished(): void;
}

const optionsOf = (
  seed: number,
  { pairs, groups, keys }: Sample,
  widths: readonly number[],
): StudyOptions => ({ seed, pairs, groups, keys, widths });

const drawsOf = ({ pairs, groups, keys }: Sample, widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + 2 * width * (pairs + groups * keys), 0);

export class Numbers {
  readonly draws = drawsOf(tableSample, tableWidths);
  drawn = 0;
  stopped = false;
  evenEntropy = NaN;
  readonly #host: NumbersHost;
  #seed: number | null = null;
  #table: readonly StudyRow[] = [];
  #curves: readonly StudyRow[] = [];
  readonly #own = new Map<number, StudyRow>();
  #wanted: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asleep = false;
  #told = 0;
  readonly #tableRun: Run;
  readonly #curveRun: Run;
  readonly #ownRun: Run;

  constructor(host: NumbersHost) {
    this.#host = host;
    const { engine, failed } = {
      engine: () => host.engine(),
      failed: (error: unknown) => {
        host.failed(error);
      },
    };
    this.#tableRun = new Run(engine, failed);
    this.#curveRun = new Run(engine, failed);
    this.#ownRun = new Run(engine, failed);
  }

  get running(): boolean {
    return this.#tableRun.running;
  }

  /** The table comes first, the curves after it. */
  get growing(): boolean {
    return this.#tableRun.running || this.#curveRun.running;
  }

  get table(): readonly (StudyRow | null)[] {
    return tableWidths.map((_, index) => this.#table[index] ?? null);
  }

  /** Those of the table stand among them. */
  get curves(): readonly StudyRow[] {
    return [...this.#curves, ...this.#table].sort((a, b) => a.width - b.width);
  }

  rowOf(width: number): StudyRow | null {
    return this.#table.find((row) => row.width === width) ?? this.#own.get(width) ?? null;
  }

  /** Another seed begins anew. */
  follow(seed: number, width: number): void {
    if (seed !== this.#seed) {
      this.#seed = seed;
      this.#table = [];
      this.#curves = [];
      this.#own.clear();
      this.#wanted = null;
      this.#ownRun.end();
      this.#curveRun.end();
      this.run();
    }
    this.#want(width);
  }

  run(): void {
    this.stopped = false;
    this.drawn = 0;
    if (this.#asleep) return;
    this.#curveRun.end();
    this.#tableRun.start(optionsOf(this.#seed ?? 0, tableSample, tableWidths), {
      hear: (progress) => {
        this.#hear(progress);
      },
      done: () => {
        this.#drawCurves();
        this.#host.finished();
        this.#host.changed();
      },
    });
  }

  stop(): void {
    this.stopped = true;
    this.#tableRun.end();
    this.#curveRun.end();
    const wanted = this.#wanted;
    this.#wanted = null;
    if (wanted !== null) this.#want(wanted);
    this.#host.changed();
  }

  /** Nobody looks: no worker is kept, and what was under way begins anew afterwards. */
  sleep(): void {
    if (this.#asleep) return;
    this.#asleep = true;
    this.end();
  }

  wake(): void {
    if (!this.#asleep) return;
    this.#asleep = false;
    const wanted = this.#wanted;
    this.#wanted = null;
    if (!this.stopped && this.#table.length < tableWidths.length) this.run();
    else if (!this.stopped) this.#drawCurves();
    if (wanted !== null) this.#want(wanted);
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const run of [this.#tableRun, this.#curveRun, this.#ownRun]) run.end();
  }

  #hear({ drawn, evenEntropy, rows }: StudyProgress): void {
    const fresh = rows.length > this.#table.length;
    this.drawn = drawn;
    this.evenEntropy = evenEntropy;
    // Drawn once more they are the same.
    if (fresh) this.#table = rows;
    if (fresh || performance.now() - this.#told > beat) {
      this.#told = performance.now();
      this.#host.changed();
    }
  }

  #drawCurves(): void {
    if (this.#asleep || this.#curves.length === curveWidths.length) return;
    this.#curveRun.start(optionsOf(this.#seed ?? 0, curveSample, curveWidths), {
      hear: ({ rows }) => {
        if (rows.length <= this.#curves.length) return;
        this.#curves = rows;
        this.#host.changed();
      },
      done: () => {
        this.#host.changed();
      },
    });
  }

  /** The last d that was asked for wins; one of the table comes with it. */
  #want(width: number): void {
    if (width === this.#wanted) return;
    const first = this.#wanted === null;
    this.#wanted = width;
    clearTimeout(this.#timer);
    this.#ownRun.end();
    const coming = tableWidths.includes(width) && this.running;
    if (this.#asleep || coming || this.rowOf(width)) return;
    const draw = () => {
      this.#ownRun.start(optionsOf(this.#seed ?? 0, ownSample, [width]), {
        hear: ({ rows: [row], evenEntropy }) => {
          if (!row) return;
          this.#own.set(width, row);
          this.evenEntropy = evenEntropy;
          this.#host.changed();
        },
      });
    };
    if (first) draw();
    else this.#timer = setTimeout(draw, rest);
  }
}
