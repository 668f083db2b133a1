// The figure: everything that the steps light up, in its fixed places.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { TapName } from '../../../wasm/engine/types.ts';
import { colourDomain } from '../render/domain.ts';
import { fill } from '../i18n/template.ts';
import { shapeOf } from '../state/shape.ts';
import { formula } from './formula.ts';
import { costTable, headStrip } from './heads.ts';
import { inspector } from './inspector.ts';
import { maskStrip } from './mask-maker.ts';
import { matrixView } from './matrix.ts';
import { minimap } from './minimap.ts';
import { note } from './note.ts';
import { asTyped } from './numbers.ts';
import { operators } from './operators.ts';
import { setPicker } from './sets.ts';
import { sizeStrip } from './sizes.ts';
import type { Live } from './live.ts';
import { isThin, sceneOf, slotsOf } from './slots.ts';
import type { Slot } from './slots.ts';
import { tablesOf } from './tables.ts';
import { tokenLabel } from './tokens.ts';
import { matrixOf } from './view.ts';
import type { View } from './view.ts';

const broad =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** About how wide the longest name is, in em of its face; very long ones are cut. */
const longestName = (tokens: readonly string[]): number =>
  Math.max(
    0,
    ...tokens.map((token) =>
      Array.from(token).reduce((sum, each) => sum + (broad.test(each) ? 1 : 0.62), 0),
    ),
  );

/** How much of a cell's side a thin one has. */
const thinness = 0.4;

/** Lines between the cells that stand side by side, as many as the layout counts on. */
const ownGaps = 17;

/** In cells. */
const wide = (count: number): number => (isThin(count) ? count * thinness : count);

/** The same of the scenes around the heads; nothing of that of attention. */
function counts(
  view: View,
  tokens: number,
  columns: (tap: TapName) => number,
): { readonly all?: number; readonly pairOf?: number; readonly down?: number } {
  const model = columns('x');
  const joined = columns('concat');
  const out = columns('result');
  const { step } = view;
  const { heads, switches } = view.state;
  switch (sceneOf(view)) {
    case 'attention':
      return {};
    case 'projection':
      return { all: model + 3 * joined, pairOf: model + joined, down: tokens + model + 3 };
    case 'split': {
      // Gaps between the heads, and the labels of the rows.
      const all = joined + 0.6 * (heads - 1);
      return { all: (switches.mistake ? 2 : 1) * all + 10, pairOf: all, down: 2 * tokens + 2 };
    }
    case 'join':
      return {
        all: joined + out + 8,
        pairOf: joined + out,
        down: tokens + Math.max(tokens, joined) + (step.kind === 'combine' ? 4 : 2),
      };
  }
}

/** What the size of a cell depends on: how many stand side by side, and one below the other. */
function extents(view: View): string {
  const { state, step } = view;
  const name = longestName(view.tokens);
  // What names take beyond the short ones that the layout counts on.
  const em = (length: number) => `${Math.max(0, length).toFixed(2)}em`;
  const tokens = view.tokens.length;
  const columns = (tap: TapName) =>
    wide(shapeOf(view.lesson, state.inputs, tap, state.heads)?.columns ?? 1);
  const depth = columns('q');
  const width = columns('v');
  const { all, pairOf, down } = counts(view, tokens, columns);
  const raw = (tap: TapName) => shapeOf(view.lesson, state.inputs, tap, state.heads)?.columns ?? 1;
  const gaps = all ?? raw('q') + 3 * tokens + raw('v');
  const inHand = { input: depth, product: depth, mix: width, leak: width, decode: width };
  const { kind } = step;
  const pair = pairOf ?? tokens + (kind in inHand ? inHand[kind as keyof typeof inHand] : tokens);
  // One text: where it is the same as before, nothing is set.
  return Object.entries({
    '--tokens': String(tokens),
    '--names': em(0.875 * (Math.min(5, name) - 2.5)),
    '--names-phone': em(
      0.8125 * (Math.min(4, name) - (view.writing.bare || view.state.locale !== 'en' ? 1.3 : 2.6)),
    ),
    '--thinness': String(thinness),
    '--all': String(all ?? depth + 3 * tokens + width),
    '--gaps': String(Math.max(0, gaps - ownGaps)),
    '--pair': String(pair),
    '--down': String(down ?? tokens + Math.max(tokens, depth)),
  })
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}

/** More of them stand in a line of their own. */
const fewHeads = 4;

/** A product leaves a corner empty; of few columns beside many it has no room for words. */
function hasCorner({ step, state, lesson }: View): boolean {
  if (state.present) return false;
  if (step.kind === 'input' && sceneOf({ step }) === 'projection') return true;
  if (step.kind !== 'input' && step.kind !== 'product') return false;
  const columns = (tap: TapName) => shapeOf(lesson, state.inputs, tap, state.heads)?.columns ?? 0;
  return columns('scores') < columns('q') + 3;
}

export const stage = (view: View): TemplateResult =>
  view.live ? livingStage(view, view.live) : matrixStage(view);

/** An experiment, and the step in words under it. */
const livingStage = (view: View, live: Live): TemplateResult =>
  html`<section
    class="stage living"
    tabindex="-1"
    data-step=${view.step.id}
    data-kind=${view.step.kind}
    data-scene=${view.lesson.figure ?? nothing}
    data-playing=${live.playing ? 'true' : 'false'}
    aria-label=${view.text.figure}
    aria-busy=${live.ready ? 'false' : 'true'}
  >
    ${live.stage(view)}
    <div class="side">${note(view)}</div>
  </section>`;

const matrixStage = (view: View): TemplateResult =>
  html`<section
    class="stage"
    tabindex="-1"
    data-step=${view.step.id}
    data-kind=${view.step.kind}
    data-scene=${sceneOf(view)}
    data-many=${view.lesson.heads === undefined ? nothing : String(view.state.heads > fewHeads)}
    data-corner=${hasCorner(view) ? 'words' : 'none'}
    .style=${extents(view)}
    data-tight=${view.writing.bare ? 'true' : 'false'}
    data-playing=${view.playing ? 'true' : 'false'}
    aria-label=${view.text.figure}
    aria-busy=${view.results ? 'false' : 'true'}
  >
    ${formula(view)} ${rowLabels(view)} ${corner(view)} ${matrices(view)} ${headStrip(view)}
    ${costTable(view)} ${operators(view)} ${sizeStrip(view)} ${maskStrip(view)}
    <div class="side">${minimap(view)} ${inspector(view)} ${note(view)}</div>
    <div class="bands" aria-hidden="true"></div>
    ${view.tables ? tablesOf(view) : nothing}
  </section>`;

/** Those of the heads stand side by side in a row of their own. */
function matrices(view: View): TemplateResult {
  const all = slotsOf(view);
  const drawn = (slots: readonly Slot[]) => slots.map((slot) => matrixView(view, slot));
  const of = (start: string) =>
    all.filter(({ head, id }) => head !== undefined && id.startsWith(start));
  const row = (slots: readonly Slot[], kind = '') =>
    slots.length > 0
      ? html`<div class="heads ${kind}">
          ${kind ? html`<p>${view.text.name.mistake}</p>` : nothing}${drawn(slots)}
        </div>`
      : nothing;
  return html`${drawn(all.filter(({ head }) => head === undefined))}
  ${row([...of('H'), ...of('O')])} ${row(of('M'), 'mistaken')}`;
}

function rowLabels(view: View): TemplateResult {
  const compactQ = ['input', 'product', 'project'].includes(view.step.kind);
  return html`<div class=${classMap({ 'row-labels': true, 'without-q': !compactQ })}>
    ${view.tokensOfQueries.map((token, row) =>
      tokenLabel(view, token, row === view.state.cell?.row, {
        vector: sceneOf(view) === 'attention' ? 'q' : undefined,
        number: row + 1,
        editable: true,
      }),
    )}
  </div>`;
}

/** Shape arithmetic and the colour scale, in the empty corner above Q. */
function corner(view: View): TemplateResult {
  const { kind, reads, makes } = view.step;
  const shape = (tap: typeof makes) => {
    const found = tap && shapeOf(view.lesson, view.state.inputs, tap, view.state.heads);
    return found ? `${found.rows}×${found.columns}` : '';
  };
  const turned = (tap: typeof makes) => {
    const found = tap && shapeOf(view.lesson, view.state.inputs, tap, view.state.heads);
    return found ? `${found.columns}×${found.rows}` : '';
  };
  const product =
    kind === 'product' || kind === 'project' || kind === 'combine'
      ? `(${shape(reads[0])})⋅(${turned(reads[1])}) = ${shape(makes)}`
      : kind === 'mix' || kind === 'leak' || kind === 'decode'
        ? `(${shape(reads[0])})⋅(${shape(reads[1])}) = ${shape(makes)}`
        : '';
  return html`<div class="corner">
    ${product ? html`<span class="shapes">${product}</span>` : nothing}${legend(view)}${view.lesson.heads === undefined ? setPicker(view) : nothing}
  </div>`;
}

const legendRoom = { room: 4, digits: 3, bare: false };

function legend(view: View): TemplateResult | typeof nothing {
  const { kind } = view.step;
  const scene = sceneOf(view);
  if (kind === 'input' || scene === 'projection' || scene === 'split' || scene === 'join') {
    return nothing;
  }
  if (!view.results) return nothing;
  const weights = kind === 'softmax' || kind === 'mix' || kind === 'leak' || kind === 'decode';
  const max = colourDomain('scores', { scores: matrixOf(view, 'scores')?.data ?? [] });
  const [low, high] = weights ? ['0', '1'] : [asTyped(-max, legendRoom), asTyped(max, legendRoom)];
  const stops = weights ? [0, 0.25, 0.5, 0.75, 1] : [-1, -0.5, 0, 0.5, 1];
  return html`<span
    class="legend"
    role="img"
    aria-label=${fill(view.text.legend, { low, high })}
    data-identity=${weights ? 'a' : 's'}
  >
    <span>${low}</span
    ><span class="ramp"
      >${stops.map((share) => html`<i class=${share < 0 ? 'neg' : ''} .style=${`--t:${Math.abs(share)}`}></i>`)}</span
    ><span>${high}</span>
  </span>`;
}
