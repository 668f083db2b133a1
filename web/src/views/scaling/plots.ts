// What was drawn for the d in hand: the scores as they are above, divided by √d below, on common axes.
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { StudyRow } from '../../../../wasm/engine/types.ts';
import type { View } from '../view.ts';
import { limitOf, spreadLimit } from './held.ts';
import { valueOf, versions } from './scene.ts';
import type { Quantity, Scene, Version } from './scene.ts';
import { count, short, spoken, wordsOf, written } from './words.ts';

/** Wide enough for four times the root of the largest d. */
const reach = 128;
const ticks = [-100, -50, 0, 50, 100];

export function plots(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view);
  const { sample } = scene;
  const { id } = view.step;
  const on = (...steps: readonly string[]) => steps.includes(id);
  const rows = { count: count(sample.groups * sample.keys), keys: sample.keys };
  return html`<div class="plots" data-stale=${scene.row && !scene.fresh ? 'true' : 'false'}>
    <p class="over over-dots" ?data-quiet=${!on('products', 'variance')}>
      ${written(words.dots, { count: count(sample.pairs) })}
    </p>
    <p class="over over-weights" ?data-quiet=${!on('largest', 'entropy', 'gradient')}>
      ${written(words.weights, rows)}
    </p>
    ${versions.map((version) => line(view, scene, version))}
    <div class="axis dots-axis" aria-hidden="true">
      ${ticks.map((tick) => mark(tick, (tick + reach) / (2 * reach)))}
    </div>
    <div class="axis weights-axis" aria-hidden="true">
      ${[0, 0.5, 1].map((tick) => mark(tick, tick))}
      <span class="even" .style=${`--place:${1 / sample.keys}`}>1/${sample.keys}</span>
    </div>
  </div>`;
}

const mark = (tick: number, place: number): TemplateResult =>
  html`<span .style=${`--place:${place}`}>${String(tick).replace('-', '−')}</span>`;

function line(view: View, scene: Scene, version: Version): TemplateResult {
  const words = wordsOf(view);
  const { lesson, state, step } = view;
  const { row, sample } = scene;
  const spread = within(scene, spreadLimit(lesson, state));
  const seen = within(scene, limitOf(lesson, state, 'largest', version));
  const of = (kind: Plot['kind'], ...steps: readonly string[]) => ({
    kind,
    version,
    quiet: !steps.includes(step.id),
  });
  return html`
    <span class="version" data-version=${version}>${written(words[version])}</span>
    ${plot(view, scene, {
      ...of('dots', 'products', 'variance'),
      drawing: row && spread ? dots(row, version) : null,
      held: row !== null && !spread,
      name: spoken(words, words.dots, { count: count(sample.pairs) }),
      numbers: ['variance'],
    })}
    ${plot(view, scene, {
      ...of('weights', 'largest', 'entropy', 'gradient'),
      drawing: row && seen ? weights(row, version, sample.keys) : null,
      held: row !== null && !seen,
      name: spoken(words, words.weights, {
        count: count(sample.groups * sample.keys),
        keys: sample.keys,
      }),
      numbers: ['largest', 'entropy', 'gradient'],
    })}
  `;
}

/** Neither the d in hand nor that of the numbers that still stand there is beyond what may be seen. */
const within = ({ row, width }: Scene, limit: number): boolean =>
  width <= limit && (row === null || row.width <= limit);

interface Plot {
  readonly kind: 'dots' | 'weights';
  readonly version: Version;
  readonly quiet: boolean;
  readonly drawing: TemplateResult | null;
  readonly held: boolean;
  readonly name: string;
  /** Written beside it. */
  readonly numbers: readonly Quantity[];
}

function plot(view: View, scene: Scene, of: Plot): TemplateResult {
  const words = wordsOf(view);
  const { kind, version, quiet, drawing, held } = of;
  const numbers = of.numbers.map((quantity) => ({
    quantity,
    value: numberOf(view, scene, quantity, version),
  }));
  const [first] = numbers;
  const label = spoken(words, words.histogram, {
    name: of.name,
    version: spoken(words, words[version]),
    value:
      held || !first
        ? words.held
        : spoken(words, words.mean[first.quantity], { value: first.value }),
  });
  return html`<div
      class="plot"
      data-plot=${kind}
      data-version=${version}
      ?data-quiet=${quiet}
      role="img"
      aria-label=${label}
    >
      ${drawing ?? nothing} ${held ? html`<b class="held">?</b>` : nothing}
    </div>
    <p class="readout" data-plot=${kind} data-version=${version}>
      ${numbers.map(
        ({ quantity, value }) =>
          html`<span data-quantity=${quantity} ?data-on=${quantity === view.step.id}
            >${written(words.mean[quantity], { value: html`<b>${value}</b>` })}</span
          >`,
      )}
    </p>`;
}

/** The bins are so many times √d wide that all of them reach from −4 to 4 of the divided scores. */
function dots({ dotCounts, root }: StudyRow, version: Version): TemplateResult {
  const stretch = version === 'unscaled' ? root : 1;
  const half = dotCounts.length / 2;
  const path = outline(dotCounts, (edge) => ((edge - half) / half) * 4 * stretch);
  return html`<svg viewBox="${-reach} 0 ${2 * reach} 100" preserveAspectRatio="none">
    ${svg`<path class="middle" d="M0 0V100" /><path class="spread" d=${path} />`}
  </svg>`;
}

function weights(row: StudyRow, version: Version, keys: number): TemplateResult {
  const { largestCounts: counts, largest } = row[version];
  const path = outline(counts, (edge) => edge / counts.length);
  return html`<svg viewBox="0 0 1 100" preserveAspectRatio="none">
    ${svg`<path class="mass" d=${path} /><path class="even" d="M${1 / keys} 0V100" /><path class="mean" d="M${largest} 0V100" />`}
  </svg>`;
}

/** Steps as high as the counts, the highest of them as high as the plot. */
function outline(counts: Int32Array, place: (edge: number) => number): string {
  const most = Math.max(1, ...counts);
  const steps = Array.from(
    counts,
    (each, bin) => `L${place(bin)} ${100 - (each / most) * 96}H${place(bin + 1)}`,
  );
  return `M${place(0)} 100${steps.join('')}V100Z`;
}

/** Of the d in hand; `?` where a question is about it. */
export function numberOf(
  { lesson, state }: View,
  scene: Scene,
  quantity: Quantity,
  version: Version,
): string {
  const { row } = scene;
  if (!within(scene, limitOf(lesson, state, quantity, version))) return '?';
  if (!row) return '…';
  return short(valueOf(row, quantity, version), quantity, version);
}
