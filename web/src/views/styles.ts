// The style sheets of the shadow root, in order.
import { unsafeCSS } from 'lit';
import type { CSSResult } from 'lit';
import bar from '../styles/bar.css';
import base from '../styles/base.css';
import cells from '../styles/cells.css';
import chrome from '../styles/chrome.css';
import compact from '../styles/compact.css';
import exercise from '../styles/exercise.css';
import field from '../styles/field.css';
import forced from '../styles/forced.css';
import heads from '../styles/heads.css';
import inspector from '../styles/inspector.css';
import maths from '../styles/maths.css';
import matrix from '../styles/matrix.css';
import operators from '../styles/operators.css';
import panel from '../styles/panel.css';
import phone from '../styles/phone.css';
import presenter from '../styles/presenter.css';
import split from '../styles/split.css';
import stage from '../styles/stage.css';
import tokens from '../styles/tokens.css';
import words from '../styles/words.css';
import { shareRules } from './shares.ts';

export const styles: readonly CSSResult[] = [
  tokens,
  base,
  maths,
  chrome,
  bar,
  stage,
  operators,
  matrix,
  cells,
  shareRules,
  field,
  words,
  inspector,
  exercise,
  panel,
  compact,
  split,
  heads,
  phone,
  presenter,
  forced,
].map((sheet) => unsafeCSS(sheet));

/**
 * How much ink a cell has changes with every edit, in all cells of a matrix. Nothing in a cell asks for
 * it, and a property that is not handed down spares all of that from being styled again.
 */
export function registerProperties(): void {
  const name = '--qkv-share';
  try {
    CSS.registerProperty({ name, syntax: '<number>', inherits: false, initialValue: '0' });
  } catch {
    // Known already to a page with two copies of this module, or registering is not: handed down then.
  }
}
