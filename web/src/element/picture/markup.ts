// SVG as text.
import { escaped } from '../../views/markup.ts';

export { escaped };

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Hundredths: finer than any screen or printer shows. */
export const rounded = (x: number): string => String(Math.round(x * 100) / 100 + 0);

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) =>
      value === undefined
        ? ''
        : ` ${name}="${typeof value === 'number' ? rounded(value) : escaped(value)}"`,
    )
    .join('');

/** `content` is markup already. */
export const tag = (name: string, values: Attributes, content = ''): string =>
  content === ''
    ? `<${name}${attributes(values)}/>`
    : `<${name}${attributes(values)}>${content}</${name}>`;

/** The items of a list in CSS, whose items may hold commas in brackets within brackets. */
export function listed(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === ',' && depth === 0) items.push('');
    else items.push((items.pop() ?? '') + character);
  }
  return items.map((item) => item.trim());
}

export const pixels = (length: string): number => parseFloat(length) || 0;
