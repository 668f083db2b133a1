// Registers the element. Two copies of this module on a page: the first one serves both.
import { QkvLab } from './element.ts';

const known = customElements.get('qkv-lab');
if (known === undefined) customElements.define('qkv-lab', QkvLab);
else if (known !== QkvLab) {
  console.warn('<qkv-lab> is defined already: the copy that loaded first stays in charge');
}

declare global {
  interface HTMLElementTagNameMap {
    'qkv-lab': QkvLab;
  }
}

export { QkvLab };
