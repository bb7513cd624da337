/** Abbreviations of countries, and their names as written. */
const countries: readonly (readonly [abbreviations: readonly string[], names: readonly string[]])[] = [
  [
    ['us', 'usa'],
    ['united states', 'united states america'],
  ],
  [['uk'], ['united kingdom']],
  [['uae'], ['united arab emirates']],
];

const groupOf = new Map(countries.flatMap(([words], group) => words.map((word) => [word, group] as const)));
const groupOfLetters = new Map(
  countries.flatMap(([, names], group) => names.map((name) => [name.replaceAll(' ', ''), group] as const)),
);

const shortestName = Math.min(...Array.from(groupOfLetters.keys(), ({ length }) => length));

/** The group of a folded word that abbreviates a country, starting at 0; null for any other word. */
export function countryGroupOf(word: string): number | null {
  return groupOf.get(word) ?? null;
}

/** The abbreviations of a country's name, given without spaces; empty for other texts. */
export function abbreviationsOf(letters: string): readonly string[] {
  // Before the look-up, which joins and hashes the letters: nearly all runs are shorter.
  if (letters.length < shortestName) return [];
  const group = groupOfLetters.get(letters);
  return group === undefined ? [] : (countries[group]?.[0] ?? []);
}

/** Each name of the country that a folded word abbreviates, as words; empty for other words. */
export function countryNamesOf(word: string): readonly (readonly string[])[] {
  const group = groupOf.get(word);
  return group === undefined ? [] : (countries[group]?.[1] ?? []).map((name) => name.split(' '));
}
