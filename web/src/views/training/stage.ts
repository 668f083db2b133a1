// The figure of training: the task in a line, and three instruments with one clock below.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { View } from '../view.ts';
import { curves } from './curves.ts';
import { formula } from './formula.ts';
import { map } from './map.ts';
import { score } from './score.ts';
import type { CurvesSize, Scene } from './scene.ts';
import { secretOf } from './secret.ts';
import { task } from './task.ts';
import { rowOf } from './words.ts';

export function stage(view: View, scene: Scene, size: CurvesSize | null): TemplateResult {
  const { layers = 1, heads = 1, layer, head } = view.state.knobs;
  // The curves move with every step; what is of a mark stays until the next one.
  const still = [
    ...[scene.attention, scene.sequence, scene.transformer.said, scene.lstm.said, scene.own],
    ...[rowOf(view, scene), layers, heads, layer, head],
    ...[view.words, view.theme, view.state.present, view.step, secretOf(view)],
  ];
  return html`${formula(view, scene)}
    <div
      class="instruments"
      data-chosen=${layers > 1 || heads > 1 ? 'one' : 'only'}
      data-dense=${scene.sequence.length > 12 ? 'true' : 'false'}
      .style=${`--length:${scene.sequence.length}`}
    >
      <div class="task">${guard(still, () => task(view, scene))} ${score(view, scene)}</div>
      <div class="over-time">${curves(view, scene, size)}</div>
      <div class="attention">${guard(still, () => map(view, scene))}</div>
    </div>`;
}
