// What is copied: a program that prints the digits on screen, or one matrix as text.
import { fill } from '../i18n/template.ts';
import { toCsv, toLatex } from '../render/matrix-text.ts';
import { multiHeadProgram } from '../render/multi-head-program.ts';
import { attentionProgram } from '../render/programs.ts';
import type { Cover } from '../render/programs.ts';
import { readableFloat32 } from '../state/float32.ts';
import { allowed } from '../state/mask.ts';
import type { State } from '../state/types.ts';
import { chosenOf, tapOf } from './slots.ts';
import { matrixOf } from './view.ts';
import type { CopyId, View } from './view.ts';

export type ProgramId = Exclude<CopyId, 'link' | 'frame' | 'element'>;

/** Whatever the share panel copies. */
export const copyOf = (view: View, what: CopyId): string =>
  what === 'link' || what === 'frame' || what === 'element'
    ? view[what]
    : view.live
      ? view.live.copy(view, what)
      : programOf(view, what);

export function programOf(view: View, what: ProgramId): string {
  if (what === 'csv' || what === 'latex') {
    const slot = chosenOf(view);
    const matrix = slot && matrixOf(view, tapOf(view, slot));
    if (!matrix) return '';
    return what === 'csv' ? toCsv(matrix, readableFloat32) : toLatex(matrix, readableFloat32);
  }
  if (view.lesson.model === 'multi-head') return multiHead(view, what);
  // As the engine had them: with NaN in the padding, where the reader put it there.
  const [q, k, v] = (['q', 'k', 'v'] as const).map(
    (tap) => view.results?.taps[tap] ?? view.state.inputs[tap],
  );
  if (!q || !k || !v) return '';
  const scale = view.state.switches.scale !== false;
  const mask = view.state.mask ? coverOf(view.state) : view.state.switches.mask === true;
  return attentionProgram(what, {
    q,
    k,
    v,
    tokens: view.queries,
    scale,
    mask,
    digits: 3, // as cells have where there is room
    write: readableFloat32,
    words: { ...view.text.program, title: titleOf(view) },
  });
}

const titleOf = ({ text, words }: View): string =>
  fill(text.program.title, { lesson: words.title });

function multiHead(view: View, library: 'numpy' | 'pytorch'): string {
  const { x, w_q: wq, w_k: wk, w_v: wv, w_o: wo } = view.state.inputs;
  if (!x || !wq || !wk || !wv || !wo) return '';
  const { program, name } = view.text;
  return multiHeadProgram(library, {
    ...{ x, wq, wk, wv, wo },
    heads: view.state.heads,
    tokens: view.tokens,
    scale: view.state.switches.scale !== false,
    digits: 3,
    write: readableFloat32,
    words: {
      title: titleOf(view),
      comments: { ...program.comments, ...program.heads.comments },
      names: { ...name, result: name.output },
    },
  });
}

/** By its rule where that says all, else cell by cell; nothing where nothing is covered. */
function coverOf(state: State): boolean | Cover {
  const cells = allowed(state);
  const { mask } = state;
  if (!mask || cells.every((row) => !row.includes(false))) return false;
  if (mask.flips.length > 0 || mask.padding.length > 0) return { condition: null, allowed: cells };
  if (mask.rule === 'causal') return true;
  const condition =
    mask.rule === 'window' ? `(j <= i) & (j > i - ${mask.window})` : 'j <= i + len(K) - len(Q)';
  return { condition, allowed: cells };
}
