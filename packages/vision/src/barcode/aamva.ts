import type { BarcodeFinding, FieldName, FieldReadings } from '@countersign/findings';
import { encodedField, fieldText, isoDate, latin1, printableStart } from './payload-text.ts';

/** The data of a North American licence's bar code. */
export interface AamvaCard {
  fields: FieldReadings;
  /** Two digits, as in the header. */
  version: string;
  /** The issuer marked a name as cut off. */
  truncated?: true;
  /** Texts in place of dates that are no days of the calendar. */
  openDates?: NonNullable<BarcodeFinding['openDates']>;
}

/** Maximum payload length; longer ones are ignored. */
const longestPayload = 4096;
/** Maximum number of elements examined. */
const mostElements = 200;

const header = /^@?[\n\r\x1c\x1e ]{0,8}(?:ANSI |AAMVA)(\d{6})(\d{2})/;

/** The first subfile in the header's directory, which states the kind of card: driving licence or identification card. */
const subfile = /(?:ANSI |AAMVA)\d{10}(?:\d{2})?(DL|ID)/;

/** Elements that are read; all others are dropped. */
const known = new Set([
  'DAA', 'DAB', 'DAC', 'DAD', 'DAQ', 'DBA', 'DBB', 'DBC', 'DBD', 'DCG', 'DCS', 'DCT', 'DAJ', 'DCA',
  'DDE', 'DDF', 'DDG', 'DAG', 'DAH', 'DAI', 'DAK', 'DAU', 'DAV', 'DAW', 'DAX', 'DAY', 'DAZ', 'DCI',
]); // prettier-ignore

/** Texts that represent a missing value. */
const nothing = new Set(['NONE', 'UNAVL', 'UNKNOWN', 'N/A']);

/**
 * Reads the elements of a driving licence or identity card by their ids; positions and lengths in the header are not trusted.
 * @returns `null` if the bytes do not begin like such a payload
 */
export function readAamva(bytes: Uint8Array): AamvaCard | null {
  const start = header.exec(latin1(bytes, 0, 40));
  if (!start || bytes.length > longestPayload) return null;
  const version = start[2] ?? '';
  const elements = elementsOf(utf8OrLatin1(bytes));
  const country = countryOf(elements);
  const { dates, openDates } = datesOf(elements);
  const fields: FieldReadings = { ...namesOf(elements), ...dates };
  const put = (name: FieldName, value: string | null, text?: string): void => {
    if (value !== null) fields[name] = encodedField(value, text ?? value);
  };
  const number = elements.get('DAQ');
  put('documentCode', subfile.exec(latin1(bytes, 0, 60))?.[1] ?? null);
  put('number', number?.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase() || null, number);
  put('sex', sexes.get(elements.get('DBC') ?? '') ?? null, elements.get('DBC'));
  put('issuingState', country);
  put('state', elements.get('DAJ')?.toUpperCase() ?? null, elements.get('DAJ'));
  put('licenceCategories', elements.get('DCA') ?? null);
  put('birthPlace', elements.get('DCI')?.toUpperCase() ?? null, elements.get('DCI'));
  Object.assign(fields, addressOf(elements), bodyOf(elements));
  const truncated = ['DDE', 'DDF', 'DDG'].some((id) => elements.get(id) === 'T');
  return { fields, version, ...(truncated ? { truncated } : {}), ...(openDates ? { openDates } : {}) };
}

const sexes: ReadonlyMap<string, string> = new Map([['1', 'M'], ['2', 'F'], ['M', 'M'], ['F', 'F']]); // prettier-ignore

function countryOf(elements: ReadonlyMap<string, string>): string | null {
  const country = elements.get('DCG')?.toUpperCase();
  return country === 'USA' || country === 'CAN' ? country : null;
}

/** The first text of every known element. Subfile types may directly precede the first element of a line. */
function elementsOf(payload: string): Map<string, string> {
  const elements = new Map<string, string>();
  const lines = payload.slice(0, longestPayload).split(/[\n\r\x1c\x1d\x1e]+/, mostElements);
  for (const line of lines) {
    const element = elementOf(line);
    if (!element || elements.has(element.id)) continue;
    // Of a date, even a damaged text matters: it must not count as the absence of one.
    const text = fieldText(element.text) ?? (isDate(element.id) ? printableStart(element.text) : null);
    if (text !== null && !nothing.has(text.toUpperCase())) elements.set(element.id, text);
  }
  return elements;
}

function elementOf(line: string): { id: string; text: string } | null {
  const id = line.slice(0, 3);
  if (known.has(id)) return { id, text: line.slice(3) };
  // The header is followed directly by the first subfile, so its first element is at the end of the header's line.
  const glued = /(?:DL|ID)(D[A-Z]{2})([^\n]*)$/.exec(line.slice(0, 400));
  return glued?.[1] !== undefined && known.has(glued[1]) ? { id: glued[1], text: glued[2] ?? '' } : null;
}

/** Family name and given names: separate if the card separates them, otherwise from the whole name, `FAMILY,GIVEN,MIDDLE`. */
function namesOf(elements: ReadonlyMap<string, string>): FieldReadings {
  const [wholeLast, ...wholeGiven] = nameParts(elements.get('DAA'));
  const last = elements.get('DCS') ?? elements.get('DAB') ?? wholeLast;
  const given = elements.get('DAC')
    ? [elements.get('DAC'), elements.get('DAD')]
    : elements.get('DCT')
      ? [elements.get('DCT'), elements.get('DAD')]
      : wholeGiven;
  const first = given.flatMap((name) => nameParts(name)).join(' ');
  const lastName = nameParts(last).join(' ');
  return {
    ...(lastName ? { lastName: encodedField(lastName.toUpperCase(), last) } : {}),
    ...(first ? { firstName: encodedField(first.toUpperCase(), given.filter(Boolean).join(' ')) } : {}),
  };
}

function nameParts(name: string | undefined): string[] {
  return (name ?? '')
    .split(/[,$]/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !nothing.has(part.toUpperCase()));
}

/** The lines of the address as on a letter: street, unit, then city, state and postal code on one line. */
function addressOf(elements: ReadonlyMap<string, string>): FieldReadings {
  const [street, city, state, code] = ['DAG', 'DAI', 'DAJ', 'DAK'].map((id) =>
    elements.get(id)?.toUpperCase(),
  );
  if (street === undefined || city === undefined) return {};
  const unit = elements.get('DAH')?.toUpperCase();
  const last = [`${city},`, state, code && postalCode(code)].filter(Boolean).join(' ').replace(/,$/, '');
  const lines = [street, unit, last].filter((line) => line !== undefined);
  return { address: encodedField(lines.join(', '), lines.join('\n')) };
}

/** Nine digits without the four zeros that mean no extension; Canadian codes with their space. */
function postalCode(code: string): string {
  const [, zip, extension] = /^(\d{5})-?(\d{4})$/.exec(code) ?? [];
  if (zip !== undefined) return extension === '0000' ? zip : `${zip}-${String(extension)}`;
  return code.replace(/^([A-Z]\d[A-Z])(\d[A-Z]\d)$/, '$1 $2');
}

const eyeColors: ReadonlySet<string> = new Set([
  'BLK',
  'BLU',
  'BRO',
  'DIC',
  'GRY',
  'GRN',
  'HAZ',
  'MAR',
  'PNK',
]);
const hairColors: ReadonlySet<string> = new Set(['BAL', 'BLK', 'BLN', 'BRO', 'GRY', 'RED', 'SDY', 'WHI']);

/** Physical description of the holder. Elements with non-standard units or words are left out. @see spec/contract.md A-160 */
function bodyOf(elements: ReadonlyMap<string, string>): FieldReadings {
  const fields: FieldReadings = {};
  const eyes = elements.get('DAY')?.toUpperCase() ?? '';
  const hair = elements.get('DAZ')?.toUpperCase() ?? '';
  if (eyeColors.has(eyes)) fields.eyeColor = encodedField(eyes);
  if (hairColors.has(hair)) fields.hairColor = encodedField(hair);
  const height = heightOf(elements);
  const weight = weightOf(elements);
  if (height) fields.height = encodedField(String(height.value), height.text);
  if (weight) fields.weight = encodedField(String(weight.value), weight.text);
  return fields;
}

interface Measure {
  value: number;
  text: string;
}

const centimetresPerInch = 2.54;
const kilogramsPerPound = 0.453_592_37;

/** Height in centimetres: `070 in`, `178 cm`; `DAV` is always in centimetres. */
function heightOf(elements: ReadonlyMap<string, string>): Measure | null {
  const text = elements.get('DAU') ?? elements.get('DAV') ?? '';
  const [, digits, unit = elements.has('DAU') ? '' : 'cm'] = /^(\d{2,3})(?: ?(in|cm))?$/i.exec(text) ?? [];
  if (digits === undefined || unit === '') return null;
  const value = Math.round(Number(digits) * (unit.toLowerCase() === 'in' ? centimetresPerInch : 1));
  return value >= 50 && value <= 260 ? { value, text } : null;
}

/** Weight in kilograms: `DAW` is in pounds, `DAX` in kilograms. */
function weightOf(elements: ReadonlyMap<string, string>): Measure | null {
  const [pounds, kilograms] = [elements.get('DAW'), elements.get('DAX')];
  const text = kilograms ?? pounds ?? '';
  if (!/^\d{2,3}$/.test(text)) return null;
  const value = Math.round(Number(text) * (kilograms === undefined ? kilogramsPerPound : 1));
  return value >= 10 && value <= 450 ? { value, text } : null;
}

const dateElements = [['birthDate', 'DBB'], ['expiryDate', 'DBA'], ['issueDate', 'DBD']] as const; // prettier-ignore

type DateField = (typeof dateElements)[number][0];

const isDate = (id: string): boolean => dateElements.some(([, element]) => element === id);

/** Maximum length of a reported text that is not a date. */
const longestOpenDate = 16;

function datesOf(elements: ReadonlyMap<string, string>): Pick<AamvaCard, 'openDates'> & {
  dates: FieldReadings;
} {
  const dates: FieldReadings = {};
  const open: Partial<Record<DateField, string>> = {};
  for (const [name, id] of dateElements) {
    const text = elements.get(id);
    if (text === undefined) continue;
    const value = aamvaDate(text);
    if (value !== null) dates[name] = encodedField(value, text);
    else if (!isWithoutDate(name, text)) open[name] = text.slice(0, longestOpenDate);
  }
  return { dates, ...(Object.keys(open).length > 0 ? { openDates: open } : {}) };
}

/** Year, month and day of eight digits in both orders; `null` for any other text. */
function partsOf(text: string): [number, number, number][] | null {
  const digits = text.replaceAll(/[-/. ]/g, '');
  if (!/^\d{8}$/.test(digits)) return null;
  const part = (start: number, end: number): number => Number(digits.slice(start, end));
  return [
    [part(0, 4), part(4, 6), part(6, 8)],
    [part(4, 8), part(0, 2), part(2, 4)],
  ];
}

/**
 * Parses an eight-digit date, which some issuers write with separators. The standard puts the year first in version 1 and in Canada, and
 * the month first elsewhere, but issuers do not always comply. No digits are a valid date in both orders, because years from 1850 to
 * 2199 never begin like a month.
 * @returns `YYYY-MM-DD`, or `null` if it is invalid in either order
 */
function aamvaDate(text: string): string | null {
  const [day = null] = (partsOf(text) ?? [])
    .map((parts) => isoDate(...parts))
    .filter((date) => date !== null);
  return day;
}

/** What issuers encode for a date that a card does not have: zeros or nines. */
const noDate = /^(?:0+|9+)$/;
/** The year of expiry of cards that do not expire. */
const lastYear = 9999;

/**
 * Whether a text that is no date means that the card has none, or a date of birth of which month or day are unknown; any other text with
 * a digit is a date that does not exist.
 * @see spec/contract.md A-438
 */
function isWithoutDate(name: DateField, text: string): boolean {
  if (!/\d/.test(text) || noDate.test(text.replaceAll(/[-/. ]/g, ''))) return true;
  return (partsOf(text) ?? []).some(([year, month, day]) => {
    if (name === 'expiryDate') return year === lastYear && isoDate(2000, month, day) !== null;
    return name === 'birthDate' && (month === 0 || day === 0) && isoDate(year, month || 1, day || 1) !== null;
  });
}

function utf8OrLatin1(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}
