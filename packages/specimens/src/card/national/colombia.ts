import { colombianPayload } from '../../barcode/colombian-payload.ts';
import { mrzLines } from '../../mrz/mrz-lines.ts';
import { plainLetters } from '../../numbers/plain-letters.ts';
import type { ColombianPapers } from '../../people/papers.ts';
import { capitals, zoneBaseLines, type CardDesign, type Holder } from './card-design.ts';

type Colombian = Holder<ColombianPapers>;

const months = ['ENE', 'FEB', 'MAR', 'ABR', 'MAY', 'JUN', 'JUL', 'AGO', 'SEP', 'OCT', 'NOV', 'DIC'] as const;

/** Formats a date as `15-MAR-1986`, with months in Spanish. */
function spanishDate(date: string, separator: string): string {
  return [date.slice(8, 10), months[Number(date.slice(5, 7)) - 1] ?? '', date.slice(0, 4)].join(separator);
}

function dotted(number: string): string {
  return number.replaceAll(/\B(?=(\d{3})+$)/g, '.');
}

/** Front of the older card. Its labels are below the values. */
export function olderCardFront({ person, papers }: Colombian): CardDesign {
  return {
    side: 'front',
    issuer: 'REPÚBLICA DE UTOPÍA',
    title: 'CÉDULA DE CIUDADANÍA',
    portrait: [4, 12, 25.5, 32.3],
    ghost: null,
    fields: [
      { name: 'number', label: 'NUMERO', lines: [dotted(papers.nuip)], value: papers.nuip, x: 34, y: 17.5, room: 34, placement: 'beside', size: 3.1 },
      { name: 'lastName', label: 'APELLIDOS', lines: [capitals(person.lastName)], x: 34, y: 28, room: 47, placement: 'above', size: 2.9 },
      { name: 'firstName', label: 'NOMBRES', lines: [capitals(person.firstName)], x: 34, y: 36.5, room: 47, placement: 'above', size: 2.9 },
    ],
    code: null,
    mrz: null,
    mark: { x: 57, y: 31, size: 9.2, turn: -20 },
  }; // prettier-ignore
}

/** Back of the older card with its PDF417. @see spec/registries.md 13.4 */
export function olderCardBack({ person, papers }: Colombian): CardDesign {
  const [first = '', ...others] = capitals(person.firstName).split(' ');
  const bytes = colombianPayload({
    nuip: papers.nuip,
    firstSurname: barcodeName(papers.surnames[0]),
    secondSurname: barcodeName(papers.surnames[1]),
    firstGivenName: barcodeName(first),
    secondGivenName: barcodeName(others.join(' ')),
    sex: person.sex === 'M' ? 'M' : 'F',
    birthDate: person.birthDate.replaceAll('-', ''),
    department: papers.department,
    municipality: papers.municipality,
    bloodGroup: papers.bloodGroup,
  });
  return {
    side: 'back',
    issuer: 'REPÚBLICA DE UTOPÍA',
    title: 'CÉDULA DE CIUDADANÍA',
    portrait: null,
    ghost: null,
    fields: [
      { name: 'birthDate', label: 'FECHA DE NACIMIENTO', lines: [spanishDate(person.birthDate, '-')], value: person.birthDate, x: 34, y: 12.6, room: 30, placement: 'beside' },
      { name: 'birthPlace', label: 'LUGAR DE NACIMIENTO', lines: [`${capitals(person.birthPlace)} (UTOPÍA)`], x: 34, y: 19, room: 46, placement: 'above' },
      { name: 'height', label: 'ESTATURA', lines: [papers.height], x: 34, y: 25, room: 10, placement: 'above' },
      { name: 'bloodGroup', label: 'G.S. RH', lines: [papers.bloodGroup], x: 52, y: 25, room: 10, placement: 'above' },
      { name: 'sex', label: 'SEXO', lines: [person.sex], x: 69, y: 25, room: 6, placement: 'above' },
      { name: 'issueDate', label: 'FECHA Y LUGAR DE EXPEDICIÓN', lines: [`${spanishDate(person.issueDate, '-')} ${papers.issuePlace}`], value: person.issueDate, x: 34, y: 31.4, room: 46, placement: 'above' },
    ],
    code: { format: 'PDF417', bytes, box: [4, 35.6, 77.6, 15.6], columns: 18, errorLevel: 4 },
    mrz: null,
    mark: { x: 30, y: 22.5, size: 7.6, turn: -10 },
  }; // prettier-ignore
}

/** Converts a name to the form in the bar code: Latin-1 capitals without accents, except Ñ. */
function barcodeName(name: string): string {
  return plainLetters(name);
}

/** Front of the digital card. */
export function digitalCardFront({ person, papers }: Colombian): CardDesign {
  return {
    side: 'front',
    issuer: 'REPÚBLICA DE UTOPÍA',
    title: 'CÉDULA DE CIUDADANÍA',
    portrait: [59, 11.4, 22.6, 28.6],
    ghost: [46.5, 38.6, 10.4, 13.2],
    fields: [
      { name: 'number', label: 'NUIP', lines: [dotted(papers.nuip)], value: papers.nuip, x: 4, y: 12.2, room: 30, size: 2.8 },
      { name: 'lastName', label: 'Apellidos', lines: [capitals(person.lastName)], x: 4, y: 19, room: 40 },
      { name: 'firstName', label: 'Nombres', lines: [capitals(person.firstName)], x: 4, y: 25.4, room: 40 },
      { name: 'nationality', label: 'Nacionalidad', lines: ['COL'], x: 4, y: 31.8, room: 14 },
      { name: 'height', label: 'Estatura', lines: [papers.height], x: 22, y: 31.8, room: 10 },
      { name: 'sex', label: 'Sexo', lines: [person.sex], x: 36, y: 31.8, room: 6 },
      { name: 'birthDate', label: 'Fecha de nacimiento', lines: [spanishDate(person.birthDate, ' ')], value: person.birthDate, x: 4, y: 38.2, room: 21 },
      { name: 'bloodGroup', label: 'G.S.', lines: [papers.bloodGroup], x: 48, y: 31.8, room: 8 },
      { name: 'expiryDate', label: 'Fecha de expiración', lines: [spanishDate(person.expiryDate, ' ')], value: person.expiryDate, x: 26, y: 38.2, room: 19.5 },
      { name: 'birthPlace', label: 'Lugar de nacimiento', lines: [`${capitals(person.birthPlace)} (UTOPÍA)`], x: 4, y: 44.6, room: 40 },
      { name: 'issueDate', label: 'Fecha y lugar de expedición', lines: [`${spanishDate(person.issueDate, ' ')}, ${papers.issuePlace}`], value: person.issueDate, x: 59, y: 44.6, room: 23, size: 1.9 },
    ],
    code: null,
    mrz: null,
    mark: { x: 29, y: 28.5, size: 9.4, turn: -24 },
  }; // prettier-ignore
}

/** Back of the digital card with its zone, whose number is the card's serial number. @see spec/registries.md 13.3 */
export function digitalCardBack({ person, papers }: Colombian): CardDesign {
  const lines = mrzLines({
    format: 'TD1',
    documentCode: 'IC',
    issuingState: 'COL',
    lastName: person.lastName,
    firstName: person.firstName,
    number: papers.cardSerial,
    nationality: 'COL',
    birthDate: person.birthDate,
    sex: person.sex === 'M' ? 'M' : 'F',
    expiryDate: person.expiryDate,
    optional1: papers.department + papers.municipality,
    optional2: papers.nuip,
  });
  return {
    side: 'back',
    issuer: 'REPÚBLICA DE UTOPÍA',
    title: 'CÉDULA DE CIUDADANÍA',
    portrait: null,
    ghost: null,
    fields: [
      { name: 'authority', label: 'Autoridad', lines: ['REGISTRADURÍA DE AMAUROTE'], x: 4, y: 13.4, room: 50 },
      { name: 'cardSerial', label: 'No. de serie', lines: [papers.cardSerial], x: 4, y: 21, room: 26 },
    ],
    code: { format: 'QRCode', bytes: Buffer.from(`https://cedula.utopia.example/v/${papers.cardSerial}`), box: [63, 11.4, 18, 18] },
    mrz: { format: 'TD1', lines, left: 4.7, baseLines: zoneBaseLines },
    mark: { x: 33, y: 22.5, size: 9.4, turn: -9 },
  }; // prettier-ignore
}
