import type { RarityStep } from './reference-tables.ts';
import { BrokenTable, tableSections } from './table-file.ts';

type Role = 'given' | 'family';

/** Rarity steps and roles. Their files are already folded, written by `tools/build-frequencies.ts`. */
export function loadFrequencies(): {
  personRarity: (word: string) => RarityStep;
  organisationRarity: (word: string) => RarityStep;
  usualRole: (word: string) => Role | null;
} {
  const person = loadSteps('frequencies-person');
  const organisation = loadSteps('frequencies-organisation');
  const roles = new Map<string, Role>();
  for (const { heading, lines } of tableSections('name-roles')) {
    if (heading !== 'given' && heading !== 'family')
      throw new BrokenTable(`name-roles: heading "${heading}"`);
    for (const line of lines) roles.set(line, heading);
  }
  return {
    personRarity: (word) => person.get(word) ?? 4,
    organisationRarity: (word) => organisation.get(word) ?? person.get(word) ?? 4,
    usualRole: (word) => roles.get(word) ?? null,
  };
}

/** Sections `[step]`, 0 to 3; what is in none is 4. */
function loadSteps(name: string): Map<string, RarityStep> {
  const steps = new Map<string, RarityStep>();
  for (const { heading, lines } of tableSections(name)) {
    const step = Number(heading);
    if (step !== 0 && step !== 1 && step !== 2 && step !== 3)
      throw new BrokenTable(`${name}: heading "${heading}"`);
    for (const line of lines) steps.set(line, step);
  }
  return steps;
}
