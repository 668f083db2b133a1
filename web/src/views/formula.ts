// The whole formula with the present part lit, and this step's element-wise form.
import { html, mathml, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OperationKind } from '../state/lesson.ts';
import { isMasked } from '../state/mask.ts';
import { reached } from './slots.ts';
import type { Scenery, View } from './view.ts';

type MathPart = TemplateResult<3>;

export function formula(view: View): TemplateResult {
  const local = localForm(view);
  const label = view.text.formula;
  const long = view.lesson.model === 'multi-head' && view.state.heads > 2;
  return html`<div class="formula" ?data-long=${long}>
    <math displaystyle="true" aria-label=${label.label}
      >${view.lesson.model === 'multi-head' ? multiHead(view) : whole(view)}</math
    >
    ${local ? html`<math displaystyle="true" class="local" aria-label=${label.local}>${local}</math>` : nothing}
  </div>`;
}

function whole(view: View): MathPart {
  const { kind } = view.step;
  const scaled = view.state.switches.scale !== false;
  const tone = (part: OperationKind) => (kind === part ? 'now' : reached(view, part) ? 'past' : '');
  const hue = (name: 'q' | 'k' | 'v', ...kinds: OperationKind[]) =>
    kinds.includes(kind) ? `c${name}` : '';
  const inner = ['input', 'product'] as const;
  const outer = ['input', 'mix', 'leak', 'decode'] as const;
  const mixing = kind === 'leak' || kind === 'decode';
  const product = mathml`<mrow class=${tone('product')}>
    <mi class=${hue('q', ...inner)}>Q</mi><msup><mi class=${hue('k', ...inner)}>K</mi
    ><mi class=${hue('k', ...inner)} mathvariant="normal">T</mi></msup></mrow>`;
  const scores = scaled
    ? mathml`<mfrac class=${kind === 'scale' ? 'now' : ''}>${product}
        <msqrt class=${tone('scale')}><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>`
    : product;
  const mask = isMasked(view.lesson, view.state)
    ? mathml`<mo class=${tone('mask')}>+</mo><mi class="${tone('mask')} ${kind === 'mask' ? 'cs' : ''}">M</mi>`
    : nothing;
  return mathml`<mrow>
    <mi class=${kind === 'input' ? 'now' : ''} mathvariant="normal">Attention</mi>
    <mo stretchy="false">(</mo><mi class=${hue('q', ...inner)}>Q</mi><mo>,</mo
    ><mi class=${hue('k', ...inner)}>K</mi><mo>,</mo
    ><mi class=${hue('v', ...outer)}>V</mi><mo stretchy="false">)</mo><mo>=</mo>
    <mi class=${tone('softmax')} mathvariant="normal">softmax</mi>
    <mrow class=${tone('softmax')}><mo stretchy="true" form="prefix">(</mo>${scores}${mask}<mo stretchy="true" form="postfix">)</mo></mrow>
    <mspace width=".1em"></mspace><mi class="${mixing ? 'now' : tone('mix')} ${hue('v', ...outer)}">V</mi>
  </mrow>`;
}

const indexed = (letter: string, indices: string, hue: string): MathPart =>
  mathml`<msub class="c${hue}"><mi>${letter}</mi><mrow>${Array.from(
    indices,
    (index) => mathml`<mi>${index}</mi>`,
  )}</mrow></msub>`;

/** MultiHead(X) = [head₁, …] W_O. */
function multiHead(view: View): MathPart {
  const { kind } = view.step;
  const { heads, head } = view.state;
  const tone = (...kinds: OperationKind[]) => (kinds.includes(kind) ? 'now' : '');
  const within = ['split', 'product', 'scale', 'softmax', 'mix'] as const;
  const listed = heads <= 4 ? Array.from({ length: heads }, (_, at) => at + 1) : [1, null, heads];
  const one = (number: number) =>
    mathml`<msub class=${number === head + 1 ? tone(...within) : ''}><mi mathvariant="normal">head</mi><mn>${number}</mn></msub>`;
  return mathml`<mrow>
    <mi mathvariant="normal" class=${tone('input')}>MultiHead</mi><mo stretchy="false">(</mo><mi class=${tone('input', 'project')}>X</mi><mo stretchy="false">)</mo><mo>=</mo>
    <mrow class=${tone('concat')}><mo stretchy="false">[</mo>${listed.map(
      (number, at) =>
        mathml`${at > 0 ? mathml`<mo>,</mo>` : nothing}${number === null ? mathml`<mo>…</mo>` : one(number)}`,
    )}<mo stretchy="false">]</mo></mrow>
    <msubsup class="${tone('combine')} ${kind === 'combine' ? 'co' : ''}"><mi>W</mi><mi>O</mi><mi mathvariant="normal">T</mi></msubsup>
  </mrow>`;
}

const ofHead = (letter: string, hue: string, mark = ''): MathPart =>
  mathml`<msup class="c${hue}"><mi>${letter}</mi><mrow><mo>(</mo><mi>h</mi><mo>)</mo>${
    mark ? mathml`<mi mathvariant="normal">${mark}</mi>` : nothing
  }</mrow></msup>`;

/** What the present step does, element by element; null where it computes nothing. */
export function localForm(view: Scenery): MathPart | null {
  const scale = view.state.switches.scale !== false;
  const z = (indices: string) => indexed('z', indices, 's');
  switch (view.step.kind) {
    case 'input':
    case 'watch':
      return null;
    case 'project': {
      const letter = (view.state.on ?? 'projected_q').slice(-1);
      const capital = letter.toUpperCase();
      return mathml`<mrow><mi class="c${letter}">${capital}</mi><mo>=</mo><mi>X</mi><msubsup class="c${letter}"><mi>W</mi><mi>${capital}</mi><mi mathvariant="normal">T</mi></msubsup></mrow>`;
    }
    case 'split': {
      const letter = view.state.on ?? 'q';
      const capital = letter.toUpperCase();
      return mathml`<mrow><msubsup class="c${letter}"><mi>${capital}</mi><mrow><mi>i</mi><mi>c</mi></mrow><mrow><mo>(</mo><mi>h</mi><mo>)</mo></mrow></msubsup><mo>=</mo><msub class="c${letter}"><mi>${capital}</mi><mrow><mi>i</mi><mo>,</mo><mi>h</mi><msub><mi>d</mi><mi>h</mi></msub><mo>+</mo><mi>c</mi></mrow></msub></mrow>`;
    }
    case 'concat':
      return mathml`<mrow><mi class="co">C</mi><mo>=</mo><mo stretchy="false">[</mo><msup class="co"><mi>O</mi><mrow><mo>(</mo><mn>1</mn><mo>)</mo></mrow></msup><mo>…</mo><msup class="co"><mi>O</mi><mrow><mo>(</mo><mi>H</mi><mo>)</mo></mrow></msup><mo stretchy="false">]</mo></mrow>`;
    case 'combine':
      return mathml`<mrow><mi class="co">Y</mi><mo>=</mo><mi>C</mi><msubsup class="co"><mi>W</mi><mi>O</mi><mi mathvariant="normal">T</mi></msubsup></mrow>`;
    case 'product':
      if (view.lesson.model === 'multi-head') {
        return mathml`<mrow>${ofHead('S', 's')}<mo>=</mo>${ofHead('Q', 'q')}${ofHead('K', 'k', 'T')}</mrow>`;
      }
      return mathml`<mrow>${indexed('s', 'ij', 's')}<mo>=</mo>${indexed('q', 'i', 'q')}<mo>⋅</mo>${indexed('k', 'j', 'k')}</mrow>`;
    case 'scale':
      return scale
        ? mathml`<mrow>${z('ij')}<mo>=</mo>${indexed('s', 'ij', 's')}<mo>/</mo><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mrow>`
        : mathml`<mrow>${z('ij')}<mo>=</mo>${indexed('s', 'ij', 's')}</mrow>`;
    case 'mask':
      if (view.state.mask) {
        return mathml`<mrow>${z('ij')}<mo>=</mo><mo>−</mo><mi mathvariant="normal">∞</mi><mspace width=".6em"></mspace
          ><mtext>${view.text.formula.covered}</mtext></mrow>`;
      }
      return mathml`<mrow>${z('ij')}<mo>=</mo><mo>−</mo><mi mathvariant="normal">∞</mi><mspace width=".6em"></mspace
        ><mtext>${view.text.formula.if}</mtext><mspace width=".4em"></mspace><mi>j</mi><mo>&gt;</mo><mi>i</mi></mrow>`;
    case 'softmax': {
      const exponential = (indices: string) =>
        mathml`<msup><mi>e</mi><mrow>${z(indices)}<mo>−</mo><msub><mi>m</mi><mi>i</mi></msub></mrow></msup>`;
      return mathml`<mrow>${indexed('α', 'ij', 'a')}<mo>=</mo><mfrac>${exponential('ij')}
        <mrow><msub><mo>∑</mo><mi>l</mi></msub>${exponential('il')}</mrow></mfrac></mrow>`;
    }
    case 'mix':
      return mathml`<mrow>${indexed('o', 'i', 'o')}<mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub>${indexed('α', 'ij', 'a')}${indexed('v', 'j', 'v')}</mrow>`;
    case 'leak':
      return mathml`<mrow>${indexed('o', 'i', 'o')}<mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub>${indexed('α', 'ij', 'a')}${indexed('v', 'j', 'v')}<mspace width=".6em"></mspace
        ><mtext>${view.text.formula.withoutMask}</mtext></mrow>`;
    case 'decode':
      return mathml`<mrow>${indexed('o', 'i', 'o')}<mo>=</mo><munder><mo>∑</mo><mrow><mi>j</mi><mo>≤</mo>${turnOf(view)}</mrow></munder>${indexed('α', 'ij', 'a')}${indexed('v', 'j', 'v')}</mrow>`;
  }
}

/** The last key that query i meets when its turn comes. */
const turnOf = ({ state }: Scenery): MathPart =>
  state.mask?.rule === 'lower-right'
    ? mathml`<mi>i</mi><mo>+</mo><mi>S</mi><mo>−</mo><mi>T</mi>`
    : mathml`<mi>i</mi>`;
