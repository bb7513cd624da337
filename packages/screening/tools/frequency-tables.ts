/** A word in Latin letters, the same in another script, and how many names have the two. */
export interface SpeltPair {
  latin: string;
  native: string;
  count: number;
}

/** What the tables of rarity and roles are made from. All words folded. */
export interface FrequencySources {
  /** Largest count of a word over the files of development data. */
  counts: ReadonlyMap<string, number>;
  /** The pairs of each file. */
  pairs: readonly (readonly SpeltPair[])[];
  /** Hand-written steps of frequent given and family names, 0 or 1. */
  given: ReadonlyMap<string, number>;
  family: ReadonlyMap<string, number>;
  /** Groups of given names. */
  variants: readonly (readonly string[])[];
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
    'frequencies-scripts':
      head('Words of other scripts, as common as their commonest spelling. Rarity step, then words.') +
      sectionsText(scriptSteps(sources)),
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

function personSteps(sources: FrequencySources): Map<string, string[]> {
  return bySection(stepsOfPersons(sources));
}

function stepsOfPersons({
  counts,
  given,
  family,
  variants,
  surnames,
}: FrequencySources): Map<string, number> {
  const steps = new Map<string, number>();
  const lower = (word: string, step: number): void => {
    if (latinWord.test(word)) steps.set(word, Math.min(steps.get(word) ?? 4, step));
  };
  for (const [word, count] of counts) {
    const step = leastCounts.findIndex((least) => count >= least);
    if (step >= 0) lower(word, step);
  }
  for (const words of [variants.flat(), surnames]) for (const word of words) lower(word, 2);
  for (const table of [given, family]) for (const [word, step] of table) lower(word, step);
  return steps;
}

/** Of the names that have a word of another script, the share that a Latin spelling has at least, and their least number. */
const [leastShare, leastCount] = [0.05, 2];
/** Rarer words are not common enough to count for less. */
const mostStep = 1;

/** Names are transliterated from everywhere, so their own counts show little: a word is as common as what it is in Latin letters. */
function scriptSteps(sources: FrequencySources): Map<string, string[]> {
  const latin = stepsOfPersons(sources);
  const steps = new Map<string, number>();
  const lower = (native: string, step: number): void => {
    if (step <= mostStep && /^\p{L}+$/u.test(native) && !latinWord.test(native))
      steps.set(native, Math.min(steps.get(native) ?? mostStep, step));
  };
  for (const group of sources.variants) {
    const least = Math.min(...group.map((word) => latin.get(word) ?? mostStep + 1));
    for (const word of group) lower(word, least);
  }
  for (const rows of sources.pairs) {
    const totals = new Map<string, number>();
    for (const { native, count } of rows) totals.set(native, (totals.get(native) ?? 0) + count);
    for (const { latin: spelling, native, count } of rows) {
      if (count >= leastCount && count >= leastShare * (totals.get(native) ?? 0))
        lower(native, latin.get(spelling) ?? mostStep + 1);
    }
  }
  return new Map([...bySection(steps)].filter(([, words]) => words.length > 0));
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
  const isGiven = new Set([...variants.flat(), ...given.keys()]);
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
