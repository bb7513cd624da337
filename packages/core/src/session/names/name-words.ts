import { spellingsOf } from './names.ts';

/** Words of one name that are found by. */
const mostWords = 24;

/**
 * The words of a name as a search compares them, each in every spelling that a document may use: without case, accents and
 * punctuation. Words of Latin letters are A–Z; those of other scripts keep their letters. A single Latin letter is no word. At most
 * 24 words, the first ones.
 */
export function nameWords(name: string): string[][] {
  return name
    .replace(/['’`.]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(spellingsOfWord)
    .filter(isFoundBy)
    .slice(0, mostWords);
}

function spellingsOfWord(word: string): string[] {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();
  // What remains of another script's word after removing all that is not Latin would be a fragment.
  return /^[\p{Script=Latin}\p{N}]+$/u.test(folded)
    ? spellingsOf(word.normalize('NFKC'))
    : [folded].filter(Boolean);
}

const isFoundBy = (spellings: readonly string[]): boolean =>
  spellings.length > 0 && !spellings.every((spelling) => /^[A-Z]$/.test(spelling));
