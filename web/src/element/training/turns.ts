// Which part of the figure a frame draws while training runs. Two workers leave a page on two cores little
// time: all parts at once would cost it frames, one part each does not.
import { mapParts } from '../../views/training/scene.ts';
import type { Part, Turns as Counts } from '../../views/training/scene.ts';

const parts = ['curves', 'task', ...mapParts] as const satisfies readonly Part[];

/** Milliseconds for which a part stands: curves every second frame, others as long as an eye needs. */
const periodOf = (part: Part): number => (part === 'curves' ? 30 : 160);

const each = <T>(value: T): Record<Part, T> => ({
  ...{ curves: value, task: value },
  ...{ 'map 0': value, 'map 1': value, 'map 2': value },
});

export class Turns {
  readonly #counts = each(0);
  readonly #steps = each(0);
  readonly #times = each(-Infinity);
  /** The step that task and map are of: the rows of the map follow the task, each in a frame of its own. */
  #read = 0;

  /** The step that the curves and the clock are of. */
  get at(): number {
    return this.#steps.curves;
  }

  get read(): number {
    return this.#read;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  /** At rest: every part is of this step with the next drawing. */
  all(at: number, now: number): void {
    this.#read = at;
    for (const part of parts) this.#take(part, at, now);
  }

  /** While it moves: whether a part has its turn, and then is of this step. */
  next(at: number, now: number): boolean {
    const waited = (part: Part): number => (now - this.#times[part]) / periodOf(part);
    const [first] = parts
      .filter((part) => this.#steps[part] !== this.#stepOf(part, at) && waited(part) >= 1)
      .sort((one, other) => waited(other) - waited(one));
    if (first === undefined) return false;
    if (first === 'task') this.#read = at;
    this.#take(first, this.#stepOf(first, at), now);
    return true;
  }

  /** Whether a part is still of another step. */
  lags(at: number): boolean {
    return parts.some((part) => this.#steps[part] !== at);
  }

  #stepOf(part: Part, at: number): number {
    return mapParts.some((row) => row === part) ? this.#read : at;
  }

  #take(part: Part, at: number, now: number): void {
    this.#counts[part] += 1;
    this.#steps[part] = at;
    this.#times[part] = now;
  }
}
