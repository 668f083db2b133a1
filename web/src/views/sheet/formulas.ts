// The formulas that stand over a result on paper.
import { mathml } from 'lit';
import type { TemplateResult } from 'lit';
import type { Step } from '../../state/lesson.ts';
import { localForm } from '../formula.ts';
import type { Scenery } from '../view.ts';

type MathPart = TemplateResult<3>;

/** What the exponents of a softmax are measured from. */
const largestOfRow = mathml`<mrow><msub><mi>m</mi><mi>i</mi></msub><mo>=</mo><munder><mi mathvariant="normal">max</mi><mi>l</mi></munder><msub><mi>z</mi><mrow><mi>i</mi><mi>l</mi></mrow></msub></mrow>`;

/** One for each result that a step makes from matrices of its own. */
function own(scene: Scenery): readonly (MathPart | null)[] {
  const { kind, makes, also = [] } = scene.step;
  if (kind === 'softmax') return [largestOfRow, localForm(scene)];
  if (kind !== 'project' && kind !== 'split') return [localForm(scene)];
  return [makes, ...also].flatMap((tap) =>
    tap ? [localForm({ ...scene, state: { ...scene.state, on: tap } })] : [],
  );
}

/** Where no step scales, scores are scaled on the way to the first that takes them scaled. */
function scaling(
  scene: Scenery,
  steps: readonly Step[],
  asked: readonly Step[],
): readonly (MathPart | null)[] {
  const takes = ({ kind }: Step) => kind === 'mask' || kind === 'softmax';
  const here = asked.find(takes) === scene.step && !steps.some(({ kind }) => kind === 'scale');
  return here ? [localForm({ ...scene, step: { ...scene.step, kind: 'scale' } })] : [];
}

export const formulasOf = (
  scene: Scenery,
  steps: readonly Step[],
  asked: readonly Step[],
): readonly MathPart[] =>
  [...scaling(scene, steps, asked), ...own(scene)].filter((part) => part !== null);
