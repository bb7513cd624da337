import type { IsoDate } from '../port.ts';

/** The Mexican population code, and how Mexican sources write the sex. @see spec/registries.md 5.5, 12.4 */

export type RegistrySex = 'male' | 'female' | 'x';

const sexLetters: Readonly<Record<string, RegistrySex>> = { H: 'male', M: 'female', F: 'female', X: 'x' };

/**
 * A sex letter of a Mexican source: `H` is male, `M` female; `F` occurs in misread cards.
 * @returns `null`: not one of these letters
 * @see spec/registries.md 5.5
 */
export const mexicanSex = (letter: string): RegistrySex | null => sexLetters[letter.toUpperCase()] ?? null;

/** `person.gender`, where `M` is a man; `null` for sex X. @see spec/registries.md 5.5 */
export function personGender(sex: RegistrySex): 'M' | 'F' | null {
  if (sex === 'x') return null;
  return sex === 'male' ? 'M' : 'F';
}

/** What a CURP encodes about its holder. */
export interface Curp {
  /** `null`: no such day. */
  dateOfBirth: IsoDate | null;
  sex: RegistrySex;
  /** Two letters of the code's own list, `NE` for abroad; not ISO. */
  birthState: string;
  isKnownState: boolean;
  hasCheckDigit: boolean;
}

const shape = /^[A-ZÑ]{4}(\d{2})(\d{2})(\d{2})([HMX])([A-Z]{2})[A-ZÑ]{3}([0-9A-Z])\d$/;
const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
// prettier-ignore
const states = [
  'AS', 'BC', 'BS', 'CC', 'CL', 'CM', 'CS', 'CH', 'DF', 'DG', 'GT', 'GR', 'HG', 'JC', 'MC', 'MN', 'MS', 'NT', 'NL', 'OC', 'PL',
  'QT', 'QR', 'SP', 'SL', 'SR', 'TC', 'TS', 'TL', 'VZ', 'YN', 'ZS', 'NE',
];

/**
 * Parses a CURP; surrounding blanks, letter case and the encoding of its `Ñ` do not matter.
 * @returns `null`: not the shape of a CURP
 * @see spec/registries.md 12.4
 */
export function parseCurp(text: string): Curp | null {
  const curp = text.trim().normalize('NFC').toUpperCase();
  const [matched, year = '', month = '', day = '', letter = '', birthState = '', series = ''] =
    shape.exec(curp) ?? [];
  const sex = mexicanSex(letter);
  if (matched === undefined || sex === null) return null;
  // The series began with digits; births from 2000 on have letters.
  const century = /\d/.test(series) ? '19' : '20';
  return {
    dateOfBirth: calendarDay(`${century}${year}`, month, day),
    sex,
    birthState,
    isKnownState: states.includes(birthState),
    hasCheckDigit: curp.endsWith(String(checkDigit(curp))),
  };
}

/** The sex encoded in a CURP; `null` if the text is not a CURP. */
export const curpSex = (text: string): RegistrySex | null => parseCurp(text)?.sex ?? null;

function checkDigit(curp: string): number {
  const values = Array.from(curp.slice(0, 17), (character, i) => alphabet.indexOf(character) * (18 - i));
  return (10 - (values.reduce((a, b) => a + b) % 10)) % 10;
}

function calendarDay(year: string, month: string, day: string): IsoDate | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const text = `${year}-${month}-${day}`;
  return date.toISOString().startsWith(text) ? text : null;
}
