/** The bodies of the fenced blocks of one language. */
export function fences(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```([a-z+]*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '');
}
