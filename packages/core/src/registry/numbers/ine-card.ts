import { mexicanSex, type RegistrySex } from './curp.ts';

/** Numbers of the Mexican voter card. @see spec/registries.md 12.5, 13.1 */

/** True for the nine digits of a CIC. */
export const isCic = (text: string): boolean => /^\d{9}$/.test(text);

/**
 * The digit printed after a CIC: the check digit of the card's machine-readable zone.
 * @throws {RangeError} not nine digits
 */
export function cicCheckDigit(cic: string): string {
  if (!isCic(cic)) throw new RangeError('a CIC has nine digits');
  const weights = [7, 3, 1];
  const sum = Array.from(cic, (digit, i) => Number(digit) * (weights[i % 3] ?? 0)).reduce((a, b) => a + b);
  return String(sum % 10);
}

/**
 * The CIC as printed on a card: nine digits, or ten of which the last is the correct check digit.
 * @returns `null`: neither
 */
export function cicOf(printed: string): string | null {
  const digits = printed.replace(/\s/g, '');
  if (isCic(digits)) return digits;
  const cic = digits.slice(0, -1);
  return isCic(cic) && digits.endsWith(cicCheckDigit(cic)) ? cic : null;
}

/** The two parts of an OCR of 13 digits. */
export interface OcrNumber {
  /** Electoral section, 4 digits. */
  section: string;
  /** 9 digits. */
  citizenId: string;
}

/** @returns `null`: not 13 digits; the 12 digits of old cards do not identify a citizen */
export const parseOcr = (ocr: string): OcrNumber | null =>
  /^\d{13}$/.test(ocr) ? { section: ocr.slice(0, 4), citizenId: ocr.slice(4) } : null;

const voterKey = /^[BCDFGHJ-NP-TV-ZÑ]{6}\d{6}\d{2}[HM]\d{3}$/;

/** True for the 18 characters of a voter key. */
export const isVoterKey = (text: string): boolean => voterKey.test(text.normalize('NFC'));

/** The sex encoded in a voter key; `null` if the text is not a voter key. */
export const voterKeySex = (text: string): RegistrySex | null =>
  isVoterKey(text) ? mexicanSex(text.normalize('NFC').charAt(14)) : null;

/** True for the two digits that count a card's issues. */
export const isEmissionNumber = (text: string): boolean => /^\d{2}$/.test(text);

/** From this year on, CIC and citizen's number identify a card (models E to H); before, CIC and OCR did (model D). */
const firstYearOfModelE = 2014;

/** Whether a card is of a model before E; false if its year is not known. */
export const isBeforeModelE = (issueYear: string | null): boolean =>
  issueYear !== null && Number(issueYear) < firstYearOfModelE;
