// For a course page, optional: frames of the lab get the height that they ask for, and slides that
// unload their frames find them again as the reader left them.
import { addressOf } from './address.ts';
import { heard } from './messages.ts';

/** The frame that a message came from: nothing that it says of itself is believed. */
function frameOf(source: MessageEventSource | null): HTMLIFrameElement | undefined {
  if (source === null) return undefined;
  return [...document.querySelectorAll('iframe')].find(
    ({ contentWindow }) => contentWindow === source,
  );
}

window.addEventListener('message', ({ source, data }) => {
  const message = heard(data);
  const frame = message && frameOf(source);
  if (!frame) return;
  if (message.subject === 'lti.frameResize') {
    frame.style.height = `${message.height}px`;
  } else if (frame.dataset.src !== undefined) {
    // Where the slide takes it from when it comes back. The address in use stays: to set it would
    // add an entry to the reader's history.
    frame.dataset.src = addressOf(frame.dataset.src, message.state);
  }
});
