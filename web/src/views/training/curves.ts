// Loss, and how many sequences are right as a whole, over the same steps.
import { html, nothing, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import { fill } from '../../i18n/template.ts';
import { placeLabels, placeOnLine, roomFor } from '../../render/curve-labels.ts';
import { endOf, lossAxis, pathOf, stepTicks, thinned, windowOf } from '../../render/curves.ts';
import type { Box, Curve } from '../../render/curves.ts';
import { formatNumber } from '../../render/format.ts';
import { percent } from '../numbers.ts';
import type { View } from '../view.ts';
import type { Contestant, CurvesSize, Mark, Scene } from './scene.ts';
import { hidden, openMarks, secretOf } from './secret.ts';
import { twoDecimals, vocabulary, wordsOf } from './words.ts';

/** Until it is measured. */
const usual: CurvesSize = { width: 372, height: 374 };

/** Heights of labels at lines, and of numbers at axes. */
const tall = 17;
const small = 14;

const largestOf = (contestants: readonly Contestant[], count: number): number => {
  let largest = 0;
  for (const { losses } of contestants) {
    for (let step = 0; step < Math.min(count, losses.length); step++) {
      const loss = losses[step] ?? NaN;
      if (Number.isFinite(loss) && loss > largest) largest = loss;
    }
  }
  return largest;
};

interface Line {
  readonly network: 'transformer' | 'lstm';
  readonly curve: Curve;
  /** At its end; nothing where it has none. */
  readonly text: string;
  /** Where that has no room. */
  readonly short: string;
}

export function curves(view: View, scene: Scene, size: CurvesSize | null): TemplateResult {
  const words = wordsOf(view);
  return html`<h2><span>${words.curves.loss}</span><small>${words.curves.better}</small></h2>
    ${plot(view, scene, size ?? usual)}`;
}

function plot(view: View, scene: Scene, { width, height }: CurvesSize): TemplateResult {
  const words = wordsOf(view);
  const { at, most, guessing } = scene;
  const axis = lossAxis(Math.max(guessing, largestOf([scene.transformer, scene.lstm], at)));
  const left = 8 + Math.max(18, ...axis.ticks.map((tick) => roomFor(formatNumber(tick, 0), 12)), roomFor('100%', 12)); // prettier-ignore
  const right = width - 8;
  const end = windowOf(at, most);
  const x = (step: number) => left + ((right - left) * step) / end;
  // The upper plot, a line with the name of the lower one, the lower plot, the numbers of the steps.
  const upper = { top: 6, bottom: Math.round(height * 0.57) };
  const lower = { top: upper.bottom + 52, bottom: height - 24 };
  const yLoss = (loss: number) => upper.bottom - ((upper.bottom - upper.top) * loss) / axis.top;
  const yShare = (share: number) => lower.bottom - (lower.bottom - lower.top) * share;
  const frame = (plotted: { readonly top: number; readonly bottom: number }): Box => ({
    x: left + 2,
    y: plotted.top,
    width: right - left - 2,
    height: plotted.bottom - plotted.top - 1,
  });

  const level = yLoss(guessing);
  const losses = [lossLine(view, scene, 'transformer', x, yLoss), lossLine(view, scene, 'lstm', x, yLoss)]; // prettier-ignore
  const shares = [shareLine(view, scene, 'transformer', x, yShare), shareLine(view, scene, 'lstm', x, yShare)]; // prettier-ignore
  const guess = fill(words.curves.guessing, { digits: vocabulary });
  const playhead: Curve = [[[x(at), upper.top], [x(at), lower.bottom]]]; // prettier-ignore
  const guessBox = placeOnLine(roomFor(guess, 12), small, level, {
    frame: { ...frame(upper), y: 0 },
    curves: [...losses.map(({ curve }) => curve), playhead],
    taken: [],
    free: x(at),
  });
  const guessLine: Curve = [[[left, level], [right, level]]]; // prettier-ignore
  const gridLine = (y: number, text: string, base: boolean) =>
    svg`<line class=${base ? 'base' : 'grid'} x1=${left} x2=${right} y1=${y} y2=${y} /><text x=${left - 8} y=${y + 4} text-anchor="end">${text}</text>`;
  const write = (step: number) =>
    svg`<text x=${x(step)} y=${height - 5} text-anchor=${step === 0 ? 'start' : step === end ? 'end' : 'middle'}>${step}</text>`;
  return html`<svg
    class="curves"
    role="img"
    aria-label=${described(view, scene)}
    viewBox="0 0 ${width} ${height}"
  >
    ${axis.ticks.map((tick) => gridLine(yLoss(tick), formatNumber(tick, 0), tick === 0))}
    ${svg`<line class="guess" x1=${left} x2=${right} y1=${level} y2=${level} />
      <text x=${guessBox.x} y=${guessBox.y + 11}>${guess}</text>
      <text class="name" x="0" y=${lower.top - 20}>${words.curves.sequences}</text>`}
    ${gridLine(yShare(1), '100%', false)}${gridLine(yShare(0), '0%', true)}
    ${stepTicks(end).map(write)}
    ${[upper, lower].map(
      ({ top, bottom }) =>
        svg`<line class="playhead" x1=${x(at)} x2=${x(at)} y1=${top} y2=${bottom} />`,
    )}
    ${drawn(losses, frame(upper), [guessLine, playhead], [guessBox], x(at))}
    ${drawn(shares, frame(lower), [playhead], [], x(at))}
  </svg>`;
}

function lossLine(
  view: View,
  scene: Scene,
  network: Line['network'],
  x: (step: number) => number,
  y: (loss: number) => number,
): Line {
  const { losses } = scene[network];
  const count = Math.min(scene.at, losses.length);
  const curve = thinned(count, (index) => [x(index + 1), y(losses[index] ?? NaN)]);
  const last = losses[count - 1];
  const name = wordsOf(view)[network];
  const text = last === undefined ? '' : `${name} ${twoDecimals(last)}`;
  return { network, curve, text, short: name };
}

function shareLine(
  view: View,
  scene: Scene,
  network: Line['network'],
  x: (step: number) => number,
  y: (share: number) => number,
): Line {
  const all = scene[network].marks;
  const marks: readonly Mark[] = network === 'lstm' ? openMarks(view, all) : all;
  const curve = thinned(marks.length, (index) => {
    const { step, sequences } = marks[index] ?? { step: 0, sequences: NaN };
    return [x(step), y(sequences)];
  });
  const share = sharesOf(view, scene, network);
  // Their names stand above; with them there is room at times and at times not.
  return { network, curve, text: share, short: share };
}

/** Of the last mark, unless it is asked for. */
function sharesOf(view: View, scene: Scene, network: Line['network']): string {
  const last = scene[network].marks.at(-1);
  if (!last) return '';
  const secret = secretOf(view) === 'sequences' && network === 'lstm';
  return secret ? hidden : percent(last.sequences);
}

/** Lines, the Transformer's on top, and their names. */
function drawn(
  lines: readonly Line[],
  frame: Box,
  others: readonly Curve[],
  taken: readonly Box[],
  free: number,
): readonly (SVGTemplateResult | typeof nothing)[] {
  const surroundings = {
    frame,
    curves: [...lines.map(({ curve }) => curve), ...others],
    taken,
    free,
  };
  const labelled = (which: 'text' | 'short') => {
    const named = lines.flatMap(({ curve, network, ...texts }) => {
      const end = endOf(curve);
      const text = texts[which];
      return end && texts.text !== ''
        ? [{ curve, end, text, network, width: roomFor(text, 14), height: tall }]
        : [];
    });
    return { named, ...placeLabels(named, surroundings) };
  };
  const full = labelled('text');
  const { named, boxes } = full.free ? full : labelled('short');
  return [
    ...[...lines]
      .reverse()
      .map(({ network, curve }) => svg`<path class=${network} d=${pathOf(curve)} />`),
    ...named.map(({ text, network, end }, index) => {
      const box = boxes[index];
      if (!box) return nothing;
      // At the side where its line ends, whatever its face makes of the width.
      const before = box.x < end[0];
      return svg`<text class="end ${network}" x=${before ? box.x + box.width : box.x} y=${box.y + 13} text-anchor=${before ? 'end' : 'start'}>${text}</text>`;
    }),
  ];
}

function described(view: View, scene: Scene): string {
  const { curves: words, transformer, lstm } = wordsOf(view);
  const each = (network: Line['network'], name: string): string => {
    const { losses } = scene[network];
    const last = losses[Math.min(scene.at, losses.length) - 1];
    return fill(words.each, {
      name,
      loss: last === undefined ? '–' : twoDecimals(last),
      share: sharesOf(view, scene, network) || '–',
    });
  };
  return `${fill(words.described, { at: scene.at })} ${each('transformer', transformer)} ${each('lstm', lstm)}`;
}
