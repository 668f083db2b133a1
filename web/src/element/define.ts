// Registers the element. Two copies of this module on a page: the first one serves both.
import type { QkvLabElement } from './api.ts';
import { QkvLab as Implementation } from './element.ts';

const known = customElements.get('qkv-lab');
if (known === undefined) customElements.define('qkv-lab', Implementation);
else if (known !== Implementation) {
  console.warn('<qkv-lab> is defined already: the copy that loaded first stays in charge');
}

declare global {
  interface HTMLElementTagNameMap {
    'qkv-lab': QkvLabElement;
  }
}

export const QkvLab: new () => QkvLabElement = Implementation;
export type * from './api.ts';
