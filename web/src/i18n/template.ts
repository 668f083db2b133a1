// Sentences with placeholders: 'Row {row} adds up to {sum}'.

export type Segment = string | { readonly name: string };

/** Alternating text and placeholders, so that a view can put an element in a placeholder's place. */
export function segments(template: string): readonly Segment[] {
  return template
    .split(/\{([a-z][A-Za-z0-9]*)\}/)
    .map((part, at): Segment => (at % 2 === 0 ? part : { name: part }))
    .filter((segment) => segment !== '');
}

export const placeholders = (template: string): readonly string[] =>
  segments(template).flatMap((segment) => (typeof segment === 'string' ? [] : [segment.name]));

/** A placeholder without a value is a mistake in the caller. */
export const fill = (template: string, values: Readonly<Record<string, string | number>>): string =>
  segments(template)
    .map((segment) => {
      if (typeof segment === 'string') return segment;
      if (!Object.hasOwn(values, segment.name)) {
        throw new RangeError(`no value for {${segment.name}} in: ${template}`);
      }
      return String(values[segment.name]);
    })
    .join('');
