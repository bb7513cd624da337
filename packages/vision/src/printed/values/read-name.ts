import { lettersOf } from './confusables.ts';
import type { PrintedValue } from './printed-value.ts';

/** Lower-case letters that differ from capitals only in size; engines confuse them at the start of a word. */
const sameShape = /[cosuvwxzkp]/g;
const nameShape = /^\p{Lu}[\p{Lu}'’.-]*(?: \p{Lu}[\p{Lu}'’.-]*)*$/u;

/**
 * Reads a name printed in capitals, with single spaces. Digits inside a word are replaced by the letters they look like.
 * @returns `null` if the text contains lower-case letters, as labels do, or is not a name
 */
export function readName(text: string): PrintedValue | null {
  const words = text
    .replaceAll(/[|_~*"“”=<>()[\]{}]+/g, ' ')
    // The single apostrophe of an elided name is sometimes read as several.
    .replaceAll(/['’]{2,}/g, '’')
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(Boolean);
  let repaired = 0;
  const read: string[] = [];
  for (const word of words) {
    const lettered = lettersInstead(word);
    const raised = lettered.replaceAll(sameShape, (letter) => letter.toUpperCase());
    const changed = Array.from(word).filter((character, at) => character !== Array.from(raised)[at]).length;
    if (changed > 0 && changed * 2 > word.length) return null;
    repaired += changed;
    read.push(raised);
  }
  const value = read.join(' ');
  const letters = value.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 2 && value.length <= 80 && nameShape.test(value)
    ? { value, repaired, confirmed: false }
    : null;
}

function lettersInstead(word: string): string {
  return /\d/.test(word) && /\p{L}/u.test(word) ? lettersOf(word) : word;
}
