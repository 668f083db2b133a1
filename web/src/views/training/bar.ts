// The clock of training: run and pause, one step on, how far it is, and a track to move along.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { live } from 'lit/directives/live.js';
import { fill } from '../../i18n/template.ts';
import { placeOnTrack, stepOnTrack } from '../../render/playhead.ts';
import type { Step } from '../../state/lesson.ts';
import { stepName } from '../note.ts';
import { icons } from '../symbols.ts';
import type { View } from '../view.ts';
import type { Scene } from './scene.ts';
import { wordsOf } from './words.ts';

/** Places on the native track, of which there are so many. */
const places = 1000;

/** So near to a milestone a hand means the milestone. */
const snap = 8;

/** Of the knob `speed`: steps in a second. */
export const speeds = [60, 240, 0] as const;

export function bar(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view).bar;
  const { at, most, running, requests } = scene;
  const full = view.controls === 'full' && !view.state.present;
  const button = (
    name: string,
    label: string,
    icon: TemplateResult,
    click: () => void,
    off = false,
  ) =>
    html`<button
      type="button"
      class="arrow-button ${name}"
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${() => {
        if (!off) click();
      }}
    >
      ${icon}
    </button>`;
  return html`<div class="transport training">
      ${button(
        'play',
        running ? view.text.pause : words.train,
        running ? icons.pause : icons.play,
        () => {
          requests.play();
        },
      )}
      ${button(
        'next',
        words.one,
        icons.next,
        () => {
          requests.nudge(1);
        },
        at >= most,
      )}
      ${
        full
          ? button(
              'again',
              words.again,
              icons.again,
              () => {
                requests.again();
              },
              scene.trained === 0,
            )
          : nothing
      }
    </div>
    <p class="counter"><b>${at}</b> <small>${fill(words.of, { all: most })}</small></p>
    ${track(view, scene)} ${full ? speedChoice(view, scene) : nothing}`;
}

function track(view: View, scene: Scene): TemplateResult {
  const words = wordsOf(view).bar;
  const { at, most, trained, requests } = scene;
  const here = view.steps.indexOf(view.step);
  const text = fill(words.at, { at, all: most, name: stepName(view, view.step) });
  return html`<div class="timeline">
    <i class="trained" .style=${`scale:${placeOnTrack(trained, most).toFixed(4)} 1`}></i>
    <div class="milestones" role="group" aria-label=${view.text.steps}>
      ${view.steps.map((step, index) => milestone(view, scene, step, index - here))}
    </div>
    <input
      type="range"
      min="0"
      max=${places}
      step="1"
      aria-label=${words.range}
      aria-valuetext=${text}
      .value=${live(String(Math.round(placeOnTrack(at, most) * places)))}
      @input=${(event: Event) => {
        requests.scrub(scrubbed(view, scene, Number((event.target as HTMLInputElement).value)));
      }}
      @keydown=${(event: KeyboardEvent) => {
        trackKey(event, view, scene);
      }}
    />
  </div>`;
}

/** By its place, and so that as much of its name as there is room for stands within the track. */
function milestone(
  view: View,
  { most, at, requests }: Scene,
  step: Step,
  from: number,
): TemplateResult {
  const place = placeOnTrack(step.at ?? 0, most);
  return html`<button
    type="button"
    class=${classMap({ milestone: true, past: from < 0, passed: (step.at ?? 0) <= at })}
    aria-current=${from === 0 ? 'step' : nothing}
    data-step=${step.id}
    data-edge=${place < 0.02 ? 'first' : place > 0.98 ? 'last' : nothing}
    .style=${`--place:${place.toFixed(4)}`}
    @click=${() => {
      if (step.at === undefined) return;
      view.requests.dispatch({ type: 'go', step: step.id });
      requests.scrub(step.at);
    }}
  >
    <span class="knob"></span><span class="name">${stepName(view, step)}</span>
  </button>`;
}

function scrubbed({ steps }: View, { most }: Scene, place: number): number {
  const stop = steps.find(
    ({ at = 0 }) => Math.abs(placeOnTrack(at, most) * places - place) <= snap,
  );
  return stop?.at ?? stepOnTrack(place / places, most);
}

/** The native keys would move by places, of which the first ones are less than a step. */
function trackKey(event: KeyboardEvent, { steps }: View, { at, most, requests }: Scene): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const stops = steps.map((step) => step.at ?? 0);
  const by = event.shiftKey ? 10 : 1;
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: at + by,
    ArrowUp: at + by,
    ArrowLeft: at - by,
    ArrowDown: at - by,
    PageUp: stops.find((stop) => stop > at) ?? most,
    PageDown: stops.filter((stop) => stop < at).at(-1) ?? 0,
    Home: 0,
    End: most,
  };
  const target = targets[event.key];
  if (target === undefined && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  if (target === undefined) requests.play();
  else requests.scrub(Math.min(most, Math.max(0, target)));
}

/** How fast it trains: in the bar where there is room, and among the settings. */
export function speedChoice(view: View, { requests }: Scene): TemplateResult {
  const words = wordsOf(view).bar;
  const now = view.state.knobs.speed ?? speeds[0];
  return html`<div class="segments speeds" role="group" aria-label=${words.speed}>
    ${speeds.map(
      (speed) =>
        html`<button
          type="button"
          aria-pressed=${speed === now ? 'true' : 'false'}
          @click=${() => {
            requests.look('speed', speed);
          }}
        >
          ${speed === 0 ? words.most : `${speed / speeds[0]}×`}
        </button>`,
    )}
  </div>`;
}
