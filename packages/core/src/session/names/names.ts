/**
 * Comparing names written by people with names written by documents. A machine-readable zone has no accents, spells some letters in one of
 * several ways, drops what does not fit and may order given names freely.
 * @see spec/contract.md A-53
 */

/**
 * Letters that documents spell in more than one way (ICAO 9303-3, section 6); the first is the shortest. Vision has a copy of this table,
 * because neither package may load the other, or more than types of a third one.
 */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Ä: ['A', 'AE'],
  Å: ['A', 'AA'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ə: ['A', 'E'],
  Ħ: ['H'],
  Ĳ: ['IJ'],
  ĸ: ['Q'],
  Ŀ: ['L'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N'],
  Ö: ['O', 'OE'],
  Ø: ['O', 'OE'],
  Œ: ['OE'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['U', 'UE', 'UXX'],
  İ: ['I'],
  ı: ['I'],
};

const variantsPerWord = 16;

/** All spellings that a document may use for one word: upper-case A–Z only, at most 16. */
export function spellingsOf(word: string): string[] {
  let variants = [''];
  for (const letter of word.normalize('NFC').toUpperCase()) {
    const options = spellings[letter] ?? [plain(letter)];
    variants = variants.flatMap((start) => options.map((option) => start + option)).slice(0, variantsPerWord);
  }
  return [...new Set(variants.filter(Boolean))];
}

const plain = (letter: string) =>
  letter
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase();

/** Words of a name: separated by blanks, hyphens and fillers; apostrophes join, as documents print `D'ARC` as `DARC`. */
const wordsOf = (name: string) =>
  partsOf(name)
    .map(spellingsOf)
    .filter((variants) => variants.length > 0);

const partsOf = (name: string): string[] => name.replace(/['’`.]/g, '').split(/[\s\-‐–—<,]+/);

/** A name shortened to the words of a document that cut it off: each word that begins with a word of `cut` becomes that word. */
export function cutOff(name: string, cut: string): string {
  const ends = partsOf(cut)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length);
  return partsOf(name)
    .map((word) => ends.find((end) => spellingsOf(word).some((spelt) => spelt.startsWith(end))) ?? word)
    .join(' ');
}

/** Number of single-letter edits that turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

function wordSimilarity(left: readonly string[], right: readonly string[]): number {
  let best = 0;
  for (const a of left)
    for (const b of right) best = Math.max(best, 1 - editDistance(a, b) / Math.max(a.length, b.length));
  return best;
}

/** A word of the shorter name, and the most similar unpaired word of the other. */
interface WordPair {
  word: string[];
  /** `null` if no word was left. */
  other: string[] | null;
  similarity: number;
}

/** Pairs words in any order, longest first; words that only one side has are left unpaired. */
function pairWords(fewer: readonly string[][], more: readonly string[][]): WordPair[] {
  const free = [...more];
  return [...fewer]
    .sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))
    .map((word) => {
      const scores = free.map((other) => wordSimilarity(word, other));
      const similarity = Math.max(0, ...scores);
      const [other = null] = scores.length > 0 ? free.splice(scores.indexOf(similarity), 1) : [];
      return { word, other, similarity };
    });
}

/** The words of two names, the one with fewer words first. */
const wordsOfBoth = (left: string, right: string) =>
  [wordsOf(left), wordsOf(right)].sort((a, b) => a.length - b.length) as [string[][], string[][]];

/**
 * Similarity of two names, 0 to 1. The order of words does not matter, and words that only one side has cost nothing (documents drop and
 * add middle names). The words that both should share are compared letter by letter in every spelling that a document may use.
 * @returns `null` if either side has no letters
 */
export function nameSimilarity(left: string, right: string): number | null {
  const [fewer, more] = wordsOfBoth(left, right);
  if (fewer.length === 0) return null;
  const joined = wordSimilarity(
    [fewer.map((word) => word[0]).join('')],
    [more.map((word) => word[0]).join('')],
  );
  let total = 0;
  let weight = 0;
  for (const { word, similarity } of pairWords(fewer, more)) {
    const length = word[0]?.length ?? 0;
    total += similarity * length;
    weight += length;
  }
  return Math.max(joined, total / weight);
}

/** Similarity of words, 0–1, below which one may be another name instead of a spelling. */
const otherWord = 0.65;

/**
 * Whether a word of the shorter name is neither a spelling nor an abbreviation of a word of the other, nor the other way round. Next to
 * long words it hardly lowers the similarity of the names.
 */
export function hasOtherWord(left: string, right: string): boolean {
  return pairWords(...wordsOfBoth(left, right)).some(({ word: [a = ''], other, similarity }) => {
    const [b = ''] = other ?? [];
    return similarity < otherWord && !isShortFor(a, b) && !isShortFor(b, a);
  });
}

/** The beginning of a word (`Ma.`), or up to three of its letters, most of them consonants (`Fco.`, `Gpe.`). */
function isShortFor(short: string, long: string): boolean {
  if (long.startsWith(short)) return true;
  if (short.length > 3 || !/[^AEIOU].*[^AEIOU]/.test(short)) return false;
  return short[0] === long[0] && new RegExp(Array.from(short).join('.*')).test(long);
}

/** Whether two names have the same letters in one of the spellings that documents use, ignoring word boundaries and accents. */
export function isSameSpelling(left: string, right: string): boolean {
  const [a, b] = [wordsOf(left), wordsOf(right)];
  if (a.length === 0 || b.length === 0) return false;
  if (a.length === b.length && nameSimilarity(left, right) === 1) return true;
  const joined = (words: string[][]) => words.map((word) => word[0]).join('');
  return joined(a) === joined(b);
}

/** A first and a last name, either of which may be unknown. */
export interface NameParts {
  firstName: string | null;
  lastName: string | null;
}

/** A name in parts, or as a whole if nothing separates it; the parts are then `null`. */
export interface PersonName extends NameParts {
  wholeName: string | null;
}

/** The whole name as one text; `''` if nothing is known. */
export const joinedName = ({ firstName, lastName, wholeName }: PersonName): string =>
  wholeName ?? [firstName, lastName].filter(Boolean).join(' ');

export interface NameComparison {
  /** 0–1, `null` when one side lacks the part. */
  firstName: number | null;
  lastName: number | null;
  /** The whole names, with parts in any order; `null` if nothing can be compared. */
  whole: number | null;
}

/** Compares part by part and as a whole, because people and documents do not always agree on which part is which. */
export function compareNames(supplied: NameParts, read: NameParts): NameComparison {
  const part = (a: string | null, b: string | null) => (a && b ? nameSimilarity(a, b) : null);
  const whole = ({ firstName, lastName }: NameParts) => [firstName, lastName].filter(Boolean).join(' ');
  const complete = supplied.firstName && supplied.lastName && read.firstName && read.lastName;
  return {
    firstName: part(supplied.firstName, read.firstName),
    lastName: part(supplied.lastName, read.lastName),
    whole: complete ? nameSimilarity(whole(supplied), whole(read)) : null,
  };
}
