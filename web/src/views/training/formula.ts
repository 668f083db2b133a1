// What is to be learnt, and what is made small.
import { html, mathml } from 'lit';
import type { TemplateResult } from 'lit';
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';
import { wordsOf } from './words.ts';

export function formula(view: View, { sequence }: Scene): TemplateResult {
  const { formula: words } = wordsOf(view);
  return html`<div class="formula">
    <math displaystyle="true" aria-label=${words.label}
      >${mathml`<mrow class="now"><msub class="cq"><mi>y</mi><mi>i</mi></msub><mo>=</mo><msub class="ck"><mi>x</mi><mrow><mn>${sequence.length - 1}</mn><mo>−</mo><mi>i</mi></mrow></msub></mrow>`}</math
    >
    <math displaystyle="true" class="local" aria-label=${words.loss}
      >${mathml`<mrow><mi mathvariant="normal">loss</mi><mo>=</mo><mo form="prefix">−</mo><mi mathvariant="normal">log</mi><mspace width=".15em"></mspace><mi>p</mi><mo stretchy="false">(</mo><msub><mi>y</mi><mi>i</mi></msub><mo stretchy="false">)</mo></mrow>`}</math
    >
  </div>`;
}
