import { isConfirmed } from '../document/consistency.ts';
import { type ComparedField, valuesOf } from '../document/field-values.ts';
import { hasOpenBirth } from '../document/open-dates.ts';
import { readingLimits } from '../policy.ts';
import { judgeName } from './data-match.ts';
import type { CheckInput, CheckResult } from './check-result.ts';
import { documentPicturesOf, wasOpened } from './check-result.ts';
import type { MrzFinding } from '@countersign/findings';

/** Can the document be read, is it supported, is it valid? @see spec/contract.md A-100, codes 205 to 207, 602, 619 to 634 */
export function checkDocument(input: CheckInput): CheckResult[] {
  const { policy, findings, reading } = input;
  const openedAny = documentPicturesOf(findings).some(wasOpened);
  if (!policy.requireDocument || !openedAny) return [];
  if (reading.source === null) return [resubmission(619)];
  if (!reading.type || !isAccepted(input)) return policy.declineUnsupported ? [] : [resubmission(602)];
  const isUnconfirmed =
    reading.source === 'VIZ' &&
    !isPrintConfirmed(input) &&
    !isReadReliably(input) &&
    !isComparedByRegistry(input);
  if (isUnconfirmed && isZoneHidden(input)) return [doubtfulPrint];
  const unread = unreadFields(input);
  if (unread.length > 0) return unread.map(resubmission);
  if (isPerhapsExpired(input)) return [resubmission(629)];
  const expired = isExpired(input) && !policy.declineExpired;
  return [
    ...(expired ? [resubmission(620)] : []),
    ...(findings.portrait ? [] : [{ ...resubmission(619), cause: 'portrait_unclear' as const }]),
    ...(isUnconfirmed ? [doubtfulPrint] : []),
    ...(isBirthOpen(input) ? [openBirth] : []),
  ];
}

const resubmission = (code: number): CheckResult => ({ check: 'document', outcome: 'resubmission', code });

/** Print has no check digits. It does not suffice alone if a zone should confirm it or a part of it is in doubt. */
const doubtfulPrint: CheckResult = {
  check: 'quality',
  outcome: 'inconclusive',
  countsAs: 'resubmission',
  code: 619,
  cause: 'print_unconfirmed',
};

/** The document has no complete date of birth, and another picture of it would not either. */
const openBirth: CheckResult = {
  check: 'document',
  outcome: 'inconclusive',
  countsAs: 'resubmission',
  code: 627,
  cause: 'birth_date_incomplete',
};

/**
 * Whether a document leaves the date of birth open and the client sent none, or none of its parts can be compared.
 * @see spec/contract.md A-424
 */
const isBirthOpen = ({ reading: { partialBirth }, session: { person } }: CheckInput): boolean =>
  partialBirth !== null && (person.dateOfBirth === undefined || partialBirth.year === null);

/**
 * Whether a document was read from print alone although its type always has a zone, and the client sent nothing to compare it with.
 */
function isZoneHidden({ reading: { type }, session: { person } }: CheckInput): boolean {
  const hasZone = type === 'PASSPORT' || type === 'VISA';
  const isNamed = person.lastName !== undefined || person.fullName !== undefined;
  return hasZone && !isNamed && person.dateOfBirth === undefined;
}

/** Types of documents that often have neither a zone nor a code. */
const withoutZone: ReadonlySet<string | null> = new Set(['DRIVERS_LICENSE', 'RESIDENCE_PERMIT']);

/**
 * Whether the print of a licence or permit needs no confirmation because the whole name, the date of birth, a number and the day of expiry
 * were all read reliably.
 * @see spec/contract.md A-292
 */
function isReadReliably({ reading }: CheckInput): boolean {
  const { type, wholeName, firstName, lastName, dateOfBirth, number, idNumber, validUntil } = reading;
  const isNamed = wholeName !== null || (firstName !== null && lastName !== null);
  const isNumbered = number !== null || idNumber !== null;
  return withoutZone.has(type) && isNamed && dateOfBirth !== null && isNumbered && validUntil !== null;
}

/** Utopia, the issuing state on ICAO 9303 specimens, which issues no real documents. */
const specimenState = 'UTO';

/** Whether the integration accepts this document. @see spec/contract.md A-385 */
export function isAccepted({ policy, reading }: Pick<CheckInput, 'policy' | 'reading'>): boolean {
  const { acceptedDocuments, specimenDocuments } = policy;
  if (reading.issuingState === specimenState && !specimenDocuments) return false;
  if (!acceptedDocuments) return true;
  const country = reading.country ?? reading.issuingState;
  return acceptedDocuments.some(
    (row) => row.type === reading.type && (!row.country || row.country === country),
  );
}

/**
 * The document's last day as a decision shows it: the one that was read, otherwise the one that the client sent. `null`: neither.
 */
export const lastDayOf = ({ reading, session }: Pick<CheckInput, 'reading' | 'session'>): string | null =>
  reading.validUntil ?? session.document.validUntil ?? null;

export function isExpired(input: Pick<CheckInput, 'reading' | 'session' | 'today'>): boolean {
  const { reading, today } = input;
  const lastDay = lastDayOf(input);
  const isOver = reading.lastMonth !== null && reading.lastMonth < today.slice(0, 7);
  return isOver || (lastDay !== null && lastDay < today);
}

/** Whether the day of expiry has passed but was not read reliably, so that it is unknown whether the document is valid. */
function isPerhapsExpired({ reading, today }: CheckInput): boolean {
  const read = reading.fields.expiryDate;
  return reading.validUntil === null && read !== undefined && !read.reliable && read.value < today;
}

/** Reason codes for the fields that a decision must not rely on, in the catalogue's order. */
function unreadFields(input: CheckInput): number[] {
  const { mrz } = input.findings;
  return mrz ? unreadZoneFields(input, mrz) : missingFields(input);
}

/** What every reading must contain, whatever its source. */
function missingFields(input: CheckInput): number[] {
  const { lastName, firstName, wholeName, dateOfBirth, number, idNumber } = input.reading;
  const checks: [number, boolean][] = [
    [625, !lastName && !firstName && !wholeName && !isNameSupplied(input)],
    // If zone or code certainly have something else in place of a date, that is assessed as such.
    [627, !dateOfBirth && !hasOpenBirth(input.findings)],
    [631, !number && !idNumber],
  ];
  return checks.filter(([, missing]) => missing).map(([code]) => code);
}

/** Whether the client sent the name that was read, even if the reading is not reliable. */
function isNameSupplied(input: CheckInput): boolean {
  const { firstName, lastName, fullName } = input.reading.fields;
  const parted = firstName !== undefined || lastName !== undefined;
  if (!parted && fullName === undefined) return false;
  const read = {
    firstName: firstName?.value ?? null,
    lastName: lastName?.value ?? null,
    wholeName: parted ? null : (fullName?.value ?? null),
  };
  return judgeName({ ...input, reading: read }) === 'agrees';
}

/** The Brazilian check compares what the licence prints with the registry, so nothing else has to confirm it. */
const isComparedByRegistry = ({ policy, reading }: CheckInput): boolean =>
  policy.registry === 'BR_CPF' && reading.country === 'BR' && reading.type === 'DRIVERS_LICENSE';

function unreadZoneFields(input: CheckInput, mrz: MrzFinding): number[] {
  // `authenticity` handles digits that disagree although every character was read well.
  if (mrz.status === 'inconsistent') return mrz.confidence < readingLimits.printedWrong ? [619] : [];
  if (mrz.confidence < readingLimits.zone) return [619];
  const confirmed = (field: ComparedField) =>
    isConfirmed(
      field,
      field === 'issueDate' ? null : mrz.fields[field],
      valuesOf(field, input.findings, input.session),
    );
  const repaired = (field: ComparedField) => mrz.repaired.includes(field) && !confirmed(field);
  const weakName = (field: 'lastName' | 'firstName') =>
    input.reading.fields[field]?.reliable === false && !confirmed(field);
  const checks: [number, boolean][] = [
    [625, weakName('lastName')],
    [626, weakName('firstName')],
    [627, repaired('birthDate')],
    [629, repaired('expiryDate')],
    [631, repaired('number')],
  ];
  const weak = checks.filter(([, unread]) => unread).map(([code]) => code);
  return [...new Set([...missingFields(input), ...weak])].sort((a, b) => a - b);
}

/** Whether the client's data name the same person: name and date of birth, or name and number. */
function isPrintConfirmed(input: CheckInput): boolean {
  const { session, reading, findings } = input;
  const { lastName, fullName } = session.person;
  const named = (lastName ?? fullName) !== undefined && isNameSupplied(input);
  const born = reading.dateOfBirth !== null && session.person.dateOfBirth === reading.dateOfBirth;
  const numbered = (['number', 'personalNumber'] as const).some((field) =>
    isConfirmed(
      field,
      field === 'number' ? reading.number : reading.idNumber,
      valuesOf(field, { ...findings, printed: null }, session),
    ),
  );
  return named && (born || numbered);
}
