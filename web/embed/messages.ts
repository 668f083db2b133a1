// What a frame says to the page around it. Nothing in it is secret: whoever holds the frame may hear it.
export type FrameMessage =
  | { readonly subject: 'lti.frameResize'; readonly height: number }
  | { readonly subject: 'qkv.state'; readonly state: string };

/** As text, the form that learning platforms listen for. */
export function tell(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(JSON.stringify(message), '*');
}

/** What came from a frame, or null: a host hears messages of all kinds. */
export function heard(data: unknown): FrameMessage | null {
  if (typeof data !== 'string' || data.length > 65536) return null;
  try {
    const message = JSON.parse(data) as Record<string, unknown> | null;
    if (message?.subject === 'lti.frameResize') {
      const { height } = message;
      return typeof height === 'number' && height > 0 && height < 20000
        ? { subject: 'lti.frameResize', height }
        : null;
    }
    return message?.subject === 'qkv.state' && typeof message.state === 'string'
      ? { subject: 'qkv.state', state: message.state }
      : null;
  } catch {
    return null;
  }
}
