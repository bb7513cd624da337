/** A word of Japanese in Latin letters: syllables of a consonant and a vowel, n, doubled consonants, long vowels by h. */
const romaji =
  /^(?:(?:k(?=k)|s(?=s)|t(?=[tc])|p(?=p))?(?:[kgnhmrbp]y?|sh?|z|ts?|ch|[djfyw])?[aiueo]h?|[nm](?![aiueoy]))+$/u;

/** Whether a Latin word may be Japanese. Most words of Chinese, Korean and Vietnamese may not. */
export function isJapanese(word: string): boolean {
  return romaji.test(word);
}

const voiced: readonly (readonly [plain: RegExp, voiced: string])[] = [
  [/^k/u, 'g'],
  [/^sh/u, 'j'],
  [/^s/u, 'z'],
  [/^ts/u, 'z'],
  [/^ch/u, 'j'],
  [/^t/u, 'd'],
  [/^[hf]/u, 'b'],
];

const longVowels = /ou|oo|uu/gu;

/**
 * The Latin spellings of a Japanese reading in Hepburn or as the Unihan database has it, without repeats.
 * @param inside it is not the first of its word, so its first consonant may be voiced: hara in Kuwabara
 */
export function japaneseSpellings(reading: string, inside: boolean): string[] {
  const spoken = [reading];
  const rule = inside ? voiced.find(([plain]) => plain.test(reading)) : undefined;
  if (rule) spoken.push(reading.replace(...rule));
  const spellings = new Set<string>();
  for (const one of spoken) {
    spellings.add(one);
    spellings.add(one.replaceAll(longVowels, (vowels) => vowels.charAt(0)));
    spellings.add(one.replaceAll(longVowels, (vowels) => `${vowels.charAt(0)}h`));
  }
  return [...spellings];
}
