// The widget of notebooks: one module that carries everything. What it shares with the notebook is text
// and lists, so that a saved notebook holds it.
import { attributeNames } from '../src/element/attributes.ts';
import '../src/element/define.ts';

/** The part of the notebook's model that is used. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

/** Draws the figure of a model into an element; what it returns takes it away again. */
function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const lab = document.createElement('qkv-lab');
  const heard = attributeNames.map((name) => {
    const given = (): string | null => {
      const value = model.get(name);
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const first = given();
    if (first !== null) lab.setAttribute(name, first);
    const listener = (): void => {
      const value = given();
      if (value !== null && value !== lab[name]) Object.assign(lab, { [name]: value });
    };
    return { event: `change:${name}`, listener };
  });

  // A trait that the notebook's model lacks is undefined, and stays so.
  const share = (values: Readonly<Record<string, unknown>>): void => {
    const known = Object.entries(values).filter(([name]) => model.get(name) !== undefined);
    for (const [name, value] of known) model.set(name, value);
    if (known.length > 0) model.save_changes();
  };
  const moved = (): void => {
    const { lesson, step, lang, theme, state } = lab;
    share({ lesson, step, lang, theme, state });
  };
  lab.addEventListener('qkv-step', moved);
  lab.addEventListener('qkv-change', moved);
  lab.addEventListener('qkv-answer', ({ detail }) => {
    const before = model.get('answers');
    share({ answers: [...(Array.isArray(before) ? (before as unknown[]) : []), detail] });
  });

  for (const { event, listener } of heard) model.on(event, listener);
  el.append(lab);
  return () => {
    for (const { event, listener } of heard) model.off(event, listener);
    lab.remove();
  };
}

export default { render };
