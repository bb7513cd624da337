/**
 * Whether two names have the same words, in any order and in any spelling of a document.
 * @param a each word in all its spellings, as `nameWords` returns them
 */
export function sameWords(a: readonly (readonly string[])[], b: readonly (readonly string[])[]): boolean {
  const isIn = (word: readonly string[], others: readonly (readonly string[])[]) =>
    others.some((other) => other.some((spelling) => word.includes(spelling)));
  return a.length === b.length && a.every((word) => isIn(word, b)) && b.every((word) => isIn(word, a));
}
