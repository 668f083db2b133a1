// A document on its way to the printer: in a frame that nobody sees, under the policy of the page. That may
// forbid styles within documents, so they are brought along as a sheet of the frame's own.

/** Until a frame has its document, and until a browser that prints has begun, in milliseconds. */
const patience = 2000;
/** A dialogue may stay open for long; then nothing is waited for any more. */
const longest = 600_000;

const hidden =
  'position:fixed;right:100%;bottom:100%;width:1px;height:1px;border:0;visibility:hidden';

const happens = (target: EventTarget, type: string, within: number): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(false);
    }, within);
    target.addEventListener(
      type,
      () => {
        clearTimeout(timer);
        resolve(true);
      },
      { once: true },
    );
  });

export interface Page {
  readonly title: string;
  readonly content: string;
  readonly styles: string;
}

export class PrintFrame {
  #frame: HTMLIFrameElement | null = null;

  /**
   * Resolves when printing is over, or refused: in a sandbox without modals print() does nothing, or
   * the frame is out of reach. What the reader chose in the dialogue is not told.
   */
  async print(place: Node, { title, content, styles }: Page): Promise<'over' | 'refused'> {
    this.remove();
    const frame = document.createElement('iframe');
    this.#frame = frame;
    frame.title = title;
    frame.tabIndex = -1;
    frame.setAttribute('aria-hidden', 'true');
    frame.style.cssText = hidden;
    frame.srcdoc = content;
    const loaded = happens(frame, 'load', patience);
    place.appendChild(frame);
    const begun = (await loaded) && (await this.#begin(frame, styles));
    // Taken away meanwhile: nobody waits for it.
    if (this.#frame !== frame) return 'over';
    this.remove();
    return begun ? 'over' : 'refused';
  }

  remove(): void {
    this.#frame?.remove();
    this.#frame = null;
  }

  async #begin(frame: HTMLIFrameElement, styles: string): Promise<boolean> {
    try {
      const page = frame.contentWindow as (Window & typeof globalThis) | null;
      if (!page) return false;
      const sheet = new page.CSSStyleSheet();
      sheet.replaceSync(styles);
      page.document.adoptedStyleSheets = [sheet];
      const began = happens(page, 'beforeprint', patience);
      const over = happens(page, 'afterprint', longest);
      page.print();
      if (!(await began)) return false;
      await over;
      return true;
    } catch {
      return false;
    }
  }
}
