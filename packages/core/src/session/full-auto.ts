import type { DocumentReading } from './document/document-reading.ts';
import type { ComparedField } from './document/field-values.ts';
import type { FieldName } from '@countersign/findings';
import type { DecidedStatus } from './decision-body.ts';
import { type InsightInput, insightsOf } from './insights.ts';
import { genuineScore } from './risk.ts';

export interface FullAutoInput {
  status: DecidedStatus;
  /** What the pictures showed; `null` if none were inspected, or none of it is kept. */
  seen: InsightInput | null;
}

/**
 * The member `data.verification` of a full-auto webhook. Recorded with every decision, so that the integration can be switched
 * to full auto, and its reviewers can see the basis, without running the checks again.
 * @see spec/contract.md A-92
 */
export function fullAutoVerification({ status, seen }: FullAutoInput) {
  const reading = seen?.reading ?? null;
  const ended = status === 'expired' || status === 'abandoned';
  return {
    decisionScore: ended || !seen ? null : genuineScore(seen.findings, reading),
    decision: status,
    person: personFields(reading),
    document: documentFields(reading),
    insights: insightsOf(seen),
  };
}

/** Members of a full-auto webhook other than `data`: UUIDs, and times in milliseconds with `Z`. */
export interface FullAutoOccasion {
  sessionId: string;
  attemptId: string;
  /** As sent at creation; `null` when not sent. */
  vendorData: string | null;
  endUserId: string | null;
  /** When the session was created. */
  acceptanceTime: string;
  /** When it was decided. */
  time: string;
}

/** The body of a full-auto webhook. @see spec/contract.md A-92 */
export const fullAutoBody = (
  { sessionId, attemptId, vendorData, endUserId, acceptanceTime, time }: FullAutoOccasion,
  verification: ReturnType<typeof fullAutoVerification>,
) => ({
  status: 'success',
  eventType: 'fullauto',
  sessionId,
  attemptId,
  vendorData,
  endUserId,
  version: '1.0.0',
  acceptanceTime,
  time,
  data: { verification },
});

function personFields(reading: DocumentReading | null) {
  return {
    firstName: field(reading, reading?.firstName, 'firstName'),
    lastName: field(reading, reading?.lastName, 'lastName'),
    dateOfBirth: field(reading, reading?.dateOfBirth, 'birthDate'),
    gender: field(reading, reading?.gender, 'sex'),
    idNumber: field(reading, reading?.idNumber, 'personalNumber'),
    nationality: field(reading, reading?.nationality, 'nationality'),
    address: address(reading),
    placeOfBirth: field(reading, reading?.placeOfBirth, 'birthPlace'),
    foreignerStatus: null,
    occupation: null,
    employer: null,
    extraNames: null,
  };
}

function documentFields(reading: DocumentReading | null) {
  const licenceNumber = reading?.licence?.number ?? null;
  const firstIssue = reading?.licence?.firstIssue ?? null;
  return {
    number: field(reading, reading?.number, 'number'),
    type: { value: reading?.type?.toLowerCase() ?? null },
    country: { value: reading?.country ?? null },
    validUntil: field(reading, reading?.validUntil, 'expiryDate'),
    validFrom: field(reading, reading?.validFrom, 'issueDate'),
    firstIssue: firstIssue ? field(reading, firstIssue, 'firstIssueDate') : null,
    placeOfIssue: null,
    processNumber: null,
    residencePermitType: null,
    licenseNumber: licenceNumber ? field(reading, licenceNumber, 'number') : null,
  };
}

/** Maps the confidence of the weakest character to the three categories of the wire. */
function confidenceCategory(confidence: number): 'high' | 'medium' | 'low' {
  if (confidence >= 0.9) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
}

/** One field with all its sources; `null` and no source if it was not read. */
function field(reading: DocumentReading | null, value: string | null | undefined, name: FieldName) {
  if (!reading?.source || !value) return { confidenceCategory: null, value: null, sources: [] };
  const read = reading.fields[name];
  const sources = reading.sources[name as ComparedField] ?? [read?.source ?? reading.source];
  return {
    confidenceCategory: confidenceCategory(read?.confidence ?? reading.confidence),
    value,
    sources,
  };
}

function address(reading: DocumentReading | null) {
  const value = reading?.address?.full;
  const { confidenceCategory: category, sources } = field(reading, value, 'address');
  return {
    confidenceCategory: category,
    value: value ?? null,
    components: reading?.address?.parsed ?? {},
    sources,
  };
}
