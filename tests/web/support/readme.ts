/** The bodies of the fenced blocks of one language. */
export function fences(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```([a-z+]*)\n([\s\S]*?)^```$/gm)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? '');
}

/** The inline code in a row of the table of hosts: the lines that a teacher pastes. */
export function hostLines(markdown: string, host: string): string[] {
  const row = markdown.split('\n').find((line) => line.startsWith(`| ${host}`));
  const cell = row?.split(/(?<!\\)\|/).at(-2) ?? '';
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}
