import { ScreeningInputError, type Subject } from '../model/screening-types.ts';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const textMembers = [
  'schema',
  'name',
  'firstName',
  'lastName',
  'secondLastName',
  'birthDate',
  'gender',
] as const;

function checkIdentifiers(value: unknown): void {
  if (value === undefined) return;
  const fine =
    Array.isArray(value) &&
    value.every(
      (entry) =>
        isRecord(entry) &&
        typeof entry['value'] === 'string' &&
        ['string', 'undefined'].includes(typeof entry['type']) &&
        ['string', 'undefined'].includes(typeof entry['country']),
    );
  if (!fine) throw new ScreeningInputError('identifiers is an array of objects with a value');
}

/** Parses a subject from a JSON line; unknown members are ignored. @throws ScreeningInputError if a member is invalid */
export function subjectOfRecord(value: unknown): Subject {
  if (!isRecord(value)) throw new ScreeningInputError('a subject is an object');
  const subject: Record<string, unknown> = {};
  for (const member of textMembers) {
    const given = value[member];
    if (given === undefined || given === null) continue;
    if (typeof given !== 'string') throw new ScreeningInputError(`${member} is a string`);
    subject[member] = given;
  }
  const { gender, birthDate } = subject;
  if (gender !== undefined && gender !== 'M' && gender !== 'F')
    throw new ScreeningInputError('gender is M or F');
  if (birthDate === '') delete subject['birthDate'];
  else if (birthDate !== undefined && !/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/.test(birthDate as string))
    throw new ScreeningInputError('birthDate is YYYY, YYYY-MM or YYYY-MM-DD');
  const { countries, identifiers } = value;
  if (countries !== undefined && countries !== null) {
    if (!Array.isArray(countries) || !countries.every((code) => typeof code === 'string'))
      throw new ScreeningInputError('countries is an array of strings');
    subject['countries'] = countries.map((code: string) => code.toUpperCase());
  }
  checkIdentifiers(identifiers ?? undefined);
  if (identifiers !== undefined && identifiers !== null) subject['identifiers'] = identifiers;
  return subject;
}
