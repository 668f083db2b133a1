// Lines that a teacher pastes into a course page.
export interface Embedding {
  /** Where frame.html and qkv-lab.js lie; empty: beside the page. */
  readonly base: string;
  /** Of the element, in order. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** What attributes cannot say; empty: nothing more. */
  readonly state: string;
  readonly title: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const attribute = ([name, value]: readonly [string, string]): string =>
  ` ${name}="${escaped(value)}"`;

/** In a query a blank may be a plus, which reads better than its escape. */
const queried = ([name, value]: readonly [string, string]): string =>
  `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`;

export function frameCode({ base, attributes, state, title }: Embedding): string {
  const query = attributes.map(queried).join('&');
  const address = `${base}frame.html?${query}${state && `#${state}`}`;
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="640" frameborder="0" allow="clipboard-write; fullscreen"></iframe>`;
}

export function elementCode({ base, attributes, state }: Embedding): string {
  const all = state === '' ? attributes : [...attributes, ['state', state] as const];
  return `<script type="module" src="${escaped(base)}qkv-lab.js"></script>\n<qkv-lab${all.map(attribute).join('')}></qkv-lab>`;
}
