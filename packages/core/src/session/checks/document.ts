import type { CheckInput, CheckResult } from './check-result.ts';
import { documentPicturesOf, wasOpened } from './check-result.ts';
import { nameLimits, readingLimits } from '../policy.ts';
import { nameSimilarity } from '../names.ts';
import type { MrzFinding } from '../findings.ts';

/** Types this service can read by their machine-readable zone. */
const readableTypes = new Set(['PASSPORT', 'ID_CARD', 'RESIDENCE_PERMIT', 'VISA']);

/** Can the document be read, is it supported, is it valid? @see spec/contract.md A-100, codes 205 to 207, 602, 619 to 634 */
export function checkDocument(input: CheckInput): CheckResult[] {
  const { policy, findings, session } = input;
  const openedAny = documentPicturesOf(findings).some(wasOpened);
  if (!policy.requireDocument || !openedAny) return [];
  const announced = session.document.type;
  if (!findings.mrz) return [ask(announced && !readableTypes.has(announced) ? 602 : 619)];
  const unsupported = !input.reading.type || !isAccepted(input);
  if (unsupported) return policy.declineUnsupported ? [] : [ask(602)];
  const unread = unreadFields(input, findings.mrz);
  if (unread.length > 0) return unread.map(ask);
  const expired = isExpired(input) && !policy.declineExpired;
  return [...(expired ? [ask(620)] : []), ...(findings.portrait ? [] : [ask(619)])];
}

const ask = (code: number): CheckResult => ({ check: 'document', outcome: 'resubmission', code });

/** Whether the integration takes this document. */
export function isAccepted({ policy, reading }: CheckInput): boolean {
  const { acceptedDocuments } = policy;
  if (!acceptedDocuments) return true;
  const country = reading.country ?? reading.issuingState;
  return acceptedDocuments.some(
    (row) => row.type === reading.type && (!row.country || row.country === country),
  );
}

export function isExpired({ reading, today }: CheckInput): boolean {
  return reading.validUntil !== null && reading.validUntil < today;
}

/** Codes of the fields a decision must not rely on, in the catalogue's order. */
function unreadFields(input: CheckInput, mrz: MrzFinding): number[] {
  const { reading, session } = input;
  // Digits that disagree although every character was read well are judged by `authenticity`.
  if (mrz.status === 'inconsistent') return mrz.confidence < readingLimits.printedWrong ? [619] : [];
  if (mrz.confidence < readingLimits.zone) return [619];
  const { person, document } = session;
  const repaired = (field: string, supplied: string | undefined, value: string | null) =>
    mrz.repaired.includes(field) && supplied?.toUpperCase() !== value;
  const weakName = (field: 'lastName' | 'firstName', supplied: string | undefined) =>
    (mrz.fields.confidence[field] ?? 1) < readingLimits.name && !confirms(supplied, reading[field]);
  const checks: [number, boolean][] = [
    [625, !reading.lastName && !reading.firstName],
    [625, weakName('lastName', person.lastName)],
    [626, weakName('firstName', person.firstName)],
    [627, !reading.dateOfBirth || repaired('birthDate', person.dateOfBirth, reading.dateOfBirth)],
    [629, repaired('expiryDate', document.validUntil, reading.validUntil)],
    [631, !reading.number || repaired('number', document.number, reading.number)],
  ];
  return checks.filter(([, unread]) => unread).map(([code]) => code);
}

const confirms = (supplied: string | undefined, read: string | null) =>
  Boolean(supplied && read) && (nameSimilarity(supplied ?? '', read ?? '') ?? 0) >= nameLimits.agree;
