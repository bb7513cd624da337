import { spellingsOf } from './names.ts';

/** Maximum number of words by which one name can be found. */
const mostWords = 24;

/**
 * The words of a name as a search compares them, each in every spelling a document may use: without case, accents and
 * punctuation. Words in Latin letters become A–Z; those in other scripts keep their letters. A single Latin letter is not a word. At most
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
  // Removing all non-Latin characters from a word in another script would leave a fragment.
  return /^[\p{Script=Latin}\p{N}]+$/u.test(folded)
    ? spellingsOf(word.normalize('NFKC'))
    : [folded].filter(Boolean);
}

const isFoundBy = (spellings: readonly string[]): boolean =>
  spellings.length > 0 && !spellings.every((spelling) => /^[A-Z]$/.test(spelling));
