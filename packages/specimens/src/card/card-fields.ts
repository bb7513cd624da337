import { mrzLines, type MrzInput, type SpecimenMrzFormat } from '../mrz/mrz-lines.ts';
import type { Person } from '../people/person.ts';
import type { UtopianKind } from './card-kinds.ts';
import type { CardLayout } from './card-layout.ts';

/** One labelled field as printed: name in the truth, label, text, column 0 or 1, row. */
export interface PrintedField {
  name: string;
  label: string;
  text: string;
  /** Value that a reader should return, where it differs from the text. */
  value?: string;
  column: 0 | 1;
  row: number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** Formats a date as these cards print it, such as `15 MAR 1986`. */
export function printedDate(date: string): string {
  return `${date.slice(8, 10)} ${months[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(0, 4)}`;
}

/** Returns the printed fields of one side. */
export function printedFields(kind: UtopianKind, person: Person): PrintedField[] {
  if (kind === 'td1-back') return backFields(person);
  const number = kind === 'mrva' || kind === 'mrvb' ? 'Visa No.' : 'Document No.';
  // Georgian documents print the ordinary letters, not the capitals of headlines.
  const upper = (name: string): string =>
    /\p{Script=Georgian}/u.test(name) ? name : name.toLocaleUpperCase('en');
  return [
    { name: 'lastName', label: 'Surname', text: upper(person.lastName), column: 0, row: 0 },
    { name: 'firstName', label: 'Given names', text: upper(person.firstName), column: 0, row: 1 },
    { name: 'birthDate', label: 'Date of birth', ...dateField(person.birthDate), column: 0, row: 2 },
    { name: 'sex', label: 'Sex', text: person.sex, column: 1, row: 2 },
    { name: 'number', label: number, text: person.documentNumber, column: 0, row: 3 },
    { name: 'nationality', label: 'Nationality', text: person.nationality, column: 1, row: 3 },
    { name: 'expiryDate', label: 'Date of expiry', ...dateField(person.expiryDate), column: 0, row: 4 },
    ...(kind === 'td3' ? passportFields(person) : []),
  ];
}

function dateField(date: string): Pick<PrintedField, 'text' | 'value'> {
  return { text: printedDate(date), value: date };
}

function passportFields(person: Person): PrintedField[] {
  return [
    { name: 'issueDate', label: 'Date of issue', ...dateField(person.issueDate), column: 0, row: 5 },
    { name: 'birthPlace', label: 'Place of birth', text: person.birthPlace, column: 1, row: 4 },
  ];
}

function backFields(person: Person): PrintedField[] {
  const { personalNumber } = person;
  const number = (text: string): PrintedField => ({
    name: 'personalNumber',
    label: 'Personal No.',
    text,
    column: 0,
    row: 1,
  });
  return [
    { name: 'issueDate', label: 'Date of issue', ...dateField(person.issueDate), column: 0, row: 0 },
    { name: 'birthPlace', label: 'Place of birth', text: person.birthPlace, column: 1, row: 0 },
    { name: 'authority', label: 'Authority', text: 'REGISTRY OF AMAUROT', column: 1, row: 1 },
    ...(personalNumber === null ? [] : [number(personalNumber)]),
  ];
}

/** Returns the content of the zone on a person's card. Throws when the layout has no zone. */
function zoneInput(layout: CardLayout, person: Person): MrzInput {
  if (!layout.mrz) throw new RangeError('this side has no machine-readable zone');
  const { format, documentCode } = layout.mrz;
  const input: MrzInput = {
    format,
    documentCode,
    issuingState: 'UTO',
    lastName: person.lastName,
    firstName: person.firstName,
    number: person.documentNumber,
    nationality: person.nationality,
    birthDate: person.birthDate,
    sex: person.sex === 'X' ? '<' : person.sex,
    expiryDate: person.expiryDate,
  };
  const room = { TD1: 15, TD3: 14, TD2: 0, MRVA: 0, MRVB: 0 }[format];
  return room > 0 && person.personalNumber ? { ...input, optional1: person.personalNumber } : input;
}

/**
 * Returns the lines of the zone as printed.
 * @param damaged true to print a wrong check digit for the date of birth, as on a clumsy forgery
 */
export function zoneLines(layout: CardLayout, person: Person, damaged: boolean): string[] {
  const lines = mrzLines(zoneInput(layout, person));
  return damaged && layout.mrz ? damageZone(lines, layout.mrz.format) : lines;
}

/** Returns the lines with a wrong check digit for the date of birth. */
export function damageZone(lines: string[], format: SpecimenMrzFormat): string[] {
  const [row, at] = format === 'TD1' ? [1, 6] : [1, 19];
  return lines.map((line, index) => (index === row ? wrongDigit(line, at) : line));
}

function wrongDigit(line: string, at: number): string {
  return line.slice(0, at) + String((Number(line.charAt(at)) + 3) % 10) + line.slice(at + 1);
}
