// The formula with the part of the step lit, and what the step measures.
import { html, mathml } from 'lit';
import type { TemplateResult } from 'lit';
import type { View } from '../view.ts';

type MathPart = TemplateResult<3>;

export function formula(view: View): TemplateResult {
  const { id } = view.step;
  const label = view.text.formula;
  const tone = (...steps: readonly string[]) => (steps.includes(id) ? 'now' : '');
  const local = locals[id] ?? locals.products;
  return html`<div class="formula">
    <math displaystyle="true" aria-label=${label.label}
      ><mrow>
        <mi class=${tone('largest', 'entropy', 'gradient')}>a</mi><mo>=</mo
        ><mi class=${tone('largest', 'entropy', 'gradient')} mathvariant="normal">softmax</mi
        ><mrow
          ><mo stretchy="true">(</mo
          ><mfrac
            ><mrow
              ><mi class="cq">q</mi><mo class=${tone('products', 'variance')}>⋅</mo
              ><mi class="ck">k</mi></mrow
            ><msqrt class=${tone('variance', 'largest', 'entropy', 'gradient')}
              ><mi>d</mi></msqrt
            ></mfrac
          ><mo stretchy="true">)</mo></mrow
        ></mrow
      ></math
    >
    <math displaystyle="true" class="local" aria-label=${label.local}>${local}</math>
  </div>`;
}

const product = mathml`<mrow><mi class="cq">q</mi><mo>⋅</mo><mi class="ck">k</mi></mrow>`;

const locals: Readonly<Record<string, MathPart>> & { readonly products: MathPart } = {
  products: mathml`<mrow>${product}<mo>=</mo><munderover><mo movablelimits="false">∑</mo>
    <mrow><mi>m</mi><mo>=</mo><mn>1</mn></mrow><mi>d</mi></munderover>
    <msub><mi class="cq">q</mi><mi>m</mi></msub><msub><mi class="ck">k</mi><mi>m</mi></msub></mrow>`,
  variance: mathml`<mrow><mi mathvariant="normal">Var</mi><mo stretchy="false">(</mo>${product}<mo
    stretchy="false">)</mo><mo>=</mo><mo>?</mo></mrow>`,
  largest: mathml`<mrow><munder><mi mathvariant="normal">max</mi><mi>j</mi></munder><msub><mi>a</mi><mi>j</mi></msub></mrow>`,
  entropy: mathml`<mrow><mo>−</mo><munder><mo movablelimits="false">∑</mo><mi>j</mi></munder><msub><mi>a</mi><mi>j</mi></msub
    ><mi mathvariant="normal">ln</mi><mspace width="0.15em" /><msub><mi>a</mi><mi>j</mi></msub></mrow>`,
  gradient: mathml`<msqrt><mrow><munder><mo movablelimits="false">∑</mo><mrow><mi>i</mi><mo>,</mo><mi>j</mi></mrow></munder><msup>
    <mrow><mo stretchy="true">(</mo><mfrac><mrow><mo>∂</mo><msub><mi>a</mi><mi>i</mi></msub></mrow><mrow><mo>∂</mo><msub><mi class="cs">s</mi><mi>j</mi></msub></mrow></mfrac
    ><mo stretchy="true">)</mo></mrow><mn>2</mn></msup></mrow></msqrt>`,
};
