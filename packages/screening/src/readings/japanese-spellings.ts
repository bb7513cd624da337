/** A Japanese word in Latin letters: syllables of a consonant and a vowel, n, doubled consonants, long vowels marked by h. */
const romaji =
  /^(?:(?:k(?=k)|s(?=s)|t(?=[tc])|p(?=p))?(?:[kgnhmrbp]y?|sh?|z|ts?|ch|[djfyw])?[aiueo]h?|[nm](?![aiueoy]))+$/u;

/** Whether a Latin word may be Japanese. Most Chinese, Korean and Vietnamese words may not. */
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
 * The distinct Latin spellings of a Japanese reading, in Hepburn and as in the Unihan database.
 * @param inside whether it is not the first reading of its word, so that its first consonant may be voiced: hara in Kuwabara
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
