// The figure of scores and their size: a slider, what was drawn for its d, the document's table, the curves.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { lastSeed, seedAfter } from '../../state/seed.ts';
import { row, whole } from '../controls.ts';
import type { Live } from '../live.ts';
import type { View } from '../view.ts';
import { curves } from './curves.ts';
import { dial } from './dial.ts';
import { observations, places } from './facts.ts';
import { formula } from './formula.ts';
import { handing } from './handing.ts';
import { plots } from './plots.ts';
import { program } from './program.ts';
import { provenance } from './provenance.ts';
import type { Scene } from './scene.ts';
import figureSheet from '../../styles/scaling.css';
import curveSheet from '../../styles/scaling-curves.css';
import roomSheet from '../../styles/scaling-room.css';
import tableSheet from '../../styles/scaling-table.css';
import type { ScalingText } from '../../state/scaling-text.ts';
import { versions } from './scene.ts';
import { table } from './table.ts';
import { spoken, wordsOf } from './words.ts';

/** Brought by the script of this figure alone. */
export const styles: string = [figureSheet, tableSheet, curveSheet, roomSheet].join('\n');

/** The words of the last drawing, for what is said between two. */
export interface Memory {
  keep(words: ScalingText): void;
  kept(): ScalingText | null;
}

export const liveOf = (scene: Scene, memory: Memory): Live =>
  Object.freeze({
    ready: scene.row !== null,
    playing: false,
    stage: (view: View) => {
      memory.keep(wordsOf(view));
      return stage(view, scene);
    },
    nudge: null,
    bar: null,
    settings: (view: View) => settings(view, scene),
    handing: (view: View) => handing(view, scene),
    observations: (view: View) => observations(view, scene),
    places,
    get choices() {
      const words = memory.kept();
      return words ? versions.map((version) => spoken(words, words[version])) : versions;
    },
    copy: (view: View) => program(view, scene),
  });

const stage = (view: View, scene: Scene): TemplateResult =>
  html`<div class="scaling" data-on=${view.step.id}>
    ${formula(view)} ${dial(view, scene)} ${plots(view, scene)}
    <div class="measured">${table(view, scene)} ${provenance(view, scene)}</div>
    ${curves(view, scene)}
  </div>`;

function settings(view: View, { seed, requests }: Scene): TemplateResult {
  const words = wordsOf(view);
  return html`${whole(words.seed, seed, 0, lastSeed, (value) => {
    requests.seed(value);
  })}
  ${row(words.again, () => {
    requests.seed(seedAfter(seed, 1));
  })}
  ${row(words.document, () => {
    requests.seed(0);
  })}`;
}
