// How both are doing on the test sequences, and what they cost.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../../i18n/template.ts';
import { formatNumber } from '../../render/format.ts';
import { percent } from '../numbers.ts';
import type { View } from '../view.ts';
import type { Contestant, Scene } from './scene.ts';
import { hidden, secretOf } from './secret.ts';
import type { Secret } from './secret.ts';
import { countOf, wordsOf } from './words.ts';

type Share = 'digits' | 'sequences';

export function score(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view);
  return html`<table class="score">
    <thead>
      <tr>
        <th scope="col">${fill(words.score.tested, { tested: countOf(scene.scored) })}</th>
        <th scope="col">${words.score.digits}</th>
        <th scope="col">${words.score.sequences}</th>
        <th scope="col" class="number">${words.score.parameters}</th>
        <th scope="col" class="number">${words.score.pace}</th>
      </tr>
    </thead>
    <tbody>
      ${row(view, words.transformer, 'transformer', scene.transformer)}
      ${row(view, words.lstm, 'lstm', scene.lstm)}
    </tbody>
  </table>`;
}

type Network = 'transformer' | 'lstm';

/** Of a question about the beginning both are hidden: one tells the other. */
const isHidden = (secret: Secret, share: Share, network: Network): boolean =>
  secret === share && (share === 'digits' || network === 'lstm');

function row(
  view: View,
  name: string,
  network: Network,
  { marks, parameters, pace }: Contestant,
): TemplateResult {
  const last = marks.at(-1);
  const meter = (share: Share): TemplateResult => {
    const known = last && !isHidden(secretOf(view), share, network);
    const asked = last && !known;
    return html`<td data-share=${share}>
      <span class="meter"
        ><i><i .style=${`width:${known ? 100 * last[share] : 0}%`}></i></i
        ><b class=${asked ? 'unknown' : ''}
          >${known ? percent(last[share]) : asked ? hidden : '–'}</b
        ></span
      >
    </td>`;
  };
  return html`<tr data-network=${network}>
    <th scope="row">${name}</th>
    ${meter('digits')}${meter('sequences')}
    <td class="number">${countOf(parameters)}</td>
    <td class="number">${pace === null ? '–' : formatNumber(pace, 1)}</td>
  </tr>`;
}
