// The arithmetic of the inspected cell, every number of it from the engine.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { CellArithmetic } from '../../../wasm/engine/types.ts';
import { isMasked } from '../state/mask.ts';
import { softmaxParts } from '../state/types.ts';
import {
  barScale,
  column,
  equals,
  lengthClass,
  operand,
  plus,
  result,
  sumOf,
  totalColumn,
} from './bars.ts';
import { context } from './context.ts';
import { acrossHeads, headArithmetic } from './inspect-heads.ts';
import { masking, otherWay, removed } from './inspect-mask.ts';
import { fourDecimals, precise } from './numbers.ts';
import { dot, letter, root, symbol } from './symbols.ts';
import { at, depthOf, matrixOf, sumsOf } from './view.ts';
import type { View } from './view.ts';

export function inspector(view: View): TemplateResult {
  const { arithmetic } = view;
  const { cell } = view.state;
  return html`<section
    class="inspector"
    role="status"
    aria-live=${view.playing ? 'off' : 'polite'}
    aria-label=${view.text.inspector.label}
  >
    ${view.step.kind === 'input' ? html`<p class="who">${view.words.notice?.input.row ?? nothing}</p>` : nothing}
    ${arithmetic && cell ? content(view, arithmetic, cell.row, cell.column) : nothing}
  </section>`;
}

const divided = html`<span class="eq">÷</span>`;

function content(
  view: View,
  arithmetic: CellArithmetic,
  row: number,
  column: number,
): TemplateResult | typeof nothing {
  const words = view.text.inspector;
  const { switches } = view.state;
  switch (view.step.kind) {
    case 'input':
    case 'watch':
      return nothing;
    case 'project':
    case 'split':
    case 'concat':
    case 'combine':
      return headArithmetic(view, arithmetic, row, column);
    case 'product':
      return html`${context(view, words.product, { row, column })}
      ${sumOf(
        arithmetic,
        's',
        html`${symbol('q', 'q', row + 1)}${dot}${symbol('k', 'k', column + 1)}`,
        ({ left, right }) =>
          html`<span class="cq">${precise(left)}</span>${dot}<span class="ck"
              >${operand(right)}</span
            >`,
      )}
      ${acrossHeads(view, row, column)}`;
    case 'scale':
      return html`${context(view, switches.scale === false ? words.unscaled : words.scaled, { row, column })}
      ${before(view, row, column)} ${scaling(view, arithmetic)}`;
    case 'mask':
      return masking(view, arithmetic, row, column);
    case 'softmax':
      return html`${context(view, words.softmax, { row })} ${softmax(view, arithmetic, row, column)}
      ${removed(view, row)}`;
    case 'mix':
    case 'leak':
    case 'decode':
      return html`${context(view, words[view.step.kind], { row, dimension: column + 1 })}
      ${sumOf(
        arithmetic,
        'o',
        symbol('o', 'o', `${row + 1}${column + 1}`),
        ({ left, right }) =>
          html`<span class="ca">${precise(left)}</span>${dot}<span class="cv"
              >${operand(right)}</span
            >`,
      )}
      ${otherWay(view, row, column)}`;
  }
}

/** Scores of the row before and after scaling, as bars on one scale. */
function before(view: View, row: number, column: number): TemplateResult | typeof nothing {
  const scores = matrixOf(view, 'scores');
  const scaled = matrixOf(view, 'scaled');
  if (!scores || !scaled) return nothing;
  const all = view.tokens.map((token, index) => ({
    token,
    from: at(scores, row, index),
    to: at(scaled, row, index),
  }));
  const scale = barScale(
    all.flatMap(({ from, to }) => [from, to]),
    NaN,
  );
  return html`<div
    class="pairs hue-s"
    .style=${`--fall:${scale.fall.toFixed(4)}`}
    aria-hidden="true"
  >
    ${all.map(
      ({ token, from, to }, index) =>
        html`<span class="pair ${index === column ? 'focus' : ''}">
          ${scale.ghost(from)}${scale.bar(to)}<span class="token">${token}</span>
        </span>`,
    )}
  </div>`;
}

function scaling(view: View, arithmetic: CellArithmetic): TemplateResult | typeof nothing {
  const [term] = arithmetic.terms;
  if (!term) return nothing;
  const score = html`<span class="cs">${precise(term.left)}</span>`;
  if (view.state.switches.scale === false) {
    return html`<p class="line">${score}<span class="eq">→</span>${result(arithmetic.total)}</p>`;
  }
  const divisor = arithmetic.divisor === undefined ? nothing : precise(arithmetic.divisor);
  const depth = depthOf(view);
  return html`<p class="line">
    ${score}${divided}${root(depth)}${equals}${score}${divided}${divisor}${equals}${result(arithmetic.total)}
  </p>`;
}

/** max, exp, sum, divide: each move a line, and a way to look at it alone. */
function softmax(
  view: View,
  { softmax: steps, total }: CellArithmetic,
  row: number,
  column: number,
): TemplateResult | typeof nothing {
  if (!steps) return nothing;
  const shifted = [...steps.shifted];
  const exponentials = [...steps.exponentials];
  const scale = barScale(exponentials, steps.sum);
  const masked = matrixOf(view, isMasked(view.lesson, view.state) ? 'masked' : 'scaled');
  const inputs = masked ? exponentials.map((_, index) => at(masked, row, index)) : [];
  const length = lengthClass([...shifted, ...exponentials], steps.sum);
  const { part } = view.state;
  const now = part === null ? softmaxParts.length : softmaxParts.indexOf(part);
  const tone = (index: number) =>
    part === null || index === now ? '' : index < now ? 'past' : 'future';
  const sum = html`${precise(steps.sum)}`;
  return html`${parts(view)}
    <p class="line small ${tone(0)}">
      ${inputs.map(
        (x, index) =>
          html`${index > 0 ? html`<span class="comma">,</span>` : ''}<span
              class="cs ${x === steps.max ? 'largest' : ''}"
              >${precise(x)}</span
            >`,
      )}<span class="eq">→</span>${precise(steps.max)}
    </p>
    <div class="sum-line ${length} hue-s exponentials ${tone(1)}">
      ${exponentials.map((exponential, index) =>
        columnOfExponential(scale, exponential, shifted[index] ?? NaN, index, index === column),
      )}
      ${now >= 2 ? totalColumn(scale, exponentials, steps.sum, equals, sum) : nothing}
    </div>
    <p class="line ${tone(3)}">
      ${symbol('α', 'a', `${row + 1}${column + 1}`)}${equals}${
        // Where everything is covered, the weight is 0 by rule: 0 ÷ 0 is no number.
        steps.sum === 0
          ? nothing
          : html`${precise(exponentials[column] ?? NaN)}${divided}${precise(steps.sum)}${equals}`
      }${result(total)}<span class="only-compact row-sum"
        >Σ = ${fourDecimals(sumsOf(view)[row] ?? NaN)}</span
      >
    </p>`;
}

function parts(view: View): TemplateResult {
  const words = view.text.inspector;
  return html`<p class="parts" role="group" aria-label=${words.parts}>
    ${softmaxParts.map((part) => {
      const on = view.state.part === part;
      return html`<button
        type="button"
        aria-pressed=${on ? 'true' : 'false'}
        data-part=${part}
        @click=${() => {
          view.requests.dispatch({ type: 'part', part: on ? null : part });
        }}
      >
        ${words.part[part]}
      </button>`;
    })}
  </p>`;
}

const columnOfExponential = (
  scale: ReturnType<typeof barScale>,
  exponential: number,
  shifted: number,
  index: number,
  focus: boolean,
): TemplateResult =>
  column(
    scale,
    exponential,
    index > 0 ? plus : nothing,
    html`<span class=${focus ? 'focus' : ''}
      >${letter('e')}<sup class="cs">${precise(shifted)}</sup></span
    >`,
  );
