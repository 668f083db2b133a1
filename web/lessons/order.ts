/** By the number of the chapter; there is one at least. */
export function inOrder<T>(
  found: readonly T[],
  chapter: (each: T) => number,
): readonly [T, ...T[]] {
  const [first, ...rest] = [...found].sort((a, b) => chapter(a) - chapter(b));
  if (first === undefined) throw new RangeError('there is no lesson');
  return [first, ...rest];
}
