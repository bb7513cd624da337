import type { Span, ZoneField, ZoneFormat } from './formats.ts';
import { zoneAlphabet } from './network.ts';

const letterCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const digitCharacters = '0123456789';

/** Characters allowed at a position, as a mask over the network's outputs. */
export type PositionAlphabet = Uint8Array;

const mask = (characters: string): PositionAlphabet =>
  Uint8Array.from(zoneAlphabet, (character) => (characters.includes(character) ? 1 : 0));

const any = mask(zoneAlphabet);
const letters = mask(letterCharacters);
const letterOrFiller = mask(`${letterCharacters}<`);
const digits = mask(digitCharacters);
const digitOrFiller = mask(`${digitCharacters}<`);
const sexLetters = mask('MFX<');
const mexicanSexLetters = mask('HMFX<');
const permitOrLetter = mask(`${letterCharacters}12<`);

const fieldAlphabets: Record<ZoneField, PositionAlphabet> = {
  documentCode: letterOrFiller,
  issuingState: letterOrFiller,
  number: any,
  names: letterOrFiller,
  lastName: letterOrFiller,
  firstName: letterOrFiller,
  birthDate: digitOrFiller,
  expiryDate: digitOrFiller,
  sex: sexLetters,
  nationality: letterOrFiller,
  optional1: any,
  optional2: any,
};

function fillSpan(target: PositionAlphabet[][], place: Span, alphabet: PositionAlphabet): void {
  const line = target[place.line];
  for (let column = place.start; line && column < place.end; column += 1) line[column] = alphabet;
}

/**
 * The alphabet of every position: letters, digits, digit or filler, sex, or any.
 * @param start the first line, as far as it has been read: the sex letters of Mexican cards differ, and permits of the United States have a
 * digit in their document code
 */
export function positionAlphabets(zone: ZoneFormat, start: string): PositionAlphabet[][] {
  const masks = Array.from({ length: zone.lines }, () => new Array<PositionAlphabet>(zone.columns).fill(any));
  for (const [field, place] of Object.entries(zone.fields) as [ZoneField, Span][]) {
    fillSpan(masks, place, fieldAlphabets[field]);
  }
  if (zone.fields.sex && start.startsWith('IDMEX')) fillSpan(masks, zone.fields.sex, mexicanSexLetters);
  fillSpan(masks, { line: 0, start: 0, end: 1 }, letters);
  if (zone.format === 'TD1' && /^C.USA/.test(start))
    fillSpan(masks, { line: 0, start: 1, end: 2 }, permitOrLetter);
  if (zone.format === 'FRID') fillSpan(masks, { line: 1, start: 0, end: 7 }, digits);
  for (const [name, rule] of Object.entries(zone.checks)) {
    const fillerAllowed = name === 'optional' || name === 'birth' || name === 'expiry' || name === 'number';
    const { line, column } = rule.at;
    fillSpan(masks, { line, start: column, end: column + 1 }, fillerAllowed ? digitOrFiller : digits);
  }
  return masks;
}
