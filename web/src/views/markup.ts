// Templates as text, for documents that stand by themselves. Whatever is put into one is escaped.
import { nothing } from 'lit';
import type { TemplateResult } from 'lit';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** What no XML document may hold, lone surrogates among it. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export const escaped = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"]/g, (each) => entities[each] ?? each);

const isTemplate = (part: unknown): part is TemplateResult =>
  typeof part === 'object' && part !== null && '_$litType$' in part;

/** Listeners, properties and switches of attributes mean nothing in a text. */
function writtenPart(part: unknown, before: string): string {
  const inTag = before.lastIndexOf('<') > before.lastIndexOf('>');
  const [, name = ''] = /\s([^\s"'<>=]+)=["']?$/.exec(inTag ? before : '') ?? [];
  if (/^[@.?]/.test(name)) throw new RangeError(`${name} is no attribute of a text`);
  if (inTag && isTemplate(part)) throw new RangeError(`a template within ${before.slice(-40)}`);
  const text = writtenOut(part);
  return inTag && before.endsWith('=') ? `"${text}"` : text;
}

export function writtenOut(part: unknown): string {
  if (part === nothing || part === null || part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  if (Array.isArray(part)) return part.map(writtenOut).join('');
  if (!isTemplate(part)) throw new TypeError(`no part of a text: ${typeof part}`);
  return part.strings.reduce(
    (text, string, at) => text + writtenPart(part.values[at - 1], text) + string,
  );
}
