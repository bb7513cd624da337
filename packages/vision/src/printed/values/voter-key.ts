import { plainText } from '../plain-text.ts';
import { voterKeyShape } from './check-digits.ts';
import type { Masked } from './confusables.ts';

/** Letters that cannot occur at the start of a key, with the consonants that engines misread as them. */
const misreadAs: Readonly<Record<string, string>> = { I: 'JLT', O: 'QDCG', U: 'V', E: 'F', A: 'R' };

/** Words of names that are ignored in a key. */
const particles = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'Y']);

/**
 * The six letters at the start of a voter key: two consonants of each surname and of the first given name, `X` if there are fewer.
 * @param lines lines of the name as printed, surnames first
 * @returns `null` if the lines do not show which names are surnames
 * @see spec/registries.md 12.5
 */
export function keyLettersOf(lines: readonly string[]): string | null {
  const [first = '', second = '', given] = lines.length === 2 ? [lines[0], '', lines[1]] : lines;
  return given === undefined ? null : [first, second, given].map(consonantsOf).join('');
}

function consonantsOf(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean);
  const plain = words.map((word) =>
    Array.from(word.toUpperCase(), (letter) => (letter === 'Ñ' ? letter : plainText(letter))).join(''),
  );
  const main = plain.find((word) => !particles.has(word)) ?? '';
  return `${main.replaceAll(/[AEIOU]/g, '')}XX`.slice(0, 2);
}

/** Replaces another diacritic among the first letters of a text by a tilde if the names have a tilde in that position. */
export function tildesOf(text: string, letters: string | null): string {
  const read = Array.from(text.normalize('NFC').toUpperCase());
  return read
    .map((letter, at) => (letters?.[at] === 'Ñ' && /[^\P{Lu}A-Z]/u.test(letter) ? 'Ñ' : letter))
    .join('');
}

/**
 * Returns a key whose letters are consonants. A letter that cannot occur there was misread: it is replaced by the letter from the names
 * printed beside it if the two look alike and all other letters match the names.
 * @param letters letters that follow from the names; `null` if not known
 * @returns `null` if it is not a key
 * @see spec/contract.md A-397
 */
export function withConsonants(key: Masked, letters: string | null): Masked | null {
  if (voterKeyShape.test(key.value)) return key;
  const read = Array.from(key.value.slice(0, 6));
  const settled = read.map((letter, at) => {
    const other = letters?.[at] ?? '';
    const isSame = letter === other || plainText(letter) === plainText(other);
    return isSame ? letter : other !== '' && misreadAs[letter]?.includes(other) ? other : null;
  });
  if (settled.includes(null)) return null;
  const value = settled.join('') + key.value.slice(6);
  const changed = settled.filter((letter, at) => letter !== read[at]).length;
  return voterKeyShape.test(value) ? { value, repaired: key.repaired + changed } : null;
}
