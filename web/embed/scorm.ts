// The page of a SCORM 1.2 package: the platform hears what was answered and whether the lesson was walked
// to its end, and keeps the reader's place. No score: exercises are for learning.
import { attributeNames } from '../src/element/attributes.ts';
import '../src/element/define.ts';
import { readAddress } from './address.ts';
import { followFigure } from './page.ts';
import { findApi, interaction, isDone, suspended, timespan } from './scorm-data.ts';
import type { ScormApi } from './scorm-data.ts';

const lab = document.createElement('qkv-lab');
readAddress(lab, attributeNames);

function report(api: ScormApi): void {
  const begun = performance.now();
  let answeredAt = begun;
  let open = api.LMSInitialize('') === 'true';
  if (!open) return;
  const status = api.LMSGetValue('cmi.core.lesson_status');
  let ended = status === 'completed' || status === 'passed';
  // Someone who looks through a lesson again, or at somebody else's, changes nothing.
  const mode = api.LMSGetValue('cmi.core.lesson_mode');
  const silent = mode === 'browse' || mode === 'review';
  const set = (element: string, value: string): void => {
    if (open && !silent) api.LMSSetValue(element, value);
  };
  const before = api.LMSGetValue('cmi.suspend_data');
  if (before !== '') lab.state = before;
  if (!ended) set('cmi.core.lesson_status', 'incomplete');
  let count = Number(api.LMSGetValue('cmi.interactions._count')) || 0;

  const keep = (): void => {
    const state = lab.getState();
    set('cmi.suspend_data', suspended(state));
    set('cmi.core.lesson_location', lab.step.slice(0, 255));
    if (!ended && isDone(state, lab.lesson)) {
      ended = true;
      set('cmi.core.lesson_status', 'completed');
    }
    if (open) api.LMSCommit('');
  };
  lab.addEventListener('qkv-ready', keep);
  lab.addEventListener('qkv-step', keep);
  lab.addEventListener('qkv-change', keep);
  lab.addEventListener('qkv-answer', ({ detail }) => {
    const now = performance.now();
    for (const [name, value] of interaction(lab.lesson, detail, new Date(), now - answeredAt)) {
      set(`cmi.interactions.${count}.${name}`, value);
    }
    count += 1;
    answeredAt = now;
    if (open) api.LMSCommit('');
  });
  window.addEventListener('pagehide', () => {
    if (!open) return;
    keep();
    set('cmi.core.session_time', timespan(performance.now() - begun));
    set('cmi.core.exit', 'suspend');
    api.LMSCommit('');
    api.LMSFinish('');
    open = false;
  });
}

const api = findApi(window);
if (api) report(api);

const follow = (): void => {
  followFigure(lab);
};
lab.addEventListener('qkv-step', follow);
lab.addEventListener('qkv-change', follow);
document.querySelector('main')?.replaceChildren(lab);
follow();
