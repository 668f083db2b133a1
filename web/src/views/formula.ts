// The whole formula with the present part lit, and this step's element-wise form.
import { html, mathml, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { OperationKind } from '../state/lesson.ts';
import { isMasked } from '../state/mask.ts';
import { reached } from './slots.ts';
import type { View } from './view.ts';

type MathPart = TemplateResult<3>;

export function formula(view: View): TemplateResult {
  const local = localForm(view);
  const label = view.text.formula;
  return html`<div class="formula">
    <math displaystyle="true" aria-label=${label.label}>${whole(view)}</math>
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

function localForm(view: View): MathPart | null {
  const scale = view.state.switches.scale !== false;
  const z = (indices: string) => indexed('z', indices, 's');
  switch (view.step.kind) {
    case 'input':
      return null;
    case 'product':
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
      return mathml`<mrow>${indexed('o', 'i', 'o')}<mo>=</mo><munder><mo>∑</mo><mrow><mi>j</mi><mo>≤</mo><mi>i</mi></mrow></munder>${indexed('α', 'ij', 'a')}${indexed('v', 'j', 'v')}</mrow>`;
  }
}
