// A figure that matrices do not make: an experiment, which a script of its own draws and runs. This is
// what the rest of a figure has of it; the script is bundled by itself and brings its styles along.
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Part } from './symbols.ts';
import type { CopyId, View } from './view.ts';

type Drawn = TemplateResult | typeof nothing;

/** Frozen, as all of a view; made anew for each drawing. */
export interface Live {
  /** Whether it has numbers to draw. */
  readonly ready: boolean;
  /** Changes and reveals nothing, but runs or does not. */
  readonly playing: boolean;
  stage(view: View): TemplateResult;
  /** One step of what runs, on or back; null: keys reveal as in other lessons. */
  readonly nudge: ((by: 1 | -1) => void) | null;
  /** In the place of the stops and what moves along them; null: as in other lessons. */
  bar: ((view: View) => TemplateResult) | null;
  /** What can be set, above the switches. */
  settings(view: View): Drawn;
  /** In the panel that hands a figure out: beside the link and the pictures. */
  handing(view: View): Drawn;
  /** Which observations are true of the numbers as they are now. */
  observations(view: View): readonly (readonly Part[])[];
  /** What the questions of the step name, besides the terms of all lessons. */
  places(view: View): Readonly<Record<string, Part>>;
  /** What a choice is made of. */
  readonly choices: readonly string[];
  copy(view: View, what: CopyId): string;
}

/** While its script is on its way. */
export const notYetLive: Live = Object.freeze({
  ready: false,
  playing: false,
  stage: () => html``,
  nudge: null,
  bar: () => html``,
  settings: () => nothing,
  handing: () => nothing,
  observations: () => [],
  places: () => ({}),
  choices: [],
  copy: () => '',
});
