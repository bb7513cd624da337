import type { FieldName, FieldReadings, MrzFinding, PictureFindings } from '@countersign/findings';
import type { SessionData } from '../session-data.ts';

/** Sources of a field's values. */
export type FieldSource = 'mrz' | 'barcode' | 'printed' | 'session';

/** Fields that several sources can have. */
export const comparedFields = [
  'number',
  'personalNumber',
  'lastName',
  'firstName',
  'birthDate',
  'sex',
  'nationality',
  'issuingState',
  'issueDate',
  'expiryDate',
] as const satisfies readonly FieldName[];
export type ComparedField = (typeof comparedFields)[number];

/** Value of a field from one source. */
export interface FieldValue {
  source: FieldSource;
  value: string;
  /** 0–1; 1 for what the client supplied. */
  confidence: number;
  /** The end of the value may have been cut off. */
  truncated: boolean;
}

/** Below this confidence print is ignored. */
export const printedConfidence = 0.6;

/**
 * All values of a field, most reliable source first: zone, code, print, client. A zone that contradicts itself contributes no
 * value, nor does a repaired field: neither may confirm anything.
 * @see docs/decisions/0013-printed-text-confirms-the-mrz-or-bar-code-and-never-overrides.md
 */
export function valuesOf(
  field: ComparedField,
  { mrz, barcode, printed }: Pick<PictureFindings, 'mrz' | 'barcode' | 'printed'>,
  session: Pick<SessionData, 'person' | 'document'> | null,
): FieldValue[] {
  const values = [
    zoneValue(field, mrz),
    fieldValue('barcode', field, barcode),
    fieldValue('printed', field, printed),
    session && suppliedFieldValue(field, session),
  ];
  return values.filter((value) => value !== null);
}

const isNamePart = (field: ComparedField): boolean => field === 'lastName' || field === 'firstName';

function zoneValue(field: ComparedField, mrz: MrzFinding | null): FieldValue | null {
  if (!mrz || mrz.status === 'inconsistent' || mrz.repaired.includes(field)) return null;
  if (field === 'issueDate') return null;
  const value = mrz.fields[field];
  if (!value) return null;
  const truncated = mrz.fields.truncated && isNamePart(field);
  return { source: 'mrz', value, confidence: mrz.fields.confidence[field] ?? mrz.confidence, truncated };
}

function fieldValue(
  source: 'barcode' | 'printed',
  field: ComparedField,
  finding: { fields: FieldReadings | null; truncated?: true } | null,
): FieldValue | null {
  const read = finding?.fields?.[field];
  if (!read || (source === 'printed' && read.confidence < printedConfidence)) return null;
  const truncated = finding?.truncated === true && isNamePart(field);
  return { source, value: read.value, confidence: read.confidence, truncated };
}

/** The client's value of a field; `null` if there is none. */
export function suppliedValue(
  field: ComparedField,
  { person, document }: Pick<SessionData, 'person' | 'document'>,
): string | null {
  const surname = [person.lastName, person.secondLastName].filter(Boolean).join(' ');
  const supplied: Partial<Record<ComparedField, string | undefined>> = {
    number: document.number,
    personalNumber: person.idNumber,
    lastName: surname,
    firstName: person.firstName,
    birthDate: person.dateOfBirth,
    sex: person.gender,
    issueDate: document.validFrom,
    expiryDate: document.validUntil,
  };
  return supplied[field] || null;
}

function suppliedFieldValue(
  field: ComparedField,
  session: Pick<SessionData, 'person' | 'document'>,
): FieldValue | null {
  const value = suppliedValue(field, session);
  return value === null ? null : { source: 'session', value, confidence: 1, truncated: false };
}
