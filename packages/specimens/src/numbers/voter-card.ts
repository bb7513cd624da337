import { mainWord, plainLetters } from './plain-letters.ts';

/** Details from which a Mexican voter key is built. */
export interface VoterKeyInput {
  firstSurname: string;
  secondSurname: string;
  givenNames: string;
  /** `YYYY-MM-DD`. */
  birthDate: string;
  sex: 'F' | 'M';
  /** Two-digit number of the state of birth. */
  stateNumber: string;
  /** Three digits that distinguish namesakes. */
  serial: string;
}

/** Returns the voter key of an invented person: 18 characters that begin with two consonants of each name. @see spec/registries.md 12.5 */
export function voterKey(input: VoterKeyInput): string {
  const names = [
    mainWord(input.firstSurname),
    mainWord(input.secondSurname),
    plainLetters(input.givenNames).split(' ')[0] ?? '',
  ];
  const letters = names.map((name) => `${name.replaceAll(/[AEIOU]/g, '')}XX`.slice(0, 2)).join('');
  const birth = input.birthDate.slice(2).replaceAll('-', '');
  return `${letters}${birth}${input.stateNumber}${input.sex === 'M' ? 'H' : 'M'}${input.serial}`;
}

/** Returns the OCR number: section (4 digits) and citizen id (9). @see spec/registries.md 12.5 */
export function ocrNumber(section: string, citizenId: string): string {
  return section.padStart(4, '0') + citizenId.padStart(9, '0');
}
