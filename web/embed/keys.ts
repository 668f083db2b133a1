// A frame hears every key while the focus is in it. The figure gives its focus back on Escape; the page
// around the frame then has the keys again.
export function releaseOnEscape(): void {
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return;
      setTimeout(() => {
        if (document.activeElement === document.body) window.parent.focus();
      });
    },
    { capture: true }, // the figure keeps the keys that it uses
  );
}
