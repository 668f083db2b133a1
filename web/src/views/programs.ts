// What is copied: a program that prints the digits on screen, or one matrix as text.
import { toCsv, toLatex } from '../render/matrix-text.ts';
import { attentionProgram } from '../render/programs.ts';
import { readableFloat32 } from '../state/float32.ts';
import { matrixOf } from './view.ts';
import type { CopyId, View } from './view.ts';

export function programOf(view: View, what: Exclude<CopyId, 'link'>): string {
  if (what === 'csv' || what === 'latex') {
    const matrix = matrixOf(view, view.chosen);
    if (!matrix) return '';
    return what === 'csv' ? toCsv(matrix, readableFloat32) : toLatex(matrix, readableFloat32);
  }
  const { q, k, v } = view.state.inputs;
  if (!q || !k || !v) return '';
  const { scale, mask } = view.state.switches;
  return attentionProgram(what, {
    q,
    k,
    v,
    tokens: view.tokens,
    scale,
    mask,
    digits: 3, // as cells have where there is room
    write: readableFloat32,
    words: view.text.program,
  });
}
