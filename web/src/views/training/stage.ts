// The figure of training: the task in a line, and three instruments with one clock below.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { View } from '../view.ts';
import { curves } from './curves.ts';
import { formula } from './formula.ts';
import { map } from './map.ts';
import { score } from './score.ts';
import type { CurvesSize, Part, Scene } from './scene.ts';
import { secretOf } from './secret.ts';
import { task } from './task.ts';
import { rowOf } from './words.ts';

export function stage(view: View, scene: Scene, size: CurvesSize | null): TemplateResult {
  const { layers = 1, heads = 1, layer, head } = view.state.knobs;
  const { turns } = scene;
  // What is drawn anew for other reasons than that training goes on.
  const chosen = [
    ...[rowOf(view, scene), layers, heads, layer, head, size, scene.own, scene.sequence.length],
    ...[view.words, view.theme, view.state.present, view.step, secretOf(view)],
  ];
  const drawn = (part: Part, draw: () => TemplateResult) => guard([turns[part], ...chosen], draw);
  return html`${formula(view, scene)}
    <div
      class="instruments"
      data-chosen=${layers > 1 || heads > 1 ? 'one' : 'only'}
      data-dense=${scene.sequence.length > 12 ? 'true' : 'false'}
      .style=${`--length:${scene.sequence.length}`}
    >
      <div class="task">
        ${drawn('task', () => task(view, scene))} ${drawn('curves', () => score(view, scene))}
      </div>
      <div class="over-time">${drawn('curves', () => curves(view, scene, size))}</div>
      <div class="attention">${map(view, scene, drawn)}</div>
    </div>`;
}
