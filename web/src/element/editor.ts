// The field over a cell: opened, typed into, taken or dropped.
import type { TapName } from '../../../wasm/engine/types.ts';
import { readableFloat32 } from '../state/float32.ts';
import type { Action, Cell } from '../state/types.ts';
import { parseNumber } from '../views/index.ts';
import type { EditProblem, Editing } from '../views/index.ts';

export interface EditorHost {
  dispatch(action: Action): void;
  value(tap: TapName, cell: Cell): number;
  changed(focus: 'field' | 'cell' | null): void;
}

export class Editor {
  editing: Editing | null = null;
  problem: EditProblem | null = null;
  readonly #host: EditorHost;

  constructor(host: EditorHost) {
    this.#host = host;
  }

  open(tap: TapName, cell: Cell, text?: string): void {
    this.problem = null;
    this.editing = {
      tap,
      cell,
      text: text ?? readableFloat32(this.#host.value(tap, cell)),
      whole: text === undefined,
    };
    this.#host.changed('field');
  }

  /** Moves a number up or down; an open field is taken first. */
  nudge(tap: TapName, cell: Cell, by: number, gesture?: number): void {
    const { editing } = this;
    const parsed = editing ? parseNumber(editing.text) : null;
    const from = typeof parsed === 'number' ? parsed : this.#host.value(tap, cell);
    // Tenths are counted as tenths: 0.1 + 0.2 is 0.3 to whoever turns a number up.
    const value = Math.round((from + by) * 1e6) / 1e6;
    const next = Number.isFinite(value) && Math.abs(from) < 1e9 ? value : from + by;
    this.#host.dispatch({
      type: 'edit',
      tap,
      cell,
      value: next,
      ...(gesture === undefined ? {} : { gesture }),
    });
    if (!editing) return;
    this.problem = null;
    this.editing = { ...editing, text: readableFloat32(this.#host.value(tap, cell)), whole: true };
    this.#host.changed('field');
  }

  type(text: string): void {
    if (!this.editing) return;
    this.editing = { ...this.editing, text };
    this.problem = null;
    this.#host.changed(null);
  }

  /** What is no number leaves the old value and a reason; `leave` closes the field all the same. */
  commit(leave: boolean): void {
    if (!this.editing) return;
    const { tap, cell, text } = this.editing;
    const parsed = parseNumber(text);
    const taken = typeof parsed === 'number';
    if (taken || leave) this.editing = null;
    // An emptied field that is left alone needs no comment.
    this.problem =
      taken || (leave && parsed.problem === 'empty')
        ? null
        : { tap, cell, problem: parsed.problem };
    if (taken) this.#host.dispatch({ type: 'edit', tap, cell, value: parsed });
    this.#host.changed(taken && !leave ? 'cell' : null);
  }

  cancel(): void {
    if (!this.editing) return;
    this.close();
    this.#host.changed('cell');
  }

  close(): void {
    this.editing = null;
    this.problem = null;
  }

  clearProblem(): void {
    if (!this.problem || this.editing) return;
    this.problem = null;
    this.#host.changed(null);
  }
}
