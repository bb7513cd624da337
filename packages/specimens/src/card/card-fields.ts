import { mrzLines, type MrzInput } from '../mrz/mrz-lines.ts';
import type { Person } from '../people/invent-person.ts';
import type { CardKind, CardLayout } from './card-layout.ts';

/** One labelled field as printed: name in the truth, label, text, column 0 or 1, row. */
export interface PrintedField {
  name: string;
  label: string;
  text: string;
  column: 0 | 1;
  row: number;
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;

/** A date as these cards print it, `15 MAR 1986`. */
export function printedDate(date: string): string {
  return `${date.slice(8, 10)} ${months[Number(date.slice(5, 7)) - 1] ?? ''} ${date.slice(0, 4)}`;
}

/** The printed fields of one side. */
export function printedFields(kind: CardKind, person: Person): PrintedField[] {
  if (kind === 'td1-back') return backFields(person);
  const visa = kind === 'mrva' || kind === 'mrvb';
  const fields: PrintedField[] = [
    { name: 'lastName', label: 'Surname', text: person.lastName.toLocaleUpperCase('en'), column: 0, row: 0 },
    {
      name: 'firstName',
      label: 'Given names',
      text: person.firstName.toLocaleUpperCase('en'),
      column: 0,
      row: 1,
    },
    { name: 'birthDate', label: 'Date of birth', text: printedDate(person.birthDate), column: 0, row: 2 },
    { name: 'sex', label: 'Sex', text: person.sex, column: 1, row: 2 },
    {
      name: 'number',
      label: visa ? 'Visa No.' : 'Document No.',
      text: person.documentNumber,
      column: 0,
      row: 3,
    },
    { name: 'nationality', label: 'Nationality', text: person.nationality, column: 1, row: 3 },
    { name: 'expiryDate', label: 'Date of expiry', text: printedDate(person.expiryDate), column: 0, row: 4 },
  ];
  if (kind === 'td3') {
    fields.push({
      name: 'issueDate',
      label: 'Date of issue',
      text: printedDate(person.issueDate),
      column: 0,
      row: 5,
    });
    fields.push({ name: 'birthPlace', label: 'Place of birth', text: person.birthPlace, column: 1, row: 4 });
  }
  return fields;
}

function backFields(person: Person): PrintedField[] {
  const fields: PrintedField[] = [
    { name: 'issueDate', label: 'Date of issue', text: printedDate(person.issueDate), column: 0, row: 0 },
    { name: 'birthPlace', label: 'Place of birth', text: person.birthPlace, column: 1, row: 0 },
    { name: 'authority', label: 'Authority', text: 'REGISTRY OF AMAUROT', column: 1, row: 1 },
  ];
  if (person.personalNumber) {
    fields.push({
      name: 'personalNumber',
      label: 'Personal No.',
      text: person.personalNumber,
      column: 0,
      row: 1,
    });
  }
  return fields;
}

/** What the zone of a card says about its person; throws when the layout has no zone. */
export function zoneInput(layout: CardLayout, person: Person): MrzInput {
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
    sex: person.sex,
    expiryDate: person.expiryDate,
  };
  const room = { TD1: 15, TD3: 14, TD2: 0, MRVA: 0, MRVB: 0 }[format];
  return room > 0 && person.personalNumber ? { ...input, optional1: person.personalNumber } : input;
}

/**
 * Lines as printed.
 * @param damaged true prints a wrong check digit for the date of birth, as a botched forgery would
 */
export function zoneLines(layout: CardLayout, person: Person, damaged: boolean): string[] {
  const lines = mrzLines(zoneInput(layout, person));
  if (!damaged) return lines;
  const [row, at] = layout.mrz?.format === 'TD1' ? [1, 6] : [1, 19];
  return lines.map((line, index) => (index === row ? wrongDigit(line, at) : line));
}

function wrongDigit(line: string, at: number): string {
  return line.slice(0, at) + String((Number(line.charAt(at)) + 3) % 10) + line.slice(at + 1);
}
