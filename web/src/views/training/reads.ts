// What the chosen output looks at, added up by digit: as long as attention is blurred, equal digits
// side by side can outvote the right one.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { rich } from '../symbols.ts';
import type { Part } from '../symbols.ts';
import { at } from '../view.ts';
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';
import { hidden, secretOf, secretRow } from './secret.ts';
import { expectedOf, listed, rowOf, twoDecimals, wordsOf } from './words.ts';

export interface DigitShare {
  readonly digit: number;
  readonly weight: number;
  /** Inputs that have a good part of it. */
  readonly inputs: readonly number[];
}

/** From here on an input is named, and a digit. */
const namedInput = 0.1;
const namedDigit = 0.15;
const mostDigits = 2;

/** The digits that an output looks at most. */
export function sharesByDigit({ attention, sequence }: Scene, row: number): readonly DigitShare[] {
  if (!attention) return [];
  const digits = [...new Set(sequence)];
  return digits
    .map((digit): DigitShare => {
      const inputs = sequence.flatMap((each, input) => (each === digit ? [input] : []));
      const weight = inputs.reduce((sum, input) => sum + at(attention, row, input), 0);
      return { digit, weight, inputs: inputs.filter((input) => at(attention, row, input) >= namedInput) }; // prettier-ignore
    })
    .filter(({ weight, inputs }) => weight >= namedDigit && inputs.length > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, mostDigits);
}

export function reads(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view).reads;
  const row = rowOf(view, scene);
  if (secretOf(view) === 'map' && row === secretRow) {
    return html`<p class="reads">
      ${rich(words.hidden, { i: row, what: html`<b class="unknown">${hidden}</b>` })}
    </p>`;
  }
  const phrases = sharesByDigit(scene, row).map(({ digit, weight, inputs }): Part[] =>
    rich(words.digit, {
      digit: html`<b>${digit}</b>`,
      weight: twoDecimals(weight),
      inputs: listed(inputs.map(String), words.list),
    }),
  );
  const [first, second] = phrases;
  const looks: Part | Part[] = !first
    ? words.spread
    : second
      ? rich(words.phrases, { first: html`${first}`, second: html`${second}` })
      : first;
  const said = scene.transformer.said?.[row];
  if (!scene.attention || said === undefined) return html`<p class="reads"></p>`;
  const right = said === scene.target[row];
  const sentence = rich(right ? words.right : words.wrong, {
    i: row,
    looks: html`${looks}`,
    digit: html`<b>${said}</b>`,
    target: scene.target[row] ?? '',
    j: expectedOf(scene, row),
  });
  return html`<p class="reads">${sentence}</p>`;
}
