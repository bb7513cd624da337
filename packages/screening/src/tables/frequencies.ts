import { BrokenTable, tableText } from './table-file.ts';

/** How rare a word is, from 0 (very common) to 4 (not in the tables). */
export type RarityStep = 0 | 1 | 2 | 3 | 4;

type Role = 'given' | 'family';

/**
 * Loads rarity steps and roles from files folded by `tools/build-frequencies.ts`. An organisation word missing from its file is common,
 * step 1; any other word is as rare as among people.
 */
export function loadFrequencies(organisationWords: ReadonlyMap<string, number>): {
  personRarity: (word: string) => RarityStep;
  organisationRarity: (word: string) => RarityStep;
  usualRole: (word: string) => Role | null;
} {
  const steps: Readonly<Record<string, RarityStep>> = { 0: 0, 1: 1, 2: 2, 3: 3 };
  const person = loadValues('frequencies-person', steps);
  for (const [word, step] of loadValues('frequencies-scripts', steps)) person.set(word, step);
  const organisation = loadValues<RarityStep>('frequencies-organisation', { 0: 0 });
  const roles = loadValues<Role>('name-roles', { given: 'given', family: 'family' });
  return {
    personRarity: (word) => person.get(word) ?? 4,
    organisationRarity: (word) =>
      organisation.get(word) ?? (organisationWords.has(word) ? 1 : (person.get(word) ?? 4)),
    usualRole: (word) => roles.get(word) ?? null,
  };
}

/** Sections of folded words with the value of their heading. */
function loadValues<Value>(name: string, values: Readonly<Record<string, Value>>): Map<string, Value> {
  const words = new Map<string, Value>();
  const [, ...sections] = tableText(name).split('\n[');
  for (const section of sections) {
    const end = section.indexOf(']\n');
    const value = values[section.slice(0, Math.max(end, 0))];
    if (value === undefined) throw new BrokenTable(`${name}: heading "${section.slice(0, end)}"`);
    for (const word of section.slice(end + 2).split('\n')) words.set(word, value);
  }
  words.delete('');
  return words;
}
