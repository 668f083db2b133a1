// The page of a frame: one figure, as high as it needs, which tells the host its height and its state.
import { keepInAddress, readAddress } from './address.ts';
import { releaseOnEscape } from './keys.ts';
import { tell } from './messages.ts';
import { followFigure } from './page.ts';

function begin(element: CustomElementConstructor & { observedAttributes?: string[] }): void {
  const lab = document.createElement('qkv-lab');
  readAddress(lab, element.observedAttributes ?? []);
  const moved = (): void => {
    followFigure(lab);
    keepInAddress(lab.getState());
    tell({ subject: 'qkv.state', state: lab.getState() });
  };
  lab.addEventListener('qkv-step', moved);
  lab.addEventListener('qkv-change', moved);
  window.addEventListener('hashchange', () => {
    lab.state = location.hash.slice(1);
  });
  document.querySelector('main')?.replaceChildren(lab);
  followFigure(lab);
  releaseOnEscape();
  let told = 0;
  new ResizeObserver(() => {
    const height = Math.ceil(lab.getBoundingClientRect().height);
    // A frame that is not shown has no width, and no height that would mean anything.
    if (height === told || height === 0 || document.documentElement.clientWidth === 0) return;
    told = height;
    tell({ subject: 'lti.frameResize', height });
  }).observe(lab);
}

void customElements.whenDefined('qkv-lab').then(begin);
