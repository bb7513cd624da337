import type { FieldReadings } from '@countersign/findings';
import { encodedField, fieldText, isoDate, latin1 } from './payload-text.ts';

/** Payload length on a yellow Colombian card. @see spec/registries.md 13.4 */
const payloadLength = 531;
const markerStart = 24;
const marker = 'PubDSK_';

/** The only parts that are read. The rest contains fingerprint templates and a blood group. */
const ranges = {
  nuip: [48, 58],
  firstSurname: [58, 80],
  secondSurname: [81, 104],
  firstGiven: [104, 127],
  secondGiven: [127, 150],
  sex: [151, 152],
  birth: [152, 160],
} as const;

/**
 * Whether the bytes are the payload of a yellow Colombian card or the remains of one, such as a copy whose NULs a reader dropped; such
 * bytes contain fingerprint templates.
 */
export function holdsColombianCard(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, 64).includes(marker);
}

/**
 * Fields of a yellow Colombian card; `null` if the bytes are not a complete payload. Names are read as in the registry's tables, with `/`
 * for `Ñ`.
 */
export function readColombianCard(bytes: Uint8Array): FieldReadings | null {
  if (bytes.length !== payloadLength) return null;
  if (latin1(bytes, markerStart, markerStart + marker.length) !== marker) return null;
  const part = (name: keyof typeof ranges): string | null => padded(bytes, ranges[name]);
  const nuip = /^0*([1-9]\d{2,9})$/.exec(part('nuip') ?? '')?.[1];
  if (nuip === undefined) return null;
  const fields: FieldReadings = {
    issuingState: encodedField('COL', ''),
    personalNumber: encodedField(nuip, part('nuip') ?? nuip),
    number: encodedField(nuip, part('nuip') ?? nuip),
  };
  const lastName = fullName(part('firstSurname'), part('secondSurname'));
  const firstName = fullName(part('firstGiven'), part('secondGiven'));
  if (lastName) fields.lastName = encodedField(lastName.value, lastName.text);
  if (firstName) fields.firstName = encodedField(firstName.value, firstName.text);
  const sex = part('sex');
  if (sex === 'M' || sex === 'F') fields.sex = encodedField(sex);
  const birth = /^(\d{4})(\d{2})(\d{2})$/.exec(part('birth') ?? '');
  const birthDate = birth ? isoDate(Number(birth[1]), Number(birth[2]), Number(birth[3])) : null;
  if (birth && birthDate) fields.birthDate = encodedField(birthDate, birth[0]);
  return fields;
}

/** Up to the first NUL. */
function padded(bytes: Uint8Array, [start, end]: readonly [number, number]): string | null {
  const text = latin1(bytes, start, end);
  const stop = text.indexOf('\0');
  return fieldText(stop === -1 ? text : text.slice(0, stop));
}

function fullName(...parts: (string | null)[]): { value: string; text: string } | null {
  const text = parts.filter((part) => part !== null).join(' ');
  if (text === '') return null;
  return { value: text.replaceAll('/', 'Ñ').toUpperCase(), text };
}
