// What is measured against d: the scores as they are with dashes, divided by √d in one stroke.
import { html, nothing, svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { StudyRow } from '../../../../wasm/engine/types.ts';
import { letter } from '../symbols.ts';
import type { View } from '../view.ts';
import { limitOf } from './held.ts';
import { curveSample, tableWidths, valueOf, versions } from './scene.ts';
import type { Quantity, Scene, Version } from './scene.ts';
import { doublings, mostWidth, placeOf } from './widths.ts';
import { short, spoken, wordsOf, written } from './words.ts';

type Drawn = Exclude<Quantity, 'variance'>;

const kinds: readonly Drawn[] = ['largest', 'entropy', 'gradient'];

interface Axis {
  readonly most: number;
  readonly ticks: readonly (readonly [number, string])[];
  /** Where nothing is preferred. */
  readonly even: readonly [number, string] | null;
}

function axisOf(kind: Drawn, { evenEntropy }: Scene): Axis {
  const { keys } = curveSample;
  switch (kind) {
    case 'largest':
      return { most: 1, ticks: marks(0, 0.5, 1), even: [1 / keys, `1/${keys}`] };
    case 'entropy':
      return { most: 2.2, ticks: marks(0, 1), even: [evenEntropy || 0, `ln ${keys}`] };
    // Two weights of ½ have the steepest softmax there is.
    case 'gradient':
      return { most: 0.5, ticks: marks(0, 0.25, 0.5), even: null };
  }
}

const marks = (...ticks: readonly number[]) => ticks.map((tick) => [tick, String(tick)] as const);

export const curves = (view: View, scene: Scene): TemplateResult =>
  html`<section class="curves" aria-busy=${scene.growing ? 'true' : 'false'}>
    ${kinds.map((kind) => chart(view, scene, kind))}
  </section>`;

/** Up to what may be seen, and only without a gap. */
export function seenOf(
  { lesson, state }: Pick<View, 'lesson' | 'state'>,
  { curves: rows }: Pick<Scene, 'curves'>,
  kind: Quantity,
  version: Version,
): readonly StudyRow[] {
  const limit = limitOf(lesson, state, kind, version);
  return rows.filter(({ width }) => width <= limit);
}

function chart(view: View, scene: Scene, kind: Drawn): TemplateResult {
  const words = wordsOf(view);
  const axis = axisOf(kind, scene);
  const height = (value: number) => 100 * (1 - value / axis.most);
  const seen = versions.map((version) => ({
    version,
    rows: seenOf(view, scene, kind, version),
  }));
  const held = versions.some(
    (version) => limitOf(view.lesson, view.state, kind, version) < mostWidth,
  );
  const path = (version: Version, rows: readonly StudyRow[]) =>
    rows
      .map(
        (row, at) =>
          `${at ? 'L' : 'M'}${placeOf(row.width)} ${height(valueOf(row, kind, version))}`,
      )
      .join('');
  return html`<figure
    class="chart"
    data-quantity=${kind}
    ?data-quiet=${view.step.id !== kind}
    role="img"
    aria-label=${spokenCurve(view, kind, seen, held)}
  >
    <p class="over">${written(words[kind])}</p>
    <div
      class="field-of-curve"
      @pointermove=${(event: PointerEvent) => {
        scene.requests.point(nearest(event, seen, kind, axis.most));
      }}
      @pointerleave=${() => {
        scene.requests.point(null);
      }}
      @click=${(event: PointerEvent) => {
        const point = nearest(event, seen, kind, axis.most);
        if (point && view.controls !== 'none') scene.requests.turn(point.width);
      }}
    >
      <svg viewBox="0 0 ${doublings} 100" preserveAspectRatio="none">
        ${axis.ticks.map(([tick]) => svg`<path class="rule" d="M0 ${height(tick)}H${doublings}" />`)}
        ${axis.even && axis.even[0] > 0 ? svg`<path class="even" d="M0 ${height(axis.even[0])}H${doublings}" />` : nothing}
        ${svg`<path class="now" d="M${placeOf(scene.width)} 0V100" />`}
        ${seen.map(({ version, rows }) => svg`<path class="curve" data-version=${version} d=${path(version, rows)} />`)}
      </svg>
      ${seen.flatMap(({ version, rows }) =>
        rows
          .filter(
            ({ width }) => tableWidths.includes(width) || isPointed(scene, kind, version, width),
          )
          .map(
            (row) =>
              html`<i
                class="dot-of-curve"
                data-version=${version}
                ?data-pointed=${isPointed(scene, kind, version, row.width)}
                .style=${`--x:${placeOf(row.width) / doublings};--y:${height(valueOf(row, kind, version)) / 100}`}
              ></i>`,
          ),
      )}
      ${held ? html`<b class="held">?</b>` : nothing} ${labels(view, seen, kind, height)}
      ${axis.ticks.map(([tick, text]) => html`<span class="tick" .style=${`--y:${height(tick) / 100}`}>${text}</span>`)}
      ${axis.even && axis.even[0] > 0 ? html`<span class="even" .style=${`--y:${height(axis.even[0]) / 100}`}>${axis.even[1]}</span>` : nothing}
    </div>
    <div class="axis" aria-hidden="true">
      ${[1, ...tableWidths].map(
        (width) => html`<span .style=${`--place:${placeOf(width) / doublings}`}>${width}</span>`,
      )}
      <span class="of-axis">${letter('d')}</span>
    </div>
  </figure>`;
}

const isPointed = ({ pointed }: Scene, quantity: Quantity, version: Version, width: number) =>
  pointed?.quantity === quantity && pointed.version === version && pointed.width === width;

interface Seen {
  readonly version: Version;
  readonly rows: readonly StudyRow[];
}

/** Where a line has its name: divided it is level, and has it at its end; else it has it where it bends. */
const named: Readonly<Record<Version, number>> = { unscaled: 32, scaled: mostWidth };

/** Beside what is drawn so far, or off the side to which the line does not go. */
function labels(view: View, seen: readonly Seen[], kind: Drawn, height: (value: number) => number) {
  const words = wordsOf(view);
  const ends = seen.flatMap(({ version, rows }) => {
    const held = rows.length < 4;
    const at = rows.filter(({ width }) => held || width <= named[version]).at(-1);
    const [first] = rows;
    if (!at || !first || rows.length < 2) return [];
    const value = valueOf(at, kind, version);
    return [
      { version, held, width: at.width, value, falls: value < valueOf(first, kind, version) },
    ];
  });
  const highest = Math.max(...ends.map(({ value }) => value));
  return ends.map(({ version, held, width, value, falls }) => {
    const bent = version === 'unscaled' ? falls : kind !== 'largest';
    const above = held ? value === highest : bent;
    return html`<span
      class="name-of-curve"
      data-version=${version}
      data-side=${above ? 'above' : 'below'}
      ?data-held=${held}
      .style=${`--x:${placeOf(width) / doublings};--y:${height(value) / 100}`}
      >${written(words[version])}</span
    >`;
  });
}

/** The point of a curve that is next to the pointer. */
function nearest(event: PointerEvent, seen: readonly Seen[], quantity: Drawn, most: number) {
  const field = event.currentTarget;
  if (!(field instanceof HTMLElement)) return null;
  const { left, top, width, height } = field.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * doublings;
  const y = (1 - (event.clientY - top) / height) * most;
  const points = seen.flatMap(({ version, rows }) =>
    rows.map((row) => ({
      version,
      width: row.width,
      far: [
        Math.abs(placeOf(row.width) - x),
        Math.abs(valueOf(row, quantity, version) - y),
      ] as const,
    })),
  );
  points.sort((a, b) => Math.round(a.far[0] * 2) - Math.round(b.far[0] * 2) || a.far[1] - b.far[1]);
  const [best] = points;
  return best
    ? { quantity, version: best.version, width: best.width, of: 'curves' as const }
    : null;
}

function spokenCurve(view: View, kind: Drawn, seen: readonly Seen[], held: boolean): string {
  const words = wordsOf(view);
  const parts = seen.flatMap(({ version, rows }) => {
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return [];
    return spoken(words, words.curve, {
      version: spoken(words, words[version]),
      first: short(valueOf(first, kind, version), kind),
      from: first.width,
      last: short(valueOf(last, kind, version), kind),
      to: last.width,
    });
  });
  const name = spoken(words, words.curves, { name: spoken(words, words[kind]) });
  return [name, ...parts, ...(held ? [words.held] : [])].join(' ');
}
