// Sheets of calculations to do by hand: what is chosen for them, and handing them to printer or disk.
import type { Lesson } from '../state/lesson.ts';
import { isByHand, stateOnPaper, stepsOnPaper } from '../state/on-paper.ts';
import { seedAfter } from '../state/seed.ts';
import type { State } from '../state/types.ts';
import { encodeState } from '../state/url.ts';
import type { Plan, Sheet, View } from '../views/index.ts';
import { saveFile } from './delivery.ts';
import { linkTo } from './link.ts';
import type { Power } from './power.ts';
import { PrintFrame } from './print-frame.ts';
import type { Session } from './session.ts';
import { variantOf } from './variant.ts';

export interface PrinterHost {
  readonly power: Power;
  session(): Session | null;
  view(): View | null;
  /** Where the frame stands meanwhile. */
  root(): Node;
  changed(): void;
  /** The dialogue is closed. */
  printed(): void;
}

export class Printer {
  #variants = 1;
  /** null: that of the numbers in hand. */
  #seed: number | null = null;
  #skipped: ReadonlySet<string> = new Set();
  #key = true;
  #outcome: Plan['outcome'] = null;
  readonly #frame = new PrintFrame();
  readonly #host: PrinterHost;

  constructor(host: PrinterHost) {
    this.#host = host;
  }

  plan(lesson: Lesson, state: State): Plan {
    const steps = stepsOnPaper(lesson, stateOnPaper(lesson, state));
    const asked = steps.filter(({ id }) => !this.#skipped.has(id));
    return Object.freeze({
      variants: this.#variants,
      seed: this.#seed ?? state.seed ?? 1,
      steps,
      // Steps come and go with the switches of the figure.
      asked: (asked.length > 0 ? asked : steps).map(({ id }) => id),
      key: this.#key,
      resized: !isByHand(lesson, state),
      outcome: this.#outcome,
    });
  }

  change({ variants, seed, asked, key }: Partial<Plan>): void {
    const session = this.#host.session();
    if (!session) return;
    const { steps } = this.plan(session.lesson, session.state);
    if (variants !== undefined) this.#variants = variants;
    if (seed !== undefined) this.#seed = seed;
    if (key !== undefined) this.#key = key;
    if (asked && asked.length > 0) {
      this.#skipped = new Set(steps.map(({ id }) => id).filter((id) => !asked.includes(id)));
    }
    this.#outcome = null;
    this.#host.changed();
  }

  async print(): Promise<void> {
    const paper = await this.#paper();
    const made = paper && this.#made();
    if (!made) return;
    this.#outcome = null;
    const end = await this.#frame.print(this.#host.root(), {
      title: made.title,
      content: paper.sheetDocument(made.sheet, null),
      styles: paper.sheetStyles,
    });
    if (end === 'refused') this.#outcome = 'refused';
    this.#host.printed();
  }

  async save(): Promise<void> {
    const paper = await this.#paper();
    const made = paper && this.#made();
    if (!made) return;
    saveFile(new Blob([paper.sheetDocument(made.sheet)], { type: 'text/html' }), made.name);
    this.#outcome = 'saved';
    this.#host.changed();
  }

  /** Of another lesson, or another state from outside, other things are asked. */
  forget(): void {
    this.#frame.remove();
    this.#seed = null;
    this.#skipped = new Set();
    this.#outcome = null;
  }

  /** What draws a sheet comes when the first one is asked for; null, and said, where it does not. */
  async #paper(): Promise<typeof import('#later/sheet') | null> {
    try {
      return await import('#later/sheet');
    } catch {
      this.#outcome = 'missing';
      this.#host.changed();
      return null;
    }
  }

  #made(): { readonly title: string; readonly name: string; readonly sheet: Sheet } | null {
    const session = this.#host.session();
    const view = this.#host.view();
    if (!session || !view) return null;
    const { lesson } = session;
    const { words, text } = view;
    // In the language that is shown: that of the figure may be on its way.
    const state = Object.freeze({ ...session.state, locale: view.state.locale });
    const plan = this.plan(lesson, state);
    const seeds = Array.from({ length: plan.variants }, (_, at) => seedAfter(plan.seed, at));
    const link = (of: State): string => linkTo(encodeState(of, lesson), view.chapters);
    const variants = seeds.map((seed) =>
      variantOf(lesson, words, state, seed, this.#host.power, link),
    );
    // Without an engine there are no numbers; the figure says why.
    if (variants.includes(null)) {
      this.#host.changed();
      return null;
    }
    const sheet: Sheet = {
      locale: state.locale,
      lesson,
      words,
      text,
      asked: plan.asked,
      key: plan.key,
      variants: variants.filter((each) => each !== null),
    };
    const name = `qkv-lab-${lesson.id}-${plan.seed}.html`;
    return { title: text.print.title, name, sheet };
  }
}
