// What of training is handed out: the program, the numbers, and pictures of its instruments.
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fill } from '../../i18n/template.ts';
import { fileRow, programRow } from '../share.ts';
import { pictures } from '../view.ts';
import type { HandedFile, View } from '../view.ts';
import type { Scene, SceneFiles } from './scene.ts';
import { wordsOf } from './words.ts';

type Instrument = keyof SceneFiles;

/** Where in the stage each of them is drawn. */
const parts: Readonly<Record<Instrument, string>> = {
  curves: '.over-time',
  map: '.attention',
};

export function handing(view: View, scene: Scene, files: SceneFiles): TemplateResult {
  const { files: words } = wordsOf(view);
  const rows = (which: Instrument): TemplateResult => {
    const name = (ending: string) => `qkv-lab-${view.lesson.id}-${which}-${scene.at}.${ending}`;
    const saved = (kind: string, file: HandedFile) =>
      fileRow(view, kind, file, fill(words[which], { name: kind }));
    return html`${saved('CSV', {
      name: name('csv'),
      type: 'text/csv',
      text: () => files[which](),
    })}
    ${pictures.map((picture) =>
      saved(picture.toUpperCase(), { name: name(picture), picture, part: parts[which] }),
    )}`;
  };
  return html`${programRow(view, 'pytorch')} ${rows('curves')} ${rows('map')}`;
}
