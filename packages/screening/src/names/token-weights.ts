import type { TokenClass } from '../model/prepared-name.ts';

/** Weight of a word by its class, hundredths. */
export const classWeights: Readonly<Record<TokenClass, number>> = {
  family: 120,
  distinctive: 120,
  number: 120,
  given: 100,
  unknown: 100,
  initial: 60,
  place: 60,
  second: 50,
  patronymic: 50,
  // Either one is a surname, so each counts half.
  surname_of_two: 50,
  organisation: 35,
  particle: 10,
  form: 10,
};

/** Per cent by rarity in the background, from very common to not seen. */
const rarityPercent = [60, 80, 100, 120, 140] as const;

const unweighed: ReadonlySet<TokenClass> = new Set(['initial', 'particle', 'form', 'number']);

/** Limits of a word's weight, hundredths. The index stores it in eight bits. */
const leastWeight = 10;
export const mostWeight = 170;

/** Class weight × rarity, hundredths, 10 to 170. Initials, particles, forms and numbers have no rarity. */
export function tokenWeight(tokenClass: TokenClass, rarity: 0 | 1 | 2 | 3 | 4): number {
  const weight = classWeights[tokenClass];
  if (unweighed.has(tokenClass)) return weight;
  return Math.min(mostWeight, Math.max(leastWeight, Math.round((weight * rarityPercent[rarity]) / 100)));
}
