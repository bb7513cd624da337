/*
 * Spellings of Hangul syllables in Latin letters. A syllable consists of an initial, a vowel and a final, each with a closed set of
 * spellings over all conventions in use: Revised Romanisation, McCune-Reischauer without diacritics, North Korean usage, and individual
 * spellings. The spellings of a syllable are their product, some dozens at most.
 */

const firstSyllable = 0xac00;
const lastSyllable = 0xd7a3;
const vowelCount = 21;
const finalCount = 28;

const words = (text: string): readonly string[] => text.split(' ');

/** In Unicode order; `-` means no letter. */
const initials = [
  'g k', 'kk gg k g', 'n', 'd t', 'dd tt d t', 'r l', 'm', 'b p', 'bb pp b p', 's', 'ss s', '-', 'j ch', 'jj tch j ch', 'ch', 'k kh', 't th',
  'p ph', 'h',
].map(words); // prettier-ignore

/** In Unicode order. */
const vowels = [
  'a ah', 'ae ai ay', 'ya yah', 'yae', 'eo u o uh ou', 'e eh', 'yeo yu yo you yeu yuh', 'ye yeh', 'o oh', 'wa', 'wae wai', 'oe oi we', 'yo yoh',
  'u oo ou', 'wo weo wu', 'we', 'wi ui wee', 'yu yoo you', 'eu u', 'ui eui i ee', 'i ee ie',
].map(words); // prettier-ignore

/** In Unicode order. */
const finals = [
  '-', 'k g ck', 'k', 'k', 'n', 'n', 'n', 't d', 'l r ll', 'k', 'm', 'l', 'l', 'l', 'p', 'l', 'm', 'p b', 'p', 't s', 't s', 'ng', 't j', 't', 'k', 't',
  'p', 'h t -',
].map(words); // prettier-ignore

const silentInitial = 11;
const sibilants: ReadonlySet<number> = new Set([9, 10]);
/** Vowels before which ㅅ is often written sh: ㅑ ㅕ ㅛ ㅟ ㅠ ㅣ. */
const afterSh: ReadonlySet<number> = new Set([2, 6, 12, 16, 17, 20]);
/** What ㅇ adds before a vowel: woo, yi, ee. */
const bareVowels: Readonly<Record<number, readonly string[]>> = {
  13: ['woo', 'wu'],
  20: ['yi', 'yee'],
  19: ['yi'],
};
/** ㅖ and ㅢ lose their glide after a consonant: hye as he, hui as hi. */
const weakened: Readonly<Record<number, readonly string[]>> = { 7: ['e'] };

const letters = (spelling: string): string => (spelling === '-' ? '' : spelling);

function initialsOf(initial: number, vowel: number): readonly string[] {
  const usual = initials[initial] ?? [];
  return sibilants.has(initial) && afterSh.has(vowel) ? [...usual, 'sh'] : usual;
}

function vowelsOf(initial: number, vowel: number): readonly string[] {
  const more = initial === silentInitial ? bareVowels[vowel] : weakened[vowel];
  return [...(vowels[vowel] ?? []), ...(more ?? [])];
}

/** Whether a character is a Hangul syllable, in which all Hangul names are written. */
export function isSyllable(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code >= firstSyllable && code <= lastSyllable;
}

/** The distinct Latin spellings of one Hangul syllable over all conventions; none for other characters. */
export function koreanSpellings(syllable: string): string[] {
  if (!isSyllable(syllable)) return [];
  const index = (syllable.codePointAt(0) ?? 0) - firstSyllable;
  const initial = Math.floor(index / (vowelCount * finalCount));
  const vowel = Math.floor(index / finalCount) % vowelCount;
  const spellings = new Set<string>();
  for (const front of initialsOf(initial, vowel))
    for (const middle of vowelsOf(initial, vowel))
      for (const end of finals[index % finalCount] ?? [])
        spellings.add(letters(front) + middle + letters(end));
  return [...spellings];
}
