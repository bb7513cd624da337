/** What the tables of rarity and roles are made from. All words folded. */
export interface FrequencySources {
  /** Largest count of a word over the files of development data. */
  counts: ReadonlyMap<string, number>;
  /** Hand-written steps of frequent given and family names, 0 or 1. */
  given: ReadonlyMap<string, number>;
  family: ReadonlyMap<string, number>;
  /** Words of the groups of given names. */
  variants: readonly string[];
  /** Words of the groups of surnames. */
  surnames: readonly string[];
  /** Groups of organisation words, the most general first in each. */
  organisation: readonly (readonly string[])[];
}

/** Counts from which a word is of step 0, 1, 2 and 3. A word counted once may be a mistake of the data: not seen. */
const leastCounts = [300, 60, 12, 2] as const;

const latinWord = /^[a-z]{2,}$/u;

/**
 * Endings of family names that given names hardly ever have; only words of the counts that no table calls given get a
 * role from them.
 */
const familyEnding =
  /.{3,}(?:shvili|adze|idze|enko|chuk|czyk|cki|cka|owicz|evich|ovic|evic|opoulos|opoulou|iadis|akis|escu|oglu|zadeh|zade|sson|ssen|ensen|ansen|quist|kvist|mann|stein|berg|burg|bauer|meier|meyer|feld|baum|dottir|worth|field|etti|ucci|acci|ardi|aldi|ov|ova|ev|eva|yev|yeva|skaya|skiy|sky|ski|ska)$|.{4,}yan$/u;

const head = (what: string): string =>
  `# Written by tools/build-frequencies.ts from the Latin side of the transliteration pairs (CC0, Merhav and Ash, COLING 2018)\n# and the hand-written tables of frequent names. ${what}\n`;

/** Texts of the tables by name, entries sorted by code unit. */
export function frequencyTables(sources: FrequencySources): Record<string, string> {
  return {
    'frequencies-person': head('Rarity step, then words.') + sectionsText(personSteps(sources)),
    'frequencies-organisation': head('Rarity step, then words.') + sectionsText(organisationSteps(sources)),
    'name-roles': head('What a word nearly always is.') + sectionsText(roles(sources)),
  };
}

function sectionsText(sections: ReadonlyMap<string, readonly string[]>): string {
  return [...sections]
    .map(
      ([heading, words]) =>
        `[${heading}]\n${[...words]
          .sort()
          .map((word) => `${word}\n`)
          .join('')}`,
    )
    .join('');
}

function personSteps({ counts, given, family, variants, surnames }: FrequencySources): Map<string, string[]> {
  const steps = new Map<string, number>();
  const lower = (word: string, step: number): void => {
    if (latinWord.test(word)) steps.set(word, Math.min(steps.get(word) ?? 4, step));
  };
  for (const [word, count] of counts) {
    const step = leastCounts.findIndex((least) => count >= least);
    if (step >= 0) lower(word, step);
  }
  for (const words of [variants, surnames]) for (const word of words) lower(word, 2);
  for (const table of [given, family]) for (const [word, step] of table) lower(word, step);
  return bySection(steps);
}

/** Words that are in a very large part of the names of organisations. */
const everywhere = new Set(
  'company group international trading general bank holding national industries services center institute union state'.split(
    ' ',
  ),
);

function organisationSteps({ organisation }: FrequencySources): Map<string, string[]> {
  const common = organisation.filter((group) => group.some((word) => everywhere.has(word)));
  return new Map([['0', [...new Set(common.flat())]]]);
}

function bySection(steps: ReadonlyMap<string, number>): Map<string, string[]> {
  const sections = new Map(['0', '1', '2', '3'].map((heading): [string, string[]] => [heading, []]));
  for (const [word, step] of steps) sections.get(String(step))?.push(word);
  return sections;
}

function roles({ counts, given, family, variants, surnames }: FrequencySources): Map<string, string[]> {
  const isGiven = new Set([...variants, ...given.keys()]);
  const families = new Set([...family.keys()].filter((word) => !isGiven.has(word)));
  for (const [word, count] of counts)
    if (count >= 2 && !isGiven.has(word) && familyEnding.test(word)) families.add(word);
  const either = new Set([...family.keys(), ...surnames]);
  const givens = [...isGiven].filter((word) => !either.has(word) && word.length > 2);
  return new Map([
    ['given', givens],
    ['family', [...families]],
  ]);
}
