/**
 * Names of Latin American registries and of the people who claim them, cut into the tokens that are compared.
 * @see spec/registries.md 7, steps 1–3
 */
import { phoneticKey } from './phonetic-key.ts';
import type { CoName } from './port.ts';
import type { Spoken } from './token-score.ts';

export type NameRole = 'given' | 'surname';
/** The part of the name to which a registry's token belongs. */
export type CoNamePart = 'firstGiven' | 'secondGiven' | 'firstSurname' | 'secondSurname';

export interface ClaimedToken extends Spoken {
  role: NameRole;
}

export interface RegistryToken extends Spoken {
  role: NameRole;
  part: CoNamePart;
  /** 0–1: cost per letter if the token is left unmatched. */
  cost: number;
}

const abbreviations: Readonly<Record<string, string>> = {
  MA: 'MARIA',
  GPE: 'GUADALUPE',
  FCO: 'FRANCISCO',
  JN: 'JUAN',
};

/** Words that are often left out or added in spellings of one name. `SAN` and `SANTA` are not among them: they distinguish people. */
const particles = new Set(['DE', 'DEL', 'LA', 'LAS', 'LOS', 'EL', 'DA', 'DO', 'DOS', 'VDA']);
const surnameParticles = new Set([...particles, 'Y', 'E']);

/**
 * Matches most names, at this step or once their accents are removed. The remaining steps would not change them and are many times slower.
 */
const plainLetters = /^[A-Za-z ]*$/;

const misreadSign = /(?<=\p{L}\p{M}*)[?/#*\u{FFFD}](?=\p{L})/gu;

/**
 * Converts to upper case without marks, with only letters and single blanks; `ª` becomes `A`. A sign in the middle of a word is read as
 * `Ñ`, which old tables and wrong decodings lose; `Ñ` itself becomes `N`, as in a machine-readable zone.
 * @see spec/contract.md A-332
 */
export function normaliseName(name: string): string {
  const letters = plainLetters.test(name) ? name : withoutMarks(name);
  const upper = letters.toUpperCase();
  if (plainLetters.test(upper)) return upper.replace(/ {2,}/g, ' ').trim();
  return upper
    .replace(/['’.]/g, '')
    .replace(/\P{L}+/gu, ' ')
    .trim();
}

const withoutMarks = (name: string): string =>
  (/[?/#*\uFFFD]/.test(name) ? name.replace(misreadSign, 'Ñ') : name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');

/** Tokens of one part of a name; `[]` if it has no letters. */
export function nameTokens(part: string, role: NameRole): string[] {
  const name = normaliseName(part);
  if (name === '') return [];
  const words = name.split(' ').map((word) => abbreviations[word] ?? word);
  const dropped = role === 'surname' ? surnameParticles : particles;
  const kept = words.filter((word) => !dropped.has(word));
  return kept.length > 0 ? kept : words;
}

/** Tokens of a claimed name: given names first, each list in the order claimed. */
export function claimedTokens(given: string, surname: string): ClaimedToken[] {
  const tokens = (text: string, role: NameRole) =>
    nameTokens(text, role).map((token) => ({ text: token, sound: phoneticKey(token), role }));
  return [...tokens(given, 'given'), ...tokens(surname, 'surname')];
}

/** Leaving out a second name is common and cheap; leaving out the first one is not. */
const registryParts: readonly {
  part: CoNamePart;
  role: NameRole;
  cost: number;
  text(name: CoName): string;
}[] = [
  { part: 'firstGiven', role: 'given', cost: 1, text: (name) => name.firstGiven ?? '' },
  { part: 'secondGiven', role: 'given', cost: 0.25, text: (name) => name.secondGiven ?? '' },
  { part: 'firstSurname', role: 'surname', cost: 1, text: (name) => name.firstSurname ?? '' },
  {
    part: 'secondSurname',
    role: 'surname',
    cost: 0.35,
    text: (name) => `${name.particle ?? ''} ${name.secondSurname ?? ''}`,
  },
];

/** Tokens of a registry's name, given names first. */
export function registryTokens(name: CoName): RegistryToken[] {
  return registryParts.flatMap(({ part, role, cost, text }) =>
    nameTokens(text(name), role).map((token) => ({
      text: token,
      sound: phoneticKey(token),
      role,
      part,
      cost,
    })),
  );
}
